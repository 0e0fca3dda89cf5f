import { describe, expect, it } from '@jest/globals';
import type { PitchSentence, PitchWords } from '../../../src/craft/narrative/pitch-model.js';
import { judgeDeck } from '../../../src/craft/deck/judge.js';
import { leadsOf, type DeckSource } from '../../../src/craft/deck/writer/deck-source.js';
import { shownName } from '../../../src/craft/deck/writer/material/naming.js';
import { statementsOf } from '../../../src/craft/deck/writer/material/statements.js';
import { untracedWords } from '../../../src/craft/deck/writer/material/tracing.js';
import { writeDeck } from '../../../src/craft/deck/writer/write-deck.js';
import { sourcesInWords } from '../../../src/domain/pitch-decks/files/sources-in-words.js';
import { deckSource, NO_INTENT } from './reads.js';

const own = deckSource('light');
const told = statementsOf(own).filter(({ origin, speaker }) => origin.kind === 'source' && speaker === null);

/** A sentence in new words that retells the statement at the share `at` (0 to 1) of the story. */
function retold(text: string, at: number): PitchSentence {
  const { origin } = told[Math.round(at * (told.length - 1))]!;
  if (origin.kind !== 'source') throw new Error('no text');
  return { text, spans: [{ sourceId: origin.sourceId, start: origin.from, end: origin.to }] };
}

const [lead] = leadsOf(own).map((person) => shownName(own, person));
const WORDS: PitchWords = {
  logline: retold('A keeper has one night to find out who stopped the light.', 0.1),
  people: [{ person: lead!, sentences: [retold('This is the keeper of the light.', 0.2), retold('Nobody else knows the rock as well.', 0.3)] }],
  world: [retold('It is a light on a rock in the sea, long ago.', 0.05)],
  scenes: [[0.7, 'The dark lamp'], [0.15, 'Out in the storm'], [0.4, null], [1, 'The end']].map(([at, title]) =>
    ({ title: title as string | null, sentences: [retold(`Moment ${String(at)} of the night is seen as it has to be seen.`, at as number)] })),
  synopsis: [0, 0.3, 0.5, 0.7, 1].map((at, index) => retold(`Step ${index + 1} of the night goes by on the rock as it has to go by.`, at)),
};
const withWords = (words: PitchWords): DeckSource => ({ ...own, retold: words });
const textsOf = (source: DeckSource, kind: string, seconds?: number): string[] =>
  writeDeck(source, { seed: 'retold', seconds }).chapters.filter((chapter) => chapter.kind === kind).flatMap(({ sentences }) => sentences.map(({ text }) => text));

describe('a deck of a story that a model retold', () => {
  it('uses the words of the model, which are traced to the sentences that they retell', () => {
    const source = withWords(WORDS);
    const deck = writeDeck(source, { seed: 'retold' });
    expect(deck.chapters[0]).toMatchObject({ kind: 'logline', title: 'The story in one sentence', sentences: [{ text: WORDS.logline!.text }] });
    expect(textsOf(source, 'people').slice(0, 2)).toEqual(WORDS.people[0]!.sentences.map(({ text }) => text));
    expect(textsOf(source, 'synopsis')).toEqual([0, 1, 3, 4].map((at) => WORDS.synopsis[at]!.text));
    const { origins } = deck.chapters[0]!.sentences[0]!;
    expect(origins).toEqual([{ kind: 'source', sourceId: WORDS.logline!.spans[0]!.sourceId, from: WORDS.logline!.spans[0]!.start, to: WORDS.logline!.spans[0]!.end, retold: true }]);
    expect(sourcesInWords(origins, { labelOf: () => 'The Light', sceneOf: () => 0 })[0]).toMatch(/^The Light, characters [\d,]+–[\d,]+, retold$/u);
    expect(judgeDeck(source, deck, NO_INTENT).find(({ criterion }) => criterion === 'traced')).toMatchObject({ isMet: true });
    // Without the mark `retold`, the same words count as untraced, since they say more than their origins.
    expect(untracedWords(source, { text: WORDS.logline!.text, origins: origins.map(({ retold: _mark, ...origin }: any) => origin) }).length).toBeGreaterThan(3);
  });

  it('shows the moments in the order of the story and without its end, and shows its world', () => {
    const { chapters } = writeDeck(withWords(WORDS), { seed: 'retold' });
    const scenes = chapters.filter(({ kind }) => kind === 'scene');
    expect(scenes.map(({ sentences }) => sentences.map(({ text }) => text))).toEqual([0.15, 0.4, 0.7].map((at) => [`Moment ${at} of the night is seen as it has to be seen.`]));
    expect(scenes.map(({ title }) => title)).toEqual(['Out in the storm', expect.stringMatching(/^\p{Lu}/u), 'The dark lamp']);
    expect(textsOf(withWords(WORDS), 'world')).toEqual(['It is a light on a rock in the sea, long ago.']);
    const few = writeDeck(withWords({ ...WORDS, scenes: WORDS.scenes.slice(0, 1) }), { seed: 'retold' });
    expect(few.chapters.filter(({ kind }) => kind === 'scene').length).toBeGreaterThan(2);
  });

  it('is written in its own words where the model retold nothing', () => {
    const bare = writeDeck(own, { seed: 'retold' });
    const nothing = writeDeck(withWords({ logline: null, world: [], scenes: [], people: [], synopsis: [] }), { seed: 'retold' });
    expect(nothing).toEqual(bare);
    expect(textsOf(withWords({ ...WORDS, synopsis: [] }), 'synopsis')).toEqual(expect.arrayContaining([expect.stringMatching(/^It ends /u)]));
  });

  it('tells less when it is shorter, but always the ending', () => {
    const synopsis = textsOf(withWords(WORDS), 'synopsis', 60);
    expect([synopsis.length < 4, synopsis.at(-1)]).toEqual([true, WORDS.synopsis[4]!.text]);
  });
});
