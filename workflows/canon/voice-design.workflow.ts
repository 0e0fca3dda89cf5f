import type { MadeDesign, VoiceDesignInput } from '../../src/domain/canon/voices/design-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Designs voices for a character: speaks candidates, measures them, keeps those that differ from the cast and from each other. */
export async function voiceDesignWorkflow(input: VoiceDesignInput): Promise<WorkEnd> {
  const { designVoices } = activitiesOf('render');
  return runWork<MadeDesign>(input, async (run) => {
    run.show('casting', 'Designing voices and recording a sentence of each.');
    const made = await designVoices(input);
    if (made) await run.finish(made);
  });
}
