import type { Config } from '../../kernel/config/index.js';
import { findRecogniser } from './installation.js';
import type { Recogniser } from './port.js';
import { createWhisper, type WhisperOptions } from './whisper.js';

/** A recogniser is wanted, and none is installed. */
export class RecogniserMissing extends Error {
  override readonly name = 'RecogniserMissing';
  constructor(why: string) { super(`${why}, but the recogniser is not installed. Run: proscenium recogniser install`); }
}

/** Opens the installed recogniser; its process starts with the first line. Throws `RecogniserMissing`, which repeats `why`. */
export async function openWhisper({ cacheDir }: Pick<Config, 'cacheDir'>, why: string, options: WhisperOptions = {}): Promise<Recogniser> {
  const installation = await findRecogniser(cacheDir);
  if (!installation) throw new RecogniserMissing(why);
  return createWhisper(installation, options);
}

/** The configured recogniser, or null. Throws `RecogniserMissing` when it is not installed. */
export async function openRecogniser(config: Pick<Config, 'recogniser' | 'cacheDir'>): Promise<Recogniser | null> {
  return config.recogniser === 'none' ? null : openWhisper(config, `RECOGNISER is ${config.recogniser}`);
}
