import { describe, expect, it } from '@jest/globals';
import { neededMs, readAloudMs } from '../../../src/craft/deck/writer/material/reading-time.js';

/**
 * How long the neural narrator `michael` took for sentences of five novels, in milliseconds. The sentences that are slowest for their number of letters are
 * among them.
 */
const READ: readonly (readonly [ms: number, text: string])[] = [
  [3_087, 'Gertrude and Halsey were infatuated.'],
  [3_848, 'Halsey was eleven then, and Gertrude was seven.'],
  [10_526, 'But when Halsey had finished his electrical course and Gertrude her boarding-school, and both came home to stay, things were suddenly changed.'],
  [4_778, 'In the narrator’s words: “However, I did the best I could.”'],
  [6_540, 'He glanced at his wife: her cheek was slightly flushed; he patted it caressingly.'],
  [4_446, 'Nor when he met the people was he disappointed in this respect.'],
  [2_164, 'The very sky seemed small.'],
  [9_761, 'It is because after they have passed Sloane Square they know that the next station must be Victoria, and nothing but Victoria.'],
  [11_309, 'Then with an expression of interest he laid down his cigarette, and carrying the cane to the window, he looked over it again with a convex lens.'],
  [6_782, 'House-surgeon, from 1882 to 1884, at Charing Cross Hospital.'],
  [8_213, 'Beneath him lay a narrow valley, open and grassy, from which rose a faint murmur of running water.'],
  [5_923, 'Peering out, he saw dim, moving forms in the darkness, quite close at hand.'],
];
/** The pause before a text; the one after it may be shorter. */
const BEFORE_MS = 400;

describe('the estimated time for reading a text aloud', () => {
  it.each(READ)('has room for the %i ms of a neural narrator: %s', (ms, text) => {
    expect(BEFORE_MS + ms).toBeLessThanOrEqual(neededMs({ sentences: [{ text, origins: [] }], lines: [] }));
  });

  it('is in total less than a fifth longer than the measured time', () => {
    const [measured, reckoned] = [READ.reduce((sum, [ms]) => sum + ms, 0), READ.reduce((sum, [, text]) => sum + readAloudMs(text), 0)];
    expect(reckoned / measured).toBeLessThan(1.2);
  });
});
