import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-identity.js';

/** Somebody else works on this folder. */
export class Locked extends Error {
  override readonly name = 'Locked';
  constructor(message: string, readonly holder: ProcessIdentity) { super(message); }
}

export interface Lock { release(): Promise<void> }

async function readHolder(file: string): Promise<ProcessIdentity | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
}

async function linkExclusively(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const same = (left: ProcessIdentity | null, right: ProcessIdentity | null): boolean =>
  left?.pid === right?.pid && left?.startedAt === right?.startedAt;

/** Moves a dead process's lock away; of several that try, the one that moved a living one's lock puts it back. */
async function removeStale(file: string, stale: ProcessIdentity | null, own: string): Promise<void> {
  const aside = `${own}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (!same(await readHolder(aside), stale)) await linkExclusively(aside, file);
  await unlink(aside);
}

/**
 * Takes a lock file for this process. A lock whose process has ended is taken over.
 * Throws `Locked` with `whenHeld(pid)` as its message.
 */
export async function acquireLock(file: string, whenHeld: (pid: number) => string): Promise<Lock> {
  await mkdir(path.dirname(file), { recursive: true });
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const identity = identify(process.pid);
  await writeFile(own, JSON.stringify(identity), { flag: 'wx' });
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (await linkExclusively(own, file)) {
        return {
          async release() {
            if (same(await readHolder(file), identity)) await unlink(file);
          },
        };
      }
      const holder = await readHolder(file);
      if (holder && isRunning(holder)) throw new Locked(whenHeld(holder.pid), holder);
      await removeStale(file, holder, own);
    }
    throw new Error(`could not take the lock ${file}`);
  } finally {
    await unlink(own);
  }
}
