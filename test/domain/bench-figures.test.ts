import { describe, expect, it } from '@jest/globals';
import { growthExponent, percentile, ratiosOf, summarize, verdictOf, type Figure } from '../../bench/figures.js';
import { benchScreenplay, storyText } from '../../bench/stack/story.js';
import { jsonOf, tableOf } from '../../bench/table.js';

const figure = (rounds: number[], reference: number[], extra: Partial<Figure> = {}): Figure => ({
  benchmark: 'read', name: 'requests', unit: '/s', rounds, reference: { name: 'bare', rounds: reference },
  bound: { of: 'ratio', sense: 'least', floor: 0.45, aim: 0.55 }, ...extra,
});

describe('figures of the benchmarks', () => {
  it('divides each round by the reference of the same round', () => {
    expect(ratiosOf(figure([50, 80], [100, 200]))).toEqual([0.5, 0.4]);
  });

  it('judges the median against floor and aim, whether more or less is better', () => {
    expect(verdictOf(figure([60, 10, 60], [100, 100, 100]))).toBe('aim');
    expect(verdictOf(figure([50], [100]))).toBe('floor');
    expect(verdictOf(figure([40], [100]))).toBe('missed');
    const most = { bound: { of: 'value', sense: 'most', floor: 100, aim: 50 } } as const;
    expect([40, 90, 110].map((value) => verdictOf(figure([value], [1], most)))).toEqual(['aim', 'floor', 'missed']);
    const { bound: _, ...unbound } = figure([1], [1]);
    expect(verdictOf(unbound)).toBe('none');
  });

  it('finds the median, the range and percentiles', () => {
    expect(summarize([3, 1, 2, 10])).toEqual({ median: 2.5, min: 1, max: 10 });
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([1, 2, 3, 4, 100], 0.95)).toBe(100);
  });

  it('finds the exponent of a growth', () => {
    expect(growthExponent([10, 100, 1_000].map((size) => ({ size, cost: 3 * size })))).toBeCloseTo(1, 6);
    expect(growthExponent([10, 100, 1_000].map((size) => ({ size, cost: size ** 2 })))).toBeCloseTo(2, 6);
  });

  it('prints the verdict beside the reference, and the same as JSON', () => {
    const figures = [figure([40], [100], { note: 'ten connections' })];
    expect(tableOf(figures)).toMatch(/read +requests +40\.0 \/s +bare: 100 +0\.40 +≥ 0\.45, aim ≥ 0\.55 +missed\n\nread, requests: ten connections/);
    expect(jsonOf(figures)[0]).toMatchObject({ median: 40, ratio: 0.4, verdict: 'missed' });
  });
});

describe('material of the benchmarks', () => {
  it('has exactly as many lines as asked for, and no line twice', () => {
    const screenplay = benchScreenplay(1_000, 7);
    const lines = screenplay.entries.filter(({ kind }) => kind === 'dialogue').map(({ text }) => text);
    expect(new Set(lines).size).toBe(1_000);
    expect(screenplay.scenes).toHaveLength(25);
    for (const { firstEntry, lastEntry, index } of screenplay.scenes) {
      expect(screenplay.entries.slice(firstEntry, lastEntry + 1).every(({ sceneIndex }) => sceneIndex === index)).toBe(true);
    }
  });

  it('differs between seeds and is the same for the same seed', () => {
    expect(storyText(20, 1)).toBe(storyText(20, 1));
    expect(storyText(20, 1)).not.toBe(storyText(20, 2));
  });
});
