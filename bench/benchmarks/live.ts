import type { Benchmark } from '../benchmark.js';
import { percentile, type Figure } from '../figures.js';
import { performLive } from '../stack/perform.js';
import { insertRead } from '../stack/rows.js';

const LINES = 6;
const CROWD = 20;

/** Time from the request that starts a live read to its first audio, each time with lines that are not stored. */
export const liveBenchmark: Benchmark = {
  name: 'live',
  summary: 'first audio of a live read, for 1 and for 20 listeners',
  async run(stack, { quick }) {
    const api = await stack.api();
    await stack.workers();
    const firstAudio = async (listeners: number, rounds: number): Promise<number[]> => {
      const heardMs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const { artifactId } = await insertRead(stack, LINES);
        const heard = await Promise.all(Array.from({ length: listeners }, () => performLive(api, artifactId)));
        heardMs.push(...heard.map(({ firstAudioMs }) => firstAudioMs));
      }
      return heardMs;
    };
    if (!quick) await firstAudio(1, 2);
    const one = await firstAudio(1, quick ? 1 : 20);
    const crowd = await firstAudio(CROWD, quick ? 1 : 5);
    const figure = (name: string, values: number[], share: number): Figure => ({
      benchmark: 'live', name, unit: 'ms', rounds: [percentile(values, share)], bound: { of: 'value', sense: 'most', floor: 1_000, aim: 600 },
      note: `${values.length} listeners heard, reads of ${LINES} fresh lines`,
    });
    return [
      figure('p50, 1 listener', one, 0.5), figure('p95, 1 listener', one, 0.95),
      figure(`p50, ${CROWD} listeners`, crowd, 0.5), figure(`p95, ${CROWD} listeners`, crowd, 0.95),
    ];
  },
};
