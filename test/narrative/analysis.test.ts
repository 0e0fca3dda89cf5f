import { describe, expect, it } from '@jest/globals';
import { inspectText, analyseText } from '../../src/craft/narrative/analysis/index.js';
import { Figures } from '../../src/craft/narrative/analysis/names/figures.js';
import { isApostrophe } from '../../src/craft/narrative/analysis/language/marks.js';
import { addressedIn } from '../../src/craft/narrative/analysis/people/people.js';
import type { TextAnalysis } from '../../src/craft/narrative/model.js';

/** Speaker cue of the quotation that contains `words`. */
function speakerOf(analysis: TextAnalysis, words: string): string {
  const at = analysis.text.indexOf(words);
  if (at < 0) throw new Error(`not in the text: ${words}`);
  const quote = analysis.quotes.find(({ start, end }) => start <= at && at < end);
  if (!quote) return 'NOT SPEECH';
  return analysis.cast.find(({ id }) => id === quote.speaker)?.cue ?? quote.speaker;
}

function confidenceOf(analysis: TextAnalysis, words: string): string {
  const at = analysis.text.indexOf(words);
  return analysis.quotes.find(({ start, end }) => start <= at && at < end)?.confidence ?? 'none';
}

const ARGUMENT = [
  'The Lantern',
  '“You are late again,” said Mr. Harlow, without looking up from the ledger.',
  '“The bridge was closed, sir,” answered Agnes. She hung the wet coat behind the door.',
  '“Closed! And who closed it?”',
  '“The river did, sir.”',
  'Mrs. Harlow came in with the lamp. “Leave the girl alone, Edwin,” she said. “She walked eleven miles.”',
  '“Nobody asked you, my dear,” said Mr. Harlow.',
].join('\n\n');

describe('speaker attribution', () => {
  const analysis = analyseText(ARGUMENT);

  it('follows explicit tags and never merges Mr with Mrs', () => {
    expect(speakerOf(analysis, 'You are late')).toBe('MR HARLOW');
    expect(speakerOf(analysis, 'The bridge was')).toBe('AGNES');
    expect(speakerOf(analysis, 'Leave the girl')).toBe('MRS HARLOW');
    expect(speakerOf(analysis, 'Nobody asked')).toBe('MR HARLOW');
    expect(analysis.cast.map(({ gender }) => gender).sort()).toEqual(['female', 'female', 'male']);
  });

  it('continues an exchange whose lines carry no tag', () => {
    expect(speakerOf(analysis, 'And who closed')).toBe('MR HARLOW');
    expect(speakerOf(analysis, 'The river did')).toBe('AGNES');
  });

  it('is certain only under an explicit tag', () => {
    expect(confidenceOf(analysis, 'You are late')).toBe('hard');
    expect(confidenceOf(analysis, 'The river did')).not.toBe('hard');
  });

  it('joins the pieces of one turn and separates the tag between them', () => {
    const turn = analysis.utterances.find(({ quotes }) => quotes.length === 2);
    expect(turn?.quotes.map(({ start, end }) => ARGUMENT.slice(start, end)))
      .toEqual(['“Leave the girl alone, Edwin,”', '“She walked eleven miles.”']);
    expect(ARGUMENT.slice(turn?.lead?.start, turn?.lead?.end)).toBe('Mrs. Harlow came in with the lamp. ');
  });

  it('recognises a narrative with a title and unique cues', () => {
    expect(analysis.form).toBe('fiction');
    expect(analysis.title).toBe('The Lantern');
    expect(new Set(analysis.cast.map(({ cue }) => cue)).size).toBe(analysis.cast.length);
  });

  it('names a first-person narrator by what the others call him', () => {
    const told = analyseText([
      'I had not slept, and I told my friend so when I came down to him.',
      '“You look ill, Barton,” said Quill.', '“I am tired,” I said.',
      '“Then sit, my dear Barton, and I shall tell you of my clock,” said Quill.',
      '“Is it a long story?” I asked, and I took my chair.', '“It is short, Barton,” said he.',
    ].join('\n\n'));
    expect(speakerOf(told, 'I am tired')).toBe('BARTON');
    expect(speakerOf(told, 'Is it a long')).toBe('BARTON');
    expect(told.cast.find(({ id }) => id === told.narrator)?.cue).toBe('BARTON');
    expect(speakerOf(told, 'It is short')).toBe('QUILL');
  });
});

describe('quotation marks of every kind', () => {
  it.each([
    ['straight', '"Go home," said Tom. "It is late."\n\n"I will not," said Ann.'],
    ['single', '‘Go home,’ said Tom. ‘It is late.’\n\n‘I will not,’ said Ann. ‘Don’t ask.’'],
    ['straight single', "'Go home,' said Tom. 'It is late.'\n\n'I will not,' said Ann. 'Don't ask it of me.'"],
    ['CRLF', '“Go home,” said\r\nTom. “It is late.”\r\n\r\n“I will not,” said Ann.'],
    ['dashes', '—Go home, said Tom. It is late.\n\n—I will not, said Ann.\n\n—Then stay, said Tom.'],
  ])('recognises %s', (_style, text) => {
    const analysis = analyseText(text);
    expect(speakerOf(analysis, 'Go home')).toBe('TOM');
    expect(speakerOf(analysis, 'It is late')).toBe('TOM');
    expect(speakerOf(analysis, 'I will not')).toBe('ANN');
  });

  it('leaves inscriptions and cited words alone', () => {
    const analysis = analyseText('A brass plate with “JONAH PRICE” upon it hung there. “Who is Price?” asked Ella. “My uncle,” said Robert. He called it a “paper castle” and went on.');
    expect(speakerOf(analysis, 'JONAH')).toBe('NOT SPEECH');
    expect(speakerOf(analysis, 'paper castle')).toBe('NOT SPEECH');
    expect(speakerOf(analysis, 'My uncle')).toBe('ROBERT');
  });

  it('gives the words of a document to the reader', () => {
    const analysis = analyseText('“What is it?” asked Ella.\n\nRobert unfolded the notice, which ran as follows:\n\n“TO LET. A house of nine rooms with a garden on the hill.”\n\n“That is ours,” said Robert.');
    expect(speakerOf(analysis, 'TO LET')).toBe('READER');
  });

  it('continues a speech over paragraphs and attributes the quotations inside it', () => {
    const text = [
      '“Tell us, then,” said Dora.',
      '“It began in March,” said Mr. Pell. “My father kept an inn by the sea and I helped him there.',
      '“One night a sailor came. ‘Have you a bed?’ said the sailor. ‘None,’ said my father.',
      '“The sailor laughed, and put a box on the table. ‘Keep this for me,’ he said, and went out.”',
      '“And did he return?” asked Dora.',
    ].join('\n\n');
    const analysis = analyseText(text);
    const teller = analysis.cast.find(({ cue }) => cue === 'PELL')?.id;
    expect(speakerOf(analysis, 'The sailor laughed')).toBe('PELL');
    const inner = analysis.utterances.filter(({ toldBy }) => toldBy !== null);
    expect(inner.map(({ toldBy }) => toldBy)).toEqual(inner.map(() => teller));
    const cues = inner.map(({ speaker }) => analysis.cast.find(({ id }) => id === speaker)?.cue);
    expect(cues.slice(0, 2)).toEqual(['SAILOR', 'FATHER']);
    expect(text.slice(inner[1]?.quotes[0]?.start, inner[1]?.quotes[0]?.end)).toBe('‘None,’');
  });
});

describe('who is who', () => {
  const said = (...paragraphs: string[]) => analyseText(paragraphs.join('\n\n'));

  it('separates two people of one name when one speaks to the other', () => {
    const analysis = said(
      'Miss Ada Quill came down the stairs of the school with the register.',
      '“The coach is late, sister,” said Miss Ada.', '“Have you counted the girls, Miss Ada?” asked Miss Quill.',
      '“Twice,” said Miss Ada.', '“Then count the trunks,” said Miss Quill.',
    );
    expect(speakerOf(analysis, 'Have you')).toBe(speakerOf(analysis, 'Then count'));
    expect(speakerOf(analysis, 'Have you')).not.toBe(speakerOf(analysis, 'The coach'));
    expect(speakerOf(analysis, 'Twice')).toBe(speakerOf(analysis, 'The coach'));
  });

  it('uses the names that the text prefers', () => {
    const analysis = said(
      'Nora Lind kept the ferry. Nora had kept it alone since May, and Nora liked it so.',
      '“Who is there?” said Nora Lind.',
      '“Only Captain Berg,” said Jonas Berg. Berg came down to the slip.', '“You are late,” said Nora.',
      '“The tide was,” said Berg.');
    expect(analysis.cast.map(({ cue }) => cue)).toEqual(['NORA', 'BERG']);
  });

  it('splits two adjacent quotations when the second has a tag', () => {
    const analysis = said('“You spoil me, Clara. The room at the front must be yours, and the balcony—” “The room is yours,” said Clara. Edith sighed.',
      '“Then I take it,” said Edith.', '“Do,” said Clara.');
    expect(speakerOf(analysis, 'The room is yours')).toBe('CLARA');
    expect(speakerOf(analysis, 'You spoil me')).not.toBe('CLARA');
  });

  it('splits two quotations of a paragraph when the second tag has another gender', () => {
    const joined = analyseText('“Who is there?” asked Ada. “Only the wind,” said old Tom. “How many boots have you?” she asked. “Two,” he said.');
    expect(['Who is', 'Only the', 'How many', 'Two'].map((words) => speakerOf(joined, words)))
      .toEqual(['ADA', 'TOM', 'ADA', 'TOM']);
    const titled = analyseText('“Leave it,” said Mrs. Harlow. “It is mine.” The door shut. “It is not,” he said, and Mr. Harlow sat down.');
    expect(speakerOf(titled, 'It is not')).not.toBe(speakerOf(titled, 'Leave it'));
  });

  it('trusts no guess in a conversation where one guess makes someone speak of themselves by name', () => {
    const talk = (third: string) => said('Mr. Holt sat with Miss Page. His daughter was reading.',
      '“It is cold,” said Mr. Holt.', '“It is, sir,” said Miss Page.',
      '“And dark,” said Mr. Holt.', third, '“She sings well.”', '“And she plays.”', '“Nobody plays better.”');
    const own = talk('“Miss Page will sing to us, papa.”');
    const other = talk('“Somebody will sing to us, sir.”');
    const sure = (analysis: TextAnalysis): number => analysis.quotes.filter(({ confidence, speaker }) =>
      confidence === 'inferred' && analysis.cast.find(({ id }) => id === speaker)?.cue === 'PAGE').length;
    expect(sure(other)).toBeGreaterThan(0);
    expect(sure(own)).toBe(0);
  });

  it('does not confuse husband and wife', () => {
    const analysis = said('Mrs. Jasper Vane sat by the window. Jasper Vane stood behind her.',
      '“It rains,” said Jasper Vane.', '“It always rains,” said Mrs. Vane.', '“Not in May,” said Jasper Vane.');
    expect(speakerOf(analysis, 'It rains')).toBe(speakerOf(analysis, 'Not in May'));
    expect(speakerOf(analysis, 'It always')).not.toBe(speakerOf(analysis, 'It rains'));
  });

  it('merges first and last name of a person whose full name never speaks', () => {
    const analysis = said('Slate Marlow’s face was red in the light of the fire.', '“Ride on,” said Slate.',
      '“Ride where?” asked Ben.', '“Anywhere,” said Marlow.');
    expect(speakerOf(analysis, 'Anywhere')).toBe(speakerOf(analysis, 'Ride on'));
  });

  it('merges a stranger with the name given later', () => {
    const analysis = said(
      'Hannah Reed opened the door of the mill. A tall man stood outside in the rain.',
      '“Is this the mill?” asked the tall man.', '“It is,” said Hannah.',
      '“Then I am where I want to be,” said the tall man.', '“And who are you?” asked Hannah.',
      '“My name,” said he, “is John Arkwell, and I have walked from the coast.”', '“Come in,” said Hannah.',
    );
    expect(speakerOf(analysis, 'Is this')).toBe('ARKWELL');
    expect(speakerOf(analysis, 'Then I am')).toBe('ARKWELL');
  });

  it('merges a nameless child with the name someone calls', () => {
    const analysis = said(
      'A small boy came along the path and stopped before Mr. Lund.', '“Have you an apple?” asked the boy.',
      '“I have two,” said Mr. Lund.', '“One is enough,” said the boy.',
      '“You are easily pleased,” said Mr. Lund.', 'A young lady came round the corner of the house.',
      '“Rollo,” said the young lady, “what are you doing?”', '“I am eating,” replied Rollo.',
    );
    expect(speakerOf(analysis, 'Have you an')).toBe('ROLLO');
  });

  it('merges a description and a name in one turn', () => {
    const analysis = said('“Pay me, uncle,” said Ned.',
      '“What for?” returned the uncle. “If I could have my will,” said Grimm, “nobody should be paid.”',
        '“Uncle!” said Ned.');
    expect(speakerOf(analysis, 'What for')).toBe('GRIMM');
  });
});

describe('more than names', () => {
  const said = (...paragraphs: string[]) => analyseText(paragraphs.join('\n\n'));

  it('gives a bare last name to the husband, not to the wife', () => {
    const analysis = said('“Sit,” said Mrs. Harlow.', '“I will stand,” said Mr. Harlow.',
      '“Sit, I said,” said Mrs. Harlow. She drew a chair out.', '“As you like,” said Harlow.');
    expect(speakerOf(analysis, 'As you like')).toBe('MR HARLOW');
  });

  it('attributes “… at Ben, who said” to the last person named, and a continued sentence to its subject', () => {
    const analysis = said('“Hold on,” said John Pell.', 'He looked at Ben, who said, “I am holding.”',
      '“Well!” blustered Mr. Crane, “hold better.”', '“Yes,” Ben drew a breath, “sir.”');
    expect(speakerOf(analysis, 'I am holding')).toBe('BEN');
    expect(speakerOf(analysis, 'hold better')).toBe('CRANE');
    expect(speakerOf(analysis, 'sir.')).toBe('BEN');
  });

  it('attributes a question or reply by its possessive', () => {
    const analysis = said('Joe came home at nine.', '“Sit,” said Ann.', '“Where is Kit?” said Joe.',
      '“Did you get a place?” was Kit’s first question.', '“No,” said Joe.',
      '“Eat,” said Ann.', '“Nobody?” came Kit’s voice.');
    expect(speakerOf(analysis, 'Did you get')).toBe('KIT');
    expect(speakerOf(analysis, 'Nobody?')).toBe('KIT');
  });

  it('takes the only woman with children for the mother', () => {
    const analysis = said('Fanny Holt went down the garden, followed by her children. Joe Holt carried the trunk.',
      '“Leave it,” said Fanny.', '“I have it, ma,” said Joe.',
      '“He will,” said Ada Crane.', '“You will hurt yourself,” his mother replied.', '“I will not,” said Joe.');
    expect(speakerOf(analysis, 'You will hurt')).toBe(speakerOf(analysis, 'Leave it'));
  });

  it('finds the person addressed by a lower-case word', () => {
    const figures = new Figures();
    const [nanny, doctor] = [figures.add('Nanny', 1, 1), figures.add('Dr. Holt', 1)];
    expect([...addressedIn('“But, nanny, what did he say?”', figures)]).toEqual([nanny]);
    expect([...addressedIn('“Yes, doctor.”', figures)]).toEqual([doctor]);
    expect([...addressedIn('“I told my doctor, and went.”', figures)]).toEqual([]);
  });

  it('does not take a cited word inside a sentence for speech', () => {
    const analysis = said('It was a man from the “House,” as they still called it.', '“Who is it?” asked Ella.',
      '“A man,” said Robert.');
    expect(speakerOf(analysis, 'House')).toBe('NOT SPEECH');
  });

  it('is certain of a speaker who says their own name', () => {
    expect(confidenceOf(said('Mary Quill opened the door.',
      '“I am Mary Quill,” the little girl said. She stood very straight.', '“Nobody told us,” said the man.'),
        'I am Mary')).toBe('hard');
  });

  it('does not take the apostrophe of “I ’ll”, after a blank, for a quotation mark', () => {
    expect(isApostrophe("I 'll go", 2)).toBe(true);
    expect(isApostrophe("I said 'lo", 7)).toBe(false);
  });
});

describe('tags of many shapes', () => {
  it.each([
    ['a tag that ends the paragraph before',
      'My uncle saw me stare and said to me:\n\n“Your friend is gone.”\n\n“Who?” said I, and I put down my spoon, for I was afraid.', 'Your friend', 'UNCLE'],
    ['somebody who is heard', 'Edith stood behind the curtain, and Paul had gone.\n\n“It is over,” Edith heard Martin say.\n\n“So soon?” said Paul.', 'It is over', 'MARTIN'],
    ['the later of two clauses', 'Then Jack cracked his fingers and Mr. Arden looked at his book and said:\n\n“Right. Go on.”\n\n“I cannot,” said Jack.', 'Right', 'ARDEN'],
    ['a main clause after a subordinate one',
      'As Ellen came in, Robert put down the lamp and said, “You are wet.”\n\n“It rains,” said Ellen.',
        'You are wet', 'ROBERT'],
    ['words of affection before a name', '“Nonsense,” said old Pettifer.\n\n“It is not,” said Ann.', 'Nonsense',
      'PETTIFER'],
    ['kin by somebody’s name', '“But why?” cried Grimm’s nephew.\n\n“Because,” said Grimm.', 'But why',
      'GRIMM’S NEPHEW'],
  ])('recognises %s', (_shape, text, words, cue) => {
    expect(speakerOf(analyseText(text), words)).toBe(cue);
  });

  it('gives a reply to another speaker than the one before', () => {
    const analysis = analyseText('“I shall not sell it,” said Basil.\n\nHenry raised his eyebrows and looked at Basil through the smoke. “Not sell it? Why?”\n\n“You will laugh at me,” he replied, “but I cannot.”\n\n“I never laugh,” said Henry.');
    expect(speakerOf(analysis, 'Not sell it')).toBe('HENRY');
    expect(speakerOf(analysis, 'You will laugh')).toBe('BASIL');
  });

  it('marks a guess among many people as weak', () => {
    const analysis = analyseText([
      '“Who has the key?” said Ann.', '“Not I,” said Ben.', '“Nor I,” said Clara.', '“I never had it,” said David.',
      '“Somebody must have it,” said Ann.', '“It was on the nail.”', '“It is not there,” said Ben.',
    ].join('\n\n'));
    expect(confidenceOf(analysis, 'It was on the nail')).toBe('weak');
    expect(confidenceOf(analysis, 'It is not there')).toBe('hard');
  });
});

describe('scenes', () => {
  it('cuts at a new time and takes headings from the words of the text', () => {
    const text = [
      '“Sit down,” said Nora. They were in the kitchen, and the lamp was lit.', '“I would rather stand,” said Paul.',
      '“Then stand,” said Nora.', '“I will,” said Paul.',
      'The next morning they walked together through the wet garden, and neither of them spoke for a long while.',
      '“Look,” said Nora.', '“At what?” said Paul.',
    ].join('\n\n');
    const { scenes } = analyseText(text);
    expect(scenes.map(({ heading }) => heading)).toEqual(['INT. KITCHEN - NIGHT', 'EXT. WET GARDEN - MORNING']);
    expect(scenes[0]?.start).toBe(0);
    expect(text.slice(scenes[1]?.start).startsWith('The next morning')).toBe(true);
  });

  const talk = (...narration: string[]): string =>
    analyseText(['“Sit down,” said Nora.', '“I would rather stand,” said Paul.', '“Then stand,” said Nora.',
      '“I will,” said Paul.',
    '“As you like,” said Nora.', ...narration].join('\n\n')).scenes[0]!.heading;

  it('takes the place from later words of a scene when they name only one', () => {
    expect(talk('“Well?” said Paul. He sat down in the library after all.')).toBe('INT. LIBRARY');
    expect(talk('“Well?” said Paul. He sat down in the library after all.', 'She stood on the terrace.'))
      .toBe('INT./EXT. PLACE NOT GIVEN');
    expect(talk('“Well?” said Paul. He had never sat in the library before.')).toBe('INT./EXT. PLACE NOT GIVEN');
  });

  it('recognises a scene among furniture as indoors without naming a room', () => {
    expect(talk('“Well?” said Paul. He sank upon the sofa.')).toBe('INT. PLACE NOT GIVEN');
    expect(talk('“Well?” said Paul. He sank upon the sofa.', 'She stayed on the lawn.'))
      .toBe('INT./EXT. PLACE NOT GIVEN');
  });

  it('does not place a talk where people only go after it', () => {
    const left = '“Well?” said Paul. So they walked to the station.';
    expect(talk(left, 'They stood on the bridge, and it was early in the morning.')).toBe('INT./EXT. PLACE NOT GIVEN');
    expect(talk('“Well?” said Paul. He sank upon the sofa.', 'They went across the lawn.'))
      .toBe('INT. PLACE NOT GIVEN');
    expect(talk('“Well?” said Paul. He sat down in the library after all.', left)).toBe('INT. LIBRARY');
  });
});

describe('any text at all', () => {
  it.each([
    ['nothing', ''], ['white space', ' \r\n\t '], ['one word', 'Hello'],
    ['a lone surrogate', '“Hi \ud800,” said Tom. \udc00'], ['marks only', '“”‘’"\'--—…'],
    ['Chinese', '我们今天去学校。老师说了很多话！'],
    ['markdown', '# Title\n\n- one\n- two\n\n```\n“code”\n```\n\nText **bold** stays. It is here.'],
  ])('survives %s with exact offsets', (_name, text) => {
    const analysis = analyseText(text);
    for (const span of [...analysis.sentences, ...analysis.quotes, ...analysis.claims, ...analysis.paragraphs]) {
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeLessThanOrEqual(text.length);
      expect(span.start).toBeLessThan(span.end);
    }
    expect(analysis.text).toBe(text);
  });

  it('gives the same analysis every time', () => {
    const first = analyseText(ARGUMENT);
    // The analyses of the latest few texts are kept, so others are made in between.
    for (let other = 0; other < 8; other++) analyseText(`${other} ships lay in the bay.`);
    const again = analyseText(ARGUMENT);
    expect(again).not.toBe(first);
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });

  it('stays fast on hostile patterns', () => {
    const started = process.cpuUsage();
    for (const text of ['.'.repeat(200_000) + 'x', '“' + 'Aa '.repeat(60_000), "' ".repeat(100_000),
      'My name is ' + 'A'.repeat(100_000), '('.repeat(100_000)]) analyseText(text);
    const used = process.cpuUsage(started);
    expect((used.user + used.system) / 1_000).toBeLessThan(20_000);
  });

  it('lists cues as speakers in an inspection', () => {
    const inspection = inspectText(ARGUMENT);
    expect(inspection.quotes[0]).toEqual({ start: 13, end: 34, speaker: 'MR HARLOW', confidence: 'hard' });
    expect(inspection.text.slice(13, 34)).toBe('“You are late again,”');
  });
});
