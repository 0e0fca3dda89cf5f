import { cutSourceOf } from '../../craft/trailer/units.js';
import type { CutSource } from '../../craft/trailer/cut.js';
import type { Services } from '../../kernel/services.js';
import { loadPerformed } from '../artifacts/mix/performed-read.js';
import { getPerformedWords } from '../artifacts/performance/performed-words.js';
import { isSeen } from '../artifacts/pictures/read-looks.js';
import type { BoardedRow } from './boarded-film.js';

/** The source that a film is cut from: the lines of the performed read. Throws `MakingFailed` when the read is gone. */
export async function cutSourceOfRead(
  services: Pick<Services, 'db' | 'store'>, { artifactId, readRevision }: Pick<BoardedRow, 'artifactId' | 'readRevision'>,
): Promise<CutSource> {
  const { screenplay, timeline } = await loadPerformed(services, artifactId, readRevision);
  const words = await getPerformedWords(services.store, artifactId, readRevision);
  return cutSourceOf({
    durationMs: timeline.durationMs, narrators: screenplay.cast.filter((member) => !isSeen(member)).map(({ character }) => character),
    lines: timeline.entries.map(({ entryIndex, startMs, endMs }) =>
      ({ entry: screenplay.entries[entryIndex]!, beginsMs: startMs, durationMs: endMs - startMs, words: words.get(entryIndex)?.words ?? [] })),
  });
}
