import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { bibleOf } from '../../../src/craft/narrative/canon/bible/bible.js';
import { oneLine } from '../../../src/craft/narrative/canon/bible/sourced-words.js';
import { themesOf } from '../../../src/craft/narrative/canon/bible/themes.js';
import { storyGenreOf } from '../../../src/craft/narrative/canon/genres.js';
import { againstSources } from '../../../src/craft/narrative/canon/against-sources.js';

const draft = (text: string): Record<string, any> => bibleOf({ title: 'T', sources: [{ sourceId: 's', label: null, text, digest: null }], scripts: [] })!.content;
const PROSE = readdirSync('test/fixtures/prose').map((name) => [name, readFileSync(`test/fixtures/prose/${name}`, 'utf8')] as const);

describe('a drafted Series Bible', () => {
  it.each(PROSE)('leaves the logline to a person, counts no words and copies no speech: %s', (_name, text) => {
    const content = draft(text);
    expect(content.logline).toBeUndefined();
    expect(content.openQuestions).toContain('The logline is left to a person.');
    expect(content.premise).not.toMatch(/\bof \d+ words\b|voices? heard most|[“”"]/u);
    expect(content.episodes.map(({ title }: any) => title).filter((title: string) => /^An? /u.test(title) && !text.startsWith(title))).toEqual([]);
  });

  it('says of a short text what it says, not how long it is, and where the words stand', () => {
    const note = 'The hill\n\nThe hill above the harbour belongs to nobody. The goats of the village graze there until the first snow.';
    const sources = [{ sourceId: 'note', label: 'The hill', text: note, digest: null }];
    const { content, spans } = bibleOf({ title: 'T', sources, scripts: [] })!;
    expect(content.premise).toMatch(/belongs to nobody|graze there until the first snow/u);
    expect(content.premise).not.toMatch(/\bof \d+ words\b|\bIt has \d+ paragraphs?\b|\bThe text holds\b/u);
    expect(spans.premise).not.toEqual([]);
  });

  it('is without the marks of lists, notes and directions, and calls an essay an essay', () => {
    const text = 'The hill\n\nThe hill above the harbour belongs to nobody.[1]\n\n🍋 The **goats** of the village graze there—[thunder]—until the first snow (see Fig. 3).';
    const content = draft(text);
    expect(content.format).toBe('One episode from an essay');
    expect(content.premise).toBe('The goats of the village graze there—until the first snow.');
    expect(oneLine('- The hill belongs\nto nobody.[1]')).toBe('The hill belongs to nobody.');
    expect(oneLine('He said [the king] was ill.')).toBe('He said [the king] was ill.');
  });

  it.each(PROSE)('gives nobody a role that its source gives to somebody else: %s', (_name, text) => {
    const { characters } = draft(text);
    const compared = characters.map(({ name, role }: any) => ({ id: name, name, role }));
    expect(againstSources({ logline: '', premise: '', genre: '', characters: compared }, [text]).denied).toEqual([]);
  });

  it('does not take words such as “a little tired” for a role', () => {
    const text = `The Pier\n\n${'Nora Vale, a little tired, looked at the sea. “Is it late?” asked Nora Vale. “It is,” said Tom Reed. Tom Reed, the harbour master, shut the door. “Then go,” said Nora Vale. “I go,” said Tom Reed.\n\n'.repeat(3)}`;
    const roles = Object.fromEntries(draft(text).characters.map(({ name, role }: any) => [name, role]));
    expect(roles.Vale).toMatch(/speaks 6 lines/u);
    expect(roles.Reed).toContain('the harbour master');
  });
});

describe('themes', () => {
  it('are ideas that a text keeps naming, and nothing else', () => {
    const text = 'Her pride kept her from the house. “Pride,” said the lemon seller, “is green.” Nine lemons fell. His jealousy, her pride, his jealousy and his pride again: the lemon was green. '
      + 'Jealousy is a machine; however, nobody heard the machine. Nine lemons, nine green lemons and a machine.';
    expect(themesOf(text)).toBe('jealousy, pride');
  });

  it('are none where no idea is named, and verbs do not count', () => {
    expect(themesOf('I love lemons. I hope so. They fear the machine. We love it, we hope, you fear nine machines. I love, hope and fear.'.repeat(3))).toBe('');
  });
});

describe('the genre of a story', () => {
  it('needs words of the genre and of its setting', () => {
    const station = 'The captain looked at the deck plan of the station. The crew of the ring had lost a harbour lock, and the shore party waited. Ruth watered the lemon in the ninth cup. ';
    expect(storyGenreOf(station.repeat(5))).toBeNull();
    const crime = 'The inspector found the stolen watch. A thief had robbed the bank, and the police suspected the clerk of the murder. The detective asked for proof of the crime. ';
    expect(storyGenreOf(crime.repeat(5))).toBe('mystery');
    expect(storyGenreOf('Ann put the cup on the table and went out for bread. It was a long day.'.repeat(9))).toBeNull();
  });
});
