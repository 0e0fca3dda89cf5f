import { mentions } from '../../../trailer/alternatives.js';
import type { Unit } from '../../../trailer/cut.js';
import { namesOf } from '../../../trailer/names.js';
import { withoutPeople } from '../../../trailer/recut.js';
import { NotPossible } from '../../../trailer/refusals.js';
import { textOf, type Chapter, type Deck } from '../../deck.js';
import { peopleOf, type DeckSource } from '../deck-source.js';
import { Taken } from '../material/lines.js';
import { closingLine, nameOfThing } from '../texts/closings.js';
import { scenePicture, pictureBefore } from '../pictures.js';
import { lasting, secondsOf } from '../write-deck.js';
import { understandDeck, type DeckWishPart, type TextWish } from './asked.js';
import { withOtherLine } from './refine-chapter.js';
import { lengthened, longestFirst, neededIn, replaced, shortened, spokenMs, timed, withTextAs } from './shaping.js';

const [SHORTER, LONGER, LESS_TEXT, MORE_TEXT] = [0.75, 1.25, 0.8, 1.15];
/** Factors for the length of a whole deck: nobody would notice smaller differences. */
const CLEARLY = { shorter: 0.92, longer: 1.08 } as const;

const linesIn = ({ chapters }: Deck): number => chapters.reduce((sum, { lines }) => sum + lines.length, 0);

/** Runs a change and returns null where it raises `NotPossible`. */
function attempt<T>(change: () => T): T | null {
  try {
    return change();
  } catch (error) {
    if (error instanceof NotPossible) return null;
    throw error;
  }
}

/** How present a person is: points for each chapter in which the person is heard, seen or named in the text. */
function presenceOf(source: DeckSource, { chapters }: Deck, who: string): number {
  const pattern = namesOf(peopleOf(source)).get(who);
  return chapters.reduce((sum, chapter) => sum
    + (chapter.lines.some(({ speaker }) => speaker === who) ? 2 : 0) + (chapter.picture?.people.includes(who) ? 1 : 0)
    + (pattern?.test(textOf(chapter)) ? 1 : 0), 0);
}

const hasPerson = (source: DeckSource, chapter: Chapter, who: string): boolean => {
  const pattern = namesOf(peopleOf(source)).get(who);
  return pattern?.test(textOf(chapter)) === true || pattern?.test(chapter.title) === true || chapter.picture?.people.includes(who) === true
    || chapter.lines.some(({ speaker, text }) => speaker === who || pattern?.test(text) === true);
};

const withoutPerson = (source: DeckSource, who: string): DeckSource => ({ ...source, read: withoutPeople(source.read, [who]) });

interface Asked { source: DeckSource; words: string }

/** The deck with a chapter in which a person is neither heard, seen nor named; null when the chapter cannot do without that person. */
function chapterWithout({ source, words }: Asked, deck: Deck, at: number, { who, wish }: { who: string; wish: TextWish }): Deck | null {
  const rest = withoutPerson(source, who);
  const pattern = namesOf(peopleOf(source)).get(who);
  let now = deck;
  if (pattern?.test(textOf(deck.chapters[at]!))) {
    const next = attempt(() => withTextAs(source, now, at, [wish]));
    if (!next) return null;
    now = next;
  }
  let chapter = now.chapters[at]!;
  if (chapter.lines.some(({ speaker, text }) => speaker === who || pattern?.test(text) === true)) {
    const bare = { ...chapter, lines: [] };
    const allows = ({ speaker, text }: Unit): boolean => speaker !== who && pattern?.test(text) !== true;
    const other = attempt(() => withOtherLine({ source: rest, deck: replaced(now, at, bare), at, allows }, bare, null, words));
    chapter = other !== null && !hasPerson(source, { ...other, picture: null }, who) ? other : bare;
  }
  if (chapter.picture?.people.includes(who)) chapter = { ...chapter, picture: scenePicture(rest, chapter.picture.entryIndex, pictureBefore(now.chapters, at)) };
  if (pattern?.test(chapter.title)) chapter = { ...chapter, title: `Moment ${at + 1}` };
  return hasPerson(source, chapter, who) ? null : replaced(now, at, timed(chapter));
}

function deckWithoutPerson(asked: Asked, deck: Deck, who: string): Deck {
  let now = deck;
  for (let at = deck.chapters.length - 1; at >= 0; at -= 1) {
    if (!hasPerson(asked.source, now.chapters[at]!, who)) continue;
    const next = now.chapters[at]!.kind === 'people' ? null : chapterWithout(asked, now, at, { who, wish: { kind: 'without_person', who } });
    const isSpare = ['people', 'scene', 'look', 'world'].includes(now.chapters[at]!.kind);
    if (!next && !isSpare) throw new NotPossible(asked.words, `nothing is left for “${now.chapters[at]!.title}” without ${who}`);
    now = next ?? { ...now, chapters: now.chapters.filter((_, index) => index !== at) };
  }
  return now;
}

function deckWithoutPhrase({ source, words }: Asked, deck: Deck, phrase: string): Deck {
  let now = deck;
  for (let at = deck.chapters.length - 1; at >= 0; at -= 1) {
    if (mentions(textOf(now.chapters[at]!), phrase)) {
      const next = attempt(() => withTextAs(source, now, at, [{ kind: 'without', phrase }]));
      if (!next) throw new NotPossible(words, `nothing else is left for “${now.chapters[at]!.title}”`);
      now = next;
    }
    const chapter = now.chapters[at]!;
    const lines = chapter.lines.filter(({ text }) => !mentions(text, phrase));
    if (lines.length < chapter.lines.length) now = replaced(now, at, timed({ ...chapter, lines }));
    if (mentions(chapter.title, phrase)) now = replaced(now, at, { ...now.chapters[at]!, title: `Moment ${at + 1}` });
  }
  return now;
}

function moreLines({ source, words }: Asked, deck: Deck, who: string | null): Deck {
  let now = deck;
  deck.chapters.forEach((chapter, at) => {
    const isFit = chapter.kind === 'scene' || chapter.kind === 'world' || chapter.kind === 'look';
    if (!isFit || (who === null ? chapter.lines.length > 0 : chapter.lines.some(({ speaker }) => speaker === who))) return;
    const next = attempt(() => withOtherLine({ source, deck: now, at }, now.chapters[at]!, who, words));
    if (next) now = replaced(now, at, timed(next));
  });
  return now;
}

function fewerLines(deck: Deck): Deck {
  const withLines = deck.chapters.flatMap(({ kind, lines }, at) => (kind === 'scene' && lines.length > 0 ? [at] : []));
  const gone = new Set(withLines.filter((_, index) => index % 2 === 0));
  return { ...deck, chapters: deck.chapters.map((chapter, at) => (gone.has(at) ? timed({ ...chapter, lines: [] }) : chapter)) };
}

function textsAs({ source }: Asked, deck: Deck, kind: 'shorter' | 'longer', isEnough: (deck: Deck) => boolean): Deck {
  let now = deck;
  for (const at of longestFirst(deck)) {
    if (isEnough(now)) break;
    now = attempt(() => withTextAs(source, now, at, [{ kind }])) ?? now;
  }
  return now;
}

function endingOnQuestion({ source }: Asked, deck: Deck): Deck {
  const at = deck.chapters.findLastIndex(({ kind }) => kind === 'closing');
  const chapter = deck.chapters[at];
  if (!chapter) return deck;
  const last = at === deck.chapters.length - 1 ? deck : { ...deck, chapters: [...deck.chapters.filter((_, index) => index !== at), chapter] };
  const place = last.chapters.length - 1;
  if (asks(last)) return last;
  const line = closingLine({ source, taken: new Taken(last.chapters.slice(0, -1)), mostMs: 6_000 });
  if (line) return replaced(last, place, timed({ ...chapter, sentences: [nameOfThing(source)], lines: [line] }));
  return attempt(() => withTextAs(source, replaced(last, place, { ...chapter, lines: [] }), place, [{ kind: 'question' }])) ?? last;
}

/** True for a deck whose last words are a question. */
function asks({ chapters }: Deck): boolean {
  const last = chapters.at(-1);
  const words = last?.lines.at(-1)?.text ?? (last ? textOf(last) : '');
  return /\?["”’)]*$/u.test(words);
}

function changed(asked: Asked, wish: DeckWishPart, deck: Deck): Deck {
  const { source, words } = asked;
  const seconds = secondsOf(deck.chapters);
  switch (wish.kind) {
    case 'shorter': {
      const next = shortened(source, deck, Math.floor(SHORTER * seconds)) ?? shortened(source, deck, Math.floor(CLEARLY.shorter * seconds));
      return next ? { ...next, chapters: next.chapters.map(timed) } : deck;
    }
    case 'longer': {
      const target = Math.ceil(LONGER * seconds);
      const next = lengthened(source, deck, target);
      return { ...next, chapters: lasting(next.chapters, Math.max(target, neededIn(next))) ?? next.chapters };
    }
    case 'seconds': {
      const fitted = neededIn(deck) > wish.seconds ? shortened(source, deck, wish.seconds) : lengthened(source, deck, wish.seconds);
      const chapters = fitted && lasting(fitted.chapters, wish.seconds);
      if (!chapters) throw new NotPossible(words, 'these chapters cannot last so long together');
      return { ...deck, chapters };
    }
    case 'less_text': return textsAs(asked, deck, 'shorter', (now) => spokenMs(now) <= LESS_TEXT * spokenMs(deck));
    case 'more_text': return textsAs(asked, deck, 'longer', (now) => spokenMs(now) >= MORE_TEXT * spokenMs(deck));
    case 'more_lines': return moreLines(asked, deck, null);
    case 'fewer_lines': return fewerLines(deck);
    case 'ends_asking': return endingOnQuestion(asked, deck);
    case 'more_of': return moreLines(asked, deck, wish.who);
    case 'without_person': return deckWithoutPerson(asked, deck, wish.who);
    case 'without': return deckWithoutPhrase(asked, deck, wish.phrase);
  }
}

/** The reason why a deck does not fulfil a wish; null when it does. */
function failureOf({ source }: Asked, wish: DeckWishPart, was: Deck, now: Deck): string | null {
  const unless = (isMet: boolean, why: string): string | null => (isMet ? null : why);
  switch (wish.kind) {
    case 'shorter': return unless(secondsOf(now.chapters) <= CLEARLY.shorter * secondsOf(was.chapters), 'nothing more can be left out');
    case 'longer': return unless(secondsOf(now.chapters) >= CLEARLY.longer * secondsOf(was.chapters), 'the sources and the read say nothing more');
    case 'seconds': return unless(secondsOf(now.chapters) === wish.seconds, 'the other wishes take another time');
    case 'less_text': return unless(spokenMs(now) <= CLEARLY.shorter * spokenMs(was), 'its texts are as short as they can be');
    case 'more_text': return unless(spokenMs(now) >= CLEARLY.longer * spokenMs(was), 'the sources and the read say nothing more');
    case 'more_lines': return unless(linesIn(now) > linesIn(was), 'every chapter that can have a line has one');
    case 'fewer_lines': return unless(linesIn(now) < linesIn(was), 'no scene has a line');
    case 'ends_asking': return unless(asks(now), 'the sources and the read ask nothing that can be understood alone');
    case 'more_of': return unless(presenceOf(source, now, wish.who) > presenceOf(source, was, wish.who), 'the read has no more of them that fits');
    case 'without_person': return unless(now.chapters.every((chapter) => !hasPerson(source, chapter, wish.who)), 'they are needed');
    case 'without': return unless(now.chapters.every((chapter) => !mentions(textOf(chapter), wish.phrase) && chapter.lines.every(({ text }) => !mentions(text, wish.phrase))), 'it is needed');
  }
}

/** The length is fitted last, because the other wishes change it. */
const isOfLength = ({ kind }: DeckWishPart): boolean => kind === 'shorter' || kind === 'longer' || kind === 'seconds';

/**
 * A whole deck changed by an instruction ("90 seconds, more of MARA"), completely or not at all, and each part must show in a comparison with the old deck.
 * Raises `NotUnderstood` for parts that no rule understands, and `NotPossible` for a part that this read cannot fulfil.
 */
export function refineDeck(source: DeckSource, deck: Deck, instruction: string): Deck {
  const understood = understandDeck(instruction, peopleOf(source));
  const ordered = [...understood.filter(({ change }) => !isOfLength(change)), ...understood.filter(({ change }) => isOfLength(change))];
  let now = deck;
  for (const { words, change } of ordered) now = changed({ source, words }, change, now);
  for (const { words, change } of ordered) {
    const why = failureOf({ source, words }, change, deck, now);
    if (why !== null) throw new NotPossible(words, why);
  }
  return now;
}
