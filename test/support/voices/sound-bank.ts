import { describe } from '@jest/globals';

const cacheDir = process.env.TEST_SOUND_BANK_CACHE ?? '';
if (!cacheDir) {
  const hint = 'the instruments of composed music are not installed (proscenium music install): the tests that play it do NOT run';
  if (process.env.CI === 'true') throw new Error(hint);
  process.stderr.write(`\n*** ${hint} ***\n`);
}

/** The cache folder that holds the instruments, for configurations that compose music; '' when they are not installed. */
export const soundBankCache = cacheDir;

/** `describe`, or `describe.skip` with a printed notice when the instruments are not installed. */
export const playingTests = cacheDir ? describe : describe.skip;
