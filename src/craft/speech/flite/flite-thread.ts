// Runs in a thread of `FlitePool`.
import { workerData } from 'node:worker_threads';
import { move } from 'piscina';
import type { FliteImage } from './flite-image.js';
import type { FliteJob } from './flite-pool.js';
import { FliteProgram } from './flite-program.js';
import { shapeLine } from './shaping.js';

const program = new FliteProgram(workerData as FliteImage);

export default async ({ ascii, base, settings, shape }: FliteJob): Promise<unknown> =>
  // Moved, not copied: this thread would keep its copies until the next garbage collection.
  move(shapeLine(await program.speak(ascii, base, settings), shape));
