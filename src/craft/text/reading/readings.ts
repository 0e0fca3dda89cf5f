import type { EmbeddedWriter, StoryReading, WriterSource } from '../../narrative/model.js';
import { MAX_WRITER_CHARACTERS } from '../../narrative/model.js';
import type { Budget } from '../model/budget.js';
import type { ModelClient } from '../model/model-client.js';
import type { WriterMemory } from '../writer-memory.js';
import { readStoryByModel, type ReadStory } from './read-story.js';

/** A plan waits for the model to read texts up to this length. Longer ones are read while their digest is made. */
const MOST_CHARACTERS_AT_ONCE = 60_000;

interface ReadingParts { model: ModelClient; memory: WriterMemory; embedded: EmbeddedWriter; budget(): Budget }

export const isReadAtOnce = (text: string): boolean => text.length <= MOST_CHARACTERS_AT_ONCE;

/** A source with its reading, if there is a usable one. */
export const withReading = <T extends object>(source: T, read: ReadStory | null): T & { reading?: StoryReading } =>
  (read && 'reading' in read ? { ...source, reading: read.reading } : source);

/** What a model reads in the stories among the sources. Each text is read once, and a plan and its script get the same reading. */
export class StoryReadings {
  constructor(private readonly parts: ReadingParts) {}

  /** Reads a text of at most `MAX_WRITER_CHARACTERS`, or returns the kept reading. Null for a longer text, and for a text that is not an English story. */
  async read(text: string, signal?: AbortSignal): Promise<ReadStory | null> {
    const { model, memory, embedded, budget } = this.parts;
    if (text.length > MAX_WRITER_CHARACTERS) return null;
    const own = budget();
    const isKept = (made: ReadStory | null): boolean => made === null || 'reading' in made || own.spent === null;
    return memory.once<ReadStory | null>(this.keyOf(text), async (part) => {
      const speech = await embedded.speech(text, signal);
      return speech && readStoryByModel({ model, memory, budget: part, signal }, text, speech, (apart) => embedded.speech(text, signal, apart));
    }, { budget: own, isKept });
  }

  /** The sources of a plan. Whatever is known of a long text at this moment is fixed for its script, too. */
  forPlan(sources: readonly WriterSource[], seed: string, signal?: AbortSignal): Promise<WriterSource[]> {
    return this.each(sources, seed, (text) => (isReadAtOnce(text) ? this.read(text, signal) : this.known(text)));
  }

  /** The sources of a script, with the readings that its plan used. */
  forScript(sources: readonly WriterSource[], seed: string): Promise<WriterSource[]> {
    return this.each(sources, seed, (text) => this.known(text));
  }

  /** The sources with the readings known so far. Asks nothing and fixes nothing. */
  async forOthers(sources: readonly WriterSource[]): Promise<WriterSource[]> {
    return Promise.all(sources.map(async (source) => (source.text === null ? source : withReading(source, await this.known(source.text)))));
  }

  private async each(sources: readonly WriterSource[], seed: string, find: (text: string) => Promise<ReadStory | null>): Promise<WriterSource[]> {
    const { memory, budget } = this.parts;
    const heard: WriterSource[] = [];
    for (const source of sources) {
      const { text, sourceId } = source;
      heard.push(text === null ? source
        : withReading(source, await memory.once<ReadStory | null>(['story-of', seed, sourceId], () => find(text), { budget: budget() })));
    }
    return heard;
  }

  private async known(text: string): Promise<ReadStory | null> {
    const found = await this.parts.memory.recall<ReadStory | null>(this.keyOf(text), this.parts.budget());
    return found?.value ?? null;
  }

  private readonly keyOf = (text: string): unknown[] => ['story', this.parts.model.name, text];
}
