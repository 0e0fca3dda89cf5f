import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { againstSources } from '../../../src/craft/narrative/canon/against-sources.js';
import { FULL_RUBRIC } from '../../../src/domain/canon/bible/full-rubric.js';
import { PREMISE_RUBRIC } from '../../../src/domain/canon/bible/premise-rubric.js';
import { judge, type Judgement } from '../../../src/kernel/families/coverage/rubric.js';
import type { BibleContent } from '../../../src/domain/canon/series-bible.js';

interface Sample { kind?: string; source: string; bible: BibleContent }
/** Samples that were written by hand from our own texts, before the rules that judge them existed. */
const { good, bad } = JSON.parse(readFileSync('test/fixtures/bibles/judged.json', 'utf8')) as Record<'good' | 'bad', Sample[]>;

const titled = (samples: readonly Sample[]) => samples.map((sample, at) => [`${at + 1} ${sample.kind ?? 'good'}, ${sample.source}`, sample] as const);
const textOf = ({ source }: Sample): string => readFileSync(`test/fixtures/prose/${source}`, 'utf8');

/** Judges a sample in the phase where its fault shows: a Bible with characters as a whole, any other as a premise. */
function judged(sample: Sample, texts: readonly string[] = [textOf(sample)]): Judgement {
  const { bible } = sample;
  const { logline = '', premise = '', genre = '', characters = [] } = bible;
  const sources = againstSources({ logline, premise, genre, characters }, texts);
  if (!bible.characters) return judge(PREMISE_RUBRIC, { ...bible, sources }, null);
  return judge(FULL_RUBRIC, { ...bible, sources, scripts: [], contradictions: [] }, null);
}

describe('a Series Bible', () => {
  it('has twelve good and twenty-four bad samples', () => {
    expect([good.length, bad.length]).toEqual([12, 24]);
  });

  it.each(titled(good))('that is true to its source passes: %s', (_name, sample) => {
    const { gatePassed, checks } = judged(sample);
    expect([checks.filter(({ passed }) => !passed), gatePassed]).toEqual([[], true]);
  });

  it.each(titled(bad))('that is not true to its source fails, with a critical note on a field: %s', (_name, sample) => {
    const { gatePassed, notes } = judged(sample);
    expect(gatePassed).toBe(false);
    expect(notes[0]).toMatchObject({ severity: 'critical', anchor: { field: expect.any(String) } });
  });

  it('gets the same report each time', () => {
    for (const sample of [...good, ...bad]) expect(judged(sample)).toEqual(judged(sample));
  });
});

describe('what is not judged', () => {
  it('has no score, and is named in a check of its own', () => {
    const { scores, checks } = judged(good[0]!);
    expect(scores.map(({ category }) => category)).not.toEqual(expect.arrayContaining(['tone']));
    expect(checks.filter(({ id }) => id.startsWith('not_judged.')).map(({ id }) => id)).toEqual(expect.arrayContaining(['not_judged.tone', 'not_judged.audience']));
    expect(scores.map(({ category }) => category)).toContain('genre');
    expect(judged(good[8]!).scores.map(({ category }) => category)).not.toContain('genre');
  });

  it('includes everything that only a source could tell, when there is no source', () => {
    const { gatePassed, checks } = judged(bad.find(({ kind }) => kind === 'genre')!, []);
    expect(gatePassed).toBe(true);
    expect(checks.find(({ id }) => id === 'sources')!.details).toMatch(/Not judged: Roles, names and genre/u);
  });
});
