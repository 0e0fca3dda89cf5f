import { describe, expect, it } from '@jest/globals';
import { captionParts } from '../../src/craft/stage/caption-parts.js';

const partsOf = (text: string, most?: number): string[] => captionParts({ text, startMs: 0, endMs: 1000 }, most).map((part) => part.text);

describe('the parts of a caption', () => {
  it.each<[text: string, most: number, parts: string[]]>([
    ['It was a bright cold day in April. The clocks were striking thirteen, and nobody looked up at all.', 84,
      ['It was a bright cold day in April.', 'The clocks were striking thirteen, and nobody looked up at all.']],
    ['The case, he told me, was not entirely devoid of interest and even of instruction for the student of crime.', 84,
      ['The case, he told me, was not entirely devoid of interest', 'and even of instruction for the student of crime.']],
    ['She had not thought of the house by the river for years when the letter came to her door.', 60,
      ['She had not thought of the house by the river for years', 'when the letter came to her door.']],
  ])('end at clauses: %s', (text, most, parts) => {
    expect(partsOf(text, most)).toEqual(parts);
  });

  it('never leave a single short word, and cut a word only when there is no space', () => {
    const line = `${'a steady line of words that goes on for a while and then '.repeat(3)}ends so.`;
    expect(Math.min(...partsOf(line).map((part) => part.length))).toBeGreaterThanOrEqual(14);
    expect(partsOf('x'.repeat(200)).map((part) => part.length)).toEqual([84, 84, 32]);
  });
});
