import { describe, expect, it } from '@jest/globals';
import { castLooks, lookDistance, type Person } from '../../src/craft/images/person/cast.js';
import { describeLook, HAIR_COLOURS, type Look } from '../../src/craft/images/person/look.js';

type Row = [name: string, description: string, expected: Partial<Look>, voice?: Person['voice']];

const TABLE: Row[] = [
  ['Mara', 'about 30, long black hair, red coat', { hair: 'long', hairColour: HAIR_COLOURS.black, garment: 'coat', cloth: '#a5313a' }],
  ['Okoro', 'station master in uniform, 60, moustache', { garment: 'uniform', age: 'old', presentation: 'masculine', facialHair: 'moustache', hat: 'cap' }],
  ['Lady Bracknell', 'in her 60s, purple gown', { age: 'old', presentation: 'feminine', garment: 'gown', cloth: '#65468a' }],
  ['Dr. Chasuble', 'a canon', { garment: 'clergy' }],
  ['Dr. Watson', 'physician, 40', { garment: 'lab', age: 'adult' }],
  ['Dr. Finch', 'a man in a blue suit', { garment: 'suit', cloth: '#34608c', presentation: 'masculine' }],
  ['Toby', 'a boy, 9, freckles', { age: 'child', presentation: 'masculine', extras: ['freckles'] }],
  ['Kit', 'teenage girl, braids', { age: 'teen', presentation: 'feminine', hair: 'braids' }],
  ['Rose', 'little girl', { age: 'child', presentation: 'feminine' }],
  ['Ines', 'red hair in a bun', { hair: 'bun', hairColour: HAIR_COLOURS.red }, 'female'],
  ['Jack', 'clean-shaven man of 25', { facialHair: 'none', age: 'young' }],
  ['Old Pete', 'a fisherman with a white beard', { facialHair: 'beard', hairColour: HAIR_COLOURS.white, presentation: 'masculine', hat: 'beanie' }],
  ['The King', '', { garment: 'robe', hat: 'crown', presentation: 'masculine' }],
  ['Queen Anne', '', { garment: 'robe', hat: 'crown', presentation: 'feminine' }],
  ['Zara', 'young woman in a hijab', { hat: 'headscarf', hair: 'none', age: 'young' }],
  ['Marlowe', 'private eye, fedora, trench coat', { hat: 'fedora', garment: 'coat' }, 'male'],
  ['Vey', 'captain with an eye patch', { hat: 'cap', garment: 'uniform', extras: ['patch'], glasses: 'none' }, 'male'],
  ['Bruno', 'burly bald blacksmith', { build: 1, hair: 'bald', garment: 'apron' }, 'male'],
  ['Merriman', 'butler', { garment: 'dinner', presentation: 'masculine' }],
  ['Lin', 'astronaut', { garment: 'space' }],
  ['Macbeth', 'Thane of Cawdor', { garment: 'armour', presentation: 'masculine' }],
  ['Lady Macbeth', 'wife of the thane', { presentation: 'feminine' }],
  ['Chef Paul', 'chef', { hat: 'chef', garment: 'apron', presentation: 'masculine' }, 'male'],
  ['Chef Ana', 'chef', { hat: 'chef', presentation: 'feminine' }, 'female'],
  ['Nnamdi', 'Nigerian man, yellow jumper', { garment: 'rollneck', cloth: '#dcab36' }],
  ['Priya', 'scientist with glasses and a ponytail', { garment: 'lab', hair: 'ponytail' }, 'female'],
  ['Sam', '', { presentation: 'masculine' }, 'male'],
  ['Alex', '', { presentation: 'feminine' }, 'female'],
  ['Father Brown', 'a short priest', { garment: 'clergy', presentation: 'masculine' }],
  ['Sister Agnes', 'a nun', { garment: 'clergy', hat: 'headscarf', presentation: 'feminine' }],
  ['Gran', 'grandmother, grey hair', { age: 'old', hairColour: HAIR_COLOURS.grey, presentation: 'feminine' }],
  ['Amos', 'a young man in an old brown coat', { age: 'young', garment: 'coat' }],
  ['Ida', 'a woman in her thirties, in an old-fashioned dress', { age: 'adult', garment: 'dress' }],
  ['Seth', 'an old man in an old coat', { age: 'old', garment: 'coat' }],
  ['Ned', 'weathered farmer', { age: 'mid', garment: 'apron' }, 'male'],
  ['Miss Prism', 'a governess', { presentation: 'feminine', garment: 'dress' }],
  ['Sherlock', 'with a monocle', { glasses: 'monocle' }, 'male'],
  ['Una', 'young, auburn curls', { age: 'young', hair: 'curlylong', hairColour: HAIR_COLOURS.auburn }, 'female'],
  ['Ben', 'curly hair', { hair: 'curly' }, 'male'],
  ['Ida', 'a blonde in a green dress', { hairColour: HAIR_COLOURS.blond, garment: 'dress', cloth: '#3a7352' }, 'female'],
  ['Roy', 'unshaven, in a black coat', { facialHair: 'stubble', garment: 'coat', cloth: '#2a2732' }, 'male'],
  ['Sheriff Dale', '50', { garment: 'uniform', age: 'mid' }, 'male'],
  ['Pip', '16, hoodie', { age: 'teen', garment: 'hoodie' }],
  ['Count Orlok', 'gaunt, pale', { faceWidth: 0, presentation: 'masculine', garment: 'suit' }],
  ['Falstaff', 'stout knight', { faceWidth: 1, build: 1, garment: 'armour' }, 'male'],
  ['Mrs. Pell', '80, green coat, woolly hat', { age: 'old', hat: 'beanie', garment: 'coat', cloth: '#3a7352', presentation: 'feminine' }],
  ['Duchess', 'duchess with pearls', { garment: 'gown', extras: ['necklace'], presentation: 'feminine' }],
  ['Ada', 'a woman of 35 with a scar', { age: 'adult', extras: ['scar'] }],
  ['Hugo', 'goatee, grey suit', { facialHair: 'goatee', garment: 'suit', cloth: '#6f7680' }, 'male'],
  ['Nurse Bell', 'nurse', { garment: 'nurse', hat: 'nurse' }, 'female'],
  ['Nurse Carl', 'nurse', { garment: 'nurse', hat: 'none' }, 'male'],
  ['Gil', 'top hat and tails', { hat: 'top', garment: 'dinner' }, 'male'],
  ['Ruth', 'bespectacled librarian', { garment: 'dress' }, 'female'],
  ['Vic', 'thin hacker', { garment: 'hoodie', build: 0 }, 'male'],
  ['Tom', 'afro, striped T-shirt', { hair: 'afro', garment: 'tee' }, 'male'],
  ['Eve', 'short hair', { hair: 'pixie' }, 'female'],
  ['Karl', 'short hair', { hair: 'crop' }, 'male'],
  ['Mia', 'mid-20s', { age: 'young' }, 'female'],
  ['Leo', 'late 40s', { age: 'mid' }, 'male'],
  ['Wu', 'elderly', { age: 'old' }],
  ['Finn', 'deckhand, nineteen', { age: 'young' }, 'male'],
  ['Pip', 'a boy of nine', { age: 'child' }],
  ['Mrs. Holt', 'a widow of sixty-eight in black', { age: 'old', presentation: 'feminine' }],
  ['Soldier', 'a young soldier', { garment: 'uniform', age: 'young' }],
  ['Waiter', '', { garment: 'dinner', presentation: 'masculine' }],
  ['Baker', 'cheerful baker in a white apron', { garment: 'apron' }],
];

const one = (row: Row, seed = 's'): Look => castLooks(seed, [{ name: row[0], description: row[1], ...(row[3] ? { voice: row[3] } : {}) }])[0]!;

describe('what is said about a person', () => {
  it.each(TABLE)('%s, %s', (...row) => {
    for (const seed of ['a', 'b', 'c']) {
      const { extras, ...expected } = row[2];
      const look = one(row as Row, seed);
      expect(look).toMatchObject(expected);
      for (const extra of extras ?? []) expect(look.extras).toContain(extra);
    }
  });

  it('is tested with all 66 rows', () => { expect(TABLE).toHaveLength(66); });
});

const crowd = (count: number): Person[] => Array.from({ length: count }, (_, index) => ({ name: `Person ${String.fromCharCode(65 + index)}`, description: '' }));

describe('a cast', () => {
  it('is the same every time, and nobody changes when someone joins', () => {
    const five = castLooks('play', crowd(5));
    expect(castLooks('play', crowd(5))).toEqual(five);
    expect(castLooks('play', crowd(9)).slice(0, 5)).toEqual(five);
    expect(castLooks('other play', crowd(5))).not.toEqual(five);
  });

  it('keeps a look that is decided, and draws newcomers apart from it', () => {
    const [ann] = castLooks('elsewhere', [{ name: 'Ann', description: 'green coat' }]);
    const looks = castLooks('play', [{ name: 'Bob', description: '' }, { name: 'Ann', description: 'blue dress' }], [], [null, ann!]);
    expect(looks[1]).toBe(ann);
    expect(lookDistance(looks[0]!, ann!)).toBeGreaterThan(4);
  });

  it('is told apart: nobody is like another', () => {
    const looks = castLooks('play', crowd(24));
    const distances = looks.flatMap((look, at) => looks.slice(at + 1).map((other) => lookDistance(look, other))).sort((a, b) => a - b);
    expect(distances[0]).toBeGreaterThan(4.5);
    expect(distances[Math.floor(distances.length / 2)]).toBeGreaterThan(8);
  });

  it('ignores palette entries that are not hex colours', () => {
    expect(castLooks('p', crowd(2), ['red', '"/><script>'])).toEqual(castLooks('p', crowd(2)));
  });

  it('is told in words', () => {
    expect(describeLook(one(['Mara', 'about 30, long black hair, red coat', {}]))).toMatch(/^Mara, in the twenties|^Mara, in the thirties/);
    expect(describeLook(one(['Mara', 'about 30, long black hair, red coat', {}]))).toContain('long hair');
  });
});
