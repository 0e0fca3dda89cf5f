import { describe } from '@jest/globals';

const cacheDir = process.env.TEST_VOICE_PACK_CACHE ?? '';
if (!cacheDir) {
  const hint = 'the neural voices are not installed (proscenium voices install): their tests do NOT run';
  if (process.env.CI === 'true') throw new Error(hint);
  process.stderr.write(`\n*** ${hint} ***\n`);
}

/** The cache that holds the voice pack, for a configuration with neural voices; empty without one. */
export const voicePackCache = cacheDir;

/** `describe`, or a loud skip on a machine without the voice pack. */
export const neuralTests = cacheDir ? describe : describe.skip;
