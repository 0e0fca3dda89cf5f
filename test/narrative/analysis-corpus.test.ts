import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { digestOf, inspectText, analyseText, splitSentences } from '../../src/narrative/analysis/index.js';
import { hasUnbalancedMarks } from '../../src/narrative/analysis/language/marks.js';

const FIXTURES = process.env.PROSCENIUM_FIXTURES ?? path.resolve(process.cwd(), '../shared/fixtures');
const PROSE = path.join(FIXTURES, 'prose');
const QUOTES = path.join(FIXTURES, 'quotes');
const present = existsSync(PROSE) && existsSync(QUOTES);
if (!present) console.warn(`Corpus tests of the reader are skipped: no fixtures in ${FIXTURES}. Set PROSCENIUM_FIXTURES.`);
const whenPresent = present ? describe : describe.skip;

whenPresent('real prose', () => {
  const names = present ? readdirSync(PROSE).filter((name) => name.endsWith('.txt')) : [];

  it.each(names)('%s: exact spans, a sound summary, no orphaned marks', (name) => {
    const text = readFileSync(path.join(PROSE, name), 'utf8');
    const analysis = analyseText(text);
    const digest = digestOf(analysis, null);
    expect(digest.claims.length).toBeGreaterThanOrEqual(10);
    expect(digest.claims.length).toBeLessThanOrEqual(24);
    for (const { statement, span } of digest.claims) {
      expect(text.slice(span?.start, span?.end)).toBe(statement);
      expect(hasUnbalancedMarks(statement)).toBe(false);
    }
    const sentences = splitSentences(digest.summary).length;
    expect(sentences).toBeGreaterThanOrEqual(3);
    expect(sentences).toBeLessThanOrEqual(6);
    expect(hasUnbalancedMarks(digest.summary)).toBe(false);
    expect(hasUnbalancedMarks(digest.thesis)).toBe(false);
    expect(digest.thesis).not.toBe('');
    let end = 0;
    for (const quote of analysis.quotes) {
      expect(quote.start).toBeGreaterThanOrEqual(end);
      end = quote.end;
    }
    const ids = new Set([...analysis.cast.map(({ id }) => id), 'READER']);
    for (const utterance of analysis.utterances) expect(ids.has(utterance.speaker)).toBe(true);
    for (const [index, scene] of analysis.scenes.entries()) expect(scene.start).toBeGreaterThanOrEqual(analysis.scenes[index - 1]?.end ?? 0);
  });

  it('tells the forms apart', () => {
    const form = (name: string) => analyseText(readFileSync(path.join(PROSE, name), 'utf8')).form;
    expect(form('the-redheaded-league.txt')).toBe('fiction');
    expect(form('voyage-of-the-beagle-17.txt')).toBe('essay');
    expect(form('inaugural-1961.txt')).toBe('speech');
  });

  it('finds the narrator and the told story of a detective tale', () => {
    const analysis = analyseText(readFileSync(path.join(PROSE, 'the-redheaded-league.txt'), 'utf8'));
    expect(analysis.cast.find(({ id }) => id === analysis.narrator)?.cue).toBe('WATSON');
    const teller = analysis.cast.find(({ cue }) => cue === 'WILSON')?.id;
    expect(analysis.utterances.filter(({ toldBy }) => toldBy === teller).length).toBeGreaterThan(30);
  });
});

interface Labelled { text: string; quotes: { start: number; end: number; speaker: string }[] }

/** Right answers under one-to-one matching of our cues with the labelled people, largest agreements first. */
function agreement({ text, quotes }: Labelled): { right: number; rightAndSure: number; sure: number } {
  const found = inspectText(text).quotes;
  const pairs = quotes.flatMap((gold) => {
    const middle = (gold.start + gold.end) / 2;
    const ours = found.find(({ start, end }) => start <= middle && middle <= end);
    return ours ? [{ gold: gold.speaker, ours: ours.speaker, sure: ours.confidence !== 'weak' }] : [];
  });
  const counts = new Map<string, number>();
  for (const { gold, ours } of pairs) counts.set(JSON.stringify([gold, ours]), (counts.get(JSON.stringify([gold, ours])) ?? 0) + 1);
  const match = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key] of [...counts].sort((a, b) => b[1] - a[1])) {
    const [gold, ours] = JSON.parse(key) as [string, string];
    if (taken.has(gold) || match.has(ours)) continue;
    taken.add(gold);
    match.set(ours, gold);
  }
  const right = pairs.filter(({ gold, ours }) => match.get(ours) === gold);
  return { right: right.length, rightAndSure: right.filter(({ sure }) => sure).length, sure: pairs.filter(({ sure }) => sure).length };
}

whenPresent('1,208 labelled quotations of 53 novels', () => {
  it.each([
    ['the half the weights were tuned on', 0, 0.89, 0.97, 0.31],
    ['the other half', 1, 0.79, 0.915, 0.39],
  ])('attributes %s well, and knows what it does not know', (_half, parity, rightShare, sureShare, weakShare) => {
    const sum = { right: 0, rightAndSure: 0, sure: 0, total: 0 };
    const names = readdirSync(QUOTES).filter((file) => file.endsWith('.json')).sort();
    for (const name of names.filter((_name, at) => at % 2 === parity)) {
      const labelled = JSON.parse(readFileSync(path.join(QUOTES, name), 'utf8')) as Labelled;
      const { right, rightAndSure, sure } = agreement(labelled);
      sum.right += right;
      sum.rightAndSure += rightAndSure;
      sum.sure += sure;
      sum.total += labelled.quotes.length;
    }
    expect(sum.right / sum.total).toBeGreaterThanOrEqual(rightShare);
    expect(sum.rightAndSure / sum.sure).toBeGreaterThanOrEqual(sureShare);
    expect(1 - sum.sure / sum.total).toBeLessThanOrEqual(weakShare);
  });
});
