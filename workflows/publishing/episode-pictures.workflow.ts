import type { DrawnEpisode, EpisodePicturesInput } from '../../src/domain/publishing/releases/pictures-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Draws the people and chapters of an episode for podcast apps. */
export async function episodePicturesWorkflow(input: EpisodePicturesInput): Promise<WorkEnd> {
  const { drawEpisodePictures } = activitiesOf('drawing');
  return runWork<DrawnEpisode>(input, async (run) => {
    run.show('drawing', 'Drawing the people and the chapters of an episode.');
    const drawn = await drawEpisodePictures(input);
    if (drawn) await run.finish(drawn);
  });
}
