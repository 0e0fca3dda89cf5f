import { describe } from '@jest/globals';

const cacheDir = process.env.TEST_VOICE_PACK_CACHE ?? '';
if (!cacheDir) {
  const hint = 'the neural voices are not installed (proscenium voices install): their tests do NOT run';
  if (process.env.CI === 'true') throw new Error(hint);
  process.stderr.write(`\n*** ${hint} ***\n`);
}

/** The cache folder that holds the voice pack, for configurations with neural voices; '' when it is not installed. */
export const voicePackCache = cacheDir;

/** `describe`, or `describe.skip` with a printed notice when the voice pack is not installed. */
export const neuralTests = cacheDir ? describe : describe.skip;
