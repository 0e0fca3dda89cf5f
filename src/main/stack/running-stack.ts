import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRunning, type ProcessIdentity } from './process-identity.js';

/** Addresses of a running stack, stored in the data folder so that other commands find them. */
export interface RunningStack extends ProcessIdentity {
  databaseUrl: string;
  temporalAddress: string;
  uiUrl: string | null;
  baseUrl: string;
  appUrl: string;
}

const fileOf = (dataDir: string): string => path.join(dataDir, 'run', 'stack.json');

/** Stores the addresses. Only the owner can read the file, because the database URL contains a password. */
export async function writeRunningStack(dataDir: string, stack: RunningStack): Promise<void> {
  const file = fileOf(dataDir);
  await writeFile(`${file}.new`, JSON.stringify(stack, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export async function removeRunningStack(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

/** The stack that runs on this data folder, or null. */
export async function findRunningStack(dataDir: string): Promise<RunningStack | null> {
  try {
    const stack = JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as RunningStack;
    return isRunning(stack) ? stack : null;
  } catch {
    // The file is absent or incomplete: no stack is ready.
    return null;
  }
}
