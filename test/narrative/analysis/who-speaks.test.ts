import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { tagAfter } from '../../../src/craft/narrative/analysis/speech/tags.js';
import type { TextAnalysis } from '../../../src/craft/narrative/model.js';

const said = (...paragraphs: string[]): TextAnalysis => analyseText(paragraphs.join('\n\n'));

/** The cue of the speaker of the quotation that contains `words`. */
function speakerOf({ text, quotes, cast }: TextAnalysis, words: string): string | undefined {
  const at = text.indexOf(words);
  return cast.find(({ id }) => id === quotes.find(({ start, end }) => start <= at && at < end)?.speaker)?.cue;
}

describe('who speaks', () => {
  it('is the owner of a voice', () => {
    expect(tagAfter('her voice floated up from below.', '“It is,”')).toMatchObject({ subject: 'she', kind: 'pronoun' });
    expect(tagAfter('his low voice answered.', '“It is,”')).toMatchObject({ subject: 'he', kind: 'pronoun' });
  });

  it('is found in tags such as “was Mrs. Pell’s parting injunction”', () => {
    expect(tagAfter('was Mrs. Pell’s parting injunction.', '“Think of me,”')).toMatchObject({ subject: 'Mrs. Pell', how: 'after' });
  });

  it('is the only major of the text when it says “the Major”', () => {
    const told = said('Major Brand and Ann Pell sat by the stove.', '“It snows,” said Major Brand.', '“It does,” said Ann.', '“We shall stay,” said the Major.');
    expect(speakerOf(told, 'We shall stay')).toBe(speakerOf(told, 'It snows'));
  });

  it('is told apart: a son from a father with a rank, and a daughter from a mother who is a Lady', () => {
    const told = said('Sir Thomas Brand came home on Monday. Tom Brand met him with Maria Brand. Maria was pale, and Maria said nothing. Tom laughed.',
      '“Where is the horse?” asked Sir Thomas.', '“Sold,” said Tom.', '“Sold it is,” said Lady Brand.', '“And well sold,” said Maria.');
    expect(speakerOf(told, 'Sold,”')).not.toBe(speakerOf(told, 'Where is'));
    expect(speakerOf(told, 'And well')).not.toBe(speakerOf(told, 'Sold it is'));
  });

  it('is the same person under a new name that the text introduces', () => {
    const told = said('Mr. Brand, or, as she must now call him, Ned, opened the gate.', '“Come in,” said Mr. Brand.', '“Thank you,” said Ann Pell.', '“Mind the step,” said Ned.');
    expect(speakerOf(told, 'Mind the step')).toBe(speakerOf(told, 'Come in'));
  });
});
