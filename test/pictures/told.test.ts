import { describe, expect, it } from '@jest/globals';
import type { Era } from '../../src/craft/images/period.js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import type { Look } from '../../src/craft/images/person/look.js';
import { restatedLook } from '../../src/craft/images/person/stated-looks.js';
import { toldOfPeople } from '../../src/domain/canon/looks/described-people.js';
import type { CastMember, Gender, Screenplay } from '../../src/craft/screenplay/model.js';

const member = (character: string, gender: Gender): CastMember => ({ character, role: 'character', gender, description: `${character}.`, lineCount: 1, wordCount: 9 });

function screenplay(cast: CastMember[], ...texts: string[]): Screenplay {
  const entries = texts.map((text, index) => (
    { index, sceneIndex: 0, kind: 'action' as const, text, origin: 'source' as const, spans: [] }));
  return {
    title: 'T', mode: 'drama', narrationPolicy: 'include', cast, entries, reviewNotes: [],
    scenes: [{ index: 0, heading: '', title: '', firstEntry: 0, lastEntry: entries.length - 1 }],
  };
}

/** The look of the first member of a cast, from the words about them alone. */
function lookOf(cast: CastMember[], era: Era, ...texts: string[]): Look {
  const told = toldOfPeople(screenplay(cast, ...texts));
  return castLooks('s', cast.map(({ character, description, gender }, at) => ({ name: character, description, voice: gender, told: told[at]!, era })))[0]!;
}

const ROWS: [words: string, gender: Gender, expected: Partial<Look>][] = [
  ['VERA (70s), a nun in a yellow raincoat, comes in.', 'female', { age: 'old', hat: 'headscarf', garment: 'oilskin' }],
  ['Captain Vera, a woman of sixty-eight, stood at the rail.', 'female', { age: 'old' }],
  ['Vera was eighteen. She wore a green dress.', 'female', { age: 'teen', cloth: '#3a7352' }],
  ['“I counted ten at the gate,” said Vera. He was fourteen and hated to be wrong.', 'male', { age: 'teen' }],
  ['Captain Vera counted them from the rail. Forty-one years old, grey already at the temples, she had run the boat for years.', 'female', { age: 'adult', hairColour: '#8f9196' }],
  ['Vera shut the door. After the old man had gone, she lay down.', 'female', { age: expect.not.stringMatching('old') as never }],
  ['Vera looked round. Of all the bald men in the room, she liked him best.', 'female', { hair: expect.not.stringMatching('bald') as never }],
  ['Vera, aged 83 from Leeds, knitted.', 'female', { age: 'old' }],
  ['There was an old woman at the door, in a wet blue coat. “This is Mrs. Vera,” he said.', 'female', { age: 'old', garment: 'coat', cloth: '#34608c' }],
  ['Little Vera ran ahead of them. Vera, a girl of eight, had red hair.', 'female', { age: 'child' }],
  ['Vera, the blacksmith, had a grey beard and wore an apron.', 'male', { facialHair: 'beard', garment: 'apron', presentation: 'masculine' }],
  ['Vera pulled at his long fair moustache and put on his spectacles.', 'male', { facialHair: 'moustache', glasses: expect.not.stringMatching('none') as never }],
  ['“No,” said Vera. Vera’s black curls shook.', 'female', { hairColour: '#1f1b20' }],
  ['Vera sat by the fire. Her hair was brown and straight. Her gown was of silk.', 'female', { hairColour: '#66432b' }],
  ['Vera, thin and upright, knitted.', 'female', { build: 0 }],
  ['Otto met the single but piercing eye of Vera.', 'male', { extras: expect.arrayContaining(['patch']) as never }],
  ['Otto looked at the long red beard of Vera.', 'male', { facialHair: 'beard', hairColour: expect.not.stringMatching('white') as never }],
  ['Old Vera had seen it all.', 'male', { age: 'old' }],
  ['Vera, the old blind fiddler, had seen it all.', 'male', { age: 'old' }],
  ['Vera, who had been mending an old red guitar, looked up. Vera, with her old friend’s letter, sat down.', 'female', { age: expect.not.stringMatching('old') as never }],
];

describe('what a read tells about a person', () => {
  it.each(ROWS)('%s', (words, gender, expected) => {
    expect(lookOf([member(words.includes('Captain') ? 'CAPTAIN VERA' : 'VERA', gender), member('OTTO', 'male')], 'victorian', words)).toMatchObject(expected);
  });

  it('says that a nurse is a woman, unless she is called a man', () => {
    const named = (name: string) => castLooks('s', [{ name, description: '', era: 'victorian' }])[0]!;
    expect(['THE NURSE', 'NIGHT NURSE', 'NURSE'].map((name) => [named(name).presentation, named(name).facialHair])).toEqual(Array.from({ length: 3 }, () => ['feminine', 'none']));
    expect(castLooks('s', [{ name: 'KIT', description: 'a male nurse', voice: 'male' }])[0]!.presentation).toBe('masculine');
  });

  it('is what stands where someone without a name is first seen, unless there are several', () => {
    const source = 'A tall, thin man in a green coat came out of the saloon. He had a red beard. “Is there a doctor?” said the man. “No,” said Ann.';
    const cast: CastMember[] = [{ ...member('MAN', 'male'), description: 'Called the man in the text.' }, member('ANN', 'female')];
    expect(toldOfPeople(screenplay(cast, source), source)[0]).toMatch(/^tall, thin man in a green coat\b.*\. He had a red beard\.$/);
    expect(toldOfPeople(screenplay(cast), `${source} A fat man in a hat followed.`)[0]).not.toContain('green coat');
  });

  it('is not what the person says of others', () => {
    const look = lookOf([member('VERA', 'male')], 'georgian', '“Well,” said Vera, in a loud voice, “you are a rebel to your lawful king, who is an old man.”');
    expect([look.hat === 'crown', look.age === 'old']).toEqual([false, false]);
  });

  it('is not what it tells about another person', () => {
    const look = lookOf([member('VERA', 'female'), member('OTTO', 'male')], 'modern', 'Otto, an old man with a white beard, waved to Vera. He was eighty-one. Vera waved back.');
    expect(look.age).not.toBe('old');
    expect(look.presentation).toBe('feminine');
  });

  it('is found under every name of the person, but not at a common noun that looks like the name', () => {
    const source = 'Captain Rose Finn stood on the quay. “You are late,” said Captain Finn. “I had to catch him,” said Tom. “What is it?” asked Captain Finn.\n\n'
      + 'A rose of sixty, with a grey beard, was painted on the door. Captain Finn was a tall, thin woman with red hair. “Come in,” said Rose. “No,” said Tom.';
    const [told] = toldOfPeople(screenplay([member('FINN', 'female'), member('TOM', 'male')], 'Nothing.'), source);
    expect(told).toMatch(/thin woman with red hair/);
    expect(told).not.toMatch(/sixty|beard/);
  });

  it('gives way to the cast list, and is empty for narrators', () => {
    const vera = { ...member('VERA', 'female'), description: 'a girl, 12' };
    const told = toldOfPeople(screenplay([vera, { ...member('NARRATOR', 'neutral'), role: 'narrator' }], 'Vera was seventy. Narrator, a man of 50.'));
    expect(told[1]).toBe('');
    expect(castLooks('s', [{ name: 'VERA', description: vera.description, told: told[0]! }])[0]!.age).toBe('teen');
  });

  it('does not take a number for an age', () => {
    const cast = [member('VERA', 'female')];
    expect(lookOf(cast, 'modern', 'Vera was at the door with 9 bags at four.').age).not.toBe('child');
  });
});

describe('clothes', () => {
  const NEW = ['hoodie', 'tee', 'rollneck', 'lab', 'jumpsuit', 'space'];
  const crowd = (era: Era) => castLooks(`c${era}`, Array.from({ length: 24 }, (_, at) => ({
    name: `P${at}`, description: ['', 'detective', 'doctor', 'teenager', 'a lawyer', 'a sailor'][at % 6]!, voice: at % 2 ? 'female' as const : 'male' as const, era,
  })));

  it('follow the age: no hoods, T-shirts or crops before there were any', () => {
    for (const era of ['antiquity', 'medieval', 'georgian', 'victorian'] as const) {
      for (const look of crowd(era)) {
        const sailor = era === 'victorian' && look.garment === 'rollneck';
        expect({ era, garment: look.garment, modern: NEW.includes(look.garment) && !sailor }).toMatchObject({ modern: false });
        expect(look.hat).not.toBe('fedora');
        expect(['pixie', 'bob', 'ponytail', 'afro', 'crop']).not.toContain(look.hair);
      }
    }
    expect(crowd('modern').some(({ garment }) => garment === 'rollneck' || garment === 'tee' || garment === 'hoodie')).toBe(true);
    expect(crowd('victorian').filter(({ presentation }) => presentation === 'feminine').every(({ garment }) => ['bodice', 'gown', 'coat', 'uniform', 'apron'].includes(garment))).toBe(true);
  });

  it('years in words outrank an age that other words suggest, and the direction of the user outranks both', () => {
    const [finn] = castLooks('s', [{ name: 'Finn', description: '', voice: 'male', age: 'adult' }]);
    const words = ['Finn carried the basket of the old woman.', 'deckhand, nineteen'];
    expect(restatedLook(finn!, { words }).age).toBe('young');
    expect(restatedLook(finn!, { words: ['an elderly man', ...words], isDirected: true }).age).toBe('old');
  });

  it('the age of a person comes from the facts of the text where no words tell it', () => {
    expect(castLooks('s', [{ name: 'X', description: 'Mrs. X.', age: 'old' }])[0]!.age).toBe('old');
    expect(castLooks('s', [{ name: 'X', description: 'a boy of 9', age: 'old' }])[0]!.age).toBe('child');
  });
});
