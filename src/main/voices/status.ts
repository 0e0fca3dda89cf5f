import { findEmbeddedVoices, INSTALL_VOICES } from '../../craft/speech/embedded-voices.js';
import { voicePackFolder } from '../../craft/speech/neural/voice-pack.js';
import type { Config } from '../../kernel/config/index.js';
import { findPlatformObstacle } from './install.js';
import { inspectPack } from './marker.js';

export interface VoicesStatus {
  speaking: 'neural' | 'stage';
  /** `unsupported`: there is no pack for this machine. */
  pack: 'installed' | 'absent' | 'damaged' | 'unsupported';
  folder: string;
  bytes: number;
  /** Files of the pack that are missing or changed. */
  damaged: string[];
  /** What a person should know, as a sentence. */
  detail: string;
  /** What to do to hear the neural voices, or null. */
  fix: string | null;
}

/** Which embedded voices speak, after reading every file of the installed pack. */
export async function voicesStatus(config: Pick<Config, 'voices' | 'cacheDir'>): Promise<VoicesStatus> {
  const folder = voicePackFolder(config.cacheDir);
  const { speaking } = await findEmbeddedVoices(config);
  const condition = await inspectPack(folder);
  const obstacle = findPlatformObstacle();
  const about = { speaking, folder, bytes: condition?.bytes ?? 0, damaged: condition?.damaged ?? [] };
  if (condition && condition.damaged.length > 0) {
    const detail = `the pack of the neural voices is damaged: ${condition.damaged.slice(0, 3).join(', ')}`;
    return { ...about, pack: 'damaged', detail, fix: `Run ${INSTALL_VOICES}.` };
  }
  if (condition) {
    const where = `${(condition.bytes / 1e6).toFixed(0)} MB in ${folder}`;
    return speaking === 'neural' ? { ...about, pack: 'installed', detail: `neural; ${where}`, fix: null }
      : { ...about, pack: 'installed', detail: `stage, because VOICES is set to stage; the neural ones are installed, ${where}`, fix: 'Unset VOICES.' };
  }
  if (obstacle) return { ...about, pack: 'unsupported', detail: `stage; no neural voices here: ${obstacle}`, fix: null };
  return { ...about, pack: 'absent', detail: 'stage; the neural voices are not installed', fix: `Run ${INSTALL_VOICES} (fetches 210 MB, once).` };
}
