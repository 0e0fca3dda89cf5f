import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../kernel/storage/make-folder.js';
import { identify, isRunning, type ProcessIdentity } from './process-identity.js';

/** Another process has locked this folder. */
export class Locked extends Error {
  override readonly name = 'Locked';
  constructor(message: string, readonly holder: ProcessIdentity) { super(message); }
}

export interface Lock { release(): Promise<void> }

/** The holder of a lock. Undefined without a lock file; null for an invalid file, which a power failure may leave. */
async function findHolder(file: string): Promise<ProcessIdentity | null | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as ProcessIdentity;
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

const same = (left: ProcessIdentity | null | undefined, right: ProcessIdentity): boolean =>
  left?.pid === right.pid && left.startedAt === right.startedAt;

const isStale = (holder: ProcessIdentity | null | undefined): boolean =>
  holder === null || (holder !== undefined && !isRunning(holder));

/**
 * Removes the lock of a process that has ended. Only the holder of a second lock removes it, after checking again, so
 * that a lock that was taken meanwhile is not removed.
 */
async function removeStale(file: string, own: string): Promise<void> {
  const removing = `${file}.removing`;
  if (!(await linkExclusively(own, removing))) {
    if (isStale(await findHolder(removing))) await unlink(removing).catch(ignoreAbsence);
    else await sleep(5);
    return;
  }
  try {
    if (isStale(await findHolder(file))) await unlink(file).catch(ignoreAbsence);
  } finally {
    await unlink(removing);
  }
}

function ignoreAbsence(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const WAIT_STEP_MS = 50;

/** Takes a lock file as `acquireLock` does, and waits while another process holds it. Throws `Locked` after `withinMs`. */
export async function awaitLock(file: string, withinMs: number): Promise<Lock> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    try {
      return await acquireLock(file, (pid) => `Process ${pid} holds ${file} for a long time. End it, and start again.`);
    } catch (error) {
      if (!(error instanceof Locked) || Date.now() > giveUpAt) throw error;
      await sleep(WAIT_STEP_MS);
    }
  }
}

/**
 * Takes a lock file for this process. A lock whose process has ended is taken over.
 * Throws `Locked` with `whenHeld(pid)` as its message.
 */
export async function acquireLock(file: string, whenHeld: (pid: number) => string): Promise<Lock> {
  await makeFolder(path.dirname(file));
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const identity = identify(process.pid);
  await writeFile(own, JSON.stringify(identity), { flag: 'wx', mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 200; attempt++) {
      if (await linkExclusively(own, file)) {
        return {
          async release() {
            if (same(await findHolder(file), identity)) await unlink(file);
          },
        };
      }
      const holder = await findHolder(file);
      if (holder && isRunning(holder)) throw new Locked(whenHeld(holder.pid), holder);
      await removeStale(file, own);
    }
    throw new Error(`could not take the lock ${file}`);
  } finally {
    await unlink(own);
  }
}
