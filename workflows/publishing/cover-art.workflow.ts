import type { CoverArtInput } from '../../src/domain/publishing/series/cover-kind.js';
import type { CoverArt } from '../../src/domain/publishing/series/series-model.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Draws the cover of a series in the sizes that directories ask for. */
export async function coverArtWorkflow(input: CoverArtInput): Promise<WorkEnd> {
  const { drawSeriesCover } = activitiesOf('drawing');
  return runWork<CoverArt & { seriesId: string }>(input, async (run) => {
    run.show('drawing', 'Drawing the cover and its thumbnails.');
    const drawn = await drawSeriesCover(input);
    if (drawn) await run.finish(drawn);
  });
}
