import { deckSections } from '../../../craft/deck/sound/sections.js';
import { boardOf, type DeckBoard } from '../deck-model.js';
import { scoredChapters } from '../film/deck-music.js';
import { deckTimes } from '../film/deck-times.js';
import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';

/** Sections of a score with their times, in milliseconds of the film; `isStruck` marks those that begin with a stroke. */
export function timedScore(board: DeckBoard) {
  const times = deckTimes(board);
  const { sections, hits, countsPerMinute } = deckSections(scoredChapters(board, times), times.durationMs);
  let [count, at] = [0, 0];
  const timed = sections.map(({ role, level, counts, countsPerMinute: own = countsPerMinute }) => {
    const [startMs, first] = [at, count];
    at += (counts * 60_000) / own;
    count += counts;
    return { role, level: [...level], countsPerMinute: Math.round(own * 10) / 10, startMs: Math.round(startMs), endMs: Math.round(at),
      isStruck: hits.includes(first) };
  });
  return { times, sections: timed };
}

/** Compares the cuts of a deck with the strokes of its music. Without a score to the pictures, no cut has a stroke. */
export function scoreToPicture(content: BoardContent) {
  const board = boardOf(content);
  const { score, formerScore, music } = board.fields;
  const { times, sections } = timedScore(board);
  return {
    isToPicture: score !== null, isHeard: score !== null && !music.muted, hasFormer: formerScore !== null,
    cuts: times.beats.map(({ startMs }, chapterIndex) => {
      const section = sections.reduce((best, one) => (Math.abs(one.startMs - startMs) < Math.abs(best.startMs - startMs) ? one : best));
      const isStruck = score !== null && section.isStruck;
      return { chapterIndex, cutMs: Math.round(startMs), hitMs: isStruck ? section.startMs : null,
        offMs: isStruck ? section.startMs - Math.round(startMs) : null };
    }),
  };
}
