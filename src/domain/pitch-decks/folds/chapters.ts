import { CHAPTER_SECONDS, type Chapter } from '../../../craft/deck/deck.js';
import { newChapter } from '../../../craft/deck/writer/changes/new-chapter.js';
import { composedAs, refineChapter } from '../../../craft/deck/writer/changes/refine-chapter.js';
import { secondsWith } from '../../../craft/deck/writer/changes/other-text.js';
import { neededSeconds } from '../../../craft/deck/writer/material/reading-time.js';
import { sentencesOfPerson } from '../../../craft/deck/writer/texts/intent-chapters.js';
import { MAX_ITEMS } from '../../../kernel/families/storyboards/storyboard.js';
import type { DeckFold } from './deck-fold.js';
import { boardOf, chapterItem, type ChapterItem, type DeckFields } from '../deck-model.js';
import { deckOf, invalid, rewritten, shownAnew, withChapter, writtenBy } from './chapter-items.js';

/** The fields of a chapter that a person can choose. */
export type ChapterChoices = Partial<Pick<Chapter, 'title' | 'arcStage' | 'focus' | 'durationSeconds' | 'textMode' | 'composition' | 'cutIntoNext'>>;

/**
 * Inserts a chapter before the one at an index, or at the end. Without a text from the caller, the chapter tells something new from the sources and the read.
 */
const insertChapter: DeckFold = (board, { args, context: { deck, source } }) => {
  const { chapterIndex: at, chapter: { text, ...wanted }, callId } = args as { chapterIndex: number; chapter: ChapterChoices & Pick<Partial<Chapter>, 'kind'> & { text?: string }; callId: string };
  const { items } = boardOf(board);
  if (at > items.length) throw invalid('chapterIndex', `chapterIndex ${at} does not exist: the last is ${items.length}`, { last: items.length });
  if (items.length >= MAX_ITEMS) throw invalid('chapterIndex', `a deck has at most ${MAX_ITEMS} chapters`);
  const own = text === undefined ? {} : { kind: 'own' as const, sentences: sentencesOfPerson('edit', text) };
  const chapter = writtenBy('chapter', () => newChapter(source, deckOf(deck.title, board), at, { ...wanted, ...own }));
  return { items: items.toSpliced(at, 0, chapterItem(chapter, callId)) };
};

/** The deck fields without the bells of removed chapters. */
export const withoutBellsOfGone = (fields: DeckFields, items: readonly ChapterItem[]): DeckFields =>
  ({ ...fields, bells: fields.bells.filter(({ chapterId }) => items.some(({ id }) => id === chapterId)) });

const removeChapter: DeckFold = (board, { at }) => {
  const { items, fields } = boardOf(board);
  if (items.length === 1) throw invalid('chapterIndex', 'a deck has at least one chapter');
  const left = items.toSpliced(at!, 1);
  return { items: left, fields: withoutBellsOfGone(fields, left) };
};

/** Raises `validation_failed` for a chapter that says more than fits into its time. */
function requireTime(chapter: Chapter, { durationSeconds, textMode }: ChapterChoices): void {
  const needed = neededSeconds(chapter);
  if (textMode === 'voiceover' && needed > CHAPTER_SECONDS.most) throw invalid('textMode', `its text takes ${needed} s to be spoken; a chapter lasts at most ${CHAPTER_SECONDS.most} s`);
  const minimum = Math.min(CHAPTER_SECONDS.most, needed);
  if (durationSeconds !== undefined && durationSeconds < minimum) throw invalid('durationSeconds', `its text and its lines take ${minimum} s`, { minimum });
}

/** Applies a person's choices to a chapter and then follows an instruction; a chosen length overrides the instruction. */
const refineOneChapter: DeckFold = (board, { args, at, context: { deck, source } }) => {
  const { instruction, durationSeconds, ...choices } = args as ChapterChoices & { instruction?: string };
  const { items } = boardOf(board);
  const before = items[at!]!;
  const composed = choices.composition ? composedAs({ source, deck: deckOf(deck.title, board), at: at! }, before, choices.composition) : before;
  const chosen = { ...composed, ...choices } as ChapterItem;
  const between = deckOf(deck.title, { ...board, items: items.with(at!, chosen) });
  const refined = instruction === undefined ? chosen : writtenBy('instruction', () => refineChapter(source, between, at!, instruction, before.formerTexts));
  requireTime(refined, { ...choices, durationSeconds } as ChapterChoices);
  const after = rewritten(before, durationSeconds === undefined ? refined : { ...refined, durationSeconds });
  return { items: items.with(at!, instruction === undefined ? after : shownAnew(chosen, after)) };
};

/** Takes a line of the read out of a chapter: the one at an index, else the last. */
const dropLine: DeckFold = (board, { args, at }) => {
  const { lineIndex } = args as { lineIndex?: number };
  const chapter = boardOf(board).items[at!]!;
  const { lines } = chapter;
  if (lines.length === 0) throw invalid('chapterIndex', 'no line of the read is heard in this chapter');
  const place = lineIndex ?? lines.length - 1;
  if (place >= lines.length) throw invalid('lineIndex', `lineIndex ${place} does not exist: the last is ${lines.length - 1}`, { last: lines.length - 1 });
  const left = lines.toSpliced(place, 1);
  return withChapter(board, at!, { lines: left, durationSeconds: secondsWith(chapter, { sentences: chapter.sentences, lines: left }) });
};

/** Edits of the chapters of a deck. */
export const CHAPTER_FOLDS: Readonly<Record<string, DeckFold>> = { insertChapter, removeChapter, refineOneChapter, dropLine };
