import { describe, expect, it } from '@jest/globals';
import { movesIn } from '../../../src/craft/narrative/analysis/presence/moves.js';
import { presenceIn, type StoryLine, type StoryPerson } from '../../../src/craft/narrative/analysis/presence/telling.js';
import { moodIn } from '../../../src/craft/people/moods.js';

const PEOPLE: readonly StoryPerson[] = [
  { id: 'NORA', names: ['Nora Pell', 'Nora'], sex: 'female' }, { id: 'AGNES', names: ['Agnes'], sex: 'female' },
  { id: 'CROFT', names: ['Mr. Croft', 'Croft'], sex: 'male' }, { id: 'TOBY', names: ['Toby'], sex: 'male' },
];
const told = (text: string, index = 0): StoryLine => ({ index, scene: 0, kind: 'told', speaker: null, text });
const said = (speaker: string, text: string, index: number): StoryLine => ({ index, scene: 0, kind: 'spoken', speaker, text });
const presentIn = (...lines: StoryLine[]): string[] => [...presenceIn(lines, PEOPLE).present.keys()].sort();

describe('who is there', () => {
  it.each<[text: string, present: string[]]>([
    ['Nora stirred the soup.', ['NORA']],
    ['Nora and Agnes carried the basket between them.', ['AGNES', 'NORA']],
    ['“It is late,” said Croft.', ['CROFT']],
    ['Mr. Croft, leaning on the gate, laughed at the dog.', ['CROFT']],
    ['Nora thought of Toby.', ['NORA']],
    ['Nora hoped that Toby would come.', ['NORA']],
    ['Toby’s letter lay on the table.', []],
    ['Toby had sailed in March.', []],
    ['Toby was much missed at table.', []],
    ['The constable knocked at the door.', ['CONSTABLE']],
  ])('%s', (text, present) => {
    expect(presentIn(told(text))).toEqual(present);
  });

  it('includes people who are called by name, and not people who are only spoken of', () => {
    expect(presentIn(said('NORA', 'Come here, Toby, and tell me where Agnes went.', 0))).toEqual(['NORA', 'TOBY']);
  });
});

describe('the people of whom lines tell', () => {
  const tellings = (...lines: StoryLine[]): string[][] => presenceIn(lines, PEOPLE).tellings.map(({ people }) => people);

  it('are found by pronouns from line to line, according to sex', () => {
    expect(tellings(told('Nora put down the lamp. Croft rose.'), told('She was tired.', 1), told('He bowed.', 2))).toEqual([['NORA'], ['CROFT'], ['NORA'], ['CROFT']]);
  });

  it('are, for a pronoun, whoever the sentence before tells of first', () => {
    expect(tellings(told('Nora sang, as Agnes had once sung it. She smiled.')).at(-1)).toEqual(['NORA']);
  });

  it('are found in the words before the first line, too', () => {
    expect(presenceIn([told('She went on with her work.')], PEOPLE, 'Agnes came in at noon.').tellings[0]?.people).toEqual(['AGNES']);
  });

  it('are none where no person does anything', () => {
    expect(tellings(told('The rain fell on the roof.'))).toEqual([[]]);
  });
});

describe('where scenes move to', () => {
  const headings = (...lines: StoryLine[]): string[] => movesIn(lines, presenceIn(lines, PEOPLE).tellings).map(({ heading }) => heading);

  it.each<[text: string, headings: string[]]>([
    ['They came into a wood.', ['EXT. WOOD']],
    ['Nora rummaged in the larder.', ['INT./EXT. LARDER']],
    ['Croft went to bed.', ['INT. BEDROOM']],
    ['They would have gone into the garden if it had not rained.', []],
    ['Nora poked at the wood embers on the hearth.', []],
    ['She remembered the garden.', []],
  ])('%s', (text, expected) => {
    expect(headings(told(text))).toEqual(expected);
  });

  it('stays where one person leaves and the others go on talking', () => {
    expect(headings(told('Croft went into the garden.'), said('NORA', 'He is cross.', 1))).toEqual([]);
    expect(headings(told('Croft went into the garden.'), told('He looked at the roses.', 1))).toEqual(['EXT. GARDEN']);
  });
});

describe('the mood of words', () => {
  it.each<[text: string, mood: string | null]>([
    ['He wept, and tears ran down.', 'sad'], ['They fought with fists in the street.', 'angry'], ['She screamed in terror.', 'afraid'],
    ['They laughed.', 'happy'], ['He did not laugh.', null], ['It struck him that it was late.', null], ['The door was open.', null],
  ])('%s', (text, mood) => {
    expect(moodIn(text)).toBe(mood);
  });
});
