import { describe, expect, it } from '@jest/globals';
import { PREMISE_RUBRIC } from '../../../src/domain/canon/bible/premise-rubric.js';
import { judge } from '../../../src/kernel/families/coverage/rubric.js';
import { BAD, HONEST } from './premise-texts.js';

const judged = (content: object) => judge(PREMISE_RUBRIC, content, null);

describe('a premise', () => {
  it.each(HONEST.map((text) => [text.logline, text] as const))('that is honest passes, in whatever language and genre: %s', (_logline, text) => {
    const { gatePassed, checks, overallScore } = judged(text);
    expect([checks.filter(({ passed }) => !passed), gatePassed]).toEqual([[], true]);
    expect(overallScore).toBeGreaterThanOrEqual(75);
  });

  it.each(BAD.map(({ why, ...text }) => [why, text] as const))('with %s scores more than 5 points less, and 40 or less in a category', (_why, text) => {
    const { overallScore, scores } = judged(text);
    expect(overallScore).toBeLessThan(judged(HONEST[9]!).overallScore - 5);
    expect(scores.some(({ score }) => score <= 40)).toBe(true);
  });
});
