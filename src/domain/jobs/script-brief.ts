import { createHash } from 'node:crypto';
import type { Db } from '../../kernel/db/database.js';
import type { ObjectStore } from '../../kernel/storage/port.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { ScriptBrief, StoryWriter } from '../../craft/narrative/model.js';
import { draftedCues } from '../plans/cast-edits.js';
import { planBriefOf } from '../plans/plan-brief.js';
import type { PlanRow } from '../plans/plan-store.js';

/** A brief, with a hash of everything that the script depends on: equal identities give equal scripts. */
export interface IdentifiedBrief { brief: ScriptBrief; identity: string }

/**
 * Makes the brief of the screenplay: the brief of the plan's draft, with the approved title and beats, and with the draft's cues, by which the writer knows
 * the people. Raises `story_plan_state_invalid`, `source_not_found` or `source_incomplete`.
 */
export async function scriptBriefOf(db: Db, store: ObjectStore, writer: StoryWriter, plan: PlanRow): Promise<IdentifiedBrief> {
  const { envelope } = plan;
  const { tableRead, ...planBrief } = await planBriefOf(db, store, writer, plan);
  if (!tableRead || !envelope) throw new ApiError('story_plan_state_invalid', 'the plan has no table read');
  const brief: ScriptBrief = {
    ...planBrief, tableRead, title: envelope.title, beats: envelope.journey.beats,
    castNames: envelope.scriptBlueprint ? draftedCues(envelope.scriptBlueprint) : [],
  };
  const identity = createHash('sha256').update(canonicalJson([brief.seed, brief.title, brief.beats, brief.castNames])).digest('hex');
  return { brief, identity };
}
