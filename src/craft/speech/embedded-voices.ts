import type { Config } from '../../kernel/config/index.js';
import { findVoicePack, type VoicePack } from './neural/voice-pack.js';

export const INSTALL_VOICES = 'proscenium voices install';

/** The configuration requires the neural voices, but they are not installed. */
export class VoicesMissing extends Error {
  override readonly name = 'VoicesMissing';
  constructor() { super(`VOICES=neural, but the neural voices are not installed: run \`${INSTALL_VOICES}\`, or set VOICES=stage`); }
}

/** The embedded engine in use. */
export interface EmbeddedVoices {
  speaking: 'neural' | 'stage';
  /** The installed neural voices; null when the stage voices are in use. */
  pack: VoicePack | null;
  /** Why the stage voices are in use and how to get the neural ones; null when the neural voices are in use. */
  reason: string | null;
}

/** Finds which embedded voices this configuration uses on this machine. */
export async function findEmbeddedVoices({ voices, cacheDir }: Pick<Config, 'voices' | 'cacheDir'>): Promise<EmbeddedVoices> {
  if (voices === 'stage') {
    return { speaking: 'stage', pack: null, reason: `VOICES is set to stage; unset it to hear the neural voices (\`${INSTALL_VOICES}\` fetches them)` };
  }
  const pack = await findVoicePack(cacheDir);
  if (pack) return { speaking: 'neural', pack, reason: null };
  return { speaking: 'stage', pack: null, reason: `the neural voices are not installed; run \`${INSTALL_VOICES}\` and start again` };
}

/** The embedded voices that a process uses. Throws `VoicesMissing` when the neural voices are required but not installed. */
export async function getEmbeddedVoices(config: Pick<Config, 'voices' | 'cacheDir'>): Promise<EmbeddedVoices> {
  const found = await findEmbeddedVoices(config);
  if (config.voices === 'neural' && !found.pack) throw new VoicesMissing();
  return found;
}
