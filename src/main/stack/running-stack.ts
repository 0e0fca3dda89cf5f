import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRunning, type ProcessIdentity } from './process-identity.js';

/** Where the parts of a running stack are; kept in the data folder so that other commands find them. */
export interface RunningStack extends ProcessIdentity {
  databaseUrl: string;
  temporalAddress: string;
  uiUrl: string | null;
  baseUrl: string;
  appUrl: string;
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'run', 'stack.json');

/** Readable by us only: the database URL holds a password. */
export async function writeRunningStack(dataDir: string, stack: RunningStack): Promise<void> {
  const file = fileOf(dataDir);
  await writeFile(`${file}.new`, JSON.stringify(stack, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export async function removeRunningStack(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

/** The stack that runs on this data folder now; null when none does. */
export async function readRunningStack(dataDir: string): Promise<RunningStack | null> {
  try {
    const stack = JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as RunningStack;
    return isRunning(stack) ? stack : null;
  } catch {
    // Absent or half written: no stack that could be used.
    return null;
  }
}
