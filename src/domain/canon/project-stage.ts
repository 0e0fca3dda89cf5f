import { attachMaterial, withNext, type NextStep } from '../../kernel/contract/next-step.js';
import type { Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { listReportsOn, type ReportRow } from '../../kernel/families/coverage/coverage-store.js';
import { BIBLE_PHASES, bibleSubject, judgedPartHash, type BiblePhase } from './bible/phases.js';
import { findLatestGeneration } from './bible/generation-store.js';
import { hasMaterial } from './bible/material.js';
import { findSeriesBible } from './series-bible-store.js';
import { readinessOf, type BibleContent } from './series-bible.js';

/** What decides the stage of a project: its Series Bible, and the reports on exactly the content that each phase would judge now. */
export interface StageFacts {
  projectId: string; content: BibleContent; reports: Readonly<Record<BiblePhase, readonly StageReport[]>>;
  /** The project has a READY source or a parsed script, and nothing has been drafted from them yet. */
  canBeDrafted: boolean;
  /** The Series Bible has content, or its generation was requested. */
  isBegun: boolean;
}

/** The fields of a report that decide the stage. */
export type StageReport = Pick<ReportRow, 'id' | 'workStatus' | 'gatePassed' | 'overallScore' | 'focusPrompt'>;

interface StageRule {
  stage: string;
  /** What ends the stage, for the documentation. */
  words: string;
  /** Fields of the Series Bible that are missing. */
  missing(facts: StageFacts): readonly string[];
  /** Whether the project has passed the stage. */
  passed(facts: StageFacts): boolean;
  /** The call that supplies what is missing. */
  next(facts: StageFacts): NextStep;
}

/** Lists of the Series Bible without which no episode can be written. */
const WRITING_LISTS = ['characters', 'episodes'] as const;

const biblePath = ({ projectId }: StageFacts): string => `/story-projects/${projectId}/series-bible`;
const POLL_MS = 1_000;

const premiseFields = ({ content }: StageFacts): string[] => readinessOf(content).premise.missingFields;
const missingLists = ({ content }: StageFacts): string[] => WRITING_LISTS.filter((list) => !content[list]?.length);
/** Reports without a focus. A focus moves the score, so a report with one opens no stage. */
const reportsOn = (facts: StageFacts, phase: BiblePhase): StageReport[] => facts.reports[phase].filter(({ focusPrompt }) => focusPrompt === null);
const hasPassed = (facts: StageFacts, phase: BiblePhase): boolean => reportsOn(facts, phase).some(({ gatePassed }) => gatePassed === true);

/** What to write into a field of the Series Bible, in words for its author. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  logline: 'The story in one sentence of your own: who wants what, and what is in the way', genre: 'What kind of story it is, in a word or two',
  characters: 'The people: a list of {name, role}', episodes: 'What is told: a list of {title, summary}',
};

const patchFields = (facts: StageFacts, fields: readonly string[]): NextStep => ({
  method: 'PATCH', path: biblePath(facts), body: { content: {} },
  asks: fields.map((field) => ({ field: `content.${field}`, what: FIELD_WORDS[field] ?? `The ${field} of the series` })),
  why: `Writes ${fields.join(', ')} into the Series Bible.`,
});

/** The next step is a draft from unused material if the project has any; otherwise the user writes the fields. */
const writeFields = (fields: (facts: StageFacts) => readonly string[]) => (facts: StageFacts): NextStep => {
  const byHand = patchFields(facts, fields(facts));
  if (facts.canBeDrafted) {
    return { method: 'POST', path: biblePath(facts), body: {}, why: `Drafts what the material of the project says of ${fields(facts).join(', ')}, free of charge.`, or: [byHand] };
  }
  return { ...byHand, or: [attachMaterial(facts.projectId, 'Attaches a story that the Series Bible can be drafted from.')] };
};

/** The next step is to request the report, to wait for it, or to revise what did not pass. */
const getReport = (phase: BiblePhase) => (facts: StageFacts): NextStep => {
  const path = `${biblePath(facts)}/coverage`;
  const [latest] = reportsOn(facts, phase).sort((left, right) => (left.id < right.id ? 1 : -1));
  if (latest && latest.gatePassed === false) {
    return {
      method: 'PATCH', path: biblePath(facts), body: {}, asks: [{ field: 'content', what: 'The fields that the notes of the report name, revised' }],
      or: [{ method: 'GET', path: `${path}?phase=${phase}`, why: 'Reads the notes.' }],
      why: `The report ${latest.id} has ${latest.overallScore} points and did not pass. Its notes name the fields to revise: GET ${path}?phase=${phase}.`,
    };
  }
  if (latest && (latest.workStatus === 'PENDING' || latest.workStatus === 'RUNNING')) {
    return { method: 'GET', path: `${path}?phase=${phase}`, afterMs: POLL_MS, why: 'The report is being made; ask again until it is complete.' };
  }
  return { method: 'POST', path, body: { phase }, why: `Have the ${phase === 'premise' ? 'premise' : 'whole Series Bible'} judged; it is free.` };
};

/** The stages of a project in order; a project is in the first stage that it has not passed. */
const RULES = [
  {
    stage: 'premise', words: 'The Series Bible has its logline, genre, audience, tone and premise.',
    missing: premiseFields, passed: (facts) => premiseFields(facts).length === 0, next: writeFields(premiseFields),
  },
  {
    stage: 'premise_coverage', words: 'A report on exactly this premise has passed.',
    missing: () => [], passed: (facts) => hasPassed(facts, 'premise'), next: getReport('premise'),
  },
  {
    stage: 'planning', words: 'The Series Bible has characters and episodes.',
    missing: missingLists, passed: (facts) => missingLists(facts).length === 0, next: writeFields(missingLists),
  },
  {
    stage: 'full_coverage', words: 'A report on exactly this Series Bible has passed.',
    missing: () => [], passed: (facts) => hasPassed(facts, 'full'), next: getReport('full'),
  },
] as const satisfies readonly StageRule[];

export const PROJECT_STAGES = [...RULES.map(({ stage }) => stage), 'done' as const];

/** The stage that a project has reached, and what is missing for the next one. */
export interface ProjectStage {
  stage: (typeof RULES)[number]['stage'] | 'done';
  missingFields: readonly string[];
  /** True when seasons and episodes may be planned. */
  canPlan: boolean;
  /** True when an episode may be started. */
  canStartEpisode: boolean;
  /** The call that supplies what is missing; null when nothing is missing. */
  next: NextStep | null;
}

const PLANNED_FROM = RULES.findIndex(({ stage }) => stage === 'planning');

export function stageOf(facts: StageFacts): ProjectStage {
  const at = RULES.findIndex((rule) => !rule.passed(facts));
  const rule = RULES[at];
  if (!rule) return { stage: 'done', missingFields: [], canPlan: true, canStartEpisode: true, next: null };
  return { stage: rule.stage, missingFields: rule.missing(facts), canPlan: at >= PLANNED_FROM, canStartEpisode: false, next: rule.next(facts) };
}

/** The conditions that calls set for a project, with their words for the documentation and the stage before which they are not met. */
export const PROJECT_NEEDS = {
  plan: { words: 'Refused until the premise of the Series Bible is complete and a report on it has passed.', before: 'planning' },
  episode: { words: 'Refused until the Series Bible has its premise, characters and episodes, and a report on all of it has passed.', before: 'done' },
  pictures: { words: 'Refused until the Series Bible says how pictures look: `readiness.visuals`.', before: 'planning' },
} as const;
export type ProjectNeed = keyof typeof PROJECT_NEEDS;

/** The stages, with what ends them and the conditions that are not yet met in them, for the documentation. */
export const stageTable = (): { stage: string; words: string; needs: ProjectNeed[] }[] => RULES.map(({ stage, words }, at) => ({
  stage, words,
  needs: (Object.keys(PROJECT_NEEDS) as ProjectNeed[]).filter((need) => at < (PROJECT_STAGES as string[]).indexOf(PROJECT_NEEDS[need].before)),
}));

/** Loads what decides the stage of a project. */
export async function loadStageFacts(db: Db, projectId: string): Promise<StageFacts> {
  const [bible, generation] = await Promise.all([findSeriesBible(db, projectId), findLatestGeneration(db, projectId)]);
  const content = bible?.content ?? {};
  const canBeDrafted = generation?.status !== 'READY' && await hasMaterial(db, projectId);
  const reports = Object.fromEntries(await Promise.all(BIBLE_PHASES.map(async (phase) =>
    [phase, await listReportsOn(db, { type: bibleSubject(phase), id: projectId }, judgedPartHash(phase, content))] as const)));
  const isBegun = Object.keys(content).length > 0 || generation !== null;
  return { projectId, content, canBeDrafted, isBegun, reports: reports as unknown as StageFacts['reports'] };
}

/** The stage that a refusal reports. A project that has passed all reports but still lacks fields counts as `planning`. */
function standing(facts: StageFacts): Omit<ProjectStage, 'next'> {
  const { next: _next, ...stage } = stageOf(facts);
  return stage.stage === 'done' ? { ...stage, stage: 'planning' } : stage;
}

/** Refuses a call for material that the project lacks. Raises `project_precondition_failed` with the stage of the project. */
export async function refuseWithout(db: Db, projectId: string, message: string, missing: readonly string[], next: NextStep): Promise<never> {
  const { method, path, body } = next;
  throw new ApiError('project_precondition_failed', message, {
    ...standing(await loadStageFacts(db, projectId)), missing, nextCall: { method, path, ...(body ? { body } : {}) }, ...withNext(next),
  });
}

const DONE: Record<ProjectNeed, string> = { plan: 'planned', episode: 'started', pictures: 'drawn' };

/** The refusal of a call with this need for a project with these facts; null when the call may go ahead. */
export function refusalOf(need: ProjectNeed, facts: StageFacts): ApiError | null {
  const { next } = stageOf(facts);
  const stage = standing(facts);
  const isReached = need === 'episode' ? stage.canStartEpisode : stage.canPlan;
  const visuals = need === 'pictures' && isReached ? readinessOf(facts.content).visuals.missingFields : [];
  if (isReached && visuals.length === 0) return null;
  const mending = visuals.length > 0 ? patchFields(facts, visuals) : next;
  const missingFields = visuals.length > 0 ? visuals : stage.missingFields;
  const { method, path, body } = mending!;
  const needs = missingFields.length > 0 ? missingFields.join(', ') : 'a coverage report that passed';
  return new ApiError('project_precondition_failed', `before anything is ${DONE[need]}, the Series Bible needs ${needs}`,
    { ...stage, missingFields, nextCall: { method, path, ...(body ? { body } : {}) }, ...withNext(mending) });
}

/**
 * The content of the project's Series Bible, when the project has what `need` names. Raises `project_precondition_failed` with the
 * stage, the missing fields and the call that supplies them. The refusal follows from the Series Bible and the reports alone.
 */
export async function requireStage(db: Db, projectId: string, need: ProjectNeed): Promise<BibleContent> {
  const facts = await loadStageFacts(db, projectId);
  const refusal = refusalOf(need, facts);
  if (refusal) throw refusal;
  return facts.content;
}
