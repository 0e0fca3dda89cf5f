import type { Unit } from '../../../trailer/cut.js';
import { NotPossible } from '../../../trailer/refusals.js';
import { CHAPTER_AIR_MS, CHAPTER_SECONDS, type Chapter, type ChapterLine, type Deck } from '../../deck.js';
import { understandChapter, type ChapterWish, type TextWish } from './asked.js';
import { peopleOf, type DeckSource } from '../deck-source.js';
import { linesFor, Taken } from '../material/lines.js';
import { chapterOf, secondsWith, textBy } from './other-text.js';
import { momentOf, peopleIn, personPicture, pictureBefore, placePicture, scenePicture } from '../pictures.js';
import { placesOf } from '../material/places.js';
import type { Proposal } from '../material/proposals.js';
import { isChapterLength, neededSeconds } from '../material/reading-time.js';
import { lineAt, sceneAround } from '../scenes.js';
import { subjectOf } from '../texts/texts.js';

const TEXT_KINDS = new Set(['shorter', 'longer', 'question', 'statement', 'earlier', 'later', 'told', 'sentences', 'about', 'without', 'about_person', 'without_person', 'words_of']);
const isTextWish = (wish: ChapterWish): wish is TextWish => TEXT_KINDS.has(wish.kind);

/** A line that is further from the text, as a share of the story, belongs to another moment. */
const FAR = 0.2;
const MOST_LINE_MS = 6_500;

/** A chapter, addressed by its index in a deck. */
export interface Place { source: DeckSource; deck: Deck; at: number }

const othersIn = ({ chapters }: Deck, at: number): Chapter[] => chapters.filter((_, index) => index !== at);

/** A chapter with another text. A scene whose text moves to another moment also gets a new line, picture and title. */
function withText({ source, deck, at }: Place, chapter: Chapter, text: Proposal): Chapter {
  const next = { ...chapter, sentences: text.sentences };
  const [first] = text.statements;
  if (chapter.kind !== 'scene' || !first) return next;
  const place = placesOf(source);
  const isNear = chapter.lines.every((line) => Math.abs(place(line.entryIndex) - first.at) <= FAR);
  if (isNear && chapter.picture && Math.abs(place(chapter.picture.entryIndex) - first.at) <= FAR) return next;
  const others = othersIn(deck, at);
  const taken = new Taken([...others, { sentences: text.sentences, lines: [] }]);
  const rest = sceneAround({ source, chapters: deck.chapters.slice(0, at), titles: new Set(others.map(({ title }) => title)) }, text, {
    at, stage: chapter.arcStage, mostMs: chapter.lines.length > 0 ? MOST_LINE_MS : 0, taken, before: pictureBefore(deck.chapters, at),
  });
  return { ...next, ...rest, picture: chapter.picture === null ? null : rest.picture };
}

/** Where another line goes, and which lines of the read it may be. */
interface LineWanted extends Place { allows?: (unit: Unit) => boolean }

/** A chapter with another recorded line; raises `NotPossible` when none is left. */
export function withOtherLine({ source, deck, at, allows }: LineWanted, chapter: Chapter, who: string | null, asked: string): Chapter {
  const { around, person } = subjectOf(source, chapter);
  const taken = new Taken([...othersIn(deck, at), { sentences: chapter.sentences, lines: chapter.lines }]);
  const sceneIndex = chapter.picture?.sceneIndex ?? 0;
  const near = lineAt({ source, chapters: deck.chapters.slice(0, at) }, { at: around, sceneIndex, stage: chapter.arcStage });
  const room = 1_000 * CHAPTER_SECONDS.most - CHAPTER_AIR_MS.between - 1_000 * neededSeconds({ sentences: chapter.sentences, lines: [] });
  const [best] = linesFor(source, taken, {
    mostMs: Math.min(MOST_LINE_MS, room),
    suits: (scored) => {
      const { speaker } = scored.unit;
      if (allows?.(scored.unit) === false) return null;
      if (who !== null) return speaker === who ? near(scored) ?? -1 : null;
      if (chapter.kind === 'people') return speaker === person ? 0 : null;
      return chapter.kind === 'closing' ? (scored.isQuestion ? 0 : null) : near(scored);
    },
  });
  if (!best) throw new NotPossible(asked, 'the read has no other line that fits here');
  const line: ChapterLine = best.line;
  const isSeen = chapter.picture === null || line.speaker === null
    || (chapter.picture.people.includes(line.speaker) && chapter.picture.sceneIndex === best.scored.unit.sceneIndex);
  const picture = isSeen ? chapter.picture : personPicture(source, line.entryIndex, line.speaker!, { before: pictureBefore(deck.chapters, at), sizes: ['medium', 'close', 'two'] });
  return { ...chapter, lines: [line], picture };
}

const entryOf = ({ source }: Place, { picture, lines }: Chapter): number =>
  picture?.entryIndex ?? lines[0]?.entryIndex ?? source.read.units[0]?.entryIndex ?? 0;

/** A chapter with another composition. `text` removes the picture, and the others restore a missing one. */
export function composedAs(place: Place, chapter: Chapter, composition: Chapter['composition']): Chapter {
  const { source, deck, at } = place;
  return { ...chapter, composition, picture: composition === 'text' ? null : chapter.picture ?? scenePicture(source, entryOf(place, chapter), pictureBefore(deck.chapters, at)) };
}

/** The chapter with the picture and composition that a wish asks for; null for a wish about something else. */
function seenAs(place: Place, chapter: Chapter, wish: ChapterWish, asked: string): Chapter | null {
  const { source } = place;
  const entryIndex = entryOf(place, chapter);
  const shown = (picture: Chapter['picture']): Chapter => ({ ...chapter, picture, composition: chapter.composition === 'text' ? 'image' : chapter.composition });
  const composed = (composition: Chapter['composition']): Chapter => {
    if (composition === chapter.composition) throw new NotPossible(asked, 'it is so already');
    return composedAs(place, chapter, composition);
  };
  switch (wish.kind) {
    case 'text_only': return composed('text');
    case 'picture_only': return composed('image');
    case 'both': return composed('both');
    case 'place': return shown({ ...placePicture(source, entryIndex, null), size: 'place', people: [] });
    case 'everybody': {
      const { sceneIndex } = momentOf(source, entryIndex);
      if (peopleIn(source, sceneIndex).length === 0) throw new NotPossible(asked, 'nobody is there');
      return shown(scenePicture(source, entryIndex, null));
    }
    case 'close_on': {
      const picture = personPicture(source, entryIndex, wish.who, { before: null, sizes: ['close'] });
      if (!picture.people.includes(wish.who)) throw new NotPossible(asked, `${wish.who} is nowhere seen`);
      return shown(picture);
    }
    default: return null;
  }
}

function heardAs(place: Place, chapter: Chapter, wish: ChapterWish, asked: string): Chapter | null {
  switch (wish.kind) {
    case 'other_line': return withOtherLine(place, chapter, null, asked);
    case 'line_by': return withOtherLine(place, chapter, wish.who, asked);
    case 'no_line':
      if (chapter.lines.length === 0) throw new NotPossible(asked, 'it has no line');
      return { ...chapter, lines: [] };
    case 'mode':
      if (chapter.textMode === wish.mode) throw new NotPossible(asked, 'it is so already');
      return { ...chapter, textMode: wish.mode };
    default: return null;
  }
}

/** A chapter that lasts this many seconds, with a shorter text if necessary. */
function lasting(place: Place, chapter: Chapter, seconds: number, asked: string): Chapter {
  if (!isChapterLength(seconds)) throw new NotPossible(asked, `a chapter lasts from ${CHAPTER_SECONDS.least} to ${CHAPTER_SECONDS.most} whole seconds`);
  if (neededSeconds(chapter) <= seconds) return { ...chapter, durationSeconds: seconds };
  const isOwn = chapter.kind === 'own' || chapter.kind === 'intent';
  const mostMs = 1_000 * seconds - (1_000 * neededSeconds({ sentences: [], lines: chapter.lines }));
  const text = isOwn ? null : textBy(place.source, place.deck, place.at, { wishes: [{ kind: 'shorter' }], refused: [], mostMs });
  const next = text === null ? null : { ...chapter, sentences: text.sentences };
  if (!next || neededSeconds(next) > seconds) throw new NotPossible(asked, `its text and its lines take ${neededSeconds(chapter)} s`);
  return { ...next, durationSeconds: seconds };
}

/** A chapter whose duration fits its text and lines. Raises `NotPossible` when it would be too long. */
function timed(before: Chapter, after: Chapter, asked: string): Chapter {
  const needed = neededSeconds(after);
  if (needed > CHAPTER_SECONDS.most) throw new NotPossible(asked, `it would last ${needed} s, and a chapter lasts at most ${CHAPTER_SECONDS.most} s`);
  const isSame = before.sentences === after.sentences && before.lines === after.lines;
  return { ...after, durationSeconds: isSame ? before.durationSeconds : secondsWith(before, after) };
}

/**
 * A chapter changed by an instruction ("shorter, close on MARA, no line"), completely or not at all: raises `NotUnderstood` for parts that no rule
 * understands, and `NotPossible` for a part that this read or these chapters cannot fulfil. When the instruction asks for another text, the new one is none
 * of those in `refused`.
 */
export function refineChapter(source: DeckSource, deck: Deck, at: number, instruction: string, refused: readonly string[] = []): Chapter {
  const chapter = chapterOf(deck, at);
  const asked = understandChapter(instruction, peopleOf(source));
  const place: Place = { source, deck, at };
  const wishes = asked.map(({ change }) => change).filter(isTextWish);
  let now = chapter;
  const isOther = asked.some(({ change }) => change.kind === 'other_text');
  if (wishes.length > 0 || isOther) {
    const withoutLine = asked.some(({ change }) => change.kind === 'no_line') ? { ...deck, chapters: deck.chapters.map((one) => (one === chapter ? { ...one, lines: [] } : one)) } : deck;
    const text = textBy(source, withoutLine, at, { wishes, refused: isOther ? refused : [] });
    if (!text) throw new NotPossible(asked.filter(({ change }) => isTextWish(change) || change.kind === 'other_text').map(({ words }) => words).join(', '), 'the sources and the read say nothing like this for it');
    now = withText(place, now, text);
  }
  for (const { words, change } of asked) now = seenAs(place, now, change, words) ?? heardAs(place, now, change, words) ?? now;
  now = timed(chapter, now, instruction);
  for (const { words, change } of asked) if (change.kind === 'seconds') now = lasting(place, now, change.seconds, words);
  return now;
}
