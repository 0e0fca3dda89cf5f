import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';

const readAloud = (...paragraphs: string[]): string => {
  const { text, paragraphs: found } = analyseText(paragraphs.join('\n\n'));
  return found.filter(({ kind }) => kind === 'body').map(({ start, end }) => text.slice(start, end)).join('|');
};

describe('notes between the paragraphs of a text', () => {
  it('are not read aloud when a sentence before them has their mark', () => {
    const heard = readAloud('The river was high [1] that spring, and nobody crossed it until the bridge at the mill was mended again.',
      '[1] See the county record.', 'The mill stood open, and a man came out of it, and shut the door, and went down to the water without a word to anybody.');
    expect(heard).toContain('The river');
    expect(heard).toContain('The mill');
    expect(heard).not.toContain('county record');
  });

  it('are paragraphs where other paragraphs only cite them by number', () => {
    const heard = readAloud('[1] The claimant bought the mill in May, and the mill was dry then, as both sides agree in [3] and in the letters that they sent.',
      '[2] It was dry when the defendant came to look at it as well, and nobody says otherwise, so that nothing more needs to be said here about the water.',
      '[3] The claim that it ran fails.', '[4] The mill was sold as it stood, and both sides knew that it did, because they had walked round it together on the Monday.');
    expect(heard).toContain('The claim that');
  });
});
