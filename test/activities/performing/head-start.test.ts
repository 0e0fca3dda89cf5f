import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { headStart } from '../../../activities/performing/head-start.js';
import type { PerformanceLinePlan } from '../../../src/domain/artifacts/performance/performance-plan.js';

const line = (letters: number, position = 0): PerformanceLinePlan => ({
  position, entryIndex: position, sceneIndex: 0, character: 'ADA', pauseAfterMs: 300,
  request: { text: 'a'.repeat(letters), voiceId: 'neural-hannah', emotion: 'neutral', speed: 1, volume: 1 },
});
const linesOf = (...letters: number[]): PerformanceLinePlan[] => letters.map(line);
const even = linesOf(...Array.from({ length: 60 }, () => 70));

it('the head start is zero when no listener has to wait for the voices, and when there are no lines', () => {
  expect(headStart(even, () => 0)).toBe(0);
  expect(headStart([], () => 1)).toBe(0);
});

it('the head start is a few lines for voices faster than a listener, and a large part for slower ones', () => {
  const fast = headStart(even, () => 0.4);
  expect(fast).toBeGreaterThan(0);
  expect(fast).toBeLessThan(10);
  expect(headStart(even, () => 1.2)).toBeGreaterThan(25);
  expect(headStart(even, () => 1_000)).toBe(60);
});

it('the head start includes a line that is longer than what is heard before it', () => {
  const calm = linesOf(...Array.from({ length: 20 }, () => 40));
  const withSpeech = linesOf(...Array.from({ length: 6 }, () => 40), 1_500, ...Array.from({ length: 13 }, () => 40));
  expect(headStart(calm, () => 0.4)).toBeLessThan(6);
  expect(headStart(withSpeech, () => 0.4)).toBe(7);
});

it('the head start is shorter when the performance continues at once, as no voice has to wake up', () => {
  const long = linesOf(60, 120, 90, 150, 80, 100, 140);
  expect(headStart(long, () => 0.45)).toBeGreaterThan(1);
  expect(headStart(long, () => 0.45, { continues: true })).toBe(1);
});

it('the head start never shrinks when voices get slower', () => {
  fc.assert(fc.property(
    fc.array(fc.integer({ min: 1, max: 800 }), { minLength: 1, maxLength: 40 }),
    fc.double({ min: 0.05, max: 2, noNaN: true }), fc.double({ min: 1, max: 3, noNaN: true }),
    (letters, pace, factor) => {
      const lines = linesOf(...letters);
      expect(headStart(lines, () => pace * factor)).toBeGreaterThanOrEqual(headStart(lines, () => pace));
    }));
});
