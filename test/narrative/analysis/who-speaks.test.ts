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

  it('is another person after a dash between two quotations of one paragraph', () => {
    const told = said('Ann Pell came home with Ned Brand.', '“Where is Tom?” asked Ann.—“I do not know,” said Ned.—“Then look,” said Ann.',
      '“What have you brought us from the fair?”—“I have brought you myself,” cried Ned.');
    expect(['Where is', 'I do not', 'Then look', 'I have brought'].map((words) => speakerOf(told, words))).toEqual(['ANN', 'NED', 'ANN', 'NED']);
    expect(told.utterances).toHaveLength(5);
  });

  it('is the one who gives a name when asked for it, also “if you please” and to “Mr.—?”', () => {
    const told = said('Rosalind and Hilda kept the door, and Wren sat by the stove. An old woman came in.', '“No bread,” said Rosalind.', '“No bed,” said Hilda.',
      '“What is your name, child?” asked the old woman.', '“Wren, if you please.”', '“And what do you wish for, Wren?” asked the old woman.', '“Nothing,” said Wren.');
    expect(speakerOf(told, 'if you please')).toBe('WREN');
    expect(speakerOf(told, 'What is your name')).toBe('OLD WOMAN');
    const asked = said('“You are the detective?” said the man.', '“So it says on the glass. Sit down, Mr.—?” I said.', '“Pruitt. Alvin Pruitt.” He put the sack on my desk.',
      '“Well, Mr. Pruitt, how long has she been gone?” I asked.', '“You took his money,” said Lieutenant Doyle.');
    expect(speakerOf(asked, 'Alvin Pruitt')).toBe('PRUITT');
  });

  it('is never the author under the title', () => {
    const told = said('The Toll\nby Edith Marrow', 'The keeper stood beside the gate in the rain with a lamp and counted the boats as they came, and there were many of them that night, and he was cold.',
      '“Where is your wife?” the men called.', '“She is cutting bread,” said the keeper.', '“Is she?”', '“She is.”');
    expect([...told.cast, ...told.unheard].map(({ cue }) => cue)).not.toContain('MARROW');
  });

  it('is a woman with a title, when the text says “her” or “she” of her', () => {
    for (const name of ['Dr. Okafor', 'Dr. Anna Okafor', 'Professor Okafor', 'Captain Okafor', 'Robin Okafor', 'Morgan', 'Adaeze']) {
      const told = said('Priya Raman put the lamp on the table.', '“We have lost it,” said Priya.', '“How much?” asked Tom Becker.', '“I should like to know who told them,” said Priya.',
        `${name} cleared her throat. “I told them,” she said.`, '“You what?” said Tom.');
      expect([name, speakerOf(told, 'I told them')]).toEqual([name, name.split(' ').at(-1)!.toUpperCase()]);
    }
    const old = said('Dr. Muir took her hand.', '“You are tired,” he said to Mrs. Pell.', '“I am,” said Mrs. Pell.', '“Rest,” said Dr. Muir.');
    expect(old.cast.find(({ cue }) => cue === 'MUIR')?.gender).toBe('male');
  });

  it('is the same person under a new name that the text introduces', () => {
    const told = said('Mr. Brand, or, as she must now call him, Ned, opened the gate.', '“Come in,” said Mr. Brand.', '“Thank you,” said Ann Pell.', '“Mind the step,” said Ned.');
    expect(speakerOf(told, 'Mind the step')).toBe(speakerOf(told, 'Come in'));
  });
});
