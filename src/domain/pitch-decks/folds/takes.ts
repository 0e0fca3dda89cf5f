import { CHAPTER_AIR_MS, CHAPTER_SECONDS } from '../../../craft/deck/deck.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';
import type { DeckFold } from './deck-fold.js';
import { boardOf, linesWithin, type ChapterItem, type Trim } from '../deck-model.js';
import type { ChapterTake } from '../takes/chapter-takes.js';

export const invalid = (field: string, message: string, details: object = {}): ApiError => new ApiError('validation_failed', message, { field, ...details });

/** The storyboard with some fields of one chapter changed. */
export function withChapter(board: BoardContent, at: number, change: Partial<ChapterItem>): Partial<BoardContent> {
  const { items } = boardOf(board);
  return { items: items.with(at, { ...items[at]!, ...change }) };
}

/** The fields of a chapter after choosing a take: everything that the take shows. */
const shownAgain = ({ takeId, variation, picture, shown }: ChapterTake): Partial<ChapterItem> =>
  ({ takeId, variation, picture, ...shown, trim: null, isKept: false });

/** Chooses another take of a chapter. */
const selectTake: DeckFold = (board, { at, item, args }) => {
  const take = args['take'] as ChapterTake | null;
  if (!take || take.itemId !== item!.id) throw invalid('takeId', 'this chapter has no such take');
  return withChapter(board, at!, shownAgain(take));
};

/** The shortest part of a take that is shown. */
export const LEAST_TRIM_MS = 1_000;

/** Shows a part of a chapter's take, or with null all of it again. */
const trimTake: DeckFold = (board, { at, args }) => {
  const chapter = boardOf(board).items[at!]!;
  const trim = args['trim'] as Trim | null;
  if (chapter.takeId === null) throw invalid('chapterIndex', 'this chapter has no take yet');
  if (trim && trim.toMs > chapter.durationSeconds * 1_000) throw invalid('trim.toMs', 'the take is over by then', { maximum: chapter.durationSeconds * 1_000 });
  if (trim && trim.toMs - trim.fromMs < LEAST_TRIM_MS) throw invalid('trim.toMs', 'a chapter is seen for a second at least', { minimum: trim.fromMs + LEAST_TRIM_MS });
  return withChapter(board, at!, { trim });
};

/** Keeps a take despite its defects, or no longer. */
const keepTake: DeckFold = (board, { at, args }) => {
  const { keep, defective } = args as { keep: boolean; defective: readonly string[] };
  const { takeId } = boardOf(board).items[at!]!;
  if (takeId === null || !defective.includes(takeId)) throw invalid('chapterIndex', 'the take of this chapter has no defect');
  return withChapter(board, at!, { isKept: keep });
};

/** Gives up the chosen take. The chapter shows its newest other take, or none, and then needs to be rendered. */
const abandonTake: DeckFold = (board, { at, args }) => {
  const { takes } = args as unknown as { takes: readonly ChapterTake[] };
  const { id, takeId } = boardOf(board).items[at!]!;
  if (takeId === null) throw invalid('chapterIndex', 'this chapter has no take');
  const other = takes.find((take) => take.itemId === id && take.mediaKey !== null && take.takeId !== takeId);
  return withChapter(board, at!, other ? shownAgain(other) : { takeId: null, trim: null, isKept: false });
};

/** Changes the speed of a spoken text; the chapter is made longer when the text needs more time. */
const stageVoiceOver: DeckFold = (board, { at, args }) => {
  const { speed, textMs } = args as { speed: number; textMs: number };
  const chapter = boardOf(board).items[at!]!;
  const lastLine = linesWithin(chapter, textMs).reduce((end, { endMs }) => Math.max(end, endMs), 0);
  const neededMs = Math.max(lastLine, CHAPTER_AIR_MS.before + chapter.textOffsetMs + textMs) + CHAPTER_AIR_MS.after;
  const durationSeconds = Math.max(chapter.durationSeconds, Math.ceil(neededMs / 1_000));
  if (durationSeconds > CHAPTER_SECONDS.most) throw invalid('speed', `the text would take ${Math.round(textMs / 100) / 10} seconds, and the chapter ${durationSeconds}`, { maximum: CHAPTER_SECONDS.most });
  return withChapter(board, at!, { textSpeed: speed, durationSeconds, trim: null });
};

/** Edits of a deck's takes. */
export const TAKE_FOLDS: Readonly<Record<string, DeckFold>> = { selectTake, trimTake, keepTake, abandonTake, stageVoiceOver };
