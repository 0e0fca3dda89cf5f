import type { Services } from '../../kernel/services.js';
import { allowanceOf } from '../scripts/allowance.js';
import { deleteObjects } from '../scripts/script-objects.js';
import { requireAcceptableText } from '../scripts/upload.js';
import { act, requireAllowed, type ActionWanted } from './act.js';
import { findAction } from './action-store.js';
import type { RunRow } from './season-run-model.js';
import { getEpisode } from './season-run-store.js';

/**
 * Makes an uploaded screenplay the next version of the episode's script, which is then judged. A file that is no screenplay is refused before anything is
 * stored, with `source_incomplete`, and one with too many pages with `plan_limit_reached`. Also raises the errors of `act`.
 */
export async function reviseByFile(
  services: Services, run: RunRow, wanted: Omit<ActionWanted, 'action' | 'payload'>, bytes: Buffer,
): Promise<RunRow> {
  const { db, store, config } = services;
  const fileKey = `season-runs/files/${wanted.actionId}`;
  const action: ActionWanted = { ...wanted, action: 'revise', payload: { fileKey } };
  if (await findAction(db, wanted.actionId)) return act(services, run, action);
  requireAllowed(run, await getEpisode(db, run.id, wanted.episodeId), 'revise');
  await requireAcceptableText(await allowanceOf(db, config, run.accountId), bytes, 'auto', true);
  await store.put(fileKey, bytes);
  try {
    return await act(services, run, action);
  } catch (error) {
    // The action was not stored, for example because another one came first, so nobody will read the file.
    if (!await findAction(db, wanted.actionId)) await deleteObjects(store, [fileKey]);
    throw error;
  }
}
