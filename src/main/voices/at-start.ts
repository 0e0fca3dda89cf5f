import { INSTALL_VOICES } from '../../craft/speech/embedded-voices.js';
import { findVoicePack } from '../../craft/speech/neural/voice-pack.js';
import type { Config } from '../../kernel/config/index.js';
import { findPlatformObstacle, installVoices, VoicesNotInstalled, type InstallOptions } from './install.js';

interface Telling {
  say: (line: string) => void;
  /** Receives a line when something takes long. */
  note: (line: string) => void;
}

const REACH_MS = 20_000;

/**
 * Installs the neural voices before the processes start, unless `VOICES` is `stage`. When that fails, prints one line: that the stage voices speak instead,
 * the reason, and the remedy. With `VOICES=neural` throws `VoicesNotInstalled` instead.
 */
export async function installVoicesAtStart(
  config: Pick<Config, 'voices' | 'cacheDir' | 'voicesUrl'>, { say, note }: Telling, options: InstallOptions = {},
): Promise<void> {
  if (config.voices === 'stage' || await findVoicePack(config.cacheDir)) return;
  try {
    await installVoices(config, { onProgress: note, reachMs: REACH_MS, ...options });
  } catch (error) {
    if (!(error instanceof VoicesNotInstalled)) throw error;
    const hasPack = findPlatformObstacle(options.platform) === null;
    if (config.voices === 'neural') {
      const fix = hasPack ? `Run ${INSTALL_VOICES} with a network or VOICES_URL` : 'Unset VOICES';
      throw new VoicesNotInstalled(`${error.message}\n${fix}, or set VOICES=stage for the simple voices.`, { cause: error });
    }
    const later = hasPack ? ` \`${INSTALL_VOICES}\` fetches the neural ones later.` : '';
    say(`The stage voices speak, which sound simpler. ${error.message.replace(/\.$/, '')}.${later}`);
  }
}
