import type { Services } from '../../../kernel/services.js';
import { narrated, type LineSource } from '../../storyboards/films/narrated.js';
import type { HeardTrailer } from './heard-trailer.js';

/** The sound of the line of each beat, by beat index: from the performance of the read, or spoken by the narrator of the trailer. */
export async function spokenLines(
  services: Services, { board, performed: { timeline } }: HeardTrailer, signal: AbortSignal,
): Promise<ReadonlyMap<number, LineSource>> {
  const keys = new Map(timeline.entries.map(({ entryIndex, key }) => [entryIndex, key]));
  const found = new Map<number, LineSource>();
  for (const [at, beat] of board.items.entries()) {
    const { line } = beat;
    if (!line) continue;
    const { narrator } = board.fields;
    const key = keys.get(line.entryIndex);
    if (line.speaker === null && narrator) found.set(at, await narrated(services, line.text, narrator.voiceId, signal, { take: beat.spokenTake ?? 0 }));
    else if (key !== undefined) found.set(at, { open: () => services.store.get(key), fromMs: line.fromMs, toMs: line.toMs });
  }
  return found;
}
