import { describe, expect, it } from '@jest/globals';
import { passingsBetween, shotsBetween, withPassings } from '../../../src/craft/film/cut-shots.js';
import type { HeldShot, Passing, Picture } from '../../../src/craft/film/film.js';

const picture = (key: string): Picture => ({ key, draw: () => '<svg/>' });
const shot = (key: string, durationMs: number): HeldShot => ({
  kind: 'held', durationMs, picture: picture(key), from: { x: 0.5, y: 0.5, zoom: 1 }, to: { x: 0.5, y: 0.5, zoom: 2 }, fadeInMs: 400, fadeOutMs: 400, over: null,
});
const words: Passing = { shown: picture('words'), fromMs: 500, untilMs: 6_000, fadeInMs: 700, fadeOutMs: 0, rise: 0.04 };

describe('a part of a sequence of shots', () => {
  it('has the part of the camera move between its ends, and no fade that lies outside', () => {
    const [first, second, ...others] = shotsBetween([shot('a', 4_000), shot('b', 4_000)], 1_000, 6_000);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ durationMs: 3_000, from: { zoom: 1.25 }, to: { zoom: 2 }, fadeInMs: 0, fadeOutMs: 400 });
    expect(second).toMatchObject({ durationMs: 2_000, from: { zoom: 1 }, to: { zoom: 1.5 }, fadeInMs: 400, fadeOutMs: 0 });
  });

  it('starts with the detail that was shown before it', () => {
    const speaking = { ...shot('a', 4_000), details: [{ box: { x: 0, y: 0, width: 1, height: 1 }, steps: [{ atMs: 0, picture: null }, { atMs: 900, picture: picture('open') }] }] };
    expect(shotsBetween([speaking], 1_000, 2_000)[0]!.details![0]!.steps).toEqual([{ atMs: 0, picture: expect.objectContaining({ key: 'open' }) }]);
  });

  it('that covers all of a shot is the same shot', () => {
    const whole = shot('a', 4_000);
    expect(shotsBetween([whole], 0, 4_000)).toEqual([whole]);
  });
});

describe('words over several shots', () => {
  it('appear once, and stay over the next shot', () => {
    const [first, second] = withPassings([shot('a', 4_000), shot('b', 4_000)], [words]);
    expect(first!.passing).toEqual([{ ...words, untilMs: 4_000 }]);
    expect(second!.passing).toEqual([{ ...words, fromMs: 0, untilMs: 2_000, fadeInMs: 0, rise: 0 }]);
  });

  it('are not seen in a part after their end', () => {
    expect(passingsBetween([words], 6_000, 8_000)).toEqual([]);
  });
});
