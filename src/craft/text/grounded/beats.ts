import { sayable } from '../../narrative/writing/wording/spoken-text.js';
import { speakerOf, type CastRole, type Screenplay, type ScreenplayEntry } from '../../screenplay/model.js';
import type { WriterSource } from '../../narrative/model.js';
import { Book, nextSentence, type NumberedSentence } from './book.js';

/** A stretch of the embedded writer's script that a model may reword: consecutive lines of hosts or the narrator. */
export interface Beat {
  /** The index in the script of its first entry. */
  first: number;
  entries: ScreenplayEntry[];
  /** The speakers of the beat in order of appearance, with the kind of their entries. */
  speakers: Map<string, ScreenplayEntry['kind']>;
  book: Book;
  words: number;
}

/** About 300 tokens of answer. */
const MAX_BEAT_WORDS = 170;
/** Shorter stretches are links between lines that stay as they are. */
const MIN_BEAT_WORDS = 25;

export const wordsOf = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

/** The roles that speak for the production itself. The words of people and authors are never reworded. */
const TELLERS: ReadonlySet<CastRole> = new Set(['host', 'narrator']);

function isRetold(entry: ScreenplayEntry, { narrationPolicy, cast }: Screenplay): boolean {
  if (entry.kind === 'scene_heading' || entry.kind === 'transition') return false;
  const speaker = speakerOf(entry, narrationPolicy);
  const role = cast.find(({ character }) => character === speaker)?.role;
  return role !== undefined && TELLERS.has(role);
}

/** The stretches of the script, each within one scene and between lines that stay; long ones are split. */
function stretchesOf(script: Screenplay): ScreenplayEntry[][] {
  const stretches: ScreenplayEntry[][] = [];
  let words = Infinity;
  let before: ScreenplayEntry | null = null;
  const spoken = script.entries.filter((entry) => speakerOf(entry, script.narrationPolicy) !== null);
  for (const entry of script.entries) {
    // A stock line at the start or the end greets or takes leave and names the title, so it stays.
    const frames = entry.origin === 'stock' && (entry === spoken[0] || entry === spoken.at(-1));
    if (!isRetold(entry, script) || frames) {
      before = null;
      continue;
    }
    const length = wordsOf(entry.text);
    if (before?.sceneIndex !== entry.sceneIndex || (words + length > MAX_BEAT_WORDS && entry.origin === 'stock') || words + length > MAX_BEAT_WORDS * 1.5) {
      stretches.push([]);
      words = 0;
    }
    stretches.at(-1)!.push(entry);
    words += length;
    before = entry;
  }
  return stretches;
}

/** The sentences that the lines of a stretch cite, each once. */
function sentencesOf(entries: readonly ScreenplayEntry[], texts: ReadonlyMap<string, string>): Omit<NumberedSentence, 'number'>[] {
  const seen = new Set<string>();
  return entries.flatMap(({ spans }) => spans).flatMap((span) => {
    const text = texts.get(span.sourceId);
    const key = `${span.sourceId}:${span.start}`;
    if (text === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ text: text.slice(span.start, span.end), span, next: nextSentence(text, span.end) }];
  });
}

/** The beats of a script that a model may write. Empty for a drama, which performs the words of its source. */
export function beatsOf(script: Screenplay, sources: readonly WriterSource[]): Beat[] {
  if (script.mode === 'drama') return [];
  const texts = new Map(sources.flatMap(({ sourceId, text }) => (text === null ? [] : [[sourceId, text] as const])));
  const whole = [...texts.values()].join('\n').slice(0, 400_000);
  return stretchesOf(script).flatMap((entries) => {
    const sentences = sentencesOf(entries, texts);
    const words = entries.reduce((sum, { text }) => sum + wordsOf(text), 0);
    if (sentences.length === 0 || words < MIN_BEAT_WORDS) return [];
    const speakers = new Map(entries.map((entry) => [speakerOf(entry, script.narrationPolicy)!, entry.kind]));
    const book = new Book(sentences, { speakers: script.cast.map(({ character }) => character), whole });
    return [{ first: entries[0]!.index, entries, speakers, words, book }];
  });
}

/** The spoken form of a text, where it differs. */
export function spokenForm(text: string): Pick<ScreenplayEntry, 'ttsText'> {
  const ttsText = sayable(text, 'en');
  return ttsText === '' || ttsText === text ? {} : { ttsText };
}
