import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import type { CoverArt } from './series-model.js';
import { deleteDroppedPictures, lockSeries, putCoverArt } from './series-store.js';

/** Draws the cover of a series. The work's subject is the series; its revision is the number of the cover. */
export interface CoverArtInput extends WorkInput {
  /** The title on the cover. */
  title: string;
  /** Words from which the place on the cover is found while the series has no episodes. */
  words: string;
}

export const coverArtKind = defineWork<CoverArtInput, CoverArt & { seriesId: string }>({
  kind: 'cover-art', workflow: 'coverArtWorkflow', queue: 'covers', runOn: '<series>:r<version>', unit: 'pictures', whenCancelled: 'FAILED', failureCode: 'internal_error', urgency: 'extra',
  stopped: 'The drawing was stopped; call generate-cover-art again.',
  lock: (tx, { subjectId }) => lockSeries(tx, subjectId),
  async publish(tx, _key, { seriesId, ...art }) {
    await putCoverArt(tx, seriesId, art);
    return true;
  },
  published: (services, _key, { seriesId }) => deleteDroppedPictures(services, seriesId),
  step: {
    activity: 'drawSeriesCover', group: 'drawing', stage: 'drawing', words: 'Drawing the cover and its thumbnails.', progress: 'rendering',
    make: async (services, input, { signal }) => (await import('./draw-cover.js')).drawCover(services, input, signal),
  },
});
