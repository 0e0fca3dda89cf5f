import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';

const TALK = [
  '“You are late,” said Nora. They were in the kitchen, and the kettle was on.', '“The road was bad,” said Paul.', '“It always is,” said Nora.',
  '“Not always,” said Paul.', '“Sit down, then,” said Nora.', '“I would rather stand,” said Paul.', '“As you like,” said Nora.', '“Thank you,” said Paul.',
];
const AFTER = ['“Look at that,” said Nora.', '“I see it,” said Paul.', '“Do you?” said Nora.', '“Of course,” said Paul.'];

/** The headings of the scenes of a text in which these paragraphs stand between two talks. */
const headings = (...between: string[]): string[] => analyseText([...TALK, ...between, ...AFTER].join('\n\n')).scenes.map(({ heading }) => heading);

describe('another scene begins where', () => {
  it.each([
    ['people arrive somewhere', 'They put on their coats without a word and went out, and soon they came into the orchard behind the house.', 'EXT. ORCHARD - LATER'],
    ['a group arrives that is not called they', 'The two friends went out by the back door and down into the orchard, where the grass was still wet.', 'EXT. ORCHARD - LATER'],
    ['a sentence begins with their arrival', 'When they reached the station, a boy with a basket of eggs came up to them and asked for a penny.', 'INT./EXT. STATION - LATER'],
    ['one person goes to another', 'Nora put down the cloth and went out to the garden, and found Paul asleep beside the beans.', 'EXT. GARDEN - LATER'],
    ['it is another day', 'The next morning they met again in the library, and neither of them had slept for a minute.', 'INT. LIBRARY - MORNING'],
    ['a week has passed', 'A week later they met in the studio, where the picture was still on its easel.', 'INT. STUDIO - LATER'],
  ])('%s', (_name, between, heading) => {
    expect(headings(between)).toEqual(['INT. KITCHEN', heading]);
  });

  it('people go in the words after a line', () => {
    expect(headings('“Come along, then,” said Nora, and they walked together into the orchard.')).toEqual(['INT. KITCHEN', 'EXT. ORCHARD - LATER']);
  });

  it('they walk away together, and its place is not that of the scene before', () => {
    const [kitchen, way, ...more] = headings('They locked the door behind them and walked home together without another word about it.');
    expect([kitchen, more]).toEqual(['INT. KITCHEN', []]);
    expect(way).not.toContain('KITCHEN');
  });

  it('it is another day, and its place is not that of the scene before', () => {
    const [, later] = headings('Three weeks later nobody in the village spoke of it any more, and the two of them least of all.');
    expect(later).toMatch(/^INT\.\/EXT\. .* - LATER$/u);
    expect(later).not.toContain('KITCHEN');
  });
});

describe('a scene continues where', () => {
  it.each([
    ['one person leaves and the others talk on', ['“I shall fetch the wood,” said Tom, who had been silent, and he went out into the orchard with the basket on his arm.', '“He is a good boy,” said Nora.', '“He is,” said Paul.']],
    ['somebody remembers another time', ['She had met him one evening in the orchard, years before, and she had never told anybody a word of it.']],
    ['somebody speaks of another time', ['It had been said that they would leave for the coast on the following day, if the weather would only let them.']],
    ['people take a step in it', ['They went up the stairs to the landing and stood there for a while beside the tall clock without a word.']],
    ['a place is only described', ['The orchard behind the house was small, and the wall along the lane had fallen down in the spring.']],
  ])('%s', (_name, between) => {
    expect(headings(...between)).toEqual(['INT. KITCHEN']);
  });
});
