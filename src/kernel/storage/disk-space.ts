import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/index.js';
import { ApiError } from '../errors/api-error.js';

const BYTES_PER_MB = 1_000_000;
const KEEP_MS = 1_000;

export interface DiskSpace {
  /** Bytes that this process may still write below the data folder. */
  freeBytes: number;
  /** Calls that need space are refused below so many; 0 refuses none. */
  minFreeBytes: number;
  isLow: boolean;
}

type Settings = Pick<Config, 'dataDir' | 'minFreeDiskMb'>;

const kept = new Map<string, { until: number; freeBytes: Promise<number> }>();

/** A folder that does not exist yet, as where all files are in another store, will be made on the disk of the one above it. */
async function measureFree(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const above = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return measureFree(above);
  }
}

function freeBytesOf(folder: string): Promise<number> {
  const found = kept.get(folder);
  if (found && found.until > Date.now()) return found.freeBytes;
  const freeBytes = measureFree(folder);
  kept.set(folder, { until: Date.now() + KEEP_MS, freeBytes });
  freeBytes.catch(() => kept.delete(folder));
  return freeBytes;
}

/** The space on the disk of the data folder, measured at most once a second. */
export async function diskSpace({ dataDir, minFreeDiskMb }: Settings): Promise<DiskSpace> {
  const freeBytes = await freeBytesOf(dataDir);
  const minFreeBytes = minFreeDiskMb * BYTES_PER_MB;
  return { freeBytes, minFreeBytes, isLow: freeBytes < minFreeBytes };
}

const inMb = (bytes: number): number => Math.floor(bytes / BYTES_PER_MB);

/** The refusal of a call that a full disk keeps from being done. */
export const diskFull = (): ApiError => new ApiError('internal_error',
  'the disk of the server is full, so that nothing new can be stored: free some space on it, then send the same call again');

/** Raises `internal_error` when the disk has too little space to store anything new. What is stored can be read. */
export async function requireDiskSpace(settings: Settings): Promise<void> {
  const { isLow, freeBytes, minFreeBytes } = await diskSpace(settings);
  if (!isLow) return;
  throw new ApiError('internal_error',
    `the disk of the server is almost full (${inMb(freeBytes)} MB are free, ${inMb(minFreeBytes)} MB must stay free), so that nothing new `
    + 'is stored: free some space on it, then send the same call again');
}

/** True for an error of the file system or of Postgres that says that the disk is full. */
export function saysDiskFull(error: unknown): boolean {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || /No space left on device/.test(String(message))
    || (cause !== undefined && cause !== error && saysDiskFull(cause));
}
