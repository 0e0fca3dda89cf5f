import { Context } from '@temporalio/activity';
import type { CoverArtInput } from '../../src/domain/publishing/series/cover-kind.js';
import { drawCover } from '../../src/domain/publishing/series/draw-cover.js';
import type { CoverArt } from '../../src/domain/publishing/series/series-model.js';
import { drawPictures } from '../../src/domain/publishing/releases/episode-pictures.js';
import type { DrawnEpisode, EpisodePicturesInput } from '../../src/domain/publishing/releases/pictures-kind.js';
import { getProgramme } from '../../src/domain/publishing/releases/programme.js';
import { publishDue } from '../../src/domain/publishing/releases/publishing.js';
import type { DueOutcome } from '../../src/domain/publishing/releases/release-run.js';
import type { Services } from '../../src/services.js';
import { QUEUED } from '../../src/works/model.js';
import { startWork } from '../../src/works/work-store.js';
import { withHeartbeat } from '../shared/heartbeat.js';

export function createPublishingWrites(services: Services) {
  return {
    /** Publishes a scheduled release if it is due. One transaction; a repeat finds it published. */
    async publishDueRelease({ releaseId }: { releaseId: string }): Promise<DueOutcome> {
      await services.faults.reach('publish.before_commit', releaseId);
      const outcome = await publishDue(services, releaseId);
      await services.faults.reach('publish.after_commit', releaseId);
      return outcome;
    },
  };
}

export function createPublishingDrawings(services: Services) {
  return {
    /** Draws the cover of a series in every width. Null when the work has ended (a reset of a closed run). */
    async drawSeriesCover(input: CoverArtInput): Promise<(CoverArt & { seriesId: string }) | null> {
      if (!await startWork(services.db, input, { ...QUEUED, stage: 'rendering' })) return null;
      return withHeartbeat(async () => {
        const cover = await drawCover(services, input, Context.current().cancellationSignal);
        await services.faults.reach('cover.drawn');
        return cover;
      });
    },

    /** Draws the people and chapters of an episode. Null when the work has ended (a reset of a closed run). */
    async drawEpisodePictures(input: EpisodePicturesInput): Promise<DrawnEpisode | null> {
      if (!await startWork(services.db, input, { ...QUEUED, stage: 'rendering' })) return null;
      const programme = await getProgramme(services.store, input.programmeKey);
      const { cancellationSignal } = Context.current();
      return withHeartbeat(async () => {
        const pictures = await drawPictures(services, programme, cancellationSignal);
        await services.faults.reach('pictures.drawn');
        return { releaseId: input.subjectId, version: input.revision, pictures };
      });
    },
  };
}
