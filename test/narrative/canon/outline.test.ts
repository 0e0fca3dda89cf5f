import { describe, expect, it } from '@jest/globals';
import { episodesIn } from '../../../src/craft/narrative/canon/bible/episodes.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import { BEAT_ROLES, type DraftBrief, type OutlineBrief, type OutlineDraft, type SeriesEpisode } from '../../../src/craft/narrative/model.js';
import { OWN, textIn } from '../../support/corpora.js';
import { STORY } from '../../support/stands/draft-stand.js';

const SOURCES = [{ sourceId: 's', label: null, text: STORY, digest: null }];
const episode = (title: string, summary: string): SeriesEpisode => ({ title, label: '', summary });
const EPISODES = [
  episode('The Lamp', 'At midnight the lamp goes out, and the oil is on the floor.'), episode('The Quay', 'Captain Moss knows of one cart.'),
  episode('The Chapel', 'The chaplain was paid to pray for the drowned.'),
];
const canon = { title: null, content: { characters: [{ name: 'Ada Roke', aliases: ['Ada'] }, { name: 'Tom' }] } };
const outlined = (brief: Partial<OutlineBrief> = {}): Promise<OutlineDraft> =>
  embeddedWriter().outline({ canon, sources: SOURCES, episode: EPISODES[0]!, episodes: EPISODES.slice(0, 1), index: 0, ...brief });
const plain = (text: string): string => text.replace(/\s+/gu, ' ');

describe('an outline', () => {
  it('has beats in the words of the sources, in their order, with roles in order and the people of the Bible', async () => {
    const outline = await outlined();
    expect(outline).toEqual(await outlined());
    expect(outline.logline).toBe(EPISODES[0]!.summary);
    const places = outline.beats.map(({ summary }) => plain(STORY).indexOf(summary.split(/(?<=[.!?])\s/u)[0]!));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.every((at) => at >= 0)).toBe(true);
    const roles = outline.beats.map(({ role }) => BEAT_ROLES.indexOf(role));
    expect(roles).toEqual([...roles].sort((a, b) => a - b));
    expect(outline.beats.at(-1)!.role).toBe('payoff');
    expect(outline.beats.every(({ estimatedPages }) => estimatedPages > 0 && estimatedPages <= 2)).toBe(true);
    const people = new Set(outline.beats.flatMap(({ characters }) => characters));
    expect(people).toContain('Ada Roke');
    expect([...people].every((name) => ['Ada Roke', 'Tom', 'Moss', 'Captain Moss', 'Anselm'].includes(name))).toBe(true);
  });

  it('tells of the part of the sources that the summary of its episode is about', async () => {
    const [lamp, quay, chapel] = await Promise.all(EPISODES.map((_, index) => outlined({ episode: EPISODES[index]!, episodes: EPISODES, index })));
    const words = ({ beats }: OutlineDraft): string => beats.map(({ summary, characters }) => `${summary} ${characters.join(' ')}`).join(' ');
    expect(words(lamp!)).toMatch(/lamp/iu);
    expect(words(lamp!)).not.toMatch(/Moss|chap/iu);
    expect(words(quay!)).toMatch(/Moss/u);
    expect(words(chapel!)).toMatch(/Anselm|chapel/u);
    expect(words(chapel!)).not.toMatch(/quay|boats in the rain/u);
  });

  it('has no beats when the sources say nothing', async () => {
    expect((await outlined({ sources: [] })).beats).toEqual([]);
  });
});

const BRIEF: DraftBrief = {
  seed: 's', title: 'The Lamp', instructions: null, canon, episode: EPISODES[0]!, series: { episodes: EPISODES, index: 0 }, outline: null, sources: SOURCES,
};
const headingsOf = async (brief: Partial<DraftBrief>) => (await embeddedWriter().planScenes({ ...BRIEF, ...brief }, null)).map(({ heading }) => heading);
const textOf = ({ spans }: { spans: readonly { start: number; end: number }[] }): string => spans.map(({ start, end }) => STORY.slice(start, end)).join(' ');

describe('an episode', () => {
  it('without an outline is made of its own part of the sources', async () => {
    const scenes = await Promise.all([0, 2].map((index) => embeddedWriter().planScenes({ ...BRIEF, series: { episodes: EPISODES, index } }, null)));
    expect(scenes[0]!.map(textOf).join(' ')).not.toMatch(/Moss|Anselm/u);
    expect(scenes[1]!.map(textOf).join(' ')).toMatch(/Anselm/u);
    expect(scenes[1]!.map(textOf).join(' ')).not.toMatch(/match to the floor/u);
  });

  it('follows its outline: a scene for each beat, in their order, each from the passage that is like it', async () => {
    const outline: OutlineDraft = {
      logline: 'The cart.', beats: [
        { role: 'hook', summary: 'Somebody carried away forty pounds of oil in a cart.', characters: ['Moss', 'Ada Roke'], estimatedPages: 0.5 },
        { role: 'turn', summary: 'A stranger with a whale.', characters: [], estimatedPages: 1 },
        { role: 'payoff', summary: 'The chaplain was paid for prayers.', characters: ['Anselm'], estimatedPages: 0.5 },
      ],
    };
    const scenes = await embeddedWriter().planScenes({ ...BRIEF, outline }, null);
    const told = (list: readonly { summary: string; characters: string[] }[]) => list.map(({ summary, characters }) => [summary, characters]);
    expect(told(scenes)).toEqual(told(outline.beats));
    // No passage is like the whale. Its scene stays empty and takes no passage from another one.
    expect(scenes[1]!.spans).toEqual([]);
    expect(textOf(scenes[0]!)).toMatch(/forty pounds/iu);
    expect(textOf(scenes[0]!)).not.toMatch(/Sea water does not burn/u);
    expect(textOf(scenes[2]!)).toMatch(/prayers/u);
    expect(scenes.every(({ heading }) => /^(?:INT|EXT)\. /u.test(heading))).toBe(true);
    expect(await headingsOf({ outline: { ...outline, beats: outline.beats.slice(2) } })).toHaveLength(1);
  });
});

/** Stories one after the other, without headings, as one long source. */
const LONG = ['the-clockmaker-of-fallow-street', 'the-salt-ledger', 'the-ferry-that-would-not-steer', 'the-lower-galleries']
  .map((name) => textIn(OWN, `prose/${name}.txt`).split(/\n\s*\n/u).slice(1).join('\n\n')).join('\n\n');
const CHAPTERS = ['the-salt-ledger', 'the-clockmaker-of-fallow-street'].map((name, at) => ({ sourceId: `s${at}`, label: null, text: textIn(OWN, `prose/${name}.txt`), digest: null }));

/** A long conversation in which one person tells everything, so that the beats of an outline are words that someone says. */
const TALE = [{ ...SOURCES[0]!, text: `“Then tell me of it, Mr. Bell,” said Henry Moss, and he put his pipe down upon the table.\n\n${
  textIn(OWN, 'prose/the-salt-ledger.txt').replace(/[“”]/gu, '').split(/\n\s*\n/u).slice(1)
    .concat(textIn(OWN, 'prose/a-winter-on-the-saltings.txt').split(/\n\s*\n/u).slice(1), textIn(OWN, 'prose/how-a-bell-is-tuned.txt').split(/\n\s*\n/u).slice(1))
    .map((paragraph) => `“${paragraph.replace(/\s+/gu, ' ').replace(/[“”]/gu, '')}”`).join('\n\n')}` }];

describe('a season', () => {
  const seasonOf = async (sources: typeof SOURCES) => {
    const bible = await embeddedWriter().bible({ sources, scripts: [], title: 'Season' });
    const episodes = bible!.content.episodes as SeriesEpisode[];
    const scenes = await Promise.all(episodes.map(async (each, index) => {
      const outline = await embeddedWriter().outline({ canon: null, sources, episode: each, episodes, index });
      return embeddedWriter().planScenes({ ...BRIEF, canon: null, sources, episode: each, series: { episodes, index }, outline }, null);
    }));
    return { episodes, scenes };
  };

  it.each([['one long source without chapters', [{ ...SOURCES[0]!, text: LONG }]], ['a source for each chapter', CHAPTERS], ['a tale in one voice', TALE]])(
    'from %s tells all of it, in order, and nothing twice', async (_what, sources) => {
      const { episodes, scenes } = await seasonOf(sources);
      expect(episodes.length).toBeGreaterThanOrEqual(2);
      expect(new Set(episodes.map(({ title }) => title)).size).toBe(episodes.length);
      const spans = scenes.flat().flatMap((scene) => scene.spans)
        .map((span) => ({ ...span, source: sources.findIndex(({ sourceId }) => sourceId === span.sourceId) }));
      spans.slice(1).forEach((span, at) => {
        const before = spans[at]!;
        expect(span.source > before.source || (span.source === before.source && span.start >= before.end)).toBe(true);
      });
      const told = spans.reduce((words, { source, start, end }) => words + sources[source]!.text.slice(start, end).split(/\s+/u).length, 0);
      expect(told / sources.reduce((words, { text }) => words + text.split(/\s+/u).length, 0)).toBeGreaterThan(0.95);
      const sizes = scenes.map((each) => each.flatMap((scene) => scene.spans).reduce((words, { start, end }) => words + end - start, 0));
      expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(2);
    });
});

describe('episodes of a text', () => {
  it('are called after its headings, without the marks of Markdown', () => {
    const passage = Array.from({ length: 12 }, (_, at) => `Ruth carried the ninth cup along the corridor, and Pip said that lamp number ${at + 1} was out again.`).join(' ');
    const text = ['## Ring Four', '# The Ninth Cup'].map((heading) => `${heading}\n\n${passage}`).join('\n\n');
    expect(episodesIn([{ sourceId: 's', label: null, text, digest: null }]).episodes.map(({ title }) => title)).toEqual(['Ring Four', 'The Ninth Cup']);
  });
});
