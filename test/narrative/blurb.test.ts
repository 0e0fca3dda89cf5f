import { describe, expect, it } from '@jest/globals';
import { blurbOf, wholeSentences } from '../../src/craft/narrative/blurb.js';
import type { BlurbBrief } from '../../src/craft/narrative/model.js';

const action = (text: string) => ({ kind: 'action', speaker: 'NARRATOR', text });
const says = (speaker: string, text: string) => ({ kind: 'dialogue', speaker, text });

const LINES = [
  action('Ada Roke had kept the lamp on the rock for eleven years, and nobody had ever asked her why. It was cold.'),
  says('TOM', 'You had better come up.'), says('ADA', 'I was asleep.'),
  action('He said nothing of it. On the stairs of the tower Ada found forty pounds of oil, spilled from the top to the bottom.'),
  says('ADA', 'Who carries oil down a tower in the middle of the night?'), says('TOM', 'Nobody that I ever saw.'),
  action('They followed the only cart on the island along the road to the chapel.'),
  says('ANSELM', 'I was paid for it. Was it so very wrong?'),
  action('Anselm the chaplain had carried the oil away, and in the end he wept and gave Ada the keys of the chapel.'),
];
const brief = (more: Partial<BlurbBrief> = {}): BlurbBrief => ({ lines: LINES, people: ['Ada Roke', 'Tom', 'Anselm'], written: null, ...more });

describe('what a podcast app says of an episode', () => {
  it('is its beginning in sentences that stand alone, and a question; never its end', () => {
    const blurb = blurbOf(brief())!;
    expect(blurb).toMatch(/^Ada Roke had kept the lamp on the rock for eleven years/u);
    expect(blurb).toContain('forty pounds of oil');
    expect(blurb).toMatch(/“Who carries oil down a tower in the middle of the night\?”$/u);
    expect(blurb).not.toMatch(/Anselm|wept|He said nothing|I was asleep/u);
    expect(blurbOf(brief())).toBe(blurb);
  });

  it('is what someone wrote about it, in whole sentences and without Markdown', () => {
    expect(blurbOf(brief({ written: 'Somebody *drains* the _lamp_ before a storm. Mr. Moss knows wh' }))).toBe('Somebody drains the lamp before a storm.');
  });

  it('is not a written text that gives away the end', () => {
    expect(blurbOf(brief({ written: LINES.at(-1)!.text }))).not.toContain('wept');
  });

  it('uses the words of a first-person narrator', () => {
    const lines = [
      says('WATSON', 'I had called upon Holmes early in the spring and found a stranger with him.'), says('HOLMES', 'I asked you to come because I wanted a witness, and I wanted Watson.'),
      says('WATSON', 'The stranger was a tailor from Leeds, and his hands trembled when he spoke to Holmes.'), says('WATSON', 'We went down to the river and waited.'),
      says('HOLMES', 'Nobody came.'), says('WATSON', 'At last a boat came down the river, and all was over.'),
    ];
    expect(blurbOf({ lines, people: ['Watson', 'Holmes'], written: null })).toBe(
      'I had called upon Holmes early in the spring and found a stranger with him. The stranger was a tailor from Leeds, and his hands trembled when he spoke to Holmes.');
  });

  it('is null where nothing can be said', () => {
    expect(blurbOf({ lines: [says('A', 'Yes.'), says('B', 'No.')], people: ['A', 'B'], written: '' })).toBeNull();
    expect(blurbOf({ lines: [], people: [], written: null })).toBeNull();
  });

  it('never cuts a sentence', () => {
    expect(wholeSentences('He met Mr. Wilson of St. James. They talked. They went', 40)).toBe('He met Mr. Wilson of St. James.');
    expect(wholeSentences('no stop at all', 5)).toBe('no stop at all');
  });
});
