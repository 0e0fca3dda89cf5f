import { packetParts } from '../../../craft/trailer/sound/packet-parts.js';
import type { BoardedSound } from '../../storyboards/films/film-making.js';
import type { DeckBoard } from '../deck-model.js';

/** A piece of the film of a deck: its title, a card between two chapters, a chapter, its end. */
export interface DeckSegment { kind: 'title' | 'interlude' | 'chapter' | 'closing'; /** Of the chapter that it is, or that it leads to. */ at: number; startMs: number; durationMs: number }

const INTERLUDE_MS = 1_600;
/** Shortest trimmed chapter: nobody can read a shorter one. */
const LEAST_TRIMMED_MS = 1_000;

export interface DeckTimes extends Pick<BoardedSound, 'beats' | 'parts' | 'durationMs'> { segments: readonly DeckSegment[] }

/** How long a chapter is shown, in milliseconds. */
export const chapterMs = ({ durationSeconds, trim }: DeckBoard['items'][number]): number =>
  (trim ? Math.max(LEAST_TRIMMED_MS, trim.toMs - trim.fromMs) : durationSeconds * 1_000);

/** The times of all pieces of a deck, in whole packets of its sound. `beats` are the chapters. */
export function deckTimes({ items, fields }: DeckBoard): DeckTimes {
  const { titleSequence, interludes, closingSequence } = fields;
  const planned: { kind: DeckSegment['kind']; at: number; ms: number }[] = [
    ...(titleSequence.isShown ? [{ kind: 'title' as const, at: 0, ms: titleSequence.seconds * 1_000 }] : []),
    ...items.flatMap((chapter, at) => [
      ...(interludes.isShown && at > 0 ? [{ kind: 'interlude' as const, at, ms: INTERLUDE_MS }] : []), { kind: 'chapter' as const, at, ms: chapterMs(chapter) },
    ]),
    ...(closingSequence.isShown ? [{ kind: 'closing' as const, at: items.length, ms: closingSequence.seconds * 1_000 }] : []),
  ];
  const { startsMs, parts, durationMs } = packetParts(planned.map(({ ms }) => ms));
  const segments = planned.map(({ kind, at }, index) => ({ kind, at, startMs: startsMs[index]!,
    durationMs: (startsMs[index + 1] ?? durationMs) - startsMs[index]! }));
  const beats = segments.flatMap(({ kind, startMs, durationMs: ms }) => (kind === 'chapter' ? [{ startMs, durationMs: ms }] : []));
  return { segments, beats, parts, durationMs };
}
