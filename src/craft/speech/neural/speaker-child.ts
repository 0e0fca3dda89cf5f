// The speaking process, started by `SpeakerProcess`. A process of its own frees the model's memory when no voice is needed.
import type { SaidTimes } from '../times/line-times.js';
import type { NeuralJob } from './job.js';
import { Speaker } from './speaker.js';
import type { VoicePack } from './voice-pack.js';

export interface SpeakerSetup { pack: VoicePack; threads: number }
export interface SpeakerQuestion { id: number; job: NeuralJob }
export interface SpokenLine {
  samples: Int16Array;
  times: SaidTimes;
  /** Time that the line took, without the time that it waited. */
  computedMs: number;
}
export type SpeakerAnswer = { ready: true } | ({ id: number } & SpokenLine) | { id: number; error: string };

const answer = (message: SpeakerAnswer): void => void process.send?.(message);

async function serve(): Promise<void> {
  const { pack, threads } = JSON.parse(process.argv[2]!) as SpeakerSetup;
  const speaker = await Speaker.open(pack, threads);
  process.on('message', ({ id, job }: SpeakerQuestion) => {
    const startedAt = performance.now();
    speaker.say(job).then(
      (said) => answer({ id, ...said, computedMs: performance.now() - startedAt }),
      (error: Error) => answer({ id, error: error.message }),
    );
  });
  answer({ ready: true });
}

// The parent is gone or wants no more lines.
process.on('disconnect', () => process.exit(0));
await serve();
