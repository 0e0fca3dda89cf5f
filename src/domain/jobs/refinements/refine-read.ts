import { createHash } from 'node:crypto';
import { refined } from '../../../craft/narrative/instructions/refine.js';
import { understandRead, type ReadChange } from '../../../craft/narrative/instructions/read-changes.js';
import type { Understood } from '../../../craft/narrative/instructions/understand.js';
import type { ScriptBrief, TableReadRequest } from '../../../craft/narrative/model.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { storeDirectedRead } from '../../artifacts/directed-read.js';
import { OVERTAKEN, type MadeRevision, type RevisionInput } from '../../artifacts/next-revision.js';
import { findReadRevision } from '../../artifacts/read-store.js';
import { READ_SECONDS } from '../../plans/plan-request.js';
import { findPlan } from '../../plans/plan-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { directScreenplay } from '../direct-read.js';
import { findMadeFrom } from '../job-store.js';
import { contentOfRevision, isSameScript, underNewCues } from '../revisions/revise-read.js';
import { scriptBriefOf } from '../script-brief.js';
import { asPlanned, writeOnce } from '../written-screenplay.js';
import { findRefinement, type Refining } from './refinement-store.js';

/** The requested read after the instruction: another mode, or a longer read. */
function wantedOf(read: TableReadRequest, understood: readonly Understood<ReadChange>[]): TableReadRequest {
  return understood.reduce((wanted, { change }) => {
    if (change.kind === 'mode') return { ...wanted, mode: change.mode };
    if (change.kind === 'longer') return { ...wanted, durationSeconds: Math.min(READ_SECONDS.maximum, Math.round(wanted.durationSeconds * change.share)) };
    return wanted;
  }, read);
}

const MAX_BRIEF_CHARS = 4_000;

/** The plan's brief after the instruction. A model also gets the instruction in its author's words. */
function refinedBrief(brief: ScriptBrief, { by, instruction }: Refining, understood: readonly Understood<ReadChange>[]): ScriptBrief {
  const tableRead = wantedOf(brief.tableRead, understood);
  if (by !== 'model') return { ...brief, tableRead };
  return { ...brief, tableRead, creativeBrief: [brief.creativeBrief, instruction].filter(Boolean).join('\n').slice(0, MAX_BRIEF_CHARS) };
}

/** Writes the read anew from the sources of its plan. */
async function adaptAgain(
  services: Services, jobId: string, refining: Refining, understood: readonly Understood<ReadChange>[], making: Making,
): Promise<Screenplay> {
  const job = await findMadeFrom(services.db, jobId);
  const plan = job?.planId ? await findPlan(services.db, job.planId) : null;
  if (!plan) throw new MakingFailed('the plan of the read is gone', 'story_plan_not_found');
  const writer = await services.writer();
  const { brief, identity } = await scriptBriefOf(services.db, services.store, writer, plan);
  const asked = createHash('sha256').update(JSON.stringify([identity, refining.instruction, refining.by])).digest('hex');
  const written = await writeOnce(services, writer, { brief: refinedBrief(brief, refining, understood), identity: asked }, {
    signal: making.signal, onBeat: (completed, total) => { void making.note({ completed, total }); },
  });
  return asPlanned(services, plan, written, job!.announcesScenes);
}

/**
 * The next revision of a read, as its refinement asks: rules change the present text, or the read is written anew from its sources, directed anew and then
 * changed by rules. People keep their voices; lines that rules leave unchanged keep their delivery, but only while the present text is the ground. Null when
 * the job no longer exists; throws `MakingFailed` when the read was changed meanwhile or would stay as it is.
 */
export async function refineRead(services: Services, { workId, artifactId }: RevisionInput, making: Making): Promise<MadeRevision | null> {
  const { db, store } = services;
  const refining = await findRefinement(db, workId);
  if (!refining) return null;
  const base = await findReadRevision(db, artifactId, refining.revision);
  if (!base || base.newest !== refining.revision) throw new MakingFailed(OVERTAKEN.message, OVERTAKEN.code);
  const { understood } = understandRead(refining.instruction);
  const was = await getScreenplay(store, base.content.scriptKey);
  const ground = refining.by === 'rules' ? was : directScreenplay(await adaptAgain(services, workId, refining, understood, making));
  const { screenplay, renamed } = refined(ground, understood);
  try {
    const voices = underNewCues(base.content.voiceMap, renamed);
    const { content, directed } = await contentOfRevision(services, base, { screenplay, voices, renamed, keepsPlaces: false }, true);
    if (isSameScript(was, directed)) throw new MakingFailed('The read would be as it is: nothing in it follows from this instruction. Nothing was charged.');
    return { artifactId, follows: base.revision, directedKey: await storeDirectedRead(store, { title: base.title, ...content }) };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw new MakingFailed(error.message, error.code);
    throw error;
  }
}
