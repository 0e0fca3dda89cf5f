import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { Figures } from '../../../src/craft/narrative/analysis/names/figures.js';
import { addressedIn } from '../../../src/craft/narrative/analysis/people/people.js';
import type { TextAnalysis } from '../../../src/craft/narrative/model.js';

const said = (...paragraphs: string[]): TextAnalysis => analyseText(paragraphs.join('\n\n'));

/** The cue of the speaker of the quotation that contains `words`. */
function speakerOf({ text, quotes, cast }: TextAnalysis, words: string): string | undefined {
  const at = text.indexOf(words);
  const quote = quotes.find(({ start, end }) => start <= at && at < end);
  return cast.find(({ id }) => id === quote?.speaker)?.cue;
}

const tellerOf = ({ cast, narrator }: TextAnalysis) => cast.find(({ id }) => id === narrator)?.cue;

describe('who is addressed', () => {
  const figures = new Figures();
  const quill = figures.add('Ada Quill', 3);
  const pell = figures.add('Jonas Pell', 3);

  it.each([
    ['“Jonas Pell, 26, plumber, was charged with the theft.”'],
    ['“Was it this other one, Jonas Pell, had the key?”'],
    ['“Jonas Pell, a sailor, came at nine.”'],
    ['“I asked the clerk, Ada Quill, who has the register.”'],
  ])('nobody who is only described: %s', (words) => {
    expect([...addressedIn(words, figures)]).toEqual([]);
  });

  it.each([
    ['“Pell, you are late.”'], ['“You, Pell, had the key.”'], ['“But why, my dear Pell, did you go?”'], ['“Good night, Pell.”'],
  ])('a person who is called: %s', (words) => {
    expect([...addressedIn(words, figures)]).toEqual([pell]);
    expect(addressedIn(words, figures).has(quill)).toBe(false);
  });
});

describe('the teller', () => {
  it('does not get a name from a list or a newspaper', () => {
    const told = said('I had come down early, and I found my friend over the paper.',
      '“Read it,” said he.', '“Jonas Pell, 26, plumber, was charged with the theft. Jonas Pell, a single man, said nothing,” I read.',
      '“What of it?” I asked.', '“Everything,” said he.', '“I see nothing in it,” said I.');
    expect(tellerOf(told)).toBe('NARRATOR');
  });

  it('does not get the name of a person whom the narration names', () => {
    const told = said('I waited for my sister Clara in the yard, and I was cold. Clara came at last.',
      '“Is that you, Clara?” I said.', '“Hush, Clara,” said Mr. Dunn from the stairs.', '“Who is there?” I asked.',
      '“Only Clara, sir,” said the boy. “Come in, Clara.”');
    expect(tellerOf(told)).not.toBe('CLARA');
  });

  it('does not get the name that another speaker says, but the name given in reply', () => {
    const told = said('I held the lamp over him, and I saw that he was awake. I gave him brandy from my flask.',
      '“Tell me your name,” said I, “and the name of this vessel.”',
      '“I am Jules Tassard, at your service,” he answered with a motion of his hand. “And you, sir?”',
      '“My name is Paul Rodney. I was mate of the brig Laughing Mary.”',
      '“I do not know the brig,” said he. “Were you long aboard?”', '“Two days,” said I.');
    expect(tellerOf(told)).toBe('RODNEY');
    expect(speakerOf(told, 'I was mate')).toBe('RODNEY');
  });

  it('does not get a name that another speaker says and that others call that speaker', () => {
    const told = said('I held the lamp, and I saw that he was awake. My boy stood by me.', '“Who are you?” said I.',
      '“I am Jules Tassard, at your service,” he answered.', '“You are pale, Tassard,” cried the boy.', '“Sit up, Tassard,” said the boy. “Drink, Tassard.”', '“Drink,” said I.', '“Good, Tassard,” said the boy.');
    expect(tellerOf(told)).not.toBe('TASSARD');
  });

  it('has the name that the teller says', () => {
    const told = said('I stood at the gate, and I rang my bell twice.', '“Who is there?” asked a voice.', '“My name is Ann Quill,” I said, “and I am wet.”', '“Come in then, Pell,” said the voice to the dog.');
    expect(tellerOf(told)).toBe('QUILL');
  });

  it('has no name when two people may be meant', () => {
    const told = said('I stood by the rail with my brother, and I said nothing for a while.',
      '“Cold, Hobb?” asked Mr. Vane.', '“No,” said I.', '“And you, Starr?” he asked.', '“Not very,” I said.',
      '“You are brave, Starr,” said Mr. Vane.', '“Are we late?” I asked.', '“A little, Hobb,” said Mr. Vane.');
    expect(tellerOf(told)).toBe('NARRATOR');
  });
});

describe('tags', () => {
  const opening = 'Mr. Fenn and his niece Clara kept the shop. Ned Starr had come to mend the roof.';

  it.each([
    ['“Uncle!” came the voice of Clara from the stairs.', 'CLARA'],
    ['“Uncle!” Clara’s voice said, behind the door.', 'CLARA'],
    ['“Eleven short!” This from Ned.', 'NED'],
    ['“Eleven!” exclaimed, in one breath, Clara.', 'CLARA'],
    ['It was long past noon. “Eleven!” It was Clara who answered.', 'CLARA'],
    ['Clara heard Ned say, “Eleven short.”', 'NED'],
    ['When Ned came down again, Clara said, “Eleven short.”', 'CLARA'],
  ])('%s', (paragraph, cue) => {
    const words = /“([^”,.!]+)/.exec(paragraph)?.[1] ?? '';
    const text = said(opening, '“Begin,” said Mr. Fenn.', '“Now?” asked Ned.', '“Now,” said Clara.', paragraph);
    expect(['STARR', cue]).toContain(speakerOf(text, words));
    expect(speakerOf(text, words)).toBe(speakerOf(text, cue === 'NED' ? 'Now?' : 'Now,'));
  });

  it('follow speech after dashes, with a first and a last name', () => {
    const text = said('—The boat is late again! Barney Mulvey said.', '—It is the fog, Ruth said quietly. It will clear.',
      '—Fog! he cried. There was no fog in my day.', '—You have forgotten, said Ruth.');
    expect(speakerOf(text, 'The boat')).toBe('MULVEY');
    expect(speakerOf(text, 'It will clear')).toBe('RUTH');
  });
});

describe('who is there', () => {
  it('gives the answer to the one who stayed', () => {
    const text = said('I had shared Orde’s rooms for two winters, and I knew when he was pleased. Miss Lavery had come about a dog.',
      '“When did you see it, Miss Lavery?” asked Orde.', '“On Tuesday,” said Miss Lavery.', '“Thank you,” said Orde.',
      'Miss Lavery bowed and went out.', '“What do you make of Miss Lavery, Penn?” asked Orde.', '“She is fond of the dog.”',
      '“Are you tired, Penn?” asked Orde.', '“Not at all,” said I.');
    expect(speakerOf(text, 'She is fond')).toBe('PENN');
  });

  it('is found in the tag within the words, and not in who acts after them', () => {
    const told = said('A gnome sat in the cave. Jasomé had lived with the gnome for three years.', '“Come in,” cried the gnome.', '“Let me go,” said Jasomé.', '“Not yet,” answered the gnome.',
      '“I have to train you,” said the gnome, “to be fit for a king’s bride!” But Jasomé, though she thanked him, only cried to be let out.');
    expect(speakerOf(told, 'fit for a king')).toBe('GNOME');
  });

  it('recognises a person under another word', () => {
    const text = said('The waiting room was empty but for a woman with a basket and a little girl in black.',
      '“Is it much longer?” the woman asked.', '“Twenty minutes,” said the porter.', '“I see no fog,” said the little girl.',
      'The woman sighed. “Come away from there,” she said.', '“I like the cold,” said the child.');
    expect(speakerOf(text, 'I like')).toBe(speakerOf(text, 'I see no fog'));
  });

  it('recognises a person by a trade before or after the name', () => {
    const text = said('The bailiff, Mr. Coote, stood at the hedge, and Harris the smith beside him. Gabriel went on with the plough.',
      '“That is crooked,” said Mr. Coote.', '“It follows the hill,” said Gabriel.', '“He is right,” said Harris.',
      '“Nobody asked you,” the bailiff said.', '“I say what I see,” answered the smith.');
    expect(speakerOf(text, 'Nobody asked')).toBe('COOTE');
    expect(speakerOf(text, 'I say what')).toBe('HARRIS');
  });

  it('recognises a name behind a word of age, as in Old Mr. Tull', () => {
    const text = said('Harding reached the box at midnight. Old Mr. Tull was asleep over the stove, and woke with a start.',
      '“Who’s that?” he said.', '“Only me.” Harding shook his hat.', '“You’re late,” said Mr. Tull.');
    expect(speakerOf(text, 'Who’s that')).toBe('TULL');
  });
});
