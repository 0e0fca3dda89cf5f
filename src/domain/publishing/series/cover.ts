import type { Services } from '../../../services.js';
import { workIdOf } from '../../../works/ids.js';
import { openRow } from '../../../works/moves.js';
import { startRow } from '../../../works/request.js';
import { coverArtKind, type CoverArtInput } from './cover-kind.js';
import type { SeriesRow } from './series-model.js';
import { nextArtVersion } from './series-store.js';

export interface CoverWish { requestId: string; title?: string }

/** Requests a new cover; the old one stays until it is drawn. Without an engine the checker starts the work later. */
export async function requestCover(services: Services, series: SeriesRow, { requestId, title = series.title }: CoverWish): Promise<void> {
  const { id, accountId, projectId } = series;
  const workId = await services.db.transaction(async (tx) => {
    const revision = await nextArtVersion(tx, id);
    const wanted: Omit<CoverArtInput, 'epoch' | 'lines'> = {
      workId: workIdOf(coverArtKind.kind, id, revision), kind: coverArtKind.kind, accountId, projectId, subjectId: id, revision,
      label: `Drawing the cover: ${series.title}`.slice(0, 200), requestId, title: title.slice(0, 200), words: (series.description ?? series.title).slice(0, 2_000),
    };
    await openRow(tx, wanted);
    return wanted.workId;
  });
  await startRow(services, coverArtKind, workId);
}
