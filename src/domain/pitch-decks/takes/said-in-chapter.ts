import { textOf } from '../../../craft/deck/deck.js';
import type { Services } from '../../../kernel/services.js';
import { mostLifted, voiceOfLine, type SaidLine } from '../../storyboards/takes/said.js';
import type { ChapterItem } from '../deck-model.js';
import type { DeckMaking } from '../film/deck-film.js';

/** What is said in a chapter: its text, where that is spoken, then its lines of the read. */
export function saidInChapter({ store }: Pick<Services, 'store'>, { board, sound, performed }: DeckMaking, at: number): SaidLine[] {
  const { startMs: from } = sound.beats[at]!;
  const { text, lines } = sound.spoken[at]!;
  const keys = new Map(performed.timeline.entries.map(({ entryIndex, key }) => [entryIndex, key]));
  const timed = (one: { startMs: number; endMs: number }) => ({ startMs: from + one.startMs, endMs: from + one.endMs });
  return [
    ...(text ? [{ ...text, ...timed(text), of: 'narration' as const, text: textOf(board.items[at]!), voiceId: sound.narratorId, gainDb: 0 }] : []),
    ...lines.flatMap(({ line, ...times }, place): SaidLine[] => {
      const key = keys.get(line.entryIndex);
      const { fromMs, toMs, text: words, gainDb } = line;
      if (key === undefined) return [];
      return [{ open: () => store.get(key), fromMs, toMs, ...timed(times), of: place, text: words, voiceId: voiceOfLine(performed, line), gainDb }];
    }),
  ];
}

/**
 * Repairs defective speech of a take: a spoken text that was not heard or is in another voice is spoken again, a line of the read that was not heard is made
 * louder.
 */
export const mendChapter = ({ spokenTake = 0, lines }: ChapterItem, wrong: readonly SaidLine['of'][]): Partial<ChapterItem> => ({
  ...(wrong.includes('narration') ? { spokenTake: spokenTake + 1 } : {}),
  ...(wrong.some((of) => of !== 'narration') ? { lines: lines.map((line, place) => (wrong.includes(place) ? mostLifted(line) : line)) } : {}),
});
