import Sequencer from '@jest/test-sequencer';
import { expectedSeconds, readDurations } from './durations.mjs';

/** Longest first, so that no long file begins when all others have ended. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const durations = readDurations();
    const seconds = new Map(tests.map((test) => [test, expectedSeconds(test.path, durations)]));
    return [...tests].sort((a, b) => seconds.get(b) - seconds.get(a));
  }
}
