import { splitSentences } from '../../../narrative/analysis/index.js';
import { hasUnbalancedMarks } from '../../../narrative/analysis/language/marks.js';
import { salienceOf } from '../../../narrative/writing/wording/salience.js';
import { countWords } from '../../../narrative/writing/wording/wording.js';
import type { ScreenplayEntry } from '../../../screenplay/model.js';
import { scoredUnits, type Scored } from '../../../trailer/criteria.js';
import type { CutSource, Unit } from '../../../trailer/cut.js';
import { onlySaysWhoSpeaks } from '../../../trailer/speech-tags.js';
import { peopleOf, type DeckSource } from '../deck-source.js';
import { toldSentences } from './told-sentences.js';
import { spokenSentence, type Found, type Place } from './spoken-sentence.js';
import { placesOf } from './places.js';
import { readAloudMs } from './reading-time.js';

/** A sentence of a source or of the read that a deck may say, with its score by the criteria of trailers. */
export interface Statement extends Found {
  order: number;
  sceneIndex: number;
  /** True for first-person narration: "I", "we". */
  isPersonal: boolean;
  words: number;
  ms: number;
  scored: Scored;
  /** How much of the main topics of the whole text the sentence contains, 0 to 1. */
  salience: number;
}

const PERSONAL = /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|[Uu]s|[Oo]urs?)\b/u;
const [LEAST_WORDS, MOST_WORDS] = [4, 48];

const isTold = ({ kind, character, parenthetical }: ScreenplayEntry, people: ReadonlySet<string>): boolean =>
  kind === 'action' || (kind === 'dialogue' && (parenthetical === 'narrating' || character === undefined || !people.has(character)));

/** Sentences from the entries of the read: dialogue with a sure speaker, and narration that no source covers. */
function sentencesOfEntries(source: DeckSource, place: Place, covered: ReadonlySet<number>, people: ReadonlySet<string>): Found[] {
  return source.screenplay.entries.flatMap((entry): Found[] => {
    const { index, kind, text, origin, character, confidence } = entry;
    const told = isTold(entry, people);
    if (origin === 'stock' || (kind !== 'dialogue' && kind !== 'action') || (told && covered.has(index))) return [];
    // Skips dialogue whose speaker is uncertain: listeners forgive a wrong voice, but a page would print the wrong name.
    if (!told && confidence === 'weak') return [];
    return splitSentences(text).map((span): Found => {
      const spoken = spokenSentence(text, span.start, span.end);
      return {
        text: spoken.text, origin: { kind: 'entry', entryIndex: index, from: spoken.from, to: spoken.to }, run: 1_000_000 + index, entryIndex: index,
        at: place(index), speaker: told ? null : character ?? null,
      };
    });
  });
}

const isTag = ({ text, speaker }: Found): boolean => speaker === null && onlySaysWhoSpeaks(text);

const isUsable = (found: Found): boolean => {
  const { text } = found;
  const words = countWords(text);
  return words >= LEAST_WORDS && words <= MOST_WORDS && !hasUnbalancedMarks(text) && !/[[\]{}<>|=#]|https?:/u.test(text) && !isTag(found);
};

/** Scores the sentences as if they were heard lines, by the criteria of trailers. */
function judged(source: DeckSource, found: readonly Found[]): readonly Scored[] {
  const units = found.map(({ text, entryIndex, at, speaker }, order): Unit => ({
    entryIndex, sentence: order, sceneIndex: order, speaker, text, fromMs: 0, toMs: Math.min(4_000, readAloudMs(text)), atMs: Math.max(0, at) * 1_000, emotion: 'neutral',
    forceDb: 0, isStock: false,
  }));
  const as: CutSource = { units, durationMs: 1_000, people: peopleOf(source), scenes: [] };
  return scoredUnits(as);
}

const known = new WeakMap<DeckSource, readonly Statement[]>();

/** Everything that a deck may say in the words of its sources and its read, in the order of the story. Computed once for a source. */
export function statementsOf(source: DeckSource): readonly Statement[] {
  const before = known.get(source);
  if (before) return before;
  const place = placesOf(source);
  const { found: told, covered } = toldSentences(source, place);
  const all = [...told, ...sentencesOfEntries(source, place, covered, new Set(peopleOf(source)))].filter(isUsable);
  const found = all.sort((one, other) => one.at - other.at || one.run - other.run || one.origin.from - other.origin.from);
  const scored = judged(source, found);
  const salience = salienceOf(found.map(({ text }) => text)).scores;
  const scenes = new Map(source.screenplay.entries.map(({ index, sceneIndex }) => [index, sceneIndex]));
  const statements = found.map((one, order): Statement => ({
    ...one, order, sceneIndex: scenes.get(one.entryIndex) ?? 0, isPersonal: one.speaker === null && PERSONAL.test(one.text), words: countWords(one.text),
    ms: readAloudMs(one.text), scored: scored[order]!, salience: salience[order]!,
  }));
  known.set(source, statements);
  return statements;
}

/** True when a statement follows another one in its text with nothing in between. */
export const follows = (next: Statement, before: Statement): boolean =>
  next.run === before.run && next.origin.kind === before.origin.kind && next.origin.from >= before.origin.to && next.origin.from - before.origin.to <= 12;

/** The number of characters by which a sentence is recognised in a line. */
const SAME_HEAD = 24;

/** How much of the main topics of the whole text a recorded line contains, 0 to 1. */
export function salienceOfLine(source: DeckSource, { entryIndex, text }: Pick<Unit, 'entryIndex' | 'text'>): number {
  const isOf = (one: Statement): boolean => one.text.includes(text.slice(0, SAME_HEAD)) || text.includes(one.text.slice(0, SAME_HEAD));
  const own = statementsOf(source).filter((one) => one.entryIndex === entryIndex && one.speaker !== null && isOf(one));
  return Math.max(0, ...own.map(({ salience }) => salience));
}
