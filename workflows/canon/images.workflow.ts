import type { DrawnLine, RenderInput } from '../../src/domain/canon/images/render-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Makes the candidates of a render, line by line; each line is charged when its candidates can be seen. */
export async function imagesWorkflow(input: RenderInput): Promise<WorkEnd> {
  const { drawImages } = activitiesOf('imaging');
  return runWork<DrawnLine>(input, async (run) => {
    run.show('drawing', 'Making the images.');
    for (const { line } of input.lines) {
      const drawn = await drawImages({ ...input, line });
      if (!drawn) return;
      await run.finish(drawn, line);
    }
  });
}
