import type { Config } from '../../config/index.js';
import {
  MAX_WRITER_CHARACTERS, type Digest, type DraftBrief, type PlanBrief, type PlanDraft, type PlannedScene, type SceneBrief, type SceneRequest,
  type ScriptBrief, type StoryWriter, type WrittenScene,
} from '../../narrative/model.js';
import { NARRATOR, type Screenplay } from '../../screenplay/model.js';
import { ProviderFailure } from '../failures.js';
import { DIGEST_TASK, DigestAnswer, digestFrom } from './digest.js';
import {
  DRAFT_RULES, SCENE_PLAN_TASK, SCENE_TASK, SceneAnswer, sceneFrom, sceneMaterial, ScenePlanAnswer, scenePlanMaterial, scenesFrom,
} from './draft.js';
import { fenced, materialOf, quotablesOf, RULES } from './material.js';
import { openAiClient, type ModelClient } from './model-client.js';
import { passagesOf } from './passages.js';
import { PLAN_TASK, PlanAnswer, planFrom } from './plan.js';
import { SCREENPLAY_TASK, screenplayAnswer, screenplayFrom } from './screenplay.js';

const instructions = (task: string): string => `${RULES}\n\n${task}`;

class OpenAiWriter implements StoryWriter {
  readonly embedded = false;
  readonly name: string;

  constructor(private readonly model: ModelClient) {
    this.name = model.name;
  }

  async digest(source: { sourceId: string; text: string; label: string | null }, signal?: AbortSignal): Promise<Digest> {
    const { text, label, sourceId } = source;
    const material = fenced('source', label ?? sourceId, passagesOf(text, MAX_WRITER_CHARACTERS));
    const answer = await this.model.ask({ name: 'digest', schema: DigestAnswer, instructions: instructions(DIGEST_TASK), material }, signal);
    const digest = digestFrom(answer, text);
    if (text.length <= MAX_WRITER_CHARACTERS) return digest;
    const gap = `The source has ${text.length} characters; the digest covers passages of ${MAX_WRITER_CHARACTERS} characters in total.`;
    return { ...digest, gaps: [...digest.gaps, gap] };
  }

  async plan(brief: PlanBrief, signal?: AbortSignal): Promise<PlanDraft> {
    const quotables = quotablesOf(brief.sources);
    const material = materialOf(brief, quotables);
    const answer = await this.model.ask({ name: 'plan', schema: PlanAnswer, instructions: instructions(PLAN_TASK), material }, signal);
    return planFrom(answer, brief, quotables);
  }

  async screenplay(brief: ScriptBrief, signal?: AbortSignal): Promise<Screenplay> {
    const quotables = quotablesOf(brief.sources);
    const cues = [...new Set([...brief.castNames, ...(brief.tableRead.narrationPolicy === 'include' ? [NARRATOR] : [])])];
    if (cues.length === 0) throw new ProviderFailure(this.name, 'the plan has no cast to speak its lines', false);
    const material = materialOf(brief, quotables, { title: brief.title, beats: brief.beats, cues });
    const schema = screenplayAnswer(cues);
    const answer = await this.model.ask({ name: 'screenplay', schema, instructions: instructions(SCREENPLAY_TASK), material }, signal);
    return screenplayFrom(answer, brief, quotables, this.name);
  }

  async planScenes(brief: DraftBrief, requested: readonly SceneRequest[] | null, signal?: AbortSignal): Promise<PlannedScene[]> {
    if (requested) return requested.map(({ heading, summary, characters }) => ({ heading, summary, characters, spans: [] }));
    const material = scenePlanMaterial(brief, quotablesOf(brief.sources));
    const question = { name: 'scene_plan', schema: ScenePlanAnswer, instructions: `${DRAFT_RULES}\n\n${SCENE_PLAN_TASK}`, material };
    return scenesFrom(await this.model.ask(question, signal));
  }

  async writeScene(brief: SceneBrief, signal?: AbortSignal): Promise<WrittenScene> {
    const material = sceneMaterial(brief, quotablesOf(brief.sources));
    const question = { name: 'scene', schema: SceneAnswer, instructions: `${DRAFT_RULES}\n\n${SCENE_TASK}`, material };
    return sceneFrom(await this.model.ask(question, signal), brief.scenes[brief.index]!.heading, this.name);
  }
}

/**
 * Creates a writer that uses an OpenAI-compatible endpoint. Answers are structured and checked: a quotation that is not in
 * its source word for word is dropped. Its methods throw `ProviderBackoff`, `ProviderFailure` or the signal's reason.
 */
export function openAiWriter(config: Config['text'] & { baseUrl: string }): StoryWriter {
  return new OpenAiWriter(openAiClient(config));
}
