import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import { withTagsFirst } from '../../src/craft/narrative/writing/modes/voices.js';
import { spokenForm } from '../../src/craft/narrative/writing/wording/wording.js';
import type { Screenplay, ScreenplayEntry } from '../../src/craft/screenplay/model.js';


const FEATURE = `The Last Net Maker

By Owen Marsh

The shed of Clara Voss stands behind the fish market, and it smells of tar from April to October. She is the only net maker who is left on this coast, and the boats of four harbours wait for her.

"People think that a net is string," Voss says. "A net is a lot of holes." Nobody has ordered a cotton net since 1971.

Piet Anders, who owns two boats, brings his nets every spring. "She looks at a hole and tells me which rock I hit," he says. "She has never been wrong."

Voss learned the work from her father. She was sent to the shed as a punishment, because she had broken a window.

"They wanted me to be sorry. I was happy."

The harbour office has tried machines. The machine from Bremen made a net in nine minutes, and the first seal went through it. Anders kept a piece of it on his wall, as a warning to the others.

The youngest of her nets is for a football goal. It hangs behind the school, and it has held for six winters.`;

const MEMOIR = ['The House on the Dyke', 'By Mary Sand', ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((day, at) => `I came back on the ${day} morning with ${at + 2} loaves, and my aunt was on the steps with her lamp. The water had come up to the ${day} stone, and I marked it with chalk. Nobody spoke.`
  + ` The dog lay under the table, and I gave him half of my bread.`)].join('\n\n');

const podcast = (text: string, durationSeconds: number): Promise<Screenplay> => embeddedWriter().screenplay({
  seed: 'one', title: 'A Programme', beats: [], castNames: [], creativeBrief: null, canon: null,
  sources: [{ sourceId: 'src', label: null, text, digest: null }], target: { audience: 'a', objective: 'b', outcome: 'c' },
  tableRead: { mode: 'podcast', narrationPolicy: 'include', durationSeconds },
});
const spoken = ({ entries }: Screenplay): ScreenplayEntry[] => entries.filter(({ kind }) => kind === 'dialogue');
const wordsOf = (script: Screenplay, cue: string): string => spoken(script).filter(({ character }) => character === cue).map(({ text }) => text).join(' ');

describe('quoted people in a podcast', () => {
  it('say all their sentences themselves, also after “he says” and without a tag', async () => {
    const script = await podcast(FEATURE, 150);
    expect(wordsOf(script, 'VOSS')).toBe('People think that a net is string. A net is a lot of holes. They wanted me to be sorry. I was happy.');
    expect(wordsOf(script, 'ANDERS')).toBe('She looks at a hole and tells me which rock I hit. She has never been wrong.');
    expect(script.cast.filter(({ role }) => role === 'character').map(({ character, gender }) => [character, gender])).toEqual([['VOSS', 'female'], ['ANDERS', 'male']]);
    expect(script.reviewNotes.map(({ rule }) => rule)).not.toContain('two-voices');
  });

  it('are introduced before they speak', async () => {
    const lines = spoken(await podcast(FEATURE, 150));
    for (const cue of ['VOSS', 'ANDERS']) expect(lines[lines.findIndex(({ character }) => character === cue) - 1]!.text).toMatch(/says:$/u);
  });

  it('follow a long tag that stands after their words, but not when the words before lead to them with a colon', () => {
    const item = (text: string, kind: 'narration' | 'line', isTag = false) => ({ text, kind, isTag, paragraph: 4, startsParagraph: false, tag: null, pieces: [], edited: false });
    const staged = (before: string): (string | undefined)[] => withTagsFirst(
      { materials: [{ voices: false }] } as never,
      { material: 0, items: [item(before, 'narration'), item('A park was built.', 'line'), item('He told the Times.', 'narration', true)] } as never,
    ).map(({ text, tag }) => tag?.form.text ?? text);
    expect(staged('Nets are dear.')).toEqual(['Nets are dear.', 'He told the Times.']);
    expect(staged('Critics argue that the poor pay:')).toEqual(['Critics argue that the poor pay:', 'A park was built.', 'He told the Times.']);
  });
});

describe('a reference in brackets', () => {
  it.each([
    ['They built bigger pipes (see Fig. 3). However, the flood moved.', 'They built bigger pipes. However, the flood moved.'],
    ['Cellars rose by 12% (cf. de Vries et al., 1994, pp. 33–41).[2]', 'Cellars rose by 12%.'],
    ['It held 500 m³ in a day.²', 'It held 500 m³ in a day.'],
    ['The flat (Section 8 housing is scarce) was small.', 'The flat (Section 8 housing is scarce) was small.'],
  ])('is left out, and its sentence is said: %s', (source, said) => {
    expect(spokenForm(source, 0, source.length).text).toBe(said);
  });
});

describe('a feature with three quoted people', () => {
  const text = readFileSync(new URL('../fixtures/programmes/the-lighthouse-that-moved.txt', import.meta.url), 'utf8');

  it('gives each of them every quotation, and nobody else', async () => {
    const script = await podcast(text, 400);
    expect(script.cast.filter(({ role }) => role === 'character').map(({ character }) => character).sort()).toEqual(['MADSEN', 'REEVE', 'WIRTH']);
    expect(wordsOf(script, 'REEVE')).toBe('They laughed. I had drawn it on the back of the agenda, so I held that up.');
    expect(wordsOf(script, 'WIRTH')).toMatch(/^We have bought forty years.* Nobody lives in a lighthouse\. I have not changed my mind\. But I had never seen/u);
    expect(wordsOf(script, 'MADSEN')).toMatch(/^You could hear it at night\..* He is right\. That is the annoying thing\. But I am seventy-four/u);
    const said = spoken(script).filter(({ character }) => /^(?:ADA|BEN)$/u.test(character!)).map(({ text: words }) => words).join(' ');
    expect(said).not.toMatch(/["“]/u);
    expect(said).toContain('Birgit Madsen, who runs the guest house across the lane, says:');
  });
});

describe('an argument of five reasons', () => {
  it('keeps the strangest of them', async () => {
    const text = readFileSync(new URL('../fixtures/programmes/in-defence-of-the-slow-letter.txt', import.meta.url), 'utf8');
    const said = spoken(await podcast(text, 230)).map(({ text: words }) => words).join(' ');
    expect(said).toContain('late news has been survived by the person who sends it');
    expect(said).not.toContain('there is the waiting');
  });
});

describe('the hosts of a podcast', () => {
  it('do not change inside a paragraph, even around a quotation', async () => {
    const script = await podcast(FEATURE, 150);
    expect(script.reviewNotes.map(({ rule }) => rule)).not.toContain('host-change');
    const lines = spoken(script);
    const clip = lines.findIndex(({ character }) => character === 'VOSS');
    expect(lines[clip + 1]!.text).toMatch(/^Nobody has ordered/u);
    expect(lines[clip + 1]!.character).toBe(lines[clip - 1]!.character);
  });

  it('leave a first-person text to the one of the author’s sex', async () => {
    const lines = spoken(await podcast(MEMOIR, 120));
    expect(new Set(lines.filter(({ origin }) => origin !== 'stock').map(({ character }) => character))).toEqual(new Set(['ADA']));
    expect(lines[0]).toMatchObject({ character: 'BEN', origin: 'stock' });
    const his = spoken(await podcast(MEMOIR.replace('Mary Sand', 'Charles Sand'), 120));
    expect(new Set(his.filter(({ origin }) => origin !== 'stock').map(({ character }) => character))).toEqual(new Set(['BEN']));
  });
});
