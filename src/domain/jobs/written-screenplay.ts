import type { ScriptBrief, StoryWriter } from '../../craft/narrative/model.js';
import { announceScenes } from '../../craft/screenplay/index.js';
import type { Screenplay } from '../../craft/screenplay/model.js';
import type { Services } from '../../kernel/services.js';
import { ObjectMissing } from '../../kernel/storage/port.js';
import { withCorrections } from '../plans/cast-edits.js';
import type { PlanRow } from '../plans/plan-store.js';
import { tableReadOf } from '../plans/types/table-read-type.js';
import { getScreenplay, putScreenplay } from '../scripts/screenplay-store.js';
import { findSoleAuthor } from '../sources/authors.js';

/** What a writer gets besides the brief: a signal that stops the writing, and a callback for the number of written beats. */
export interface Writing { signal: AbortSignal; onBeat?: (done: number, total: number) => void }

/** Writes the screenplay of a brief once for each identity: another attempt, or a resumed job, loads the stored one. */
export async function writeOnce(
  { store }: Pick<Services, 'store'>, writer: StoryWriter, { brief, identity }: { brief: ScriptBrief; identity: string }, { signal, onBeat }: Writing,
): Promise<Screenplay> {
  const pointer = `scripts/by-brief/${identity}.txt`;
  try {
    return await getScreenplay(store, (await store.get(pointer)).toString('utf8'));
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
  const screenplay = await writer.screenplay(brief, signal, onBeat);
  await store.put(pointer, await putScreenplay(store, screenplay));
  return screenplay;
}

/**
 * Completes a written screenplay as its plan asks: with the corrections of the cast, the author of the sources, and the announcement of headings and credits.
 */
export async function asPlanned({ db }: Pick<Services, 'db'>, plan: PlanRow, written: Screenplay, announces: boolean | null): Promise<Screenplay> {
  const author = await findSoleAuthor(db, plan.request.sourceIds);
  const { credited, ...corrected } = withCorrections(written, plan.envelope?.scriptBlueprint?.corrections);
  const { announceScenes: announcesScenes, announceTitle = true } = tableReadOf(plan.request) ?? {};
  const screenplay = { ...corrected, ...(author === null ? {} : { author }), ...(announceTitle && credited ? { credited } : {}) };
  return announces ?? announcesScenes ? announceScenes(screenplay) : screenplay;
}
