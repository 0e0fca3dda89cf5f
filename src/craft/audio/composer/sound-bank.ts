import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../kernel/config/index.js';

export const INSTALL_MUSIC = 'proscenium music install';

/** The bank of instruments that plays composed music. */
export const SOUND_BANK = {
  name: 'FluidR3Mono GM', fileName: 'fluid-r3-mono-gm.sf3', licenceName: 'fluid-r3-mono-gm.licence.md', bytes: 14_563_174,
  sha256: 'cfcd66d89e8386823400eca64934b14fbea7bf48ba1f00d21189af1262794ec2',
} as const;

/** The path of the bank in the cache. The file name begins with the hash, so that another bank gets another file. */
export const soundBankPath = (cacheDir: string): string =>
  path.join(cacheDir, 'music', `${SOUND_BANK.sha256.slice(0, 12)}-${SOUND_BANK.fileName}`);

/** The path of the installed bank; null when it is missing or has the wrong length. Its hash was checked at the installation. */
export async function findSoundBank(cacheDir: string): Promise<string | null> {
  const file = soundBankPath(cacheDir);
  const facts = await stat(file).catch(() => null);
  return facts?.isFile() && facts.size === SOUND_BANK.bytes ? file : null;
}

/** The configuration requires composed music, but its bank is not installed. */
export class SoundBankMissing extends Error {
  override readonly name = 'SoundBankMissing';
  constructor() { super(`MUSIC=composed, but the instruments are not installed: run \`${INSTALL_MUSIC}\`, or set MUSIC=catalogue`); }
}

/** Whether this process composes music. */
export interface Composer {
  /** Path of the bank; null when it is not installed. */
  bank: string | null;
  /** Whether music that no client chose is composed, rather than taken from the catalogue. */
  composes: boolean;
  /** Why music is not composed, and how to change that; null when it is composed. */
  reason: string | null;
}

/**
 * Tells whether music is composed with this configuration on this machine. Throws `SoundBankMissing` when the configuration requires it and the bank is
 * missing.
 */
export async function getComposer({ music, cacheDir }: Pick<Config, 'music' | 'cacheDir'>): Promise<Composer> {
  const bank = await findSoundBank(cacheDir);
  if (music === 'catalogue') return { bank, composes: false, reason: 'MUSIC is set to catalogue; unset it to have music composed' };
  if (bank) return { bank, composes: true, reason: null };
  if (music === 'composed') throw new SoundBankMissing();
  return { bank, composes: false, reason: `the instruments are not installed; run \`${INSTALL_MUSIC}\` and start again` };
}
