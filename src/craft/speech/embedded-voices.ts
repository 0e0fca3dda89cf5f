import type { Config } from '../../kernel/config/index.js';
import { findVoicePack, type VoicePack } from './neural/voice-pack.js';

export const INSTALL_VOICES = 'proscenium voices install';

/** The neural voices were chosen and are not installed. */
export class VoicesMissing extends Error {
  override readonly name = 'VoicesMissing';
  constructor() { super(`VOICES=neural, but the neural voices are not installed: run \`${INSTALL_VOICES}\`, or set VOICES=stage`); }
}

/** Which of the embedded engines speaks. */
export interface EmbeddedVoices {
  speaking: 'neural' | 'stage';
  /** Of the neural voices; null when the stage voices speak. */
  pack: VoicePack | null;
  /** Why the stage voices speak and how to get the neural ones; null when those speak. */
  reason: string | null;
}

/** Says which embedded voices speak with this configuration on this machine. */
export async function findEmbeddedVoices({ voices, cacheDir }: Pick<Config, 'voices' | 'cacheDir'>): Promise<EmbeddedVoices> {
  if (voices === 'stage') {
    return { speaking: 'stage', pack: null, reason: `VOICES is set to stage; unset it to hear the neural voices (\`${INSTALL_VOICES}\` fetches them)` };
  }
  const pack = await findVoicePack(cacheDir);
  if (pack) return { speaking: 'neural', pack, reason: null };
  return { speaking: 'stage', pack: null, reason: `the neural voices are not installed; run \`${INSTALL_VOICES}\` and start again` };
}

/** The voices that a process speaks with. Throws `VoicesMissing` when the neural ones are required and not installed. */
export async function getEmbeddedVoices(config: Pick<Config, 'voices' | 'cacheDir'>): Promise<EmbeddedVoices> {
  const found = await findEmbeddedVoices(config);
  if (config.voices === 'neural' && !found.pack) throw new VoicesMissing();
  return found;
}
