import type { Static, TSchema } from 'typebox';
import type { Config } from '../../kernel/config/index.js';
import type {
  BibleBrief, BibleDraft, BlurbBrief, Digest, DigestSource, DraftBrief, EmbeddedWriter, OutlineBrief, OutlineDraft, PlanBrief, PlanDraft, PlannedScene,
  SceneBrief, SceneRequest, ScriptBrief, StoryWriter, WrittenScene,
} from '../narrative/model.js';
import type { ChosenLines, LineFault, LinesBrief, PitchBrief, PitchWords } from '../narrative/pitch-model.js';
import type { Screenplay } from '../screenplay/model.js';
import { ProviderFailure } from '../failures.js';
import type { ObjectStore } from '../../kernel/storage/port.js';
import { sceneComplaints, sceneFrom, scenePlanQuestion, sceneQuestion, scenesFrom } from './draft.js';
import { bibleByModel } from './grounded/bible.js';
import { blurbByModel } from './grounded/blurb.js';
import { digestByModel } from './grounded/digest.js';
import { pitchByModel } from './grounded/pitch.js';
import { planByModel } from './grounded/plan.js';
import { screenplayByModel } from './grounded/screenplay.js';
import { Budget } from './model/budget.js';
import { AnswerFlaw, ModelClient, type Question } from './model/model-client.js';
import { heardIn, heardNote } from './reading/heard.js';
import { isReadAtOnce, StoryReadings, withReading } from './reading/readings.js';
import { drawnByModel } from './drawing/draw-script.js';
import { seenByModel } from './seeing/see-script.js';
import { linesByModel } from './trailers/chosen-lines.js';
import { faultsByModel } from './trailers/heard-lines.js';
import { writerMemory, type WriterMemory } from './writer-memory.js';

/** What the writer works with: the embedded writer, which makes all structure, and a store for the model's answers; null for no store. */
export interface WriterParts { embedded: EmbeddedWriter; store: ObjectStore | null }

class OpenAiWriter implements StoryWriter {
  readonly embedded = false;
  readonly name: string;
  private readonly model: ModelClient;
  private readonly memory: WriterMemory;
  private readonly readings: StoryReadings;

  constructor(private readonly config: Config['text'] & { baseUrl: string }, private readonly parts: WriterParts) {
    this.model = new ModelClient(config);
    this.name = this.model.name;
    this.memory = writerMemory(parts.store);
    this.readings = new StoryReadings({ model: this.model, memory: this.memory, embedded: parts.embedded, budget: () => this.budget() });
  }

  private budget(): Budget { return new Budget(this.config.jobTokens, this.config.jobSeconds); }

  async digest(source: DigestSource, signal?: AbortSignal): Promise<Digest> {
    const reading = this.readings.read(source.text, signal);
    // A long text is digested while its speech is read.
    const heard = async (): Promise<DigestSource> => (isReadAtOnce(source.text) ? withReading(source, await reading) : source);
    const digesting = heard().then((given) => this.parts.embedded.digest(given, signal))
      .then((embedded) => digestByModel(this.model, source, embedded, this.memory, this.budget(), signal));
    const [digest, read] = await Promise.all([digesting, reading]);
    return { ...digest, gaps: [...digest.gaps, ...heardNote(this.name, read)] };
  }

  async plan(given: PlanBrief, signal?: AbortSignal): Promise<PlanDraft> {
    const { readings } = this;
    const sources = given.tableRead ? await readings.forPlan(given.sources, given.seed, signal) : await readings.forOthers(given.sources);
    const brief = { ...given, sources };
    return planByModel(this.model, brief, await this.parts.embedded.plan(brief, signal), { signal, budget: this.budget() });
  }

  async screenplay(given: ScriptBrief, signal?: AbortSignal, onBeat?: (done: number, total: number) => void): Promise<Screenplay> {
    const brief = { ...given, sources: await this.readings.forScript(given.sources, given.seed) };
    const script = heardIn(await this.parts.embedded.screenplay(brief, signal), brief.sources, this.name);
    const desk = { model: this.model, memory: this.memory, budget: this.budget(), signal };
    const seen = await seenByModel(desk, await screenplayByModel({ ...desk, onBeat }, script, brief), brief.sources);
    return this.config.draws ? drawnByModel({ ...desk, budget: this.budget() }, seen, brief.sources) : seen;
  }

  async planScenes(brief: DraftBrief, requested: readonly SceneRequest[] | null, signal?: AbortSignal): Promise<PlannedScene[]> {
    // The embedded writer finds the places of an outline's scenes; a model writes them.
    const wanted = requested ?? (brief.outline ? await this.parts.embedded.planScenes(brief, null, signal) : null);
    if (wanted) return wanted.map(({ heading, summary, characters }) => ({ heading, summary, characters, spans: [] }));
    return scenesFrom(await this.asked(await scenePlanQuestion(brief, this.roomFor(signal)), () => [], signal));
  }

  async writeScene(brief: SceneBrief, signal?: AbortSignal): Promise<WrittenScene> {
    const answer = await this.asked(await sceneQuestion(brief, this.roomFor(signal)), sceneComplaints, signal);
    return sceneFrom(answer, brief.scenes[brief.index]!.heading, this.name);
  }

  async outline(brief: OutlineBrief, signal?: AbortSignal): Promise<OutlineDraft> {
    return this.parts.embedded.outline({ ...brief, sources: await this.readings.forOthers(brief.sources) }, signal);
  }

  async bible(given: BibleBrief, signal?: AbortSignal): Promise<BibleDraft | null> {
    const brief = { ...given, sources: await this.readings.forOthers(given.sources) };
    const draft = await this.parts.embedded.bible(brief, signal);
    return draft && bibleByModel(this.model, brief, draft, { signal, budget: this.budget() });
  }

  async blurb(brief: BlurbBrief, signal?: AbortSignal): Promise<string | null> {
    return blurbByModel(this.model, brief, await this.parts.embedded.blurb(brief, signal), { signal, budget: this.budget() });
  }

  async pitch(brief: PitchBrief, signal?: AbortSignal): Promise<PitchWords | null> {
    return this.memory.once(['pitch', this.name, brief], (budget) => pitchByModel(this.model, brief, { signal, budget }), { budget: this.budget() });
  }

  async trailerLines(brief: LinesBrief, signal?: AbortSignal): Promise<ChosenLines | null> {
    return this.memory.once(['trailer-lines', this.name, brief], (budget) => linesByModel(this.model, brief, { signal, budget }),
      { budget: this.budget(), isKept: (lines) => lines !== null });
  }

  async trailerFaults(brief: LinesBrief, signal?: AbortSignal): Promise<LineFault[] | null> {
    return this.memory.once(['trailer-faults', this.name, brief], (budget) => faultsByModel(this.model, brief, { signal, budget }),
      { budget: this.budget(), isKept: (faults) => faults !== null });
  }

  private roomFor(signal: AbortSignal | undefined) {
    return (answerTokens: number, otherText: string): Promise<number> => this.model.roomFor(answerTokens, otherText, signal);
  }

  /** Asks for something that the embedded writer cannot write. The question was already asked twice, so a flaw becomes a final `ProviderFailure`. */
  private async asked<S extends TSchema>(question: Question<S>, judge: (answer: Static<S>) => string[], signal?: AbortSignal): Promise<Static<S>> {
    try {
      return await this.model.ask(question, judge, { signal });
    } catch (error) {
      if (error instanceof AnswerFlaw) throw new ProviderFailure(this.name, error.reason, false, { cause: error });
      throw error;
    }
  }
}

/**
 * Creates a writer that uses an OpenAI-compatible endpoint. Digests, plans and scripts have the embedded writer's structure. The model's words are checked
 * against the sentences that they cite, and replaced by the embedded writer's where that fails. The methods throw `ProviderBackoff`, `ProviderFailure` or the
 * signal's reason.
 */
export function openAiWriter(config: Config['text'] & { baseUrl: string }, parts: WriterParts): StoryWriter {
  return new OpenAiWriter(config, parts);
}
