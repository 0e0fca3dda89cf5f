import { shortened } from '../../../kernel/contract/texts/shortened.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { openRow } from '../../../kernel/works/moves.js';
import { cancelRunsOfEndedWork, startRow } from '../../../kernel/works/request.js';
import { cancelReplacedWork, lockOpenWork, type WorkRow } from '../../../kernel/works/work-store.js';
import { coverArtKind, type CoverArtInput } from './cover-kind.js';
import type { SeriesRow } from './series-model.js';
import { lockSeries, nextArtVersion } from './series-store.js';

export interface CoverWish { requestId: string; title?: string }

/** A cover that waits to be drawn is the one that is asked for when it says the same; one that is being drawn may show less. */
const isSame = ({ status, input }: WorkRow, wanted: Pick<CoverArtInput, 'title' | 'words'>): boolean =>
  status === 'PENDING' && (input as CoverArtInput).title === wanted.title && (input as CoverArtInput).words === wanted.words;

/**
 * Requests a new cover; the old one stays until it is drawn. A series has one open cover: a newer wish replaces it. Without an engine the
 * checker starts the work later.
 */
export async function requestCover(services: Services, series: SeriesRow, { requestId, title = series.title }: CoverWish): Promise<void> {
  const { id, accountId, projectId } = series;
  const says = { title: shortened(title, 200), words: shortened(series.description ?? series.title, 2_000) };
  const { workId, replaced } = await services.db.transaction(async (tx) => {
    await lockSeries(tx, id);
    const waiting = (await lockOpenWork(tx, [coverArtKind.kind], [id])).find((work) => isSame(work, says));
    if (waiting) return { workId: waiting.id, replaced: [] };
    const replaced = await cancelReplacedWork(tx, coverArtKind.kind, [id]);
    const revision = await nextArtVersion(tx, id);
    const wanted: Omit<CoverArtInput, 'epoch' | 'lines'> = {
      workId: workIdOf(coverArtKind.kind, id, revision), kind: coverArtKind.kind, accountId, projectId, subjectId: id, revision,
      label: shortened(`Drawing the cover: ${series.title}`, 200), requestId, ...says,
    };
    await openRow(tx, wanted);
    return { workId: wanted.workId, replaced };
  });
  await cancelRunsOfEndedWork(services, replaced);
  await startRow(services, coverArtKind, workId);
}
