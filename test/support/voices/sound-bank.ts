import { describe } from '@jest/globals';

const cacheDir = process.env.TEST_SOUND_BANK_CACHE ?? '';
if (!cacheDir) {
  const hint = 'the instruments of composed music are not installed (proscenium music install): the tests that play it do NOT run';
  if (process.env.CI === 'true') throw new Error(hint);
  process.stderr.write(`\n*** ${hint} ***\n`);
}

/** The cache that holds the instruments, for a configuration that composes music; empty without them. */
export const soundBankCache = cacheDir;

/** `describe`, or a loud skip on a machine without the instruments. */
export const playingTests = cacheDir ? describe : describe.skip;
