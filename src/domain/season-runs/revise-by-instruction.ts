import type { Services } from '../../kernel/services.js';
import { act, requireAllowed, type ActionWanted } from './act.js';
import { findAction } from './action-store.js';
import type { RunRow } from './season-run-model.js';
import { getEpisode } from './season-run-store.js';
import { asksAnew, NEEDS_MODEL } from '../../craft/narrative/instructions/understand.js';
import { actionOn, requireText } from './steps/judged-text.js';
import { ANEW, readInstruction, reviseText } from './steps/revise-text.js';

/** The answer to a revision: how its instruction was understood. */
export interface RevisionAnswer {
  run: RunRow;
  understood: { words: string; done: string | null; changed: boolean | null }[];
  warnings: { field: string; message: string }[];
}

/**
 * Has an episode revised by an instruction. The embedded writer changes the present text by rules: an instruction that it does not understand, or that
 * changes nothing, is refused before anything is stored. A configured model drafts the episode anew. Raises `validation_failed`, `season_run_state_invalid`
 * and the errors of `act`.
 */
export async function reviseByInstruction(
  services: Services, run: RunRow, wanted: Omit<ActionWanted, 'action' | 'payload'>, instruction: string,
): Promise<RevisionAnswer> {
  const action: ActionWanted = { ...wanted, action: 'revise', payload: { instruction } };
  if (services.config.text.baseUrl !== null) return { run: await act(services, run, action), understood: [], warnings: [] };
  const { understood, ignored } = readInstruction(instruction, (why) => actionOn({ runId: run.id, id: wanted.episodeId }, 'replan', why));
  let parts: RevisionAnswer['understood'] = understood.map(({ words }) => ({ words, done: null, changed: null }));
  if (!await findAction(services.db, wanted.actionId)) {
    const episode = await getEpisode(services.db, run.id, wanted.episodeId);
    requireAllowed(run, episode, 'revise');
    parts = (await reviseText(services, await requireText(services, episode), instruction)).understood;
  }
  const warnings = [
    ...ignored.map((words) => ({
      field: 'instruction',
      message: `Not followed: “${words}”. ${asksAnew(words) ? `${ANEW}.` : `The embedded writer follows rules only; ${NEEDS_MODEL}.`}`,
    })),
    ...parts.filter(({ changed }) => changed === false).map(({ words, done }) => ({ field: 'instruction', message: `“${words}” changes nothing: ${done}.` })),
  ];
  return { run: await act(services, run, action), understood: parts, warnings };
}
