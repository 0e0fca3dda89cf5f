import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import { materialsOf } from '../../src/craft/narrative/writing/material/material.js';
import { bannerOf } from '../../src/craft/narrative/writing/modes/banner.js';
import { episodeOf } from '../../src/craft/narrative/writing/arrangement/episode.js';
import { countWords } from '../../src/craft/narrative/writing/wording/wording.js';
import type { Material } from '../../src/craft/narrative/writing/material/items.js';
import type { Passage } from '../../src/craft/narrative/writing/staging/stage.js';
import type { Screenplay, ScreenplayEntry, TableReadMode } from '../../src/craft/screenplay/model.js';


/** Paragraphs of a description in which nothing happens. */
const plain = (at: number): string => `The ${['northern', 'southern', 'eastern', 'western', 'inner', 'outer'][at % 6]} shelf number ${at} consists of slate and is ${at + 3} miles long. `
  + `The beds are from ${at + 2} to ${at + 9} feet thick, and the slate is of a dark colour that is common in these formations. The surface is covered by lichens of ${at + 4} species.`;
const DESCRIBED = [0, 1, 2, 3, 4, 5, 6, 7].map(plain);
const LANDING = [
  'June 4th, 1831.—We anchored before noon in a cove under the cliff, and the captain sent a boat for water. Two of the men ran up the beach and shouted, and a boy in a coat of feathers came out of the wood and laughed at them.',
  'He took the mate by the sleeve and led him to a hut. An old woman sat in it and held our lost lantern in her lap. She gave it back without a word, and the mate wept, because he had thought his brother drowned with it.',
  'In the evening the brother himself walked out of the wood. We carried him to the boat, and the boy ran along the beach and waved until the dark took him.',
];
const JOURNAL = ['Notes of a Voyage', 'By Charles Hale', ...DESCRIBED, ...LANDING, ...DESCRIBED.map((_words, at) => plain(at + 8))].join('\n\n');

const written = (text: string, mode: TableReadMode, durationSeconds: number): Promise<Screenplay> => embeddedWriter().screenplay({
  seed: 'one', title: 'A Programme', beats: [], castNames: [], creativeBrief: null, canon: null,
  sources: [{ sourceId: 'src', label: null, text, digest: null }], target: { audience: 'a', objective: 'b', outcome: 'c' },
  tableRead: { mode, narrationPolicy: 'include', durationSeconds },
});
const told = ({ entries }: Screenplay): ScreenplayEntry[] => entries.filter(({ kind, character }) => kind === 'dialogue' && character !== 'NARRATOR');
const material = (text: string): Material => materialsOf([{ sourceId: 'src', label: null, text, digest: null }], { mode: 'documentary', narrationPolicy: 'include' })[0]!;

describe('a documentary of a text that is much longer', () => {
  /** The time that it takes to read the landing aloud, with its introduction. */
  const seconds = 56;

  it('is the one stretch in which something happens, in full and without a gap', async () => {
    const script = await written(JOURNAL, 'documentary', seconds);
    const lines = told(script);
    expect(lines.map(({ text }) => text).join(' ').replace(/^June 4th, 1831\.—/u, '')).toBe(LANDING.join(' ').replace(/^June 4th, 1831\.—/u, ''));
    expect(script.reviewNotes.map(({ rule }) => rule)).not.toContain('arc');
    expect(script.covers).toEqual([{ sourceId: 'src', start: JOURNAL.indexOf('June 4th'), end: JOURNAL.indexOf(LANDING[2]!) + LANDING[2]!.length }]);
  });

  it('says who wrote it, and the reader has the author’s sex', async () => {
    const script = await written(JOURNAL, 'documentary', seconds);
    expect(script.entries.find(({ character }) => character === 'NARRATOR')!.text).toContain('Charles Hale');
    expect(script.cast.find(({ character }) => character === 'READER')!.gender).toBe('male');
    expect((await written(JOURNAL.replace('Charles Hale', 'Mary Hale'), 'documentary', seconds)).cast.find(({ character }) => character === 'READER')!.gender).toBe('female');
    expect((await written(JOURNAL.replace('By Charles Hale\n\n', ''), 'documentary', seconds)).cast.find(({ character }) => character === 'READER')!.gender).toBe('neutral');
  });

  it('never begins in the middle of a story', () => {
    const { items } = material(JOURNAL);
    for (const rank of [0, 1, 2, 3]) {
      const episode = episodeOf(material(JOURNAL), 150, rank)!;
      expect(items[episode.from]!.startsParagraph).toBe(true);
      expect(items[episode.from]!.text).not.toMatch(/^He took/u);
    }
  });

  it('covers a speech from its beginning to its end instead of one episode', async () => {
    const speech = readFileSync(new URL('../fixtures/prose/address-at-the-breakwater.txt', import.meta.url), 'utf8').trim();
    const lines = told(await written(speech, 'documentary', 120));
    const [first, last] = [lines[0]!.spans[0]!, lines.at(-1)!.spans.at(-1)!];
    expect(countWords(speech.slice(0, first.start))).toBeLessThan(30);
    expect(last.end).toBe(speech.length);
  });
});

describe('what is said before an episode', () => {
  const passageAt = (from: Material, words: string): Passage => {
    const at = from.items.findIndex(({ text }) => text.startsWith(words));
    return { material: 0, from: at, to: at + 1, role: 'hook', items: from.items.slice(at, at + 1), topic: null, title: 'A passage' };
  };
  const diary = material(['A Diary', 'March 2nd, 1840.—We left the port with the tide and saw the last of the town.', '9th.—The ship stopped in the ice, and the crew went ashore to hunt.', 'A white fox came aboard that night and ate the cook’s bread.', 'The absence of a hind toe marks the bird of these rocks.'].join('\n\n'));

  it('is the date of its diary entry, without the parts of it that the passage says', () => {
    expect(bannerOf(diary, passageAt(diary, 'A white fox'))?.text).toBe('March 9th, 1840.');
    expect(bannerOf(diary, passageAt(diary, '9th'))?.text).toBe('March, 1840.');
    expect(bannerOf(diary, passageAt(diary, 'March 2nd'))).toBeNull();
  });

  it('never repeats a phrase of the passage', () => {
    expect(bannerOf(diary, { ...passageAt(diary, 'The absence'), topic: { spoken: 'the absence of a hind toe', title: 'The Absence of a Hind Toe', plural: false } })?.text ?? '').not.toMatch(/hind toe/u);
  });
});
