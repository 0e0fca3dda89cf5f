import { NotPossible } from '../../../trailer/refusals.js';
import { CHAPTER_SECONDS, type Chapter, type Deck, type DeckSentence } from '../../deck.js';
import { peopleOf, type DeckSource } from '../deck-source.js';
import { Taken } from '../material/lines.js';
import { shownName } from '../material/naming.js';
import { placesOf } from '../material/places.js';
import type { Proposal } from '../material/proposals.js';
import { neededSeconds } from '../material/reading-time.js';
import { personPicture, pictureBefore, scenePicture } from '../pictures.js';
import { sceneAround } from '../scenes.js';
import { besides, textsFor, type Subject } from '../texts/texts.js';
import { TITLES } from '../titles.js';

const TEXT_MS = 13_000;
const LINE_MS = 5_500;

/** Where in the story, 0 to 1, a new chapter between others belongs. */
function aroundOf(source: DeckSource, { chapters }: Deck, at: number, wanted: Partial<Chapter>): number {
  const place = placesOf(source);
  const entryIndex = wanted.picture?.entryIndex ?? wanted.lines?.[0]?.entryIndex;
  if (entryIndex !== undefined) return place(entryIndex);
  const scenes = (list: readonly Chapter[]): readonly Chapter[] => list.filter(({ kind, picture }) => kind === 'scene' && picture);
  const [before, after] = [scenes(chapters.slice(0, at)).at(-1), scenes(chapters.slice(at))[0]];
  return ((before ? place(before.picture!.entryIndex) : 0) + (after ? place(after.picture!.entryIndex) : 0.85)) / 2;
}

function subjectFor(source: DeckSource, deck: Deck, at: number, wanted: Partial<Chapter>): Subject {
  const kind = wanted.kind ?? 'scene';
  const people = peopleOf(source);
  const met = new Set(deck.chapters.filter((chapter) => chapter.kind === 'people').map(({ title }) => title));
  const person = kind !== 'people' ? null
    : people.find((one) => shownName(source, one) === wanted.title) ?? wanted.lines?.[0]?.speaker
      ?? people.find((one) => !met.has(shownName(source, one))) ?? null;
  return { kind, person, around: aroundOf(source, deck, at, wanted), within: 0.15 };
}

/** The text of a chapter when the person gives none. Raises `NotPossible` when the sources have nothing more for it. */
function textFor(source: DeckSource, deck: Deck, subject: Subject): Proposal {
  const taken = new Taken(deck.chapters);
  const mostSentences = subject.kind === 'synopsis' ? 4 : subject.kind === 'logline' || subject.kind === 'closing' ? 1 : 2;
  for (const mostMs of [TEXT_MS, 2 * TEXT_MS]) {
    const [best] = textsFor(source, subject, { allows: besides(taken), mostMs, mostSentences });
    if (best) return best;
  }
  throw new NotPossible(`a chapter of kind ${subject.kind}`, 'the sources and the read say nothing more for it');
}

/** The words of a person; a sentence without origins is traced to that person. */
const ownSentences = (sentences: readonly DeckSentence[]): DeckSentence[] =>
  sentences.map(({ text, origins }) => ({ text, origins: origins.length > 0 ? origins : [{ kind: 'person', field: 'edit' }] }));

function titleFor({ kind, person }: Subject, source: DeckSource, fallback: string): string {
  if (person !== null) return shownName(source, person);
  return kind === 'scene' || kind === 'own' || kind === 'intent' || kind === 'people' ? fallback : TITLES[kind];
}

interface Completed { sentences: readonly DeckSentence[]; rest: Pick<Chapter, 'title' | 'lines' | 'picture' | 'focus'> }

function completed(source: DeckSource, deck: Deck, at: number, wanted: Partial<Chapter>): Completed {
  const before = pictureBefore(deck.chapters, at);
  const entryIndex = wanted.picture?.entryIndex ?? before?.entryIndex ?? source.read.units[0]?.entryIndex ?? 0;
  if (wanted.sentences !== undefined && wanted.sentences.length > 0) {
    return { sentences: ownSentences(wanted.sentences), rest: { title: 'More', lines: [], focus: 'world', picture: scenePicture(source, entryIndex, before) } };
  }
  const subject = subjectFor(source, deck, at, wanted);
  const text = textFor(source, deck, subject);
  const titles = new Set(deck.chapters.map(({ title }) => title));
  const taken = new Taken([...deck.chapters, { sentences: text.sentences, lines: [] }]);
  const stage = wanted.arcStage ?? deck.chapters[at - 1]?.arcStage ?? 'setup';
  if (subject.kind === 'scene' && text.statements[0]) {
    const writing = { source, chapters: deck.chapters.slice(0, at), titles };
    return { sentences: text.sentences, rest: sceneAround(writing, text, { at, stage, mostMs: LINE_MS, taken, before }) };
  }
  const own = text.statements[0]?.entryIndex ?? entryIndex;
  const picture = subject.person === null ? scenePicture(source, own, before) : personPicture(source, own, subject.person, { before, sizes: ['medium', 'close'] });
  return { sentences: text.sentences, rest: { title: titleFor(subject, source, 'More'), lines: [], focus: subject.person === null ? 'world' : 'cast', picture } };
}

/**
 * Completes a chapter from what a person gives, to be inserted before the chapter at `at`. Text of the person stays as it is; sentences without origins are
 * traced to that person. Without text, the chapter tells something from the sources and the read that the deck does not say yet. Raises `NotPossible` when
 * they have nothing more, when its time is too short for the text, or when it would be longer than a chapter may be, and `RangeError` for a place outside the
 * deck.
 */
export function newChapter(source: DeckSource, deck: Deck, at: number, wanted: Partial<Chapter>): Chapter {
  if (at < 0 || at > deck.chapters.length) throw new RangeError(`a deck of ${deck.chapters.length} chapters has no place ${at}`);
  const isOwn = wanted.sentences !== undefined && wanted.sentences.length > 0;
  const { sentences, rest } = completed(source, deck, at, wanted);
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Partial<Chapter>;
  const picture = given.picture === undefined ? (given.composition === 'text' ? null : rest.picture) : given.picture;
  const chapter: Chapter = {
    kind: isOwn ? 'own' : 'scene', arcStage: deck.chapters[at - 1]?.arcStage ?? 'setup', textMode: 'voiceover', cutIntoNext: 'cut', composition: picture === null ? 'text' : isOwn ? 'both' : 'image',
    durationSeconds: 0, ...rest, ...given, sentences, picture,
  };
  const needed = neededSeconds(chapter);
  const seconds = given.durationSeconds ?? needed;
  if (needed > CHAPTER_SECONDS.most) throw new NotPossible('a new chapter', `its text and its lines take ${needed} s, and a chapter lasts at most ${CHAPTER_SECONDS.most} s`);
  if (seconds < needed || seconds > CHAPTER_SECONDS.most) throw new NotPossible(`${seconds} seconds`, `its text and its lines take ${needed} s`);
  return { ...chapter, durationSeconds: seconds };
}
