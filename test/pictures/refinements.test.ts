import { describe, expect, it } from '@jest/globals';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { HAIR_COLOURS, type Look } from '../../src/craft/images/person/look.js';
import { readRefinement, redrawnLook, refinedLook, withoutEffect } from '../../src/craft/images/person/refinements.js';

const [woman, man] = castLooks('refined', [
  { name: 'Mara', description: 'a woman of 35 with brown hair in a bun, in a blue shirt, with glasses and a scarf' }, { name: 'Tom', description: 'a man of 35 with black hair, in a suit, clean-shaven' },
]) as [Look, Look];

/** The traits of a look that words change, and those words that no drawing can follow (`unknown`). */
const changed = (look: Look, words: string): { changes: Partial<Look>; unknown: readonly string[] } => {
  const refinement = readRefinement(words);
  const after = refinedLook(look, refinement);
  const traits = (Object.keys(after) as (keyof Look)[]).filter((trait) => JSON.stringify(after[trait]) !== JSON.stringify(look[trait]));
  return { changes: Object.fromEntries(traits.map((trait) => [trait, after[trait]])), unknown: refinement.unknown };
};

type Row = [words: string, ofWoman: Partial<Look>, ofMan: Partial<Look>];

const { red, white } = HAIR_COLOURS;
const FOLLOWED: Row[] = [
  ['red hair', { hairColour: red }, { hairColour: red }],
  ['long red curly hair', { hair: 'curlylong', hairColour: red }, { hair: 'curly', hairColour: red }],
  ['Please make her older.', { age: 'mid' }, { age: 'mid' }],
  ['a bit younger', { age: 'young' }, { age: 'young' }],
  ['no glasses, and without the scarf', { glasses: 'none', extras: [] }, {}],
  ['in a green coat', { garment: 'coat', cloth: '#3a7352' }, { garment: 'coat', cloth: '#3a7352' }],
  ['a grey coat', { garment: 'coat', cloth: '#6f7680' }, { garment: 'coat', cloth: '#6f7680' }],
  ['a white beard', { hairColour: white }, { hairColour: white, facialHair: 'beard' }],
  ['round glasses', { glasses: 'round' }, { glasses: 'round' }],
  ['with a scar and an eye patch', { extras: ['scarf', 'scar', 'patch'] }, { extras: ['scar', 'patch'] }],
  ['bald', { hair: 'bald' }, { hair: 'bald' }],
];

describe('words about a portrait', () => {
  it.each(FOLLOWED)('%s: change what they say, and nothing else', (words, ofWoman, ofMan) => {
    const [her, his] = [changed(woman, words), changed(man, words)];
    expect([her.unknown, his.unknown]).toEqual([[], []]);
    // What a person has already is no change.
    const without = (look: Look, wanted: Partial<Look>) => Object.fromEntries(Object.entries(wanted).filter(([trait, value]) => (
      JSON.stringify(look[trait as keyof Look]) !== JSON.stringify(value))));
    expect([her.changes, his.changes]).toEqual([without(woman, ofWoman), without(man, ofMan)]);
  });

  it.each([
    ['red hair and a dragon', ['dragon']], ['an old coat', ['old']], ['a thin moustache', ['thin']], ['watercolour', ['watercolour']],
    ['a black top hat', ['black']], ['smiling in the rain', ['smiling', 'rain']],
  ])('%s: names what no drawing follows', (words, unknown) => {
    expect(readRefinement(words).unknown).toEqual(unknown);
  });

  it('never make a woman of a man, or the reverse, by clothes or a beard', () => {
    for (const words of ['a beard', 'in a dress', 'a bonnet', 'a gown']) {
      expect([refinedLook(woman, readRefinement(words)).presentation, refinedLook(man, readRefinement(words)).presentation]).toEqual(['feminine', 'masculine']);
    }
  });

  it('are reported without effect when the person already looks so, or cannot', () => {
    expect(withoutEffect(woman, readRefinement('a beard'))).toEqual(['beard']);
    expect(withoutEffect(woman, readRefinement('a beard, red hair'))).toEqual(['beard']);
    expect(withoutEffect(man, readRefinement('a beard, red hair'))).toEqual([]);
    expect(withoutEffect(man, readRefinement('black hair'))).toEqual(['colour of hair']);
  });
});

describe('another drawing of a person', () => {
  it('has another face, and everything else as it was', () => {
    const other = redrawnLook(woman, 'again');
    const kept = ({ brow: _b, eyeSize: _e, nose: _n, jaw: _j, lips: _l, faceWidth: _f, ...rest }: Look) => rest;
    expect(kept(other)).toEqual(kept(woman));
    for (const trait of ['brow', 'eyeSize', 'nose', 'jaw', 'lips', 'faceWidth'] as const) expect([trait, other[trait] === woman[trait]]).toEqual([trait, false]);
    expect(redrawnLook(woman, 'again')).toEqual(other);
    expect(redrawnLook(woman, 'once more')).not.toEqual(other);
  });
});
