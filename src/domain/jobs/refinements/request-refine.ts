import { needsSources, READ_UNDERSTANDS, understandRead, type ReadChange } from '../../../craft/narrative/instructions/read-changes.js';
import { refined } from '../../../craft/narrative/instructions/refine.js';
import { NEEDS_MODEL, type Instruction } from '../../../craft/narrative/instructions/understand.js';
import type { Warning } from '../../../kernel/contract/warnings.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { findReadRevision, type ReadRevision } from '../../artifacts/read-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { getJob, type JobRow } from '../job-store.js';
import { baseOfRevision, isSameScript } from '../revisions/revise-read.js';
import { refineKind } from './refine-kind.js';
import { orderRevision } from './revision-job.js';
import { findRefinement, type RefinedBy, type RefineScope, type Refining } from './refinement-store.js';

export interface RefineRequest {
  accountId: string; artifactId: string; instruction: string; scope: RefineScope;
  /** The id that the job gets if this call makes one. */
  jobId: string;
  requestId: string;
}

/** A part of an instruction, in its author's words. `done` says what a rule did; null for a part that the writer follows from the sources. */
export interface UnderstoodPart { words: string; done: string | null }

export interface RefineAnswer { job: JobRow; understood: UnderstoodPart[]; warnings: Warning[] }

const refuse = (message: string, details: Record<string, unknown>): never => {
  throw new ApiError('validation_failed', message, details);
};

/** Chooses what changes the words. Raises `validation_failed` for an instruction or a scope that neither rules nor writer can follow. */
function writerOf(
  { understood, ignored }: Instruction<ReadChange>, { scope }: Pick<RefineRequest, 'scope'>, has: { plan: boolean; model: boolean },
): RefinedBy {
  const isClear = understood.length > 0 && ignored.length === 0;
  const byModel = has.model && has.plan && scope !== 'screenplay' && !isClear;
  if (!byModel && understood.length === 0) {
    refuse(`no rule understands this instruction; understood are: ${READ_UNDERSTANDS}`, { field: 'instruction', reason: 'not_understood', ignored, help: NEEDS_MODEL });
  }
  const fromSources = understood.filter(needsSources).map(({ words }) => words);
  if (scope === 'screenplay' && fromSources.length > 0) {
    refuse(`“${fromSources[0]}” needs the sources; send scope plan or auto`, { field: 'scope', reason: 'needs_sources', words: fromSources });
  }
  if (!byModel && scope !== 'plan' && fromSources.length === 0) return 'rules';
  if (!has.plan) {
    refuse('this read performs a screenplay that was given, so there is no plan to adapt its sources from', { field: scope === 'plan' ? 'scope' : 'instruction', reason: 'no_plan' });
  }
  return byModel ? 'model' : 'sources';
}

const ignoredWarnings = (ignored: readonly string[]): Warning[] =>
  ignored.map((words) => ({ field: 'instruction', message: `Not followed: “${words}”. Rules follow what they understand only; ${NEEDS_MODEL}.` }));

/** Applies the rules to the present screenplay to see their result. Raises `validation_failed` when they change nothing or leave no speaker. */
async function tryRules({ store }: Pick<Services, 'store'>, base: ReadRevision, { understood, ignored }: Instruction<ReadChange>) {
  const was = await getScreenplay(store, base.content.scriptKey);
  const { screenplay, parts } = refined(was, understood);
  if (screenplay.cast.length === 0) refuse('nobody would speak in this screenplay', { field: 'instruction', reason: 'nobody_speaks' });
  if (isSameScript(was, screenplay)) {
    refuse(`the instruction changes nothing: ${parts.map(({ done }) => done).join('; ')}`, { field: 'instruction', reason: 'changes_nothing', understood: parts });
  }
  const idle = parts.filter(({ changed }) => !changed).map(({ words, done }) => ({ field: 'instruction', message: `“${words}” changes nothing: ${done}.` }));
  const warnings = [...ignoredWarnings(ignored), ...idle];
  return { understood: parts.map(({ words, done }) => ({ words, done })), warnings };
}

async function baseOfRefinement(services: Services, artifactId: string, known: Refining | null): Promise<ReadRevision> {
  if (!known) return baseOfRevision(services, artifactId, undefined);
  const base = await findReadRevision(services.db, artifactId, known.revision);
  if (!base) throw new ApiError('artifact_not_ready');
  return base;
}

/**
 * Has a READY table read refined by an instruction, with a job that makes its next revision. The answer says what rules do. An instruction that nothing can
 * follow, or whose rules alone change nothing, is refused before credits are held; when the read is written anew, the job finds out whether anything changes.
 * Raises `artifact_not_ready`, `version_conflict`, `validation_failed` and `insufficient_credits`; then nothing was changed.
 */
export async function requestRefine(services: Services, request: RefineRequest): Promise<RefineAnswer> {
  const { accountId, artifactId, instruction, scope } = request;
  // A repeat after a lost answer starts from the same revision as the first call.
  const known = await findRefinement(services.db, request.jobId);
  const base = await baseOfRefinement(services, artifactId, known);
  const [origin, writer] = await Promise.all([getJob(services.db, accountId, base.jobId), services.writer()]);
  const read = understandRead(instruction);
  const by = known?.by ?? writerOf(read, request, { plan: origin.planId !== null, model: !writer.embedded });
  const { understood, warnings } = by === 'rules' ? await tryRules(services, base, read) : {
    understood: read.understood.map(({ words }) => ({ words, done: null })), warnings: by === 'model' ? [] : ignoredWarnings(read.ignored),
  };
  const job = await orderRevision(services, refineKind, request, {
    base, scope, by, instruction, priceKey: 'TABLE_READ_REFINE', words: { quote: 'Refinement', work: 'Refining' },
  });
  return { job, understood, warnings };
}
