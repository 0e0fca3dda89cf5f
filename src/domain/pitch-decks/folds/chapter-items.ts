import { textOf, type Chapter, type Deck } from '../../../craft/deck/deck.js';
import { NotPossible, NotUnderstood } from '../../../craft/trailer/refusals.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';
import { boardOf, chapterItem, type ChapterItem, type HeardLine } from '../deck-model.js';

export const invalid = (field: string, message: string, details: object = {}): ApiError => new ApiError('validation_failed', message, { field, ...details });

/** Runs the writer and turns its refusals into `validation_failed` for the field of the call. */
export function writtenBy<T>(field: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof NotUnderstood || error instanceof NotPossible) throw invalid(field, error.message);
    throw error;
  }
}

const isSameLine = (one: { entryIndex: number; sentence: number }, other: { entryIndex: number; sentence: number }): boolean =>
  one.entryIndex === other.entryIndex && one.sentence === other.sentence;

/** Lines as they are stored; a line that the chapter had before keeps its offset and level. */
const heardLines = (before: readonly HeardLine[], lines: Chapter['lines']): HeardLine[] => lines.map((line) => {
  const was = before.find((one) => isSameLine(one, line));
  return { ...line, offsetMs: was?.offsetMs ?? 0, gainDb: was?.gainDb ?? 0 };
});

/** The former texts of a chapter after a change of its text. */
export function formerTexts(before: ChapterItem, after: Pick<Chapter, 'sentences'>): readonly string[] {
  const [was, is] = [textOf(before), textOf(after)];
  return was === is || was === '' || before.formerTexts.includes(was) ? before.formerTexts : [...before.formerTexts, was];
}

/**
 * A rewritten chapter. When its words, lines or length changed, trim and offsets are removed, because they fitted the old ones. A replaced text is
 * remembered, so that no rewrite brings it back.
 */
export function rewritten(before: ChapterItem, chapter: Chapter): ChapterItem {
  const lines = heardLines(before.lines, chapter.lines);
  const isSameLines = lines.length === before.lines.length && lines.every((line, at) => isSameLine(line, before.lines[at]!));
  const next: ChapterItem = { ...before, ...chapter, id: before.id, lines };
  if (textOf(before) === textOf(chapter) && isSameLines && before.durationSeconds === chapter.durationSeconds) return next;
  return { ...next, formerTexts: formerTexts(before, chapter), trim: null, textOffsetMs: 0, lines: lines.map((line) => ({ ...line, offsetMs: 0 })) };
}

/** The storyboard with one chapter rewritten. */
export function withChapter(board: BoardContent, at: number, change: Partial<ChapterItem>): Partial<BoardContent> {
  const { items } = boardOf(board);
  const before = items[at]!;
  return { items: items.with(at, rewritten(before, { ...before, ...change })) };
}

/** The deck of a storyboard for the writer. Its chapters are the stored ones, so that everything the writer does not change stays as stored. */
export const deckOf = (title: string, board: BoardContent): Deck => ({ title, chapters: boardOf(board).items });

const idOf = (chapter: Chapter): string | null => (chapter as Partial<ChapterItem>).id ?? null;

/** The stored chapters after the writer changed a deck: a chapter that existed keeps its id, and loses its image when its picture changed. */
export function itemsAfter(board: BoardContent, { chapters }: Deck, callId: string): ChapterItem[] {
  const left = new Map(boardOf(board).items.map((item) => [item.id, item]));
  return chapters.map((chapter, at) => {
    const before = left.get(idOf(chapter) ?? '');
    if (!before) return chapterItem(chapter, `${callId}-${at}`);
    left.delete(before.id);
    return shownAnew(before, rewritten(before, chapter));
  });
}

/** A chapter with a newly chosen picture shows that picture instead of its former image. */
export const shownAnew = (before: ChapterItem, after: ChapterItem): ChapterItem =>
  (after.picture !== null && JSON.stringify(after.picture) !== JSON.stringify(before.picture) ? { ...after, image: null } : after);
