import { CHAPTER_AIR_MS } from '../../../craft/deck/deck.js';
import { changedEffects, USUAL_DB, withMusic } from '../../storyboards/folds.js';
import type { DeckFold } from './deck-fold.js';
import { boardOf, linesWithin, type Bell } from '../deck-model.js';
import { invalid, withChapter } from './takes.js';

/** Limits for moving a text or a line, in milliseconds. */
export const SOUND_OFFSETS_MS = { least: -10_000, most: 25_000 } as const;
const TEXT_AIR_MS = CHAPTER_AIR_MS.before;

interface Moved { lineIndex?: number; lineOffsetMs?: number; lineGainDb?: number; textOffsetMs?: number; textMs: number }

/**
 * Moves the text of a chapter or one of its lines, or changes the level of a line. Raises `validation_failed` when a moved text or line would not fit into
 * its chapter.
 */
const moveSound: DeckFold = (board, { at, args }) => {
  const { lineIndex, lineOffsetMs, lineGainDb, textOffsetMs, textMs } = args as unknown as Moved;
  const chapter = boardOf(board).items[at!]!;
  const wholeMs = chapter.durationSeconds * 1_000;
  const line = lineIndex === undefined ? null : chapter.lines[lineIndex];
  if (line === undefined) throw invalid('lineIndex', 'this chapter has no such line', { lines: chapter.lines.length });
  if (textOffsetMs !== undefined && textMs === 0) throw invalid('textOffsetMs', 'the text of this chapter is not spoken');
  const lines = line === null ? chapter.lines
    : chapter.lines.with(lineIndex!, { ...line, offsetMs: lineOffsetMs ?? line.offsetMs, gainDb: lineGainDb ?? line.gainDb });
  const moved = { ...chapter, lines, textOffsetMs: textOffsetMs ?? chapter.textOffsetMs };
  const textEndMs = TEXT_AIR_MS + moved.textOffsetMs + textMs;
  if (textOffsetMs !== undefined && TEXT_AIR_MS + textOffsetMs < 0) throw invalid('textOffsetMs', 'the text would begin before its chapter', { minimum: -TEXT_AIR_MS });
  if (textOffsetMs !== undefined && textEndMs > wholeMs) throw invalid('textOffsetMs', 'the text would end behind its chapter', { maximum: Math.floor(textOffsetMs - (textEndMs - wholeMs)) });
  const placed = lineIndex === undefined ? null : linesWithin(moved, textMs)[lineIndex]!;
  if (placed && placed.endMs > wholeMs) throw invalid('lineOffsetMs', 'the line would end behind its chapter', { maximum: Math.floor(placed.line.offsetMs - (placed.endMs - wholeMs)) });
  return withChapter(board, at!, { lines, textOffsetMs: moved.textOffsetMs });
};

/** Changes the music; settings that are not sent stay. */
const changeMusic: DeckFold = (board, { args }) => withMusic(boardOf(board), args);

interface Placed { soundId: string; offsetMs?: number; levelDb?: number }

/** Adds an effect to a chapter, or takes one out. */
const changeEffects: DeckFold = (board, { at, args }) => {
  const chapter = boardOf(board).items[at!]!;
  return withChapter(board, at!, { effects: changedEffects(chapter, args, { noun: 'chapter', lastMs: chapter.durationSeconds * 1_000 - 1 }) });
};

const isBell = ({ chapterId, soundId }: Pick<Bell, 'chapterId' | 'soundId'>) => (bell: Bell): boolean => bell.chapterId === chapterId && bell.soundId === soundId;

/** Adds a bell to a chapter, or changes the existing bell with the same sound; settings that are not sent stay. */
const ringBell: DeckFold = (board, { item, at, args }) => {
  const { fields, items } = boardOf(board);
  const { soundId, offsetMs, levelDb } = args as unknown as Placed;
  const wanted = { chapterId: item!.id, soundId };
  const known = fields.bells.find(isBell(wanted));
  const bell = { ...wanted, offsetMs: offsetMs ?? known?.offsetMs ?? 0, levelDb: levelDb ?? known?.levelDb ?? USUAL_DB };
  const wholeMs = items[at!]!.durationSeconds * 1_000;
  if (bell.offsetMs >= wholeMs) throw invalid('offsetMs', 'the chapter is over by then', { maximum: wholeMs - 1 });
  return { fields: { ...fields, bells: known ? fields.bells.map((one) => (one === known ? bell : one)) : [...fields.bells, bell] } };
};

/** Takes a bell out of a chapter. */
const removeBell: DeckFold = (board, { item, args }) => {
  const { fields } = boardOf(board);
  const known = fields.bells.find(isBell({ chapterId: item!.id, soundId: args['soundId'] as string }));
  if (!known) throw invalid('soundId', 'the chapter has no such bell', { bells: fields.bells.filter(({ chapterId }) => chapterId === item!.id).map(({ soundId }) => soundId) });
  return { fields: { ...fields, bells: fields.bells.filter((one) => one !== known) } };
};

/** Restores the previous score, or the bed when there was none. */
const revertScore: DeckFold = (board) => {
  const { fields } = boardOf(board);
  if (fields.score === null) throw invalid('score', 'the music of this deck is not written to its pictures');
  return { fields: { ...fields, score: fields.formerScore, formerScore: null } };
};

/** Makes a newly written score the music of the deck. */
const showScore: DeckFold = (board, { args }) => {
  const { fields } = boardOf(board);
  return { fields: { ...fields, score: { seed: args['seed'] as string }, formerScore: fields.score } };
};

/** Makes finished motion shots lead to the title. */
const showTitleMotion: DeckFold = (board, { args }) => {
  const { fields } = boardOf(board);
  return { fields: { ...fields, titleSequence: { ...fields.titleSequence, isShown: true, motionSeed: args['seed'] as string } } };
};

/** Edits of a deck's sound, and of its title. */
export const SOUND_FOLDS: Readonly<Record<string, DeckFold>> = {
  moveSound, changeMusic, changeEffects, ringBell, removeBell, revertScore, showScore, showTitleMotion,
};
