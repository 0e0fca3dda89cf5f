import type { Benchmark } from '../benchmark.js';
import { percentile, type Figure } from '../figures.js';
import type { BenchApi, BenchStack } from '../stack/bench-stack.js';
import { finalizeRead, performLive, startFilm, type Performed } from '../stack/perform.js';
import { insertRead } from '../stack/rows.js';

const LINES = 6;
const CROWD = 20;
const FILMS = 2;
/** With this many lines, rendering a film takes longer than the room is open. */
const LINES_OF_FILM = 40;
const LINES_OF_ROOM = 20;

/** One room with many listeners, alone and while films of other reads are rendered. */
async function besideFilms(stack: BenchStack, api: BenchApi, quick: boolean): Promise<Figure[]> {
  const room = async (): Promise<Performed[]> => {
    const { artifactId } = await insertRead(stack, quick ? 2 : LINES_OF_ROOM);
    return Promise.all(Array.from({ length: CROWD }, () => performLive(api, artifactId)));
  };
  const filmed = await Promise.all(Array.from({ length: FILMS }, () => insertRead(stack, quick ? 2 : LINES_OF_FILM)));
  for (const { artifactId } of filmed) {
    await performLive(api, artifactId);
    await finalizeRead(api, artifactId);
  }
  const alone = await room();
  const films = await Promise.all(filmed.map(({ artifactId }) => startFilm(api, artifactId, quick ? 'draft' : 'cinema')));
  const beside = await room();
  const rendering = await Promise.all(films.map((film) => film.isRendering()));
  const ends = await Promise.all(films.map((film) => film.ended()));
  if (ends.some((status) => status !== 'complete')) throw new Error(`films ended ${ends.join(' and ')}`);
  const figures = (words: string, heard: readonly Performed[], note: string): Figure[] => [
    { benchmark: 'live', name: `p95 of the first sound, ${words}`, unit: 'ms', rounds: [percentile(heard.map(({ firstAudioMs }) => firstAudioMs), 0.95)],
      bound: { of: 'value', sense: 'most', floor: 1_000, aim: 600 }, note },
    { benchmark: 'live', name: `the longest gap, ${words}`, unit: 'ms', rounds: [Math.max(...heard.map(({ longestGapMs }) => longestGapMs))],
      bound: { of: 'value', sense: 'most', floor: 500, aim: 100 }, note },
  ];
  const stillRendered = rendering.filter(Boolean).length;
  return [
    ...figures(`a room of ${CROWD}`, alone, `${alone[0]!.soundSeconds.toFixed(0)} s of sound`),
    ...figures(`a room of ${CROWD} beside ${FILMS} films`, beside, `${stillRendered} of ${FILMS} films were still rendered when it closed`),
  ];
}

/** Time from the request that starts a live read to its first audio. Each round uses lines that are not stored yet. */
export const liveBenchmark: Benchmark = {
  name: 'live',
  summary: 'first audio of a live read, for 1 and for 20 listeners, and a room beside two films',
  async run(stack, { quick }) {
    const api = await stack.api();
    await stack.workers();
    const firstAudio = async (listeners: number, rounds: number): Promise<number[]> => {
      const heardMs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const { artifactId } = await insertRead(stack, quick ? 2 : LINES);
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
      note: `${values.length} listeners heard, reads of ${quick ? 2 : LINES} fresh lines`,
    });
    return [
      figure('p50, 1 listener', one, 0.5), figure('p95, 1 listener', one, 0.95),
      figure(`p50, ${CROWD} listeners`, crowd, 0.5), figure(`p95, ${CROWD} listeners`, crowd, 0.95),
      ...await besideFilms(stack, api, quick),
    ];
  },
};
