import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import type { Wanted } from '../../../kernel/works/request.js';
import { lockSeriesOf } from '../series/series-store.js';
import { putPictures } from './asset-store.js';
import { getProgramme } from './programme.js';
import type { EpisodePictures } from './episode-pictures.js';
import { shortened } from '../../../kernel/contract/texts/shortened.js';

/**
 * Draws the pictures of an episode. The work's subject is the release; its revision is the version of the published
 * media.
 */
export interface EpisodePicturesInput extends WorkInput {
  programmeKey: string;
}

export interface DrawnEpisode { releaseId: string; version: number; pictures: EpisodePictures }

/** A feed is complete without pictures, so a failure only means that they are missing. */
export const episodePicturesKind = defineWork<EpisodePicturesInput, DrawnEpisode>({
  kind: 'episode-pictures', workflow: 'episodePicturesWorkflow', queue: 'episode-pictures', runOn: '<release>:r<version>', unit: 'pictures',
  whenCancelled: 'FAILED', failureCode: 'internal_error', urgency: 'extra',
  stopped: 'The drawing was stopped; refresh-media of the release starts it again.',
  lock: (tx, { subjectId }) => lockSeriesOf(tx, subjectId),
  publish: (tx, _key, { releaseId, version, pictures }) => putPictures(tx, releaseId, version, pictures),
  step: {
    activity: 'drawEpisodePictures', group: 'drawing', stage: 'drawing', words: 'Drawing the people and the chapters of an episode.', progress: 'rendering',
    async make(services, { subjectId: releaseId, revision: version, programmeKey }, { signal }) {
      const { drawPictures } = await import('./episode-pictures.js');
      return { releaseId, version, pictures: await drawPictures(services, await getProgramme(services.store, programmeKey), signal) };
    },
  },
});

interface PicturesWish extends Pick<EpisodePicturesInput, 'accountId' | 'projectId' | 'requestId' | 'programmeKey'> {
  releaseId: string; version: number; title: string;
}

/** The pictures of a version of a release; see `replaceWork`. */
export const picturesOf = ({ releaseId, version, title, ...rest }: PicturesWish): Wanted<EpisodePicturesInput> => ({
  ...rest, subjectId: releaseId, revision: version, label: shortened(`Drawing people and chapters: ${title}`, 200),
});
