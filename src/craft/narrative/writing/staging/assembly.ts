import type {
  AttributionConfidence, CastFacts, CastMember, CastRole, EntryKind, EntryOrigin, Gender, NarrationPolicy, Scene, Screenplay,
    ScreenplayEntry,
  SourceSpan, TableReadMode,
} from '../../../screenplay/model.js';
import { speakerOf } from '../../../screenplay/model.js';
import { countWords } from '../wording/wording.js';

/** Words for one entry and where they are from. */
export interface Words { text: string; origin: EntryOrigin; spans: SourceSpan[]; confidence?: AttributionConfidence }

/** A member of the cast before its lines are counted. */
export interface Role extends CastFacts { character: string; role: CastRole; gender: Gender; description: string }

/**
 * Builds a screenplay entry by entry: numbers scenes and entries, joins consecutive words of one voice, counts the
 * cast.
 */
export class ScriptAssembly {
  readonly #entries: Omit<ScreenplayEntry, 'index'>[] = [];
  readonly #titles: { heading: string; title: string }[] = [];
  readonly #policy: NarrationPolicy;
  #pending: { heading: string; title: string } | null = null;

  constructor(policy: NarrationPolicy) {
    this.#policy = policy;
  }

  /** Opens a scene; a scene without entries is dropped. */
  scene(heading: string, title: string): void {
    this.#pending = { heading, title };
  }

  /** The heading of the current scene, or null before the first. */
  currentHeading(): string | null {
    return this.#pending?.heading ?? this.#titles.at(-1)?.heading ?? null;
  }

  /** How many scenes have entries. */
  sceneCount(): number {
    return this.#titles.length;
  }

  /** Adds a spoken line. Words of the same voice join the line before, up to `joinUpTo` words in all. */
  say(character: string, words: Words, options: { parenthetical?: string | null; joinUpTo?: number } = {}): void {
    const last = this.#pending ? undefined : this.#entries.at(-1);
    const parenthetical = options.parenthetical ?? undefined;
    if (last && options.joinUpTo && last.kind === 'dialogue' && last.character === character
      && last.origin !== 'stock'
      && (parenthetical === undefined || parenthetical === last.parenthetical)
      && (last.confidence ?? 'hard') === (words.confidence ?? 'hard')
      && countWords(last.text) + countWords(words.text) <= options.joinUpTo) {
      last.text = `${last.text} ${words.text}`;
      last.spans = [...last.spans, ...words.spans];
      if (words.origin === 'edited') last.origin = 'edited';
      return;
    }
    this.#push('dialogue', words, { character, ...(parenthetical === undefined ? {} : { parenthetical }) });
  }

  /** Adds action; it joins action before it, up to `joinUpTo` words in all. */
  action(words: Words, options: { joinUpTo?: number } = {}): void {
    const last = this.#pending ? undefined : this.#entries.at(-1);
    if (last && options.joinUpTo && last.kind === 'action'
      && countWords(last.text) + countWords(words.text) <= options.joinUpTo) {
      last.text = `${last.text} ${words.text}`;
      last.spans = [...last.spans, ...words.spans];
      if (words.origin === 'edited') last.origin = 'edited';
      return;
    }
    this.#push('action', words, {});
  }

  /** Adds `CUT TO:` for omitted source text; it is printed, never spoken. */
  cut(): void {
    const last = this.#entries.at(-1);
    if (this.#pending || !last || last.kind === 'transition' || last.kind === 'scene_heading') return;
    this.#push('transition', { text: 'CUT TO:', origin: 'stock', spans: [] }, {});
  }

  #push(kind: EntryKind, words: Words, extra: { character?: string; parenthetical?: string }): void {
    if (this.#pending || this.#titles.length === 0) {
      const opened = this.#pending ?? { heading: 'INT. STUDIO', title: 'Opening' };
      this.#pending = null;
      this.#titles.push(opened);
      this.#entries.push({
        sceneIndex: this.#titles.length - 1, kind: 'scene_heading', text: opened.heading, origin: 'stock', spans: [],
      });
    }
    this.#entries.push({
      sceneIndex: this.#titles.length - 1, kind, ...extra, text: words.text, origin: words.origin, spans: words.spans,
      ...(words.confidence === undefined ? {} : { confidence: words.confidence }),
    });
  }

  /** Number of spoken words in stock lines. */
  stockWords(): number {
    return this.#entries.reduce((sum, entry) => sum + (entry.kind === 'dialogue' && entry.origin === 'stock'
      ? countWords(entry.text) : 0), 0);
  }

  finish(title: string, mode: TableReadMode, roles: ReadonlyMap<string, Role>): Screenplay {
    const entries = this.#entries.map((entry, index): ScreenplayEntry => ({ index, ...entry }));
    const scenes = this.#titles.map(({ heading, title: sceneTitle }, index): Scene => {
      const own = entries.filter((entry) => entry.sceneIndex === index);
      return { index, heading, title: sceneTitle, firstEntry: own[0]!.index, lastEntry: own.at(-1)!.index };
    });
    return {
      title, mode, narrationPolicy: this.#policy, scenes, entries, cast: castOf(entries, this.#policy, roles),
        reviewNotes: [],
    };
  }
}

/** Everybody who speaks, the person with the most words first. The members are exactly the cues of the entries. */
export function castOf(entries: readonly ScreenplayEntry[], policy: NarrationPolicy, roles: ReadonlyMap<string,
  Role>): CastMember[] {
  const cast = new Map<string, CastMember>();
  for (const entry of entries) {
    const character = speakerOf(entry, policy);
    if (character === null) continue;
    const role = roles.get(character) ?? { character, role: 'character', gender: 'neutral', description: '' };
    const member = cast.get(character) ?? { ...role, lineCount: 0, wordCount: 0 };
    member.lineCount++;
    member.wordCount += countWords(entry.text);
    cast.set(character, member);
  }
  return [...cast.values()].sort((a, b) => b.wordCount - a.wordCount || (a.character < b.character ? -1 : 1));
}
