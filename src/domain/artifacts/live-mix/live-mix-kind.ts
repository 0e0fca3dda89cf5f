import type { Services } from '../../../kernel/services.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import type { Making } from '../../../kernel/works/step.js';
import { announceLiveMix, completeLiveMix, insertLiveMix, type WantedMix } from './live-mix-store.js';

/** Input of the live stream of a mix. Its subject combines the artifact and the key of the mix: `<artifact>.<mix>`. */
type LiveMixInput = WorkInput & { projectId: string };

const make = async (services: Services, input: LiveMixInput, making: Making): Promise<{ byteSize: number } | null> =>
  (await import('./make-live-mix.js')).makeLiveMix(services, input, making);

/** Mixes a performed read into the stream of its live rooms. */
export const liveMixKind = defineWork<LiveMixInput, { byteSize: number }, { byteSize: number }, WantedMix>({
  kind: 'live-mix', workflow: 'liveMixWorkflow', queue: 'live-mixes', runOn: '<artifact>.<mix>:r<revision>', whenCancelled: 'FAILED', unit: 'recordings',
  urgency: 'live', briefed: true,
  opened: (tx, { workId }, brief) => insertLiveMix(tx, workId, brief),
  publish: (tx, { workId }) => completeLiveMix(tx, workId),
  fail: (tx, { workId }) => announceLiveMix(tx, workId),
  step: {
    activity: 'mixLive', group: 'render', stage: 'rendering', progress: 'rendering', words: 'Mixing a read for its live rooms.', make,
  },
});
