import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findStartTime, type ProcessIdentity } from './process-identity.js';

/** Longer than any identity, so that writing one into a reserved file takes no new space. */
const RESERVED_BYTES = 256;

/** A file with the identity of the process that runs under a name. The next start can then find that process if this supervisor is killed. */
export interface PidFile {
  /** Writes the identity of a running process; does nothing when it has ended already. */
  write(pid: number): Promise<void>;
  remove(): Promise<void>;
}

const fileOf = (folder: string, name: string): string => path.join(folder, `${name}.pid`);

/**
 * Creates the file at its full size before the process is started: on a full disk this throws, so no process runs without a pid file. Writing the identity
 * later only changes bytes in place.
 */
export async function reservePidFile(folder: string, name: string): Promise<PidFile> {
  const file = fileOf(folder, name);
  const fill = async (text: string, flags: string): Promise<void> => {
    const handle = await open(file, flags, 0o600);
    try {
      const bytes = Buffer.from(text.padEnd(RESERVED_BYTES));
      const { bytesWritten } = await handle.write(bytes, 0, bytes.length, 0);
      if (bytesWritten < bytes.length) throw Object.assign(new Error(`${file} could not be written in full`), { code: 'ENOSPC' });
    } finally {
      await handle.close();
    }
  };
  await fill('', 'w').catch(async (error: Error) => {
    await rm(file, { force: true });
    throw error;
  });
  return {
    async write(pid) {
      const startedAt = findStartTime(pid);
      if (startedAt !== null) await fill(JSON.stringify({ pid, startedAt } satisfies ProcessIdentity), 'r+');
    },
    remove: () => rm(file, { force: true }),
  };
}

/** The pid file for a name, or null. `identity` is null when the file was only reserved or is damaged. */
export async function findPidFile(folder: string, name: string): Promise<{ identity: ProcessIdentity | null; remove(): Promise<void> } | null> {
  const file = fileOf(folder, name);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const remove = (): Promise<void> => rm(file, { force: true });
  try {
    return { identity: JSON.parse(text) as ProcessIdentity, remove };
  } catch {
    return { identity: null, remove };
  }
}
