import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';
import type { Services } from '../../../kernel/services.js';
import { boardOf, type DeckRow } from '../deck-model.js';
import { deckTimes } from '../film/deck-times.js';
import { audioTimeline } from './sound-view.js';

const NARRATOR_WORD = 'narrator';

/** The voices and sounds of each chapter, and its loudness as measured in the finished or draft film; null when neither shows this storyboard. */
export async function soundMap(services: Services, deck: DeckRow, content: BoardContent & { revision: number }, signal: AbortSignal) {
  const board = boardOf(content);
  const { beats } = deckTimes(board);
  const { texts, lines, effects, bells, music } = await audioTimeline(services, deck, content, signal);
  const film = [deck.film, deck.draft].find((made) => made?.revision === content.revision && made.itemLufs?.length === board.items.length);
  const chapters = board.items.map(({ title }, chapterIndex) => {
    const { startMs, durationMs } = beats[chapterIndex]!;
    const isIn = (one: { chapterIndex: number }): boolean => one.chapterIndex === chapterIndex;
    const [spoken, said] = [texts.filter((one) => isIn(one) && one.isHeard), lines.filter((one) => isIn(one) && one.isHeard)];
    const voicedMs = [...spoken, ...said].reduce((sum, one) => sum + one.endMs - one.startMs, 0);
    return {
      chapterIndex, title, startMs: Math.round(startMs), endMs: Math.round(startMs + durationMs), lufs: film?.itemLufs?.[chapterIndex] ?? null,
      voices: [...new Set([...spoken.map(() => NARRATOR_WORD), ...said.map(({ speaker }) => speaker ?? NARRATOR_WORD)])],
      voicedShare: Math.round(Math.min(1, voicedMs / durationMs) * 100) / 100,
      effects: effects.filter(isIn).map(({ soundId }) => soundId), bells: bells.filter(isIn).map(({ soundId }) => soundId), hasMusic: music.isHeard,
    };
  });
  return { lufs: film ? Math.round(film.lufs * 10) / 10 : null, isMeasured: film !== undefined, chapters };
}
