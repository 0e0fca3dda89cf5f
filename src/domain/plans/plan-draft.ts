import { ObjectMissing, type ObjectStore } from '../../kernel/storage/port.js';
import type { PlanBrief, PlanDraft, StoryWriter } from '../../craft/narrative/model.js';
import { canonFacts } from '../../craft/narrative/writing/staging/canon.js';
import { biblePerson, withBiblePerson } from '../../craft/narrative/writing/staging/canon-people.js';
import { withTextFacts } from '../../craft/narrative/text-facts.js';
import type { Services } from '../../kernel/services.js';
import { findCastCanon } from '../canon/cast-canon-store.js';
import { decidedVoices, planEnvelope } from './envelope.js';
import { planBriefOf } from './plan-brief.js';
import type { DraftResult } from './plan-moves-store.js';
import type { PlanRequest } from './plan-request.js';
import { TABLE_READ, tableReadOf } from './types/table-read-type.js';
import type { PlanWarning } from './types/plan-type.js';
import { voicesSpeaking } from '../library/spoken-language.js';
import { planLanguage, warningsOfLanguage } from './plan-language.js';
import { findEarlierVoices, findPlan, type PlanRow } from './plan-store.js';
import { warningsOfBrief, warningsOfCast, warningsOfLength, warningsOfVoices } from './plan-warnings.js';
import { ApiError } from '../../kernel/errors/api-error.js';

/** A finished draft: its plan, and the key of the stored object. */
export interface DraftedPlan { planId: string; draftKey: string }

interface StoredDraft { draft: PlanDraft; warnings: PlanWarning[] }

async function findStoredDraft(store: ObjectStore, key: string): Promise<StoredDraft | null> {
  try {
    return JSON.parse((await store.get(key)).toString('utf8')) as StoredDraft;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** Adds what the sources and the Series Bible say about the people of the cast. The embedded writer does that itself. */
function withFacts(draft: PlanDraft, { sources, canon }: PlanBrief, { embedded }: StoryWriter): PlanDraft {
  if (embedded || !draft.scriptBlueprint) return draft;
  const blueprint = withTextFacts(draft.scriptBlueprint, sources);
  const { characters } = canonFacts(canon);
  return { ...draft, scriptBlueprint: { ...blueprint, cast: blueprint.cast.map((role) => withBiblePerson(role, biblePerson(role.character, characters))) } };
}

/** Raises `validation_failed` when the sources have no part with the requested number. */
function requirePart(request: PlanRequest, { parts }: PlanDraft): void {
  const part = tableReadOf(request)?.part ?? 1;
  const count = parts?.count ?? 1;
  if (part <= count) return;
  const field = `artifactRequests.${request.artifactRequests.findIndex(({ type }) => type === TABLE_READ)}.part`;
  const makes = `${count} ${count === 1 ? 'part' : 'parts'}`;
  throw new ApiError('validation_failed', `${field} is ${part}, but the sources make ${makes} at this length`, { field, count });
}

/**
 * Asks the writer to draft the plan and stores the draft under a hash of the brief: a repeat with the same brief returns the
 * stored draft. Raises `source_not_found`, `source_incomplete`, `validation_failed` for a part beyond the last one, and the
 * writer's errors.
 */
export async function draftPlan(services: Services, plan: PlanRow, signal: AbortSignal): Promise<DraftedPlan> {
  const { db, store } = services;
  const writer = await services.writer();
  const brief = await planBriefOf(db, store, writer, plan);
  const draftKey = `planning/${brief.seed.slice(0, 2)}/${brief.seed}-draft.json`;
  if (!await findStoredDraft(store, draftKey)) {
    const draft = withFacts(await writer.plan(brief, signal), brief, writer);
    requirePart(plan.request, draft);
    const warnings = [...warningsOfBrief(brief, writer), ...warningsOfLength(plan.request, draft), ...await warningsOfLanguage(brief)];
    await store.put(draftKey, JSON.stringify({ draft, warnings } satisfies StoredDraft));
  }
  return { planId: plan.id, draftKey };
}

/** The envelope and warnings that a finished draft writes into its plan, with the current voices of the project. */
export async function loadDraftResult(services: Services, { planId, draftKey }: DraftedPlan): Promise<DraftResult> {
  const { db, store } = services;
  const [plan, stored] = await Promise.all([findPlan(db, planId), findStoredDraft(store, draftKey)]);
  if (!plan || !stored) throw new Error(`the plan ${planId} or its draft ${draftKey} is gone`);
  const { projectId, version, request } = plan;
  const voices = tableReadOf(request) ? voicesSpeaking((await services.speech()).voices(), await planLanguage(services, request)) : [];
  const [canon, earlier] = await Promise.all([findCastCanon(db, projectId), findEarlierVoices(db, projectId, planId)]);
  const envelope = planEnvelope({ projectId, version, request, draft: stored.draft, voices, canon, earlier });
  const decided = decidedVoices(envelope.scriptBlueprint?.cast ?? [], tableReadOf(request)?.voiceMap ?? {}, canon);
  return { plan, draftKey, envelope, warnings: [...stored.warnings, ...warningsOfCast(request, envelope), ...warningsOfVoices(envelope, decided, voices)] };
}
