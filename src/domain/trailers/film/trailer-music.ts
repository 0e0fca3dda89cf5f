import path from 'node:path';
import type { Clip } from '../../../craft/audio/mix/clip.js';
import { scoreSections } from '../../../craft/trailer/section-plan.js';
import type { CutScoreWish } from '../../../craft/audio/composer/cut-wish.js';
import type { Services } from '../../../kernel/services.js';
import { composedCut, plainCut } from '../../artifacts/music/beds.js';
import type { HeardTrailer } from './heard-trailer.js';

/** The request for the score of a trailer. The theme is seeded by the project, so trailers and reads of a project share it. */
export function scoreWish({ trailer: { id, projectId }, board: { items, fields } }: Pick<HeardTrailer, 'trailer' | 'board'>): CutScoreWish {
  const { mood, colour } = fields.music;
  return { mood, colour, seed: id, themeSeed: projectId, countsPerMinute: fields.countsPerMinute, ...scoreSections({ beats: items }) };
}

/** The music of a trailer, composed for its cut; null when it is muted. Without instruments, a bed of the catalogue is fitted to the cut instead. */
export async function trailerMusic(services: Services, heard: HeardTrailer, signal: AbortSignal): Promise<Clip | null> {
  if (heard.board.fields.music.muted) return null;
  const { bank } = services.composer;
  const wish = scoreWish(heard);
  const workDir = path.join(services.config.dataDir, 'work');
  return bank === null ? plainCut(wish) : composedCut(wish, bank, { workDir, signal });
}
