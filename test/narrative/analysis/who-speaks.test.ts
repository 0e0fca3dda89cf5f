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

  it('is named where the sentence says what the words were', () => {
    expect(tagAfter('was Mrs. Pell’s parting injunction.', '“Think of me,”')).toMatchObject({ subject: 'Mrs. Pell', how: 'after' });
  });

  it('is the major where a text has one', () => {
    const told = said('Major Brand and Ann Pell sat by the stove.', '“It snows,” said Major Brand.', '“It does,” said Ann.', '“We shall stay,” said the Major.');
    expect(speakerOf(told, 'We shall stay')).toBe(speakerOf(told, 'It snows'));
  });

  it('is not the son where the father has a rank, nor the daughter where her mother is a lady', () => {
    const told = said('Sir Thomas Brand came home on Monday. Tom Brand met him with Maria Brand. Maria was pale, and Maria said nothing. Tom laughed.',
      '“Where is the horse?” asked Sir Thomas.', '“Sold,” said Tom.', '“Sold it is,” said Lady Brand.', '“And well sold,” said Maria.');
    expect(speakerOf(told, 'Sold,”')).not.toBe(speakerOf(told, 'Where is'));
    expect(speakerOf(told, 'And well')).not.toBe(speakerOf(told, 'Sold it is'));
  });

  it('is one person under the name that a text gives from now on', () => {
    const told = said('Mr. Brand, or, as she must now call him, Ned, opened the gate.', '“Come in,” said Mr. Brand.', '“Thank you,” said Ann Pell.', '“Mind the step,” said Ned.');
    expect(speakerOf(told, 'Mind the step')).toBe(speakerOf(told, 'Come in'));
  });
});
