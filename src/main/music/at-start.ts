import { findSoundBank, INSTALL_MUSIC } from '../../craft/audio/composer/sound-bank.js';
import type { Config } from '../../kernel/config/index.js';
import { installMusic, MusicNotInstalled, type InstallOptions } from './install.js';

interface Telling {
  say: (line: string) => void;
  /** Receives a line when something takes long. */
  note: (line: string) => void;
}

const REACH_MS = 20_000;

/**
 * Installs the instruments of composed music before the processes start, unless `MUSIC` is `catalogue`. When that fails, prints one line: that pieces of the
 * catalogue play instead, the reason, and the remedy. With `MUSIC=composed` throws `MusicNotInstalled` instead.
 */
export async function installMusicAtStart(
  config: Pick<Config, 'music' | 'cacheDir' | 'musicUrl'>, { say, note }: Telling, options: InstallOptions = {},
): Promise<void> {
  if (config.music === 'catalogue' || await findSoundBank(config.cacheDir)) return;
  try {
    await installMusic(config, { onProgress: note, reachMs: REACH_MS, ...options });
  } catch (error) {
    if (!(error instanceof MusicNotInstalled) || config.music === 'composed') throw error;
    say(`Music is taken from the catalogue. ${error.message.replace(/\.$/, '')}. \`${INSTALL_MUSIC}\` fetches them later.`);
  }
}
