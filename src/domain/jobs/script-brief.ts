import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../../adapters/storage/port.js';
import { Refusal } from '../../errors/refusal.js';
import { canonicalJson } from '../../http/idempotency.js';
import type { ScriptBrief, StoryWriter } from '../../narrative/model.js';
import { findSeriesBible } from '../canon/series-bible-store.js';
import { tableReadOf } from '../plans/plan-request.js';
import { loadWriterSources } from '../plans/plan-sources.js';
import type { PlanRow } from '../plans/plan-store.js';

/** A brief, and the name of everything the script depends on: equal identities give equal scripts. */
export interface IdentifiedBrief { brief: ScriptBrief; identity: string }

const sha256 = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/**
 * The brief of the screenplay, built from the approved plan, its sources and the canon. It carries the seed that the plan was
 * drafted with, so that the script is the one whose blueprint was approved, and the approved cues as names.
 * Raises `story_plan_state_invalid`, `source_not_found` or `source_incomplete`.
 */
export async function scriptBriefOf(db: DataSource, store: ObjectStore, writer: StoryWriter, plan: PlanRow): Promise<IdentifiedBrief> {
  const { request, envelope } = plan;
  const wanted = tableReadOf(request);
  if (!wanted || !envelope) throw new Refusal('story_plan_state_invalid', 'the plan has no table read to write');
  const { sources, contentHashes } = await loadWriterSources(db, store, request.sourceIds);
  const bible = await findSeriesBible(db, plan.projectId);
  const { mode, narrationPolicy, durationSeconds } = wanted;
  const shared = {
    target: request.target, creativeBrief: request.creativeBrief,
    canon: bible ? { title: bible.title, content: bible.content as Record<string, unknown> } : null,
    tableRead: { mode, narrationPolicy, durationSeconds },
  };
  const seed = sha256([writer.name, { ...shared, ids: request.sourceIds, contentHashes, digests: sources.map(({ digest }) => digest) }]);
  const brief: ScriptBrief = {
    seed, sources, ...shared, title: envelope.title, beats: envelope.journey.beats,
    castNames: envelope.scriptBlueprint?.cast.map(({ character }) => character) ?? [],
  };
  return { brief, identity: sha256([seed, brief.title, brief.beats, brief.castNames]) };
}
