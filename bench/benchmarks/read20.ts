import type { Benchmark } from '../benchmark.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import { growthExponent, type Figure } from '../figures.js';
import { readBarely, stageVoices } from '../references/bare-read.js';
import { finalizeRead, performLive } from '../stack/perform.js';
import { processorSeconds } from '../stack/processor-time.js';
import { insertRead } from '../stack/rows.js';

/** About 20 minutes at the pace of the embedded voices. */
const LINES_OF_20_MINUTES = 290;
const QUICK_LINES = 12;
/** Bounds of the ratio to the time that the same read takes by hand. */
const [MAX_RATIO, AIM_RATIO] = [2, 1.5];
const TWENTY_MINUTES_MS = 1_200_000;

interface Made { screenplay: Screenplay; performMs: number; finalizeMs: number; performCpuS: number; finalizeCpuS: number; durationMs: number }

/** Time of a read of about 20 pages, from its live start to the mastered MP3, and the growth of this time with the lines. */
export const read20Benchmark: Benchmark = {
  name: 'read20',
  summary: 'a read of 20 pages to its MP3; growth from 10 to 1,000 lines',
  async run(stack, { quick, config, say }) {
    const api = await stack.api();
    await stack.workers();
    const make = async (lineCount: number): Promise<Made> => {
      const { artifactId, screenplay } = await insertRead(stack, lineCount);
      const before = await processorSeconds(stack);
      const performed = await performLive(api, artifactId);
      const between = await processorSeconds(stack);
      const finalized = await finalizeRead(api, artifactId);
      const after = await processorSeconds(stack);
      const [performCpuS, finalizeCpuS] = [(between ?? 0) - (before ?? 0), (after ?? 0) - (between ?? 0)];
      say(`read20: ${lineCount} lines, ${(finalized.durationMs / 60_000).toFixed(1)} min of sound: performed in `
        + `${(performed.tookMs / 1000).toFixed(1)} s, finalized in ${(finalized.tookMs / 1000).toFixed(1)} s; `
        + `${performCpuS.toFixed(1)} + ${finalizeCpuS.toFixed(1)} processor seconds`);
      return {
        screenplay, performMs: performed.tookMs, finalizeMs: finalized.tookMs, performCpuS, finalizeCpuS, durationMs: finalized.durationMs,
      };
    };
    if (!quick) await make(5);
    const long = quick ? await make(QUICK_LINES) : await make(LINES_OF_20_MINUTES);
    const bare = await readBarely(stack, long.screenplay, stageVoices(config.mediaConcurrency));
    const to20 = TWENTY_MINUTES_MS / long.durationMs;
    const seconds = (name: string, ours: number, reference: number): Figure => ({
      benchmark: 'read20', name, unit: 's', rounds: [ours * to20 / 1000], reference: { name: 'by hand', rounds: [reference * to20 / 1000] },
    });
    const points: { size: number; cost: number }[] = quick ? [{ size: QUICK_LINES, cost: long.performMs + long.finalizeMs }] : [];
    for (const size of quick ? [6] : [10, 100, 1_000]) {
      const { performMs, finalizeMs } = await make(size);
      points.push({ size, cost: performMs + finalizeMs });
    }
    const note = `measured on ${(long.durationMs / 60_000).toFixed(1)} min of sound, scaled to 20 min; no line was spoken before. `
      + 'By hand: the same lines through the bare voice engine, then two ffmpeg commands';
    return [
      {
        ...seconds('performance + finalize', long.performMs + long.finalizeMs, bare.speakMs + bare.masterMs), note,
        bound: { of: 'ratio', sense: 'most', floor: MAX_RATIO, aim: AIM_RATIO },
      },
      seconds('performance', long.performMs, bare.speakMs), seconds('finalize', long.finalizeMs, bare.masterMs),
      {
        benchmark: 'read20', name: 'processor time', unit: 's', rounds: [(long.performCpuS + long.finalizeCpuS) * to20],
        note: `${long.performCpuS.toFixed(1)} s performance + ${long.finalizeCpuS.toFixed(1)} s finalize, ffmpeg included; 0 on systems without /proc`,
      },
      {
        benchmark: 'read20', name: 'growth exponent', unit: '', rounds: [growthExponent(points)],
        bound: { of: 'value', sense: 'most', floor: 1.1, aim: 1.03 },
        note: points.map(({ size, cost }) => `${size} lines ${(cost / 1000).toFixed(1)} s`).join(', '),
      },
    ];
  },
};
