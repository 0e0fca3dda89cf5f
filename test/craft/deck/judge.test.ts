import { describe, expect, it } from '@jest/globals';
import { INTENT_FIELDS, type Chapter, type Deck } from '../../../src/craft/deck/deck.js';
import { DECK_CRITERIA, judgeDeck, type DeckCriterion, type DeckFact } from '../../../src/craft/deck/judge.js';
import { leadsOf } from '../../../src/craft/deck/writer/deck-source.js';
import { untracedWords } from '../../../src/craft/deck/writer/material/tracing.js';
import { writeDeck } from '../../../src/craft/deck/writer/write-deck.js';
import { deckSource, FULL_INTENT, NO_INTENT } from './reads.js';

const source = deckSource('clockmaker');
const deck = writeDeck(source, { seed: 'judge' });
const factOf = (of: Deck, criterion: DeckCriterion): DeckFact => judgeDeck(source, of, NO_INTENT).find((fact) => fact.criterion === criterion)!;
const with_ = (change: (chapter: Chapter, at: number) => Chapter): Deck => ({ ...deck, chapters: deck.chapters.map(change) });

describe('facts about a deck', () => {
  it('tell each criterion once, in words, and a missing intent field by field', () => {
    const facts = judgeDeck(source, deck, NO_INTENT);
    expect(facts.map(({ criterion }) => criterion)).toEqual([...DECK_CRITERIA, ...INTENT_FIELDS.map((field) => `intent: ${field}`)]);
    expect(facts.every(({ words, wanted }) => words !== '' && wanted !== '')).toBe(true);
    expect(facts.at(-1)).toMatchObject({ isMet: false, words: 'not known; set it with POST /pitch-decks/{jobId}/intent' });
    expect(judgeDeck(source, deck, FULL_INTENT).map(({ criterion }) => criterion)).toEqual(DECK_CRITERIA);
    expect(judgeDeck(source, deck, { ...FULL_INTENT, team: '  ' }).at(-1)?.criterion).toBe('intent: team');
  });

  it('find words that no origin holds, and a sentence without an origin', () => {
    const invented = with_((chapter) => (chapter.kind === 'world' ? { ...chapter, sentences: chapter.sentences.map((one) => ({ ...one, text: `${one.text} It sold a million copies.` })) } : chapter));
    expect(factOf(deck, 'traced')).toMatchObject({ isMet: true, value: 1 });
    expect(factOf(invented, 'traced').isMet).toBe(false);
    expect(factOf(invented, 'traced').concerned[0]!.words).toContain('sold million copies');
    expect(factOf(with_((chapter) => ({ ...chapter, sentences: chapter.sentences.map(({ text }) => ({ text, origins: [] })) })), 'traced').value).toBe(0);
    const [sentence] = deck.chapters.find(({ kind }) => kind === 'world')!.sentences;
    const swapped = { ...sentence!, text: sentence!.text.split(' ').reverse().join(' ') };
    expect(untracedWords(source, swapped).length).toBeGreaterThan(2);
    expect(untracedWords(source, { ...sentence!, text: sentence!.text.replace(/ (?:was|is|were|had) /u, ' was not ') }).length).toBeGreaterThan(0);
  });

  it('find a missing end, logline, lead, stage and question', () => {
    expect(factOf(deck, 'ending').isMet).toBe(true);
    expect(factOf(with_((chapter) => (chapter.kind === 'synopsis' ? { ...chapter, sentences: chapter.sentences.slice(0, 1) } : chapter)), 'ending').isMet).toBe(false);
    expect(factOf({ ...deck, chapters: deck.chapters.slice(1) }, 'logline')).toMatchObject({ isMet: false, words: 'there is none' });
    const [lead] = leadsOf(source);
    expect(factOf(with_((chapter) => ({ ...chapter, lines: chapter.lines.filter(({ speaker }) => speaker !== lead) })), 'leads')).toMatchObject({ isMet: false, value: 1 });
    expect(factOf(with_((chapter) => ({ ...chapter, arcStage: chapter.arcStage === 'turn' ? 'escalation' : chapter.arcStage })), 'arc').words).toBe('turn missing');
    const reversed = { ...deck, chapters: [...deck.chapters].reverse() };
    expect([factOf(deck, 'arc').words, factOf(reversed, 'arc').isMet]).toEqual(['every stage of the story is there', false]);
    expect(factOf(reversed, 'arc').words).toMatch(/^(?:chapter \d+ goes back in the story(?:, )?)+$/u);
    expect(factOf(reversed, 'logline')).toMatchObject({ isMet: false, words: expect.stringContaining(`it is in chapter ${deck.chapters.length}, not in the first`) });
    expect(factOf(with_((chapter) => (chapter.kind === 'closing' ? { ...chapter, lines: [], sentences: [{ text: 'The end.', origins: [] }] } : chapter)), 'closing question').isMet).toBe(false);
  });

  it('find a breathless logline, texts without enough time, a wrong length, and repetitions', () => {
    const long = with_((chapter, at) => (at === 0 ? { ...chapter, sentences: Array.from({ length: 5 }, () => chapter.sentences[0]!) } : chapter));
    expect([factOf(long, 'logline').isMet, factOf(long, 'time for text').isMet, factOf(long, 'repeated').isMet]).toEqual([false, false, false]);
    expect(factOf(with_((chapter) => ({ ...chapter, durationSeconds: chapter.durationSeconds + 0.5 })), 'length').isMet).toBe(false);
    expect(factOf(with_((chapter, at) => (at === 1 ? { ...chapter, durationSeconds: 31 } : chapter)), 'length').words).toMatch(/^chapter 2 lasts 31 s; \d+ chapters last /u);
    const line = deck.chapters.flatMap(({ lines }) => lines)[0]!;
    expect(factOf(with_((chapter) => ({ ...chapter, lines: [line] })), 'repeated').isMet).toBe(false);
  });

  it('find pictures that look alike, and a deck without pictures', () => {
    const { picture } = deck.chapters.find((chapter) => chapter.picture)!;
    expect(factOf(with_((chapter) => ({ ...chapter, picture })), 'pictures').isMet).toBe(false);
    expect(factOf(with_((chapter) => ({ ...chapter, picture: null })), 'pictures').isMet).toBe(false);
  });

  it('find a line that cannot stand alone', () => {
    const leaning = source.read.units.find(({ speaker, text }) => speaker !== null && /^(?:He|She)\b/u.test(text))!;
    const fact = factOf(with_((chapter) => (chapter.kind === 'closing' ? { ...chapter, lines: [leaning] } : chapter)), 'stands alone');
    expect([fact.isMet, fact.concerned.map(({ text }) => text)]).toEqual([false, [leaning.text]]);
  });
});
