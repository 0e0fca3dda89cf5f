import { shortened } from '../../../kernel/contract/texts/shortened.js';
import type { Services } from '../../../kernel/services.js';
import { replaceWork } from '../../../kernel/works/request.js';
import { lockOpenWork, type WorkRow } from '../../../kernel/works/work-store.js';
import { coverArtKind, type CoverArtInput } from './cover-kind.js';
import type { SeriesRow } from './series-model.js';
import { lockSeries, nextArtVersion } from './series-store.js';

export interface CoverWish { requestId: string; title?: string }

/** A cover that waits to be drawn is the one that is asked for when it says the same; one that is being drawn may show less. */
const isSame = ({ status, input }: WorkRow, wanted: Pick<CoverArtInput, 'title' | 'words'>): boolean =>
  status === 'PENDING' && (input as CoverArtInput).title === wanted.title && (input as CoverArtInput).words === wanted.words;

/** Requests a new cover instead of one that is not drawn; the one that is drawn stays until then. */
export function requestCover(services: Services, series: SeriesRow, { requestId, title = series.title }: CoverWish): Promise<void> {
  const { id, accountId, projectId } = series;
  const says = { title: shortened(title, 200), words: shortened(series.description ?? series.title, 2_000) };
  return replaceWork(services, coverArtKind, async (tx, open) => {
    await lockSeries(tx, id);
    const waiting = (await lockOpenWork(tx, [coverArtKind.kind], [id])).find((work) => isSame(work, says));
    const revision = waiting?.revision ?? await nextArtVersion(tx, id);
    await open({ accountId, projectId, subjectId: id, revision, label: shortened(`Drawing the cover: ${series.title}`, 200), requestId, ...says });
  });
}
