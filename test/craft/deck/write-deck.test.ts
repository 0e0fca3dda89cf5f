import { describe, expect, it } from '@jest/globals';
import { ARC_STAGES, CHAPTER_AIR_MS, textOf, type Deck, type Origin } from '../../../src/craft/deck/deck.js';
import { judgeDeck } from '../../../src/craft/deck/judge.js';
import { leadsOf, type DeckSource } from '../../../src/craft/deck/writer/deck-source.js';
import { readAloudMs } from '../../../src/craft/deck/writer/material/reading-time.js';
import { placesOf } from '../../../src/craft/deck/writer/material/places.js';
import { secondsOf, writeDeck } from '../../../src/craft/deck/writer/write-deck.js';
import { NotPossible } from '../../../src/craft/trailer/refusals.js';
import { deckSource, FULL_INTENT, lettersOf, NAMES } from './reads.js';

const decks = NAMES.map((name): [string, DeckSource, Deck] => {
  const source = deckSource(name);
  return [name, source, writeDeck(source, { seed: 'tests' })];
});

/** The words that an origin points to, looked up without the writer. */
function held(source: DeckSource, origin: Origin): string {
  switch (origin.kind) {
    case 'source': return source.texts.find(({ sourceId }) => sourceId === origin.sourceId)!.text.slice(origin.from, origin.to);
    case 'entry': return source.screenplay.entries.find(({ index }) => index === origin.entryIndex)!.text.slice(origin.from, origin.to);
    case 'plan': return ({ title: source.title, 'thesis.oneLine': source.plan.thesis.oneLine, 'visualSystem.style': source.plan.visualSystem.style })[origin.field]!;
    case 'canon': return String(source.canon?.[origin.field as 'logline']);
    case 'person': return '';
  }
}

describe('a deck of a read with uncertain speakers', () => {
  const quotes = (written: Deck): string[] => written.chapters.flatMap(({ sentences }) => sentences.map(({ text }) => text)).filter((text) => /\b(?:says|asks): “|with the words of/u.test(text));

  it('names nobody as the speaker of a line', () => {
    const source = deckSource('ledger');
    const { entries } = source.screenplay;
    const unsure = { ...source, screenplay: { ...source.screenplay, entries: entries.map((entry) => (entry.kind === 'dialogue' ? { ...entry, confidence: 'weak' as const } : entry)) } };
    expect([quotes(writeDeck(source, { seed: 'tests' })).length > 0, quotes(writeDeck(unsure, { seed: 'tests' }))]).toEqual([true, []]);
  });
});

describe.each(decks)('a deck of %s', (_name, source, deck) => {
  it('has 7 to 12 chapters, and lasts 60 to 150 s in whole seconds', () => {
    expect(deck.chapters.length).toBeGreaterThanOrEqual(7);
    expect(deck.chapters.length).toBeLessThanOrEqual(12);
    const seconds = secondsOf(deck.chapters);
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThanOrEqual(150);
    const isLength = (length: number): boolean => Number.isInteger(length) && length >= 4 && length <= 30;
    expect(deck.chapters.filter(({ durationSeconds }) => !isLength(durationSeconds))).toEqual([]);
  });

  it('never speaks longer than the chapter lasts', () => {
    for (const { sentences, lines, durationSeconds } of deck.chapters) {
      const spoken = readAloudMs(textOf({ sentences })) + lines.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs + CHAPTER_AIR_MS.between, 0);
      expect(CHAPTER_AIR_MS.before + spoken + CHAPTER_AIR_MS.after).toBeLessThanOrEqual(1_000 * durationSeconds);
    }
  });

  it('traces every sentence to its origins, word by word', () => {
    for (const { text, origins } of deck.chapters.flatMap(({ sentences }) => sentences)) {
      expect(origins.length).toBeGreaterThan(0);
      for (const origin of origins) {
        const words = lettersOf(held(source, origin));
        const isPart = origin.kind === 'plan' || origin.kind === 'canon' ? words.includes(lettersOf(text)) : lettersOf(text).includes(words);
        expect([text, words !== '' && isPart]).toEqual([text, true]);
      }
      const outside = origins.reduce((rest, origin) => (origin.kind === 'plan' || origin.kind === 'canon' ? '' : rest.replace(lettersOf(held(source, origin)), '')), lettersOf(text));
      const names = source.screenplay.cast.flatMap(({ character, description }) => [character, description]).map(lettersOf).join('|');
      const joints = ['itendslikethis', 'itendswiththewordsof', 'inthenarratorswords', 'intheauthorswords', 'inthewordsof', 'whosays', 'whoasks', 'says', 'asks', 'and', 'is', 'the'];
      const left = joints.reduce((rest, joint) => rest.replaceAll(joint, ' '), outside).split(' ').filter((part) => part !== '' && !names.includes(part));
      expect([text, left]).toEqual([text, []]);
    }
  });

  it('introduces both leads with a line of theirs, and shows them', () => {
    for (const lead of leadsOf(source)) {
      const chapter = deck.chapters.find(({ kind, lines }) => kind === 'people' && lines.some(({ speaker }) => speaker === lead));
      expect(chapter?.picture?.people).toContain(lead);
    }
  });

  it('tells scenes in the order of the story, through all stages, and how it ends', () => {
    const stages = deck.chapters.map(({ arcStage }) => ARC_STAGES.indexOf(arcStage));
    expect(stages).toEqual([...stages].sort((one, other) => one - other));
    expect(new Set(stages).size).toBe(ARC_STAGES.length);
    const synopsis = deck.chapters.find(({ kind }) => kind === 'synopsis')!;
    const last = synopsis.sentences.at(-1)!.origins.at(-1)!;
    const whole = source.texts[0]!.text.length;
    const share = last.kind === 'source' ? last.from / whole : last.kind === 'entry' ? placesOf(source)(last.entryIndex) : 0;
    expect(share).toBeGreaterThan(0.85);
  });

  it('says and plays nothing twice', () => {
    const said = deck.chapters.flatMap(({ sentences, lines }) => [...sentences, ...lines].map(({ text }) => lettersOf(text)));
    expect(new Set(said).size).toBe(said.length);
    const lines = deck.chapters.flatMap((chapter) => chapter.lines.map(({ entryIndex, sentence }) => `${entryIndex}:${sentence}`));
    expect(new Set(lines).size).toBe(lines.length);
    expect(deck.chapters.every((chapter) => chapter.lines.length <= 1)).toBe(true);
    const titles = deck.chapters.map(({ title }) => title);
    expect([new Set(titles).size, titles.every((title) => title.length <= 36)]).toEqual([titles.length, true]);
  });

  it('plays lines of the performance with their times', () => {
    for (const line of deck.chapters.flatMap(({ lines }) => lines)) {
      const unit = source.read.units.find(({ entryIndex, sentence }) => entryIndex === line.entryIndex && sentence === line.sentence);
      expect(unit).toMatchObject({ text: line.text, fromMs: line.fromMs, toMs: line.toMs, speaker: line.speaker });
    }
  });

  it('meets every criterion of its judge but perhaps the closing question', () => {
    const missed = judgeDeck(source, deck, FULL_INTENT).filter(({ isMet }) => !isMet).map(({ criterion, words }) => `${criterion}: ${words}`);
    expect(missed.filter((one) => !one.startsWith('closing question'))).toEqual([]);
  });
});

describe('a deck', () => {
  const source = deckSource('clockmaker');

  it('is the same for equal wishes, and may differ for another seed', () => {
    const [one, again] = [writeDeck(source, { seed: 'a' }), writeDeck(source, { seed: 'a' })];
    expect(again).toEqual(one);
    const texts = new Set(['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => JSON.stringify(writeDeck(source, { seed }).chapters.map(textOf))));
    expect(texts.size).toBeGreaterThan(1);
  });

  it.each([70, 100, 140, 180])('lasts exactly %d s when that is wished', (seconds) => {
    const { chapters } = writeDeck(source, { seed: 'a', seconds });
    expect(secondsOf(chapters)).toBe(seconds);
    expect(judgeDeck(source, { title: '', chapters }, FULL_INTENT).find(({ criterion }) => criterion === 'time for text')?.isMet).toBe(true);
  });

  it('says more when it lasts longer', () => {
    const spoken = (seconds: number): number => writeDeck(source, { seed: 'a', seconds }).chapters.reduce((sum, chapter) => sum + readAloudMs(textOf(chapter)), 0);
    expect(spoken(140)).toBeGreaterThan(1.2 * spoken(70));
  });

  it('lasts as near to a wished length as its chapters allow, when they miss it by little', () => {
    const refusal = (): string => {
      try {
        return String(secondsOf(writeDeck(source, { seed: 'a', seconds: 20 }).chapters));
      } catch (error) {
        return (error as NotPossible).message;
      }
    };
    const least = Number(/last from (\d+) to/.exec(refusal())![1]);
    expect(secondsOf(writeDeck(source, { seed: 'a', seconds: least }).chapters)).toBe(least);
    expect(secondsOf(writeDeck(source, { seed: 'a', seconds: least - 1 }).chapters)).toBe(least);
    expect(() => writeDeck(source, { seed: 'a', seconds: Math.floor(0.8 * least) })).toThrow(NotPossible);
  });

  it('refuses a length that its chapters cannot have', () => {
    expect(() => writeDeck(source, { seed: 'a', seconds: 20 })).toThrow(NotPossible);
    expect(() => writeDeck(source, { seed: 'a', seconds: 900 })).toThrow(/last from \d+ to \d+ s/);
  });

  it('prefers the logline, roles, world and look of a Series Bible', () => {
    const [lead] = leadsOf(source);
    const canon = {
      logline: 'A clockmaker must mend the town clock before the mayor sells it.', premise: 'A small town lives by one clock.', visualStyle: 'Ink and candlelight.',
      characters: [{ name: lead!, role: 'keeper of the town clock', want: 'Wants the clock to go once more.' }],
    };
    const withCanon: DeckSource = { ...source, canon };
    const { chapters } = writeDeck(withCanon, { seed: 'a' });
    const textsOf = (kind: string): string => chapters.filter((chapter) => chapter.kind === kind).map(textOf).join(' ');
    expect(textsOf('logline')).toBe(canon.logline);
    expect(textsOf('world')).toContain('A small town lives by one clock.');
    expect(textsOf('look')).toContain('Ink and candlelight.');
    expect(textsOf('people')).toContain('is the keeper of the town clock.');
    expect(judgeDeck(withCanon, { title: '', chapters }, FULL_INTENT).find(({ criterion }) => criterion === 'traced')).toMatchObject({ isMet: true, value: 1 });
  });

  it('is written from a screenplay alone where no source was kept', () => {
    const bare: DeckSource = { ...deckSource('light'), texts: [] };
    const deck = writeDeck(bare, { seed: 'a' });
    expect(deck.chapters.length).toBeGreaterThanOrEqual(7);
    expect(deck.chapters.flatMap(({ sentences }) => sentences.flatMap(({ origins }) => origins)).some(({ kind }) => kind === 'source')).toBe(false);
    expect(judgeDeck(bare, deck, FULL_INTENT).find(({ criterion }) => criterion === 'traced')?.isMet).toBe(true);
  });
});
