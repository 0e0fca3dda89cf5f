import { findVoicePack } from '../../src/craft/speech/neural/voice-pack.js';
import type { Benchmark } from '../benchmark.js';
import { percentile, type Figure } from '../figures.js';
import type { BenchApi } from '../stack/bench-stack.js';
import { approvedPlan, readyJob, submitJob } from '../stack/jobs.js';
import { performLive } from '../stack/perform.js';
import { processorSeconds } from '../stack/processor-time.js';
import { NEURAL_BENCH_VOICES } from '../stack/story.js';

const PARAGRAPHS = 12;
const SECONDS = 40;
const QUICK_PARAGRAPHS = 1;
const CROWD = 20;

/** Runs a job with neural voices, which voices the beginning of its read; returns the id of the artifact. */
async function producedRead(api: BenchApi, paragraphs: number): Promise<string> {
  const plan = await approvedPlan(api, paragraphs, SECONDS, { voices: NEURAL_BENCH_VOICES });
  return readyJob(api, await submitJob(api, plan));
}

/** Time from the request that starts a read with neural voices to its first audio, measured after the job that made the read. */
export const neuralLiveBenchmark: Benchmark = {
  name: 'neural-live',
  summary: 'first audio of a read with neural voices, for 1 and for 20 listeners',
  voices: 'neural',
  async run(stack, { quick, config, say }) {
    if (!await findVoicePack(config.cacheDir)) {
      say('neural-live: the neural voices are not installed (proscenium voices install)');
      return [];
    }
    const api = await stack.api();
    await stack.workers();
    const [jobsMs, processorShares]: [number[], number[]] = [[], []];
    const firstAudio = async (listeners: number, rounds: number): Promise<number[]> => {
      const heardMs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const [startedAt, before] = [performance.now(), await processorSeconds(stack)];
        const artifactId = await producedRead(api, quick ? QUICK_PARAGRAPHS : PARAGRAPHS);
        jobsMs.push(performance.now() - startedAt);
        const heard = await Promise.all(Array.from({ length: listeners }, () => performLive(api, artifactId)));
        heardMs.push(...heard.map(({ firstAudioMs }) => firstAudioMs));
        const used = (await processorSeconds(stack) ?? 0) - (before ?? 0);
        processorShares.push(used / heard[0]!.soundSeconds);
      }
      return heardMs;
    };
    if (!quick) {
      await firstAudio(1, 1);
      // The first round also started the speaking process, so its times do not count.
      for (const values of [jobsMs, processorShares]) values.length = 0;
    }
    const one = await firstAudio(1, quick ? 0 : 12);
    const crowd = await firstAudio(CROWD, quick ? 1 : 4);
    const figure = (name: string, values: number[], share: number): Figure => ({
      benchmark: 'neural-live', name, unit: 'ms', rounds: [percentile(values, share)],
      bound: { of: 'value', sense: 'most', floor: 1_000, aim: 600 }, note: `${values.length} listeners heard, reads of about ${SECONDS} s that nobody heard before`,
    });
    return [
      // A quick run makes only one read, which the crowd hears.
      ...(quick ? [] : [figure('p50, 1 listener', one, 0.5), figure('p95, 1 listener', one, 0.95)]),
      figure(`p50, ${CROWD} listeners`, crowd, 0.5), figure(`p95, ${CROWD} listeners`, crowd, 0.95),
      { benchmark: 'neural-live', name: 'plan and job', unit: 'ms', rounds: jobsMs, note: 'from the project to READY, with the voiced beginning' },
      {
        benchmark: 'neural-live', name: 'processor time per second of sound', unit: 's', rounds: processorShares,
        note: 'plan, job, voices, live stream; 0 on systems without /proc',
      },
    ];
  },
};
