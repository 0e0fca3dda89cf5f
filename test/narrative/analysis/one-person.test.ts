import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { Figures } from '../../../src/craft/narrative/analysis/names/figures.js';
import { registerOf, shownName } from '../../../src/craft/narrative/analysis/people/register.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { Person, SeriesEpisode, TextAnalysis } from '../../../src/craft/narrative/model.js';

const said = (...paragraphs: string[]): TextAnalysis => analyseText(paragraphs.join('\n\n'));

/** The cue of the speaker of the quotation that contains `words`. */
function cueOf({ text, quotes, cast }: TextAnalysis, words: string): string | undefined {
  const at = text.indexOf(words);
  const quote = quotes.find(({ start, end }) => start <= at && at < end);
  return cast.find(({ id }) => id === quote?.speaker)?.cue;
}
const cuesOf = (analysis: TextAnalysis, ...words: string[]) => words.map((each) => cueOf(analysis, each));
const tellerOf = ({ cast, narrator }: TextAnalysis) => cast.find(({ id }) => id === narrator)?.cue;
const castOf = ({ cast }: TextAnalysis) => cast.map(({ cue }) => cue);

const VISITOR = [
  'The porter opened the door, and a lady in a grey veil came in and sat down by the stove.',
  '“You are cold,” said Mr. Finch.', '“It is not the cold that makes me shiver,” said the lady in a low voice.', '“What is it, then?” asked Finch.',
  '“It is fear. My name is Helen Harrow, and I live with my uncle at Grange End.”', '“I have heard the name,” said Finch. “Pray continue.”',
  '“He is a hard man,” said Miss Harrow, “and he keeps the keys of every door.”', '“And the windows?” asked Finch.', '“They are barred,” the lady answered.',
];

describe('one person', () => {
  it('keeps one cue when she says her name after she spoke under a description', () => {
    const told = said(...VISITOR);
    expect(new Set(cuesOf(told, 'not the cold', 'It is fear', 'hard man', 'They are barred'))).toEqual(new Set(['HARROW']));
    expect(castOf(told)).toEqual(['FINCH', 'HARROW']);
  });

  it('has one cue for a name and the role beside it', () => {
    const told = said('Ruth Vale, the commander, floated to the window.', '“Who left the hatch open?” asked the commander.', '“I did,” said Teller.',
      '“Then shut it,” said Ruth.', '“Yes, Commander,” said Teller.', '“Thank you,” said the commander.');
    expect(new Set(cuesOf(told, 'Who left', 'Then shut', 'Thank you'))).toEqual(new Set(['RUTH']));
  });

  it('has one cue for a description and what the speaker says to be', () => {
    const told = said('“I am a Tarsk,” said the Mud-fairy. “Don’t you know one?”', '“No,” said Jane.', '“Nobody does now,” said the Tarsk sadly.',
      '“Are you old?” asked Hugh.', '“Very,” said the Mud-fairy.', '“Poor thing,” said Jane.', '“Not poor at all,” said the Tarsk.');
    expect(new Set(cuesOf(told, 'I am a Tarsk', 'Nobody does', 'Very', 'Not poor'))).toEqual(new Set(['MUD-FAIRY']));
  });

  it('has one cue for a role and the name that it gives itself', () => {
    const told = said('“I am Quill, of the Night Office,” said the Voice. “Sit down.”', '“Where are you?” asked Hugh.', '“Nowhere,” said the Voice.', '“Quill is nobody,” said Jane.',
      '“Quill is here,” said Quill.', '“Then I am going,” said Hugh.');
    expect(new Set(cuesOf(told, 'I am Quill', 'Nowhere', 'Quill is here')).size).toBe(1);
  });

  it('has one cue for a description and the name that others call that person', () => {
    const told = said('The children called the baby the Duke, because of the first thing it ever said.', '“Nam!” said the baby.', '“He wants the jam,” said Hugh.',
      '“Nam, nam!” said the Duke.', '“Give it to him,” said Mabel.', '“More,” said the Baby.');
    expect(new Set(cuesOf(told, 'Nam!', 'Nam, nam', 'More'))).toEqual(new Set(['BABY']));
  });

  it('with a bare last name is the man, and with a title his mother', () => {
    const told = said('“He is late,” said Mrs. Harrow.', 'Harrow hung his hat on the nail.', '“I walked,” said Harrow.', '“In this rain?” said Mrs. Harrow.');
    expect(cuesOf(told, 'He is late', 'I walked', 'In this rain')).toEqual(['MRS HARROW', 'HARROW', 'MRS HARROW']);
    expect(told.cast.map(({ gender }) => gender)).toEqual(['female', 'male']);
  });

  it('answers as “he” when somebody has just come to him', () => {
    const told = said('Ann carried the letter to Edmund.', '“Read it,” said Ann.', '“I will,” he said.');
    expect(cuesOf(told, 'Read it', 'I will')).toEqual(['ANN', 'EDMUND']);
  });

  it('named Tom is not Sir Thomas', () => {
    const figures = new Figures();
    expect(figures.add('Sir Thomas', 3)).not.toBe(figures.add('Tom', 2));
  });

  it('who was “the first man” is not every later “man”', () => {
    const told = said('The first man’s name was Pell, and he kept the mill. Mr. Crane and Ada met him there.', '“Good day,” said Pell.', '“Good day,” said Ada.', 'Pell went away, and a man with a cart came up.',
      '“Is this the mill?” said the man.', '“It is,” said Ada. “Pell is gone.”');
    expect(cueOf(told, 'Is this the mill')).not.toBe('PELL');
  });

  it('gets the name to which the speaker answers several times', () => {
    const called = (first: string, answer: string) => [`“What now, ${first}?” asked Mr. Lowe.`, `“${answer},” said the skipper.`];
    const told = said('The boat lay on the sand.', ...called('Dunstan', 'We wait'), ...called('Dunstan', 'We wait longer'), ...called('Dunstan', 'The tide turns'),
      '“I am tired of it,” said Mr. Lowe.', '“Be still,” said Dunstan.');
    expect(new Set(cuesOf(told, 'We wait,', 'The tide turns', 'Be still'))).toEqual(new Set(['DUNSTAN']));
  });

  it('does not get the name of the person whom the speaker addresses', () => {
    const told = said('The boat lay on the sand, and the skipper sat in it beside Dunstan.', '“What now, Dunstan?” asked Mr. Lowe.', '“Wait, Dunstan,” said the skipper.', '“I am waiting,” said Dunstan.',
      '“Is it time, Dunstan?” asked Mr. Lowe.', '“Dunstan does not know,” said the skipper.');
    expect(cuesOf(told, 'Wait, Dunstan', 'I am waiting', 'does not know')).toEqual(['SKIPPER', 'DUNSTAN', 'SKIPPER']);
  });

  it('with a bodily mark, such as a blind man, is nobody who was there before', () => {
    const told = said('The captain lay in his bed, and I sat beside him.', '“Toby,” he said, “nobody else in this house can read.”', '“The doctor—” I began.',
      '“I want no doctor,” said he. “Pour me one glass, Toby.”', '“One glass,” I said, “and no more.”',
      'Three days later I was at the door when I saw someone coming slowly along the road. He tapped before him with a stick.',
      '“What house is this?” said the blind beggar.', '“You are at the inn,” said I.',
      '“Take me in to the captain,” said the blind man, “and be quick.”', 'I took him in.', '“Stay in your bed, Ned,” said the beggar.');
    expect(cuesOf(told, 'nobody else', 'I want no', 'What house', 'Take me in', 'Stay in')).toEqual(['CAPTAIN', 'CAPTAIN', 'BLIND BEGGAR', 'BLIND BEGGAR', 'BLIND BEGGAR']);
  });
});

describe('a name', () => {
  const line = (words: string) => `“${words}”`;

  it('in a tag is a name even if it is an exclamation elsewhere', () => {
    const told = said(line('Hallo!') + ' said Heron.', line('Hallo!”  said Gosh. “How is the honey?'), line('Gone') + ', said Heron.', line('Gosh!') + ' said Owl.');
    expect(castOf(told)).toContain('GOSH');
  });

  it('is not made of words that only begin a sentence, follow it or belong to a house', () => {
    const lines = ['Leave Edwin alone, said the old man. Edwin laughed, and then Edwin sat down. Edwin was never alone.',
      '“I am here,” said Edwin.', '“She teaches Ann Italian,” said Ann’s aunt.', '“I know it,” said Ann.', '“They met at the Hotel Edwin,” said Edwin.'];
    const { cast } = said(...lines);
    const names = cast.flatMap(({ name, aliases }) => [name, ...aliases]);
    for (const wrong of ['Leave Edwin', 'Ann Italian', 'Hotel Edwin']) expect(names).not.toContain(wrong);
    expect(names).toEqual(expect.arrayContaining(['Edwin', 'Ann']));
  });

  it('of the eldest sister is Miss and the last name', () => {
    const told = said('The Miss Marlows sat in the window. Ruth Marlow and Ann Marlow had come early.', '“It rains,” said Miss Marlow.', '“It does,” said Ann.',
      '“You are wet, Miss Ann,” said Mr. Pell.', '“I am,” said Miss Ann.', '“So am I,” said Miss Marlow.');
    expect(cueOf(told, 'It rains')).toBe(cueOf(told, 'So am I'));
    expect(cueOf(told, 'It rains')).not.toBe(cueOf(told, 'It does'));
    expect(cueOf(told, 'It does')).toBe(cueOf(told, 'I am,'));
  });

  it('with a rank, such as Sir John, is not the same first name with Mr.', () => {
    const told = said('Mr. John Pell was at the inn. Sir John Amory came later.', '“Good day,” said Mr. Pell.', '“Good day to you,” said Sir John.', '“And to you,” said Mr. Pell.');
    expect(cueOf(told, 'Good day to you')).not.toBe(cueOf(told, 'And to you'));
  });
});

describe('a title', () => {
  it('in short is part of the name', () => {
    const told = said('Sgt. Bell stopped the car. Lt. Harris had been there since noon.', '“Nobody touches it,” said Sgt. Bell.', '“Nobody has,” said Lt. Harris.', '“Then who did?” asked Bell.',
      '“I did,” said Insp. Grant. “I had a key.”', '“A key,” said Harris.', '“Mine,” said Grant.', '“Good,” said the Rev. Mr. Marsh.', '“Quite,” said Gov. Lowe.');
    expect(castOf(told).sort()).toEqual(['BELL', 'GRANT', 'HARRIS', 'LOWE', 'MARSH']);
  });

  it('at the end of a role belongs to one person', () => {
    const told = said('Wren climbed the hill.', '“Who is there?” said the Snow Queen.', '“Only me,” said Wren.', '“Take it,” said the Frost King.', '“Thank you,” said Wren.', '“It rings,” said the Snow Queen.');
    expect(cuesOf(told, 'Who is there', 'Take it', 'It rings')).toEqual(['SNOW QUEEN', 'FROST KING', 'SNOW QUEEN']);
  });

  it('stands before a last name with a particle', () => {
    const told = said('Hanna de Vries came in with Abraham van Helsing.', '“Good evening,” said Hanna de Vries.', '“Good evening, madam,” said van Helsing.', '“Sit down,” said Madame de Vries.',
      '“Thank you,” said Van Helsing.');
    expect(cuesOf(told, 'Good evening,”', 'Good evening, madam', 'Sit down', 'Thank you')).toEqual(['DE VRIES', 'VAN HELSING', 'DE VRIES', 'VAN HELSING']);
  });
});

describe('the title of a woman', () => {
  it('does not go to a full name that may be a man’s', () => {
    const figures = new Figures();
    const man = figures.add('Newton Archdale', 5);
    expect(figures.add('Miss Archdale', 1)).not.toBe(man);
    expect(figures.add('Archdale', 3)).toBe(man);
    expect(figures.add('Mr. Archdale', 3)).toBe(man);
  });

  it('alone is only a form of address, to which many people answer', () => {
    const call = (answer: string) => ['“What now, Monsieur?” asked Lowe.', `“${answer},” said Mrs. Pell.`];
    const told = said('They sat in the garden.', ...call('Wait'), ...call('Look'), ...call('Listen'), '“And then?” said Lowe.', '“Nothing,” said Monsieur.');
    expect(cueOf(told, 'Nothing')).not.toBe(cueOf(told, 'Wait'));
  });
});

describe('a first-person teller', () => {
  const heard = ['I lay in the barrel, and I did not dare to move my hand.', '“Old Dacre was captain,” said Mercer.', '“Easy all, John,” said Amos.',
    '“I am easy,” said Mercer.', '“You are a man, John,” said Dick.', '“And a clever one,” said Mercer.', 'I thought that my heart would stop, and I pressed myself against the wood.'];

  it('does not get the name that another speaker answers to', () => {
    expect(tellerOf(said(...heard))).toBe('NARRATOR');
  });

  it('has the name that the others call again and again', () => {
    const call = (at: number) => [`“Come here, Toby,” said the ${['cook', 'doctor', 'squire', 'cook', 'doctor'][at]!}.`, 'I came, and I waited by the door with my lamp.'];
    const told = said('I kept the inn with my mother, and I was afraid of the sea.', ...[0, 1, 2, 3, 4].flatMap(call), '“Is that you, Ned?” said the squire.', '“It is I,” I said.');
    expect(tellerOf(told)).toBe('TOBY');
  });
});

describe('a speaker who is nobody in particular', () => {
  it('is not in the cast: “another” is a VOICE, and “they all” is somebody who is present', () => {
    const told = said('The lamp went out.', '“Who goes there?” cried Ned.', '“Friends,” said Ada.', '“What friends?” asked Ned.', '“Ada and Tom,” said another.',
      '“Let them in,” they all said.', '“Both of them?” asked Ned.', '“Both,” said Ada.');
    expect(castOf(told).filter((cue) => /^(?:ANOTHER|ONE|ALL|BOTH|SOME)/u.test(cue))).toEqual([]);
    expect(['NED', 'ADA']).toContain(cueOf(told, 'Let them in'));
    expect(cueOf(told, 'Ada and Tom')).toBe('VOICE');
  });
});

describe('an age', () => {
  const ageOf = ({ cast }: TextAnalysis, cue: string) => cast.find((person) => person.cue === cue)?.ageRange;

  it('is not a child’s for a term of endearment, a title of the grown or words around another', () => {
    const told = said('“Well, Omar, my dear boy, sit down,” said Mr. Ray.', '“Thank you,” said Omar.', 'Mrs. Lane, folding the fainting girl in her arms, wept.', '“Hush,” said Mrs. Lane.',
      '“I’m a single girl,” said Keziah.', '“So I hear,” said Keziah’s aunt.');
    for (const cue of ['OMAR', 'LANE', 'KEZIAH']) expect(ageOf(told, cue)).not.toBe('child');
  });

  it('belongs to the person of whom the clause tells, and “my child” alone tells none', () => {
    const told = said('There were two sisters. The eldest was called Rosalind, and the youngest, who was only nine years old, was called Wren.', '“Good day,” said Rosalind.', '“Good day,” said Wren.',
      '“No, my child,” said the old man to Anna.', '“I will,” said Anna.', '“Hush, child,” said the old man.', '“I must,” said Anna.');
    expect(['ROSALIND', 'WREN', 'ANNA'].map((cue) => ageOf(told, cue))).toEqual([undefined, 'child', undefined]);
  });

  it('is a child’s for people whom the text calls the children', () => {
    const scene = (at: number) => [`The children ran to pit ${at}, and the other children waited.`, '“I am first,” said Hugh.', '“You are not,” said Jane.', '“Mind your frock,” said Mrs. Pell.'];
    const told = said(...[1, 2, 3, 4].flatMap(scene));
    expect([ageOf(told, 'HUGH'), ageOf(told, 'JANE')]).toEqual(['child', 'child']);
    expect(ageOf(told, 'PELL')).not.toBe('child');
  });
});

describe('the register of several sources', () => {
  const person = (id: string, cue: string, name: string, gender: Person['gender'], aliases: string[] = []): Person =>
    ({ id, cue, name, aliases, gender, role: 'person', description: '', quoteCount: 1 });

  it('has a person once, under the cue of the first source', () => {
    const register = registerOf([[person('p0', 'HARROW', 'Helen Harrow', 'female', ['Miss Harrow'])], [person('p0', 'MISS HARROW', 'Miss Harrow', 'female'), person('p1', 'FINCH', 'Finch', 'male')]]);
    expect(register.people.map(({ cue }) => cue)).toEqual(['HARROW', 'FINCH']);
    expect(register.of(1, 'p0')).toBe(register.of(0, 'p0'));
  });

  it('keeps people apart whose titles differ or who have two candidates', () => {
    const first = [person('p0', 'MRS HARROW', 'Mrs. Harrow', 'female'), person('p1', 'NED HARROW', 'Ned Harrow', 'male')];
    const register = registerOf([first, [person('p0', 'MISS HARROW', 'Miss Harrow', 'female')]]);
    expect(register.people).toHaveLength(3);
  });

  it('shows people by a name that matches their cue', () => {
    expect(shownName({ cue: 'MRS HARROW', name: 'Mrs. Harrow', aliases: [] })).toBe('Mrs Harrow');
    expect(shownName({ cue: 'MEDICAL MAN', name: 'the Medical Man', aliases: [] })).toBe('Medical Man');
    expect(shownName({ cue: 'HARROW', name: 'Helen Harrow', aliases: ['Miss Harrow'] })).toBe('Harrow');
  });
});

describe('plan, script, Bible and episodes of one source', () => {
  const rest = ['In the evening Finch walked to Grange End, and the lady met him at the gate.', '“You came,” said the lady.', '“I said that I would,” said Finch.',
    '“My uncle is asleep,” said Miss Harrow.', '“Then show me the window,” said Finch.', '“Here,” said the lady, and held up her lamp.', '“It is barred from outside,” said Finch.'];
  const sources = [{ sourceId: 's', label: null, text: [...VISITOR, ...rest].join('\n\n'), digest: null }];
  const tableRead = { mode: 'drama', narrationPolicy: 'include', durationSeconds: 300 } as const;
  const brief = { seed: 's', sources, target: { audience: 'listeners', objective: 'entertain', outcome: 'they know' }, creativeBrief: null, canon: null, tableRead };

  it('have the same people under the same names', async () => {
    const writer = embeddedWriter();
    const plan = await writer.plan(brief);
    const bible = await writer.bible({ title: 'The Bars', sources, scripts: [] });
    const names = (bible!.content['characters'] as { name: string }[]).map(({ name }) => name.toUpperCase());
    const canon = { title: null, content: bible!.content };
    const script = await writer.screenplay({ ...brief, canon, title: 'The Bars', beats: [], castNames: [] });
    const spoken = (cast: readonly { character: string; role: string; gender: string }[]) => cast.filter(({ role }) => role === 'character').map(({ character, gender }) => `${character} ${gender}`).sort();
    expect(spoken(plan.scriptBlueprint!.cast)).toEqual(['FINCH male', 'HARROW female']);
    expect(spoken(script.cast)).toEqual(spoken(plan.scriptBlueprint!.cast));
    expect(names.sort()).toEqual(['FINCH', 'HARROW']);
    const episodes: SeriesEpisode[] = [{ title: 'The Visit', label: '', summary: 'A lady in a grey veil comes to Finch, and it is fear.' },
      { title: 'The Gate', label: '', summary: 'Finch walks to Grange End, and the window is barred from outside.' }];
    for (const index of [0, 1]) {
      const draft = { seed: 's', title: 'The Bars', instructions: null, canon, episode: episodes[index]!, series: { episodes, index }, outline: null, sources };
      const scenes = await writer.planScenes(draft, null);
      const written = await Promise.all(scenes.map((_, at) => writer.writeScene({ ...draft, scenes, index: at, soFar: '' })));
      const cues = new Set(written.flatMap(({ lines }) => lines.flatMap((each) => (each.kind === 'dialogue' ? [each.character] : []))));
      expect([...cues].sort()).toEqual(['FINCH', 'HARROW']);
      const outline = await writer.outline({ canon, sources, episode: episodes[index]!, episodes, index });
      expect(outline.beats.flatMap(({ characters }) => characters).every((name) => ['Finch', 'Harrow'].includes(name))).toBe(true);
    }
  });
});
