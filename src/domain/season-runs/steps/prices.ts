import { PRICES, tableReadPriceKey } from '../../../kernel/credits/prices.js';
import { siblingId } from '../../../kernel/db/ids.js';
import type { Services } from '../../../kernel/services.js';
import type { OrderedWork } from '../../../kernel/works/ahead.js';
import { finalizeKind } from '../../artifacts/finalize/finalize-kind.js';
import { jobKind } from '../../jobs/job-kind.js';
import { isPaidBefore } from '../../artifacts/finalize/recording-store.js';
import { findReadOfVersion } from '../../jobs/job-store.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { findWork } from '../../../kernel/works/work-store.js';
import { findVersionById } from '../../scripts/version-store.js';
import { findRevisionOf } from '../../artifacts/revision-store.js';
import type { EpisodeRow, RunRow, Step } from '../season-run-model.js';

/** Prices of a read with this many pages, and of an MP3. */
export const readPrice = (pages: number | null): number => PRICES[tableReadPriceKey(Math.max(1, pages ?? 1))];
export const mp3Price = PRICES.TABLE_READ_FINALIZE_AUDIO;

/** The epoch of the work that a step would open now, by the work that there is; null when that is open or made. */
const nextEpoch = (known: { status: string; epoch: number } | null): number | null => (known === null ? 1 : known.status === 'FAILED' ? known.epoch + 1 : null);

/**
 * The priced work that a step orders, with the credits that it costs now; null for a step that costs nothing, or whose work is paid or under way already.
 */
export async function orderedWorkOf({ db }: Pick<Services, 'db'>, { accountId }: Pick<RunRow, 'accountId'>, episode: EpisodeRow, actionId: string, step: Step | null): Promise<OrderedWork | null> {
  if (step === 'perform' && episode.scriptUploadId !== null) {
    const read = await findReadOfVersion(db, accountId, episode.scriptUploadId);
    const epoch = nextEpoch(read);
    if (epoch === null) return null;
    // The writer may have edited the text since the episode counted its pages.
    const version = await findVersionById(db, episode.scriptUploadId);
    const credits = readPrice(version?.pageCount ?? episode.pageCount);
    return { kind: jobKind.kind, workId: read?.id ?? siblingId('job', actionId), epoch, accountId, lines: [{ line: 0, credits }] };
  }
  const revision = step === 'finalize' && episode.artifactId !== null ? await findRevisionOf(db, episode.artifactId) : null;
  if (revision === null) return null;
  const workId = workIdOf(finalizeKind.kind, episode.artifactId!, revision);
  const epoch = nextEpoch(await findWork(db, workId));
  if (epoch === null || await isPaidBefore(db, episode.artifactId!, revision)) return null;
  return { kind: finalizeKind.kind, workId, epoch, accountId, lines: [{ line: 0, credits: mp3Price }] };
}

/** The price of a step now; 0 for what is already paid. */
export const priceOf = async (services: Pick<Services, 'db'>, run: Pick<RunRow, 'accountId'>, episode: EpisodeRow, step: Step | null): Promise<number> =>
  ((await orderedWorkOf(services, run, episode, '', step))?.lines ?? []).reduce((sum, { credits }) => sum + credits, 0);
