import type { Benchmark } from '../benchmark.js';
import { percentile, type Figure } from '../figures.js';
import type { BenchApi } from '../stack/bench-stack.js';
import { performLive } from '../stack/perform.js';
import { insertRead } from '../stack/rows.js';

const LINES = 120;
const QUICK_LINES = 6;
const CROWD = 20;

const LANES = [
  ['music', { action: 'replace', clip: { assetId: 'lullaby' } }], ['soundscapes', { action: 'add', assetId: 'rain-on-roof' }],
  ['sfx', { action: 'add', scope: 'entry', entryIndex: 3, assetId: 'door-slam' }],
] as const;

/** Changes the music, so that the mix is a new one, and opens rooms at once; returns the milliseconds until each room's first audio. */
async function firstSounds(api: BenchApi, artifactId: string, { listeners, rounds }: { listeners: number; rounds: number }): Promise<number[]> {
  const heardMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await api.client.call('POST', `/artifacts/${artifactId}/music`, { action: 'tune', mix: 0.3 + (round + listeners) / 100 });
    const heard = await Promise.all(Array.from({ length: listeners }, () => performLive(api, artifactId)));
    heardMs.push(...heard.map(({ firstAudioMs }) => firstAudioMs));
  }
  return heardMs;
}

/** Time from the request that starts a room of a voiced read to its first audio: with the voices alone, and with music, rain and an effect under them. */
export const liveMixBenchmark: Benchmark = {
  name: 'live-mix',
  summary: 'first audio of a room that plays music, effects and soundscapes beside the voices',
  async run(stack, { quick }) {
    const api = await stack.api();
    await stack.workers();
    const { artifactId } = await insertRead(stack, quick ? QUICK_LINES : LINES);
    await performLive(api, artifactId);
    const voices: number[] = [];
    for (let round = 0; round < (quick ? 1 : 20); round++) voices.push((await performLive(api, artifactId)).firstAudioMs);
    for (const [lane, body] of LANES) await api.client.call('POST', `/artifacts/${artifactId}/${lane}`, body);
    const cold = await performLive(api, artifactId);
    const one = await firstSounds(api, artifactId, { listeners: 1, rounds: quick ? 1 : 20 });
    const crowd = await firstSounds(api, artifactId, { listeners: CROWD, rounds: quick ? 1 : 5 });
    const figure = (name: string, values: number[], share: number): Figure => ({
      benchmark: 'live-mix', name, unit: 'ms', rounds: [percentile(values, share)], bound: { of: 'value', sense: 'most', floor: 1_000, aim: 600 },
      note: `${values.length} listeners heard`,
    });
    return [
      figure('voices alone, p50', voices, 0.5), figure('p50, 1 listener', one, 0.5), figure('p95, 1 listener', one, 0.95),
      figure(`p95, ${CROWD} listeners`, crowd, 0.95),
      {
        benchmark: 'live-mix', name: 'the first time', unit: 'ms', rounds: [cold.firstAudioMs],
        note: 'music and rain are rendered, which worker processes keep', bound: { of: 'value', sense: 'most', floor: 2_500, aim: 1_000 },
      },
    ];
  },
};
