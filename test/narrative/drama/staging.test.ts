import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { ScriptBrief, TextAnalysis, Utterance } from '../../../src/craft/narrative/model.js';
import { withLikelierSpeakers } from '../../../src/craft/narrative/writing/material/likelier-speaker.js';
import { materialsOf } from '../../../src/craft/narrative/writing/material/material.js';
import { inPlainOrder } from '../../../src/craft/narrative/writing/wording/plain-order.js';
import { partsOf } from '../../../src/craft/narrative/writing/parts/parts.js';
import type { TableReadMode } from '../../../src/craft/screenplay/model.js';

function briefFor(text: string, mode: TableReadMode = 'drama', durationSeconds = 600): ScriptBrief {
  return {
    seed: 'staging', sources: [{ sourceId: 'src', label: null, text, digest: null }], creativeBrief: null, canon: null, title: 'The Mill', beats: [],
    castNames: [], target: { audience: 'listeners', objective: 'entertain', outcome: 'they know the story' },
    tableRead: { mode, narrationPolicy: 'include', durationSeconds },
  };
}

async function played(text: string, mode: TableReadMode = 'drama'): Promise<string[]> {
  const { entries } = await embeddedWriter().screenplay(briefFor(text, mode));
  return entries.map(({ kind, character, text: words }) => `${character ?? `[${kind}]`}: ${words}`);
}

const headings = (...paragraphs: string[]): string[] => analyseText(paragraphs.join('\n\n')).scenes.map(({ heading }) => heading);

/** An exchange whose turns have these speakers and confidences: `A!` is certain, `A?` a guess, `A#` a guess with a tag. */
function exchange(...turns: string[]): Utterance['confidence'][] {
  const text = turns.map((_turn, at) => `“Words ${at}.”`).join('\n');
  let start = 0;
  const utterances = turns.map((turn, index): Utterance => {
    const end = text.indexOf('”', start) + 1;
    const quotes = [{ start, end }];
    start = end + 1;
    return {
      index, paragraph: index, speaker: turn[0]!, confidence: turn[1] === '!' ? 'hard' : 'weak', quotes, tag: turn[1] === '#' ? quotes[0]! : null,
      lead: null, tail: null, toldBy: null,
    };
  });
  const analysis: TextAnalysis = { ...analyseText(text), scenes: [] };
  return withLikelierSpeakers(analysis, utterances).map(({ confidence }) => confidence);
}

describe('a guessed speaker in a drama', () => {
  it('is inferred when two people take turns', () => {
    expect(exchange('A!', 'B?', 'A!', 'B!')).toEqual(['hard', 'inferred', 'hard', 'hard']);
    expect(exchange('B!', 'A!', 'B?', 'A?')).toEqual(['hard', 'hard', 'inferred', 'inferred']);
  });

  it.each([
    ['a third person is near', ['A!', 'B?', 'C!', 'B!']], ['the other person is only guessed', ['A!', 'B?', 'A!']],
    ['one person speaks twice', ['A!', 'B!', 'B?', 'A!']], ['nobody is certain', ['A?', 'B?', 'A?']], ['the turn has a tag', ['A!', 'B#', 'A!', 'B!']],
  ])('stays a guess where %s', (_why, turns) => {
    const weak = turns.filter((turn) => !turn.endsWith('!')).length;
    expect(exchange(...turns).filter((confidence) => confidence === 'weak')).toHaveLength(weak);
  });
});

const MILL = [
  'Old Joan Marsh sat in the kitchen with her son Peter. The rain had not stopped for a week.', '“Is the wheel turning?” asked Joan.',
  '“It has not turned since Monday,” said Peter.', '“Then we shall have no flour,” said Joan.', '“There is flour in the loft,” said Peter, climbing the ladder to look.',
  '“How much?” cried Joan as she rose from her chair.', '“Two sacks,” said Peter. “No more.”', '“Two sacks will do,” said Joan.',
];

describe('the tags of a drama', () => {
  it('are not heard after a line, but the action that they mention is', async () => {
    const lines = await played(MILL.join('\n\n'));
    expect(lines.join('\n')).not.toMatch(/said|cried|asked/u);
    expect(lines.filter((line) => line.includes('rose from her chair'))).toEqual(['[action]: Joan rose from her chair.']);
  });

  it('introduce a new person before the line, once', async () => {
    const lines = await played([...MILL, '“Is anybody at home?” asked Ann Reed.', '“We are,” said Joan.', '“Then open the door,” said Ann Reed.', '“It is open,” said Joan.'].join('\n\n'));
    const first = lines.findIndex((line) => line.includes('Is anybody at home'));
    expect(lines[first - 1]).toBe('[action]: Ann Reed asked:');
    expect(lines.filter((line) => /\b(?:said|asked)\b/u.test(line))).toHaveLength(1);
  });

  it.each([
    '“It was open all night,” said Wren. “I saw it.”', '“It was open.” said Wren. “I saw it.”', '“It was open all night —” said Wren — “I saw it.”',
  ])('introduce a new person with the subject first, wherever the tag is in the quotation: %s', async (line) => {
    const lines = await played([...MILL, line, '“Who left it open?” said Joan.', '“The miller,” said Wren.', '“Then he shall pay,” said Joan.'].join('\n\n'));
    expect(lines.filter((each) => /said/iu.test(each))).toEqual(['[action]: Wren said:']);
  });

  it.each([
    ['said Ann softly, turning round.', 'Ann said softly, turning round.'], ['said he soothingly, bending forward.', 'He said soothingly, bending forward.'],
    ['murmured the mayor; and he sat down.', 'The mayor murmured; and he sat down.'], ['said Ann, after a while.', 'Ann said, after a while.'],
    ['said Wren.', 'Wren said.'], ['said J. R. Pell.', 'J. R. Pell said.'], ['said Mr. Pell.', 'Mr. Pell said.'], ['said Ann —', 'Ann said —'],
    ['said he as he took the lamp from the shelf.', 'He took the lamp from the shelf.'], ['said Ann, an old woman with a stick.', 'said Ann, an old woman with a stick.'],
    ['cried Ann, who had come in.', 'Ann had come in.'], ['said Mr.\nPell to himself, as he walked away.', 'Mr. Pell said to himself, as he walked away.'],
    ['said the man a little impatiently.', 'The man said a little impatiently.'], ["called a girl's voice.", "A girl's voice called."], ['said she, who knew it.', 'said she, who knew it.'],
    ['quoted Ann, with whose mood it was in tune.', 'quoted Ann, with whose mood it was in tune.'], ['said Ann, who could remember it.', 'said Ann, who could remember it.'], ['he said after some time.', 'he said after some time.'],
  ])('have their subject first where they stand alone: %s', (tag, told) => {
    const form = inPlainOrder(tag, { text: tag, pieces: [{ start: 0, end: tag.length }], edited: false });
    expect(form.text).toBe(told);
    const letters = (words: string): string => words.toLowerCase().replace(/[^a-z]/gu, '');
    expect(letters(form.pieces.map(({ start, end }) => tag.slice(start, end)).join(''))).toBe(letters(told));
  });

  it('leave a line to the only person whom “she” can mean, when the line itself addresses the other woman by her title', async () => {
    const text = [...MILL, '“It is dark,” said Mrs. Pell, and took the lamp from the table.', 'The wind rose. Joan stood before the door.',
      '“Nobody moves,” she said. “Mrs. Pell, put down the lamp.”', '“I will not,” said Mrs. Pell.', '“Then sit down,” said Joan.'].join('\n\n');
    const lines = await played(text);
    const joan = lines.find((line) => line.includes('no flour'))!.split(':')[0]!;
    expect(lines.filter((line) => line.includes('Nobody moves'))).toEqual([`${joan}: Nobody moves. Mrs. Pell, put down the lamp.`]);
  });

  it('keep the dash of a line that breaks off', async () => {
    const text = [...MILL, '“I always said that when the miller”—and here she dropped her voice, and looked at the door of the mill.', '“Say it,” said Joan.'].join('\n\n');
    expect((await played(text)).filter((line) => line.includes('I always said'))).toEqual([expect.stringMatching(/when the miller—$/u)]);
  });

  it('leave written words inside their sentence, and drop straight quotation marks', async () => {
    const text = [...MILL, '“For the miller, 1804,” was engraved upon the beam.', "“Read it,” said Joan."].join('\n\n');
    expect((await played(text)).join('\n')).toContain('[action]: For the miller, 1804, was engraved upon the beam.');
    const straight = MILL.map((line) => line.replace(/[“”]/gu, "'")).join('\n\n');
    expect((await played(straight)).filter((line) => /(?<!\w)'|'(?!\w)/u.test(line))).toEqual([]);
  });
});

describe('the scenes of a drama', () => {
  const talk = MILL.slice(1);

  it('begin where people arrive at a place that the text names, and not at every step', () => {
    const moved = 'The rain had stopped at last. We passed over the hill and so down through the wet fields to Marsh Market, where nobody was to be seen.';
    expect(headings(MILL[0]!, ...talk, moved, ...talk)).toEqual(['INT. KITCHEN', 'INT./EXT. MARSH MARKET - LATER']);
    expect(headings(MILL[0]!, ...talk, 'We passed over the hill and came back again before anybody had missed us, and the rain fell.', ...talk)).toEqual(['INT. KITCHEN']);
  });

  it('do not begin at a sentence between two speeches that lost its full stop', () => {
    const scenes = analyseText([MILL[0]!, ...talk, 'Joan looked towards the door', ...talk].join('\n\n')).scenes.length;
    const parted = analyseText([MILL[0]!, ...talk, 'The Door', ...talk].join('\n\n')).scenes.length;
    expect([scenes, parted]).toEqual([1, 2]);
  });

  it('are in the place that their narration describes', () => {
    const lane = 'Lower Marsh Lane is a narrow road behind the mill. I made my way between the walls and found the gate that I was looking for.';
    const room = 'I followed her into the house. It was a small, dark room with a stove, and I walked to the window and looked out over the fields.';
    expect(headings(MILL[0]!, ...talk, lane, ...talk)[1]).toBe('INT./EXT. LOWER MARSH LANE - LATER');
    expect(headings(MILL[0]!, ...talk, room, ...talk)[1]).toBe('INT. SMALL, DARK ROOM - LATER');
  });

  it('are in a room without a name when the text only shows that people are indoors', async () => {
    const lines = await played(['Joan Marsh came into the room and closed the door behind her. Peter looked up.', ...talk].join('\n\n'));
    expect(lines[0]).toBe('[scene_heading]: INT. ROOM');
    const seated = await played(['Joan Marsh sank upon the sofa. Peter stood beside the fireplace and looked at her.', ...talk].join('\n\n'));
    expect(seated[0]).toBe('[scene_heading]: INT. ROOM');
  });

  it('have their number when the text tells no place', async () => {
    const talked = [...talk, 'An hour later they spoke of it again. The rain had stopped at last, and it was evening.', ...talk];
    const found = (await played(talked.join('\n\n'))).filter((line) => line.startsWith('[scene_heading]'));
    expect(found[0]).toMatch(/^\[scene_heading\]: SCENE 1(?: - [A-Z]+)?$/u);
    expect(found.filter((line) => /EXT\.|NOT GIVEN/u.test(line))).toEqual([]);
  });

  it('do not change for a story that someone tells and that has no particular place', async () => {
    const story = Array.from({ length: 6 }, (_none, at) => `“I was a young man then, and my father sent me to buy corn. I had never been so far from home. `
      + `On the ${at + 2}th day I met a stranger, and I asked him for the way. ‘You are on it,’ said he. I thanked him and he laughed at me.`);
    const text = [MILL[0]!, ...talk, ...story.slice(0, -1), `${story.at(-1)!}”`, '“And did you buy the corn?” asked Joan.', '“I did,” said Peter.'].join('\n\n');
    expect((await played(text)).filter((line) => line.startsWith('[scene_heading]'))).toEqual(['[scene_heading]: INT. KITCHEN']);
  });
});

describe('the parts of a long exchange', () => {
  const remark = (at: number): string => `“The miller of Corran bought ${at + 11} sacks of good corn from the farmers at the market on Saturday,” said ${at % 2 ? 'Joan' : 'Peter'}.`;
  const text = [MILL[0]!, ...Array.from({ length: 60 }, (_none, at) => remark(at))].join('\n\n');

  it('end after a statement near the wanted length, never after a question', () => {
    const parts = (source: string): { words: number; last: string }[] => {
      const materials = materialsOf(briefFor(source).sources, { mode: 'drama', narrationPolicy: 'include' });
      return partsOf(materials, 300, 9_000).map(({ words, ranges }) => {
        const { material, to } = ranges.at(-1)!;
        return { words, last: materials[material]!.items[to - 1]!.text };
      });
    };
    const usual = parts(text);
    for (const { words } of usual) expect(Math.abs(words / 300 - 1)).toBeLessThan(0.25);
    // Every remark that ends a part becomes a question.
    const ends = usual.slice(0, -1).map(({ last }) => / bought (\d+) /u.exec(last)![1]!);
    const asked = text.replace(/bought (\d+) sacks(.*?)Saturday,”/gu, (all, count: string, between: string) => (ends.includes(count) ? `bought ${count} sacks${between}Saturday?”` : all));
    const moved = parts(asked);
    expect(moved.slice(0, -1).filter(({ last }) => last.includes('?'))).toEqual([]);
    expect(moved.map(({ words }) => words)).not.toEqual(usual.map(({ words }) => words));
  });
});

describe('quotations of a documentary', () => {
  it('stay in the sentence of the person who tells of them', async () => {
    const told = ['“I found the mill at noon. The door was open, and nobody had been there for years. I walked from room to room and looked at the old stones.',
      '“In the last room there was a box. I shouted ‘Eureka!’ and broke the lid with joy. There was corn in it, dry and good. ‘At last,’ I cried, and ran home.'];
    const text = `${[...told, ...told, ...told, ...told].join('\n\n')}”`;
    expect(analyseText(text).utterances.some(({ toldBy }) => toldBy !== null)).toBe(true);
    expect((await played(text, 'documentary')).join('\n')).toContain('I shouted ‘Eureka!’ and broke the lid with joy.');
  });

  it('do not end at a sentence that the next one takes back', () => {
    const source = 'No, that was not the mill. But it was the mill. The wheel lay in the grass beside the wall. But nobody had ever seen the wheel so still since the flood of that year.';
    const { items } = materialsOf(briefFor(source, 'documentary').sources, { mode: 'documentary', narrationPolicy: 'include' })[0]!;
    expect(items.map(({ closes }) => closes)).toEqual([false, true, true, true]);
  });

  it('give no capital to the second part of a sentence that is too long for one line', async () => {
    const clause = (at: number): string => `that the wheel of the mill had been turned by the water of the river for ${at} hundred years without a single day of rest`;
    const long = `The miller told us on the first evening ${[2, 3, 4, 5, 6, 7].map(clause).join(', and ')}.`;
    const lines = await played(Array.from({ length: 4 }, () => long).join('\n\n'), 'documentary');
    expect(lines.join('\n')).not.toMatch(/: (?:And|That) that|, And/u);
  });
});
