import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/index.js';
import { ApiError } from '../errors/api-error.js';

const BYTES_PER_MB = 1_000_000;
const KEEP_MS = 1_000;

export interface DiskSpace {
  /** Bytes that this process may still write below the data folder. */
  freeBytes: number;
  /** Calls that need space are refused when fewer bytes are free; 0 refuses none. */
  minFreeBytes: number;
  isLow: boolean;
}

type Settings = Pick<Config, 'dataDir' | 'minFreeDiskMb'>;

const kept = new Map<string, { until: number; freeBytes: Promise<number> }>();

/**
 * Measures a folder that does not exist yet by its nearest existing parent, on whose disk it would be created. The folder may be missing when all files are
 * in another store.
 */
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

/** The free space on the disk of the data folder, measured at most once a second. */
export async function diskSpace({ dataDir, minFreeDiskMb }: Settings): Promise<DiskSpace> {
  const freeBytes = await freeBytesOf(dataDir);
  const minFreeBytes = minFreeDiskMb * BYTES_PER_MB;
  return { freeBytes, minFreeBytes, isLow: freeBytes < minFreeBytes };
}

const inMb = (bytes: number): number => Math.floor(bytes / BYTES_PER_MB);

/** The refusal of a call that fails because the disk is full. */
export const diskFull = (): ApiError => new ApiError('internal_error',
  'the disk of the server is full, so that nothing new can be stored: free some space on it, then send the same call again');

/** Raises `internal_error` when the disk has too little space to store anything new. Stored data can still be read. */
export async function requireDiskSpace(settings: Settings): Promise<void> {
  const { isLow, freeBytes, minFreeBytes } = await diskSpace(settings);
  if (!isLow) return;
  throw new ApiError('internal_error',
    `the disk of the server is almost full (${inMb(freeBytes)} MB are free, ${inMb(minFreeBytes)} MB must stay free), so that nothing new `
    + 'is stored: free some space on it, then send the same call again');
}

/** True for an error of the file system or of Postgres about a full disk. */
export function saysDiskFull(error: unknown): boolean {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || /No space left on device/.test(String(message))
    || (cause !== undefined && cause !== error && saysDiskFull(cause));
}
