import { NotPossible } from '../../../trailer/refusals.js';
import { textOf, type ArcStage, type Chapter, type Deck } from '../../deck.js';
import type { DeckSource } from '../deck-source.js';
import { neededSeconds, readAloudMs } from '../material/reading-time.js';
import type { TextWish } from './asked.js';
import { newChapter } from './new-chapter.js';
import { textBy } from './other-text.js';

/** The fewest and the most chapters of a deck. */
export const CHAPTERS = { least: 7, most: 12 } as const;

export const timed = (chapter: Chapter): Chapter => ({ ...chapter, durationSeconds: neededSeconds(chapter) });
export const replaced = (deck: Deck, at: number, chapter: Chapter): Deck =>
  ({ ...deck, chapters: deck.chapters.map((one, index) => (index === at ? chapter : one)) });
export const spokenMs = ({ chapters }: Deck): number => chapters.reduce((sum, chapter) => sum + readAloudMs(textOf(chapter)), 0);
export const neededIn = ({ chapters }: Deck): number => chapters.reduce((sum, chapter) => sum + neededSeconds(chapter), 0);

const isOfPeople = ({ kind }: Chapter): boolean => kind === 'own' || kind === 'intent';

/** The deck with a new text, as wished, for one chapter; null when there is no such text. */
export function withTextAs(source: DeckSource, deck: Deck, at: number, wishes: readonly TextWish[]): Deck | null {
  const chapter = deck.chapters[at]!;
  const text = isOfPeople(chapter) ? null : textBy(source, deck, at, { wishes, refused: [] });
  return text === null ? null : replaced(deck, at, timed({ ...chapter, sentences: text.sentences }));
}

/** The indexes of the chapters in the order in which changes are tried: the longest text first. */
export const longestFirst = ({ chapters }: Deck): number[] =>
  chapters.map((chapter, at) => ({ at, ms: readAloudMs(textOf(chapter)) })).sort((one, other) => other.ms - one.ms).map(({ at }) => at);

/** The index of the last scene whose stage has other scenes; null when there is none to spare. */
function spareScene({ chapters }: Deck): number | null {
  const count = (stage: ArcStage): number => chapters.filter(({ kind, arcStage }) => kind === 'scene' && arcStage === stage).length;
  const found = chapters.map((chapter, at) => ({ chapter, at })).filter(({ chapter }) => chapter.kind === 'scene' && count(chapter.arcStage) > 1);
  return found.at(-1)?.at ?? null;
}

type Step = (source: DeckSource, deck: Deck) => Deck | null;

const withoutScene: Step = (_source, deck) => {
  const at = spareScene(deck);
  return at === null || deck.chapters.length <= CHAPTERS.least ? null : { ...deck, chapters: deck.chapters.filter((_, index) => index !== at) };
};

const withShorterText: Step = (source, deck) => {
  for (const at of longestFirst(deck)) {
    const shorter = withTextAs(source, deck, at, [{ kind: 'shorter' }]);
    if (shorter) return shorter;
  }
  return null;
};

const withoutLine: Step = (_source, deck) => {
  const at = deck.chapters.findLastIndex(({ kind, lines }) => kind === 'scene' && lines.length > 0);
  return at < 0 ? null : replaced(deck, at, timed({ ...deck.chapters[at]!, lines: [] }));
};

/**
 * Shortens a deck until it needs at most this many seconds: spare scenes go first, then long texts, then lines of scenes. Null when it cannot become so
 * short.
 */
export function shortened(source: DeckSource, deck: Deck, seconds: number): Deck | null {
  let now = deck;
  for (let steps = 0; neededIn(now) > seconds; steps += 1) {
    const next = steps > 60 ? null : withoutScene(source, now) ?? withShorterText(source, now) ?? withoutLine(source, now);
    if (!next) return null;
    now = next;
  }
  return now;
}

/** The deck with one more scene of the escalation, before the turn; null when nothing more can be told or the deck is full. */
export function withScene(source: DeckSource, deck: Deck): Deck | null {
  if (deck.chapters.length >= CHAPTERS.most) return null;
  const last = deck.chapters.findLastIndex(({ kind }) => kind === 'scene');
  if (last < 0) return null;
  const at = deck.chapters.findIndex(({ kind, arcStage }) => kind === 'scene' && arcStage === 'turn');
  const place = at < 0 ? last + 1 : at;
  try {
    const chapter = newChapter(source, deck, place, { kind: 'scene', arcStage: 'escalation' });
    return { ...deck, chapters: [...deck.chapters.slice(0, place), chapter, ...deck.chapters.slice(place)] };
  } catch (error) {
    if (error instanceof NotPossible) return null;
    throw error;
  }
}

/** Lengthens a deck with up to two more scenes and with longer texts towards this many seconds, but never beyond, as far as the sources allow. */
export function lengthened(source: DeckSource, deck: Deck, seconds: number): Deck {
  let now = deck;
  for (let scenes = 0; scenes < 2; scenes += 1) {
    const more = withScene(source, now);
    if (more && neededIn(more) <= seconds) now = more;
  }
  for (const at of longestFirst(now).reverse()) {
    if (neededIn(now) >= seconds) break;
    const longer = withTextAs(source, now, at, [{ kind: 'longer' }]);
    if (longer && neededIn(longer) <= seconds) now = longer;
  }
  return now;
}
