import { shortened } from '../../../kernel/contract/texts/shortened.js';
import type { Services } from '../../../kernel/services.js';
import { replaceWork } from '../../../kernel/works/request.js';
import { lockOpenWork, type WorkRow } from '../../../kernel/works/work-store.js';
import { coverArtKind, type CoverArtInput } from './cover-kind.js';
import type { SeriesRow } from './series-model.js';
import { lockSeries, nextArtVersion } from './series-store.js';

export interface CoverWish { requestId: string; title?: string }

/** True for a waiting cover with the same words. A cover that is already being drawn does not count, because it may show an older state. */
const isSame = ({ status, input }: WorkRow, wanted: Pick<CoverArtInput, 'title' | 'words'>): boolean =>
  status === 'PENDING' && (input as CoverArtInput).title === wanted.title && (input as CoverArtInput).words === wanted.words;

/** Requests a new cover, which replaces a requested one that is not drawn yet. A finished cover stays until the new one is drawn. */
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
