import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '../../../kernel/services.js';
import { Semaphore } from '../../../kernel/threads/semaphore.js';

/** Longer than any attempt may take: an older folder belongs to a process that was killed. */
const ABANDONED_MS = 3 * 3_600_000;

/** Deletes the folders of killed attempts. */
async function sweepAbandoned(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    const folder = path.join(work, name);
    // Another attempt may finish and remove its folder in the meantime.
    const facts = await stat(folder).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Kinds of rendering with their own turns, so that a long film does not keep sound, clips, trailers or decks waiting. */
const ALONE = ['films', 'clips', 'takes', 'trailers', 'chapters', 'decks', 'additions', 'documents'] as const;
type Alone = (typeof ALONE)[number];
export type Turn = 'sound' | Alone;

const renders = new WeakMap<Services, Record<Turn, Semaphore>>();

const ofTurns = (): Record<Alone, Semaphore> => Object.fromEntries(ALONE.map((turn) => [turn, new Semaphore(1)])) as Record<Alone, Semaphore>;

/**
 * The semaphores for rendering. The queue runs more activities than there are processors, because reads wait for voices. Each other kind renders one at a
 * time, with all processors.
 */
function rendersOf(services: Services): Record<Turn, Semaphore> {
  const known = renders.get(services) ?? { sound: new Semaphore(services.config.mediaConcurrency), ...ofTurns() };
  renders.set(services, known);
  return known;
}

/** Renders in turn with others, in a folder that is named after the process and deleted afterwards. */
export const inRenderFolder = <Made>(
  services: Services, signal: AbortSignal, render: (folder: string) => Promise<Made>, turn: Turn = 'sound',
): Promise<Made> =>
  rendersOf(services)[turn].run(async () => {
    const work = path.join(services.config.dataDir, 'work');
    await mkdir(work, { recursive: true });
    await sweepAbandoned(work);
    const folder = await mkdtemp(path.join(work, `master-${process.pid}-`));
    try {
      await services.faults.reach(`render.begun_${turn}`);
      return await render(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, signal);
