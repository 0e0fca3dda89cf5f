import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ToolEnvironment } from '../../kernel/config/environment.js';
import { findOnPath } from './search-path.js';

const run = promisify(execFile);

/** Options that make npm fail soon when no registry answers, instead of waiting minutes between its attempts. */
const RETRIES = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=2000'];

/** The cause that npm reports, without its prefix and the line about its log. */
function reasonOf(stderr: string): string | null {
  const lines = stderr.split('\n').filter((line) => /^npm (error|ERR!)/.test(line)).map((line) => line.replace(/^npm (error|ERR!) ?/, ''));
  return lines.find((line) => /request to|not found|no matching|reason:|getaddrinfo|connect /i.test(line)) ?? lines[0] ?? null;
}

/**
 * Downloads the archive of a package into a folder with `npm pack`, which uses the registry, proxies and credentials
 * that npm is configured with, and runs no script of the package. Returns the file, whose hash is not checked. Throws an
 * error with what npm says.
 */
export async function downloadNpmPackage(
  { name, version, fileName }: { name: string; version: string; fileName: string },
  folder: string, tools: ToolEnvironment, { timeoutMs }: { timeoutMs: number },
): Promise<string> {
  const npm = await findOnPath('npm', tools);
  if (!npm) throw new Error('there is no npm on PATH');
  // A cache of its own, because npm would keep a copy of the archive in the user's cache.
  const cache = await mkdtemp(path.join(folder, 'npm-cache-'));
  const args = ['pack', `${name}@${version}`, '--pack-destination', folder, '--cache', cache, '--ignore-scripts', '--loglevel=error', ...RETRIES];
  try {
    await run(npm, args, { timeout: timeoutMs });
  } catch (error) {
    const { killed, stderr, message } = error as Error & { killed?: boolean; stderr?: string };
    const reason = killed ? `no answer within ${Math.round(timeoutMs / 1000)} s` : reasonOf(stderr ?? '') ?? message.split('\n')[0]!;
    throw new Error(`npm: ${reason.slice(0, 200)}`, { cause: error });
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
  return path.join(folder, fileName);
}
