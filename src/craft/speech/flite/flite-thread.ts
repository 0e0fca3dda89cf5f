// Runs in a thread of `FlitePool`.
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { FliteImage } from './flite-image.js';
import type { FliteJob, FlitePhrase } from './flite-pool.js';
import { FliteProgram } from './flite-program.js';
import { shapedClock, shapeLine } from './shaping.js';
import { timesOfWords } from './sounds-of-words.js';

const program = new FliteProgram(workerData as FliteImage);

/** Samples are moved, not copied: this thread would keep its copies until the next garbage collection. */
function moved(phrase: FlitePhrase): unknown {
  return move({ [transferableSymbol]: phrase.samples.buffer, [valueSymbol]: phrase } as unknown as Parameters<typeof move>[0]);
}

export default async ({ ascii, base, settings, shape }: FliteJob): Promise<unknown> => {
  const { samples, sounds } = await program.speak(ascii, base, settings);
  return moved({ samples: shapeLine(samples, shape), times: timesOfWords(ascii, sounds, shapedClock(samples, shape)) });
};
