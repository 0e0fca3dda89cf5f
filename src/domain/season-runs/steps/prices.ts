import { PRICES, tableReadPriceKey } from '../../../kernel/credits/prices.js';
import type { Services } from '../../../kernel/services.js';
import { isPaidBefore } from '../../artifacts/finalize/recording-store.js';
import { findReadOfVersion } from '../../jobs/job-store.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { findWork } from '../../../kernel/works/work-store.js';
import { findRevisionOf } from '../../artifacts/revision-store.js';
import type { EpisodeRow, Step } from '../season-run-model.js';

/** Prices of a read with this many pages, and of an MP3. */
export const readPrice = (pages: number | null): number => PRICES[tableReadPriceKey(Math.max(1, pages ?? 1))];
export const mp3Price = PRICES.TABLE_READ_FINALIZE_AUDIO;

/** The price of a step now; 0 for what is already paid. */
export async function priceOf({ db }: Services, accountId: string, episode: EpisodeRow, step: Step | null): Promise<number> {
  if (step === 'perform' && episode.scriptUploadId !== null) {
    const read = await findReadOfVersion(db, accountId, episode.scriptUploadId);
    return read && read.status !== 'FAILED' ? 0 : readPrice(episode.pageCount);
  }
  if (step === 'finalize' && episode.artifactId !== null) {
    const revision = await findRevisionOf(db, episode.artifactId);
    if (revision === null) return mp3Price;
    const work = await findWork(db, workIdOf('finalize', episode.artifactId, revision));
    return (work && work.status !== 'FAILED') || await isPaidBefore(db, episode.artifactId, revision) ? 0 : mp3Price;
  }
  return 0;
}
