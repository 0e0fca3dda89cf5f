import { describe, expect, it } from '@jest/globals';
import { paragraphsOf } from '../../../src/craft/narrative/analysis/language/paragraphs.js';
import { areIndoors } from '../../../src/craft/narrative/analysis/scenes/settings.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import { cutCost, FORBIDDEN } from '../../../src/craft/narrative/writing/parts/cuts.js';
import { materialsOf } from '../../../src/craft/narrative/writing/material/material.js';
import { placingItem } from '../../../src/craft/narrative/writing/modes/drama/opening.js';
import type { Stage } from '../../../src/craft/narrative/writing/staging/stage.js';
import { tidy } from '../../../src/craft/narrative/writing/wording/wording.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';

const drama = (text: string, durationSeconds: number): Promise<Screenplay> => embeddedWriter().screenplay({
  seed: 'one', title: 'A Play', beats: [], castNames: [], creativeBrief: null, canon: null,
  sources: [{ sourceId: 'src', label: null, text, digest: null }], target: { audience: 'a', objective: 'b', outcome: 'c' },
  tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds },
});
const spoken = ({ entries }: Screenplay): string => entries.filter(({ kind }) => kind === 'dialogue' || kind === 'action').map(({ text }) => text).join('\n');

const ADDRESS = 'In a town which the reader need not find on any map there stood a mill, and of that mill these pages shall tell, as far as the pen of one man can follow the wheel.';
const MILL = `The miller's daughter Ann stood at the gate with a lamp, and the rain ran off her hat.

“The wheel has stopped,” said Ann. “Somebody has shut the sluice.”

“Nobody was there,” said Robert, and he took the lamp from her. “I came along the bank myself.”

“Then who has the key?” asked Ann.

“Your father has it,” said Robert. “He never lets it go.”

They went down to the wheel together, and the water stood black and still behind the boards, and a glove lay on the stone.`;
const LATER = Array.from({ length: 8 }, (_v, at) => `On the ${at + 2}th day the carts came from the town with sacks of barley, and the carters stood under the eaves and asked for the miller, and Ann sent them `
  + 'away again. She counted the sacks in the loft, and she wrote the number on the beam with a burnt stick, and the rain went on.').join('\n\n');

describe('before the story', () => {
  it('a chapter summary in capitals counts as contents, not as story', () => {
    const kinds = paragraphsOf(`CHAPTER I\n\nTREATS OF THE MILL, AND OF THE NIGHT\nON WHICH ITS WHEEL STOOD STILL.\n\n${MILL}`).map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['heading', 'contents', 'body']);
    expect(paragraphsOf(`${MILL}\n\nTHE WHEEL STANDS STILL TO THIS DAY, SIR!\n\n${MILL}`).map(({ kind }) => kind)).not.toContain('contents');
  });

  it('the author’s address to the reader is left out of a play, where the story is long enough', async () => {
    expect(spoken(await drama(`The Mill\n\n${ADDRESS}\n\n${MILL}\n\n${LATER}`, 900))).not.toContain('the reader');
    expect(spoken(await drama(`The Mill\n\n${ADDRESS}\n\n${MILL}\n\n${LATER}`, 900))).toContain('stood at the gate with a lamp');
    expect(spoken(await drama(`The Mill\n\n${ADDRESS}\n\n${MILL}`, 900))).toContain('the reader');
  });

  it('people at a bed are in a room', () => {
    expect(areIndoors(['The doctor rose and stood beside the bed.'])).toBe(true);
    expect(areIndoors(['The boys stood in the bed of the stream.'])).toBe(false);
  });
});

describe('what the narrator of a play reads', () => {
  it('is one sentence where a tag is in its middle', async () => {
    const script = await drama(`The Mill\n\n${MILL}\n\nSomebody called from the loft. “I should like to know,” came a thin and rather breathless voice out of the dark above them, “who has taken my other glove.”\n\n${LATER}`, 900);
    const line = script.entries.find(({ text }) => text.includes('I should like to know'))!;
    expect(line.text).toMatch(/I should like to know, came a thin and rather breathless voice out of the dark above them, who has taken my other glove\./u);
  });

  it('has no unpaired marks of emphasis', () => {
    expect(tidy('Her_ mind was quick, and _his was slow; snake_case stays.')).toBe('Her mind was quick, and his was slow; snake_case stays.');
  });
});

describe('a part', () => {
  it('may end between two sentences of a long paragraph of narration, never inside speech', () => {
    const long = Array.from({ length: 12 }, (_v, at) => `The carts of the ${at + 2}th village came down the hill with sacks of barley for the mill of Ann and Robert.`).join(' ');
    const [material] = materialsOf([{ sourceId: 's', label: null, text: `The Mill\n\n${MILL}\n\n${long}\n\n${MILL}`, digest: null }], { mode: 'drama', narrationPolicy: 'include' });
    const { items } = material!;
    const inside = items.findIndex(({ text }) => text.includes('8th village'));
    expect(cutCost(items, inside)).toBeLessThan(FORBIDDEN / 2);
    const short = items.findIndex(({ text, startsParagraph, kind }) => kind === 'line' && !startsParagraph && text.includes('key') === false);
    expect(cutCost(items, short)).toBeGreaterThanOrEqual(FORBIDDEN);
  });
});

describe('the sentence that opens a part', () => {
  const opened = (...scene: string[]): string | undefined => {
    const before = ['Ann Quill had tried all summer to learn to swim.', 'In the evening he sat in the garden of the inn.', '“Wait,” said Ann Quill.'];
    const text = [...before, ...scene, '“It is deep,” said Ann Quill.', '“It is,” said Peter Brook.'].join('\n\n');
    const [material] = materialsOf([{ sourceId: 'src', label: null, text, digest: null }], { mode: 'drama', narrationPolicy: 'include' });
    const at = material!.items.findIndex((item) => item.text.startsWith(scene[0]!.slice(0, 12)));
    return placingItem({ place: { index: 2, count: 2, before: material!.items.slice(0, at) } } as unknown as Stage, material!, material!.items.slice(at))?.text;
  };

  it('names the person when the part begins with a pronoun, and can itself be understood alone', () => {
    expect(opened('A feeling of joy overtook her, and the water was warm.')).toBe('Ann Quill had tried all summer to learn to swim.');
  });

  it('is left out where the part begins at another time', () => {
    expect(opened('The next morning she went down to the water alone.')).toBeUndefined();
  });
});
