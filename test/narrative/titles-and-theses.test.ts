import { salienceOf } from '../../src/craft/narrative/writing/wording/salience.js';
import { titlePhrase } from '../../src/craft/narrative/writing/wording/title-phrases.js';
import { describe, expect, it } from '@jest/globals';
import { analyseText, digestOf } from '../../src/craft/narrative/analysis/index.js';
import { paragraphsOf } from '../../src/craft/narrative/analysis/language/paragraphs.js';
import { authorOf, dateOf, labelTitle, titleOf } from '../../src/craft/narrative/analysis/language/titles.js';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';

const BODY = 'The mill at Corran has stood empty since the flood, and the wheel has not turned for nineteen years. Each winter a little more '
  + 'of the roof goes into the river. The miller’s daughter, who is eighty, says that she can still hear it work on still nights.';
const title = (text: string): string | null => titleOf(text, paragraphsOf(text));
const bodyOf = (text: string): string[] => paragraphsOf(text).filter(({ kind }) => kind === 'body').map(({ start, end }) => text.slice(start, end));

describe('the title of a text', () => {
  it.each([
    ['a short heading', `The Mill\n\n${BODY}`, 'The Mill'],
    ['a heading of more than sixty characters', `How the mill at Corran lost its roof, its wheel and at last its name in one winter\n\n${BODY}`,
      'How the mill at Corran lost its roof, its wheel and at last its name in one winter'],
    ['a long heading over a byline', `How the mill at Corran lost its roof, its wheel and at last its name in one winter\n\nBy Ana Brook\n\n${BODY}`,
      'How the mill at Corran lost its roof, its wheel and at last its name in one winter'],
    ['a line directly above the text', `The Mill at Corran\n${BODY}`, 'The Mill at Corran'],
    ['title and byline in one block', `THE MILL AT CORRAN\nby Ana Brook\n\n${BODY}`, 'THE MILL AT CORRAN'],
    ['a numeral and a name', `IV\n\nThe Mill\n\n${BODY}`, 'The Mill'],
    ['a question', `Who Broke the Wheel of Corran Mill?\n\n${BODY}`, 'Who Broke the Wheel of Corran Mill?'],
    ['a field of the file', `Title: The Mill\nAuthor: Ana Brook\n\n${BODY}`, 'The Mill'],
    ['front matter', `---\ntitle: "The Mill"\nauthor: Ana Brook\n---\n\n${BODY}`, 'The Mill'],
  ])('is %s, and is not read as text', (_name, text, expected) => {
    expect(title(text)).toBe(expected);
    expect(bodyOf(text)).toEqual([BODY]);
  });

  it.each([
    ['By Ana Brook, Staff Reporter | March 4, 2025 | Updated 5:15 p.m. ET', 'Ana Brook'],
    ['by Prof. Ana Brook, Ph.D. (ana.brook@mill.example)', 'Prof. Ana Brook'],
  ])('is not %s, and that is not read', (byline, author) => {
    const text = `The Mill\n\n${byline}\n\n${BODY}`;
    expect([title(text), authorOf(text, paragraphsOf(text)), bodyOf(text)]).toEqual(['The Mill', author, [BODY]]);
  });

  it('leaves out notes below a text, but not the numbered paragraphs of one', () => {
    const notes = '[1] Munich Re, NatCatSERVICE, 2022.\n² Measured at 20 °C.\n[3] Ramboll, vol. 2, p. 17.';
    expect(bodyOf(`The Mill\n\n${BODY}\n\n---\n\n${notes}`)).toEqual([BODY]);
    const judgment = `The case began in March.\n\n[1] ${BODY}\n\n[2] ${BODY}`;
    expect(bodyOf(judgment)).toHaveLength(3);
  });

  it('reads no numbered heading together with the text below it, but keeps a list', () => {
    const text = `The minutes were approved by all who came.\n\n3. Rats\n${BODY}\n\n6. A.O.B.\nMrs Bell asked who had taken the wheelbarrow.`;
    expect(paragraphsOf(text).map(({ kind }) => kind)).toEqual(['body', 'heading', 'body', 'heading', 'body']);
    const list = `${BODY}\n\n1. Open the oven\n2. Beat the butter and the sugar until they are pale\n3. Bake`;
    expect(bodyOf(list)).toHaveLength(2);
  });

  it('and its byline may stand over a short paragraph', () => {
    const text = `ANA\nby Ana Brook\n\n“Have you the key?” said Tom.\n\n${BODY}`;
    expect([title(text), bodyOf(text).length]).toEqual(['ANA', 2]);
  });

  it.each([['a numeral alone', `IV\n\n${BODY}`], ['a heading of any part', `Introduction\n\n${BODY}`], ['none', BODY],
    ['an opening sentence', `Help came too late.\n\n${BODY}`], ['speech', `“Is there anybody in the mill”\n\n${BODY}`]])('is not %s', (_name, text) => {
    expect(title(text)).toBeNull();
  });

  it('comes with its author and date where lines above the text say them', () => {
    const text = `The Mill\n\nBy Ana Brook\n\n14 March 2021\n\n${BODY}`;
    expect(authorOf(text, paragraphsOf(text))).toBe('Ana Brook');
    expect(dateOf(text, paragraphsOf(text))).toBe('14 March 2021');
    expect(authorOf(BODY, paragraphsOf(BODY))).toBeNull();
    expect(authorOf(`The Mill\n\nBy the river stood a mill\n\n${BODY}`, paragraphsOf(`The Mill\n\nBy the river stood a mill\n\n${BODY}`))).toBeNull();
  });

  it.each(['tm5', 'Tm5', 'the-mill.txt', 'the_mill', 'mill-at-corran', 'postmortem', 'Postmortem', 'drafts/mill', 'https://example.org/mill', '', 'Document 3'])(
    'is never the name of a file: %s', (label) => {
      expect(labelTitle(label, BODY)).toBeNull();
    });

  it('may be the name that a person gave the source', () => {
    expect(labelTitle('The mill and its daughter', BODY)).toBe('The mill and its daughter');
    expect(labelTitle('Corran', BODY)).toBe('Corran');
  });

  it('of a plan, script or summary never names a file', async () => {
    const sources = [{ sourceId: 's', label: 'mill-07.txt', text: `IV\n\n${BODY}`, digest: null }];
    const target = { audience: 'a', objective: 'b', outcome: 'c' };
    const plan = await embeddedWriter().plan({ seed: 'x', sources, target, creativeBrief: null, canon: null, tableRead: null });
    const script = await embeddedWriter().screenplay({ seed: 'x', sources, target, creativeBrief: null, canon: null, title: plan.title, beats: [], castNames: [],
      tableRead: { mode: 'podcast', narrationPolicy: 'include', durationSeconds: 30 } });
    expect(plan.title).not.toBe('');
    expect(JSON.stringify([plan.title, plan.sourceDigest.summary, script.entries.map(({ text }) => text)])).not.toMatch(/mill[ -]?07|\.txt/iu);
  });

  it('of a plan has a dash where a typewriter has two hyphens', async () => {
    const sources = [{ sourceId: 's', label: null, text: `CHAPTER I\n\nThe Mill--With a Word on the River\n\n${BODY}`, digest: null }];
    const plan = await embeddedWriter().plan({ seed: 'x', sources, target: { audience: 'a', objective: 'b', outcome: 'c' }, creativeBrief: null, canon: null, tableRead: null });
    expect(plan.title).toBe('The Mill — With a Word on the River');
  });

  it('is taken from what follows the thesis, before the other claims, when the thesis has no phrase of its own', async () => {
    const text = `We meet today not for a victory of one street, but for a celebration of the bridge that all of us have paid for.

Let both banks bring the old power to close the gates under the absolute control of all the villages. The graves of young masons who answered
that call stand along the river. And so, my neighbours: ask not what your bridge can do for you -- ask what you can do for your bridge.

My fellow boatmen: ask not what the bridge will do for you, but what together we can do for the freedom of the river.

With a good conscience our only sure reward, let us go forth to carry the stones we love.`;
    const target = { audience: 'a', objective: 'o', outcome: 'u' };
    const plan = await embeddedWriter().plan({
      seed: 'x', sources: [{ sourceId: 's1', label: 'a.txt', text, digest: null }], target, creativeBrief: null, canon: null, tableRead: null,
    });
    expect(plan.title).toBe('The Freedom of the River');
  });
});

describe('the thesis of a text', () => {
  const filler = 'The office was on the second floor. It was painted green in 1994, and the stairs were painted a year later. '
    + 'On Tuesday Mr. Hale walked to the bank and took out forty pounds. He counted them twice on the steps. Rain fell on the square.';
  const thesis = (sentence: string, last = ''): string => digestOf(analyseText(`The Office on the Square\n\n${filler}\n\n${sentence}\n\n${filler.replace('Hale', 'Dunn')}${last === '' ? '' : `\n\n${last}`}`), null).thesis;
  const POINT = 'An office that keeps no record of its mistakes must make every one of them again.';

  it('is a sentence that holds beyond its moment', () => {
    expect(thesis(POINT)).toBe(POINT);
  });

  it.each([
    ['a question', 'But must an office that keeps no record of its mistakes always make every one of them again?'],
    ['a guess', 'Perhaps the office that keeps no record of its mistakes must always make every one of them again.'],
    ['a supposition', 'Suppose that an office with no record of its mistakes must always make every one of them again.'],
    ['an announcement', 'I will now describe how an office that keeps no record of its mistakes must make all of them again.'],
    ['an aside to the reader', 'An office without a record, as you will readily see, must make every one of its mistakes again.'],
    ['what a reader will find out', 'You will anticipate that an office without a record must make its mistakes again.'],
  ])('is never %s', (_name, sentence) => {
    expect(thesis(sentence, POINT)).toBe(POINT);
  });

  it('may be said by a person whom the text quotes, without marks and tag', () => {
    const said = '"An office that keeps no record of its mistakes must make every one of them again," Hale told the board in May.';
    expect(thesis(said)).toBe(POINT.slice(0, -1));
  });

  it('is the first of two sentences of one pattern', () => {
    const first = 'Ask not what the office can do for the square of the town.';
    expect(thesis(`${first} Ask not what the square can do for the office, but what the office must do for the square.`)).toBe(first);
  });

  it('of a story is never what somebody says in it', () => {
    const story = ['“Who broke the wheel?” asked Ann. She stood at the door of the mill with Ben and Clara.', '“I did not,” said Ben.', '“Nor I,” said Clara.', '“Somebody has broken it,” said David.',
      '“It is quite obvious that the only object of breaking the wheel must be to keep the miller in his mill.”', '“You must never let a miller mend his own wheel.”', '“So it is,” said Ben.'].join('\n\n');
    expect(digestOf(analyseText(story), null).thesis).toBe('');
  });

  it('of a story is a general statement from its last part, or empty', () => {
    const told = (last: string): string => ['“Who broke the wheel?” asked Ann. She stood at the door of the mill with Ben.', '“I did not,” said Ben, and he went to the bank.',
      '“Somebody has broken it,” said Ann. Ben looked at the wheel. The rain fell on the square.', '“It is late,” said Ben.', '“So it is,” said Ann. They went home over the bridge.', last].join('\n\n');
    const saying = 'A mill that nobody mends must always break in the winter.';
    expect(digestOf(analyseText(told(saying)), null).thesis).toBe(saying);
    expect(digestOf(analyseText(`${saying}\n\n${told('Ben shut the door and put out the lamp.')}`), null).thesis).toBe('');
    expect(digestOf(analyseText(told('You must never let a mill go without an owner of its own.')), null).thesis).toBe('');
  });

  it.each(['This office is about ninety miles long, and nobody must ever measure it.', 'The office is always ninety miles from any other office that keeps a record.',
    'Nothing that an office must always do can make that good.'])('is no measure, and nothing that points back: %s', (sentence) => {
    expect(thesis(sentence, POINT)).toBe(POINT);
  });

  it('includes both sentences of “It is not this. It is that.”', () => {
    const halves = 'The lesson of the office is not that clerks are careless. It is that nobody reads the book.';
    expect(thesis(halves)).toBe(halves);
  });
});

describe('a title of one word', () => {
  const titled = (text: string): string | null => {
    const sentences = text.split(/(?<=[.!?”])\s+(?=[“\p{Lu}])/u);
    return titlePhrase(sentences, salienceOf(sentences), () => false);
  };

  it('is not a verb or adverb that is capitalised only because it begins a sentence', () => {
    expect(titled('“Cast off!” she said to him.')).toBeNull();
    expect(titled('Halfway across, the wind fell.')).toBe('The Wind');
  });

  it('may be a name that stands inside a sentence, too', () => {
    expect(titled('Winterbourne was amused. He asked Winterbourne again.')).toBe('Winterbourne');
  });
});
