import { describe, expect, it } from '@jest/globals';
import { otherFrame, otherLine } from '../../../src/craft/trailer/alternatives.js';
import { msOfCounts, type Beat, type BeatPicture, type Cut, type UnitKey } from '../../../src/craft/trailer/cut.js';
import { cutTrailer } from '../../../src/craft/trailer/cutter.js';
import { framesOf, framingKey } from '../../../src/craft/trailer/frames.js';
import { recut } from '../../../src/craft/trailer/recut.js';
import { NotPossible, NotUnderstood } from '../../../src/craft/trailer/refusals.js';
import { readOf } from './reads.js';

const wish = { seconds: 60, title: 'The Salt Ledger', seed: 'tests' };
const source = readOf('ledger');
const cut = cutTrailer(source, wish);
type Spoken = Beat & { line: NonNullable<Beat['line']> };
const spoken = ({ beats }: Cut): Spoken[] => beats.filter((beat): beat is Spoken => beat.line !== null);
const lengthMs = ({ line }: Spoken): number => line.toMs - line.fromMs;
const escalation = cut.beats.findIndex(({ slot, line }) => slot === 'escalation' && line);
const other = (instruction: string | null, at = escalation, refused: readonly UnitKey[] = []): Spoken =>
  otherLine(source, cut, at, { instruction, refused }) as Spoken;
const thrown = (call: () => unknown): Error => {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
};

describe('another line for a beat', () => {
  it('is not yet in the cut, fits into the beat, and comes with its marks and another picture', () => {
    const now = cut.beats[escalation] as Spoken;
    const next = other(null);
    expect([next.slot, next.counts, next.cuts]).toEqual([now.slot, now.counts, now.cuts]);
    expect(spoken(cut).map(({ line }) => line.text)).not.toContain(next.line.text);
    expect(lengthMs(next) + next.line.offsetMs).toBeLessThanOrEqual(msOfCounts(cut, next.counts));
    expect(next.marks.map(({ rule }) => rule)).toContain('stands alone');
    const around = [cut.beats[escalation - 1]!, next, cut.beats[escalation + 1]!].flatMap((beat) => framesOf(beat).map(framingKey));
    expect(around.filter((key, index) => key === around[index - 1])).toEqual([]);
  });

  it('is never one that was refused, and is impossible when none is left', () => {
    const refused: UnitKey[] = [];
    const texts = new Set<string>();
    let end: Error | null = null;
    while (!end && refused.length < source.units.length) {
      try {
        const { line } = other('by DILLY', escalation, refused);
        texts.add(line.text);
        refused.push(line);
      } catch (error) {
        end = error as Error;
      }
    }
    expect(texts.size).toBe(refused.length);
    expect(refused.length).toBeGreaterThan(2);
    expect(end).toBeInstanceOf(NotPossible);
  });

  it('follows a plain instruction', () => {
    const now = cut.beats[escalation] as Spoken;
    expect(other('a question').line.text).toMatch(/\?$/);
    expect(other('by THORNE').line.speaker).toBe('THORNE');
    expect(other('thorne').line.speaker).toBe('THORNE');
    expect(other('by the narrator').line.speaker).toBeNull();
    expect(other('about the salt').line.text).toMatch(/salt/i);
    expect(lengthMs(other('much shorter, please'))).toBeLessThan(lengthMs(now));
    const both = other('a question, by VERRIN');
    expect([both.line.speaker, both.line.text.endsWith('?')]).toEqual(['VERRIN', true]);
    expect(other('not by INES and not by VERRIN').line.speaker).not.toBe('INES');
  });

  it('refuses an instruction, names what it does not understand, and follows none of the rest', () => {
    const refusal = thrown(() => other('a question, in the style of Hitchcock, by INES'));
    expect(refusal).toBeInstanceOf(NotUnderstood);
    expect((refusal as NotUnderstood).words).toEqual(['in the style of Hitchcock']);
    expect(refusal.message).toContain('about the light');
    expect((thrown(() => other('by ROBERT')) as NotUnderstood).words).toEqual(['by ROBERT']);
  });

  it('is refused for a card', () => {
    expect(thrown(() => other(null, cut.beats.findIndex(({ card }) => card !== null)))).toBeInstanceOf(NotPossible);
    expect(() => other(null, 99)).toThrow(RangeError);
  });
});

describe('another frame', () => {
  it('differs from the one before in each round, and returns to the first in the end', () => {
    const picture = cut.beats[escalation]!.picture!;
    const rounds = Array.from({ length: 12 }, (_, round) => otherFrame(picture, source, round));
    expect(rounds[0]).toEqual(picture);
    rounds.slice(1).forEach((frame, at) => expect(framingKey(frame)).not.toBe(framingKey(rounds[at]!)));
    const distinct = new Set(Array.from({ length: 100 }, (_, round) => framingKey(otherFrame(picture, source, round))));
    expect(otherFrame(picture, source, distinct.size)).toEqual(picture);
    expect(rounds.every(({ entryIndex }) => entryIndex === picture.entryIndex)).toBe(true);
  });

  it('also exists for a place without people', () => {
    const picture: BeatPicture = { sceneIndex: 0, entryIndex: 0, size: 'place', people: [] };
    expect(otherFrame(picture, readOf('saltings'), 1).size).toBe('wide');
  });
});

describe('a new cut of the whole board', () => {
  const again = (instruction: string): Cut => recut(source, wish, instruction, cut);
  const msBy = (of: Cut, who: string | null): number => spoken(of).filter(({ line }) => line.speaker === who).reduce((sum, beat) => sum + lengthMs(beat), 0);
  const allMs = (of: Cut): number => spoken(of).reduce((sum, beat) => sum + lengthMs(beat), 0);
  const lastsMs = (of: Cut): number => msOfCounts(of, of.beats.reduce((sum, { counts }) => sum + counts, 0));

  it('has what was asked for, in the same length', () => {
    const cuts: Record<string, Cut> = {};
    for (const asked of ['shorter lines', 'without THORNE', 'more of THORNE', 'no narrator', 'faster', 'slower', 'start with a question', 'end with DILLY', 'less talk', 'about the salt']) {
      cuts[asked] = again(asked);
      expect([asked, Math.round(lastsMs(cuts[asked]))]).toEqual([asked, 60_000]);
    }
    expect(allMs(cuts['shorter lines']!) / spoken(cuts['shorter lines']!).length).toBeLessThan(allMs(cut) / spoken(cut).length);
    expect(msBy(cuts['more of THORNE']!, 'THORNE')).toBeGreaterThan(msBy(cut, 'THORNE'));
    expect(msBy(cuts['no narrator']!, null)).toBe(0);
    expect(cuts.faster!.countsPerMinute).toBeGreaterThan(cut.countsPerMinute);
    expect(cuts.slower!.countsPerMinute).toBeLessThan(cut.countsPerMinute);
    expect(spoken(cuts['start with a question']!)[0]!.line.text).toMatch(/\?$/);
    expect(spoken(cuts['end with DILLY']!).at(-1)!.line.speaker).toBe('DILLY');
    expect(allMs(cuts['less talk']!)).toBeLessThan(allMs(cut));
    const salt = (of: Cut): number => spoken(of).filter(({ line }) => /\bsalt\b/i.test(line.text)).length;
    expect(salt(cuts['about the salt']!)).toBeGreaterThan(salt(cut));
  });

  it('keeps the tempo that the trailer has unless another one is asked for', () => {
    const quick = again('faster');
    expect(recut(source, wish, 'without DILLY', quick).countsPerMinute).toBe(quick.countsPerMinute);
    expect(recut(source, wish, 'slower, without DILLY', quick).countsPerMinute).toBeLessThan(quick.countsPerMinute);
  });

  it('leaves a person out, who is then neither heard nor shown nor named', () => {
    const without = again('without THORNE');
    expect(msBy(without, 'THORNE')).toBe(0);
    expect(without.beats.flatMap((beat) => framesOf(beat).flatMap(({ people }) => people))).not.toContain('THORNE');
    expect(spoken(without).filter(({ line }) => /thorne/i.test(line.text))).toEqual([]);
  });

  it('follows several wishes at once, or none of them', () => {
    const both = again('faster, no narrator and more of DILLY');
    expect([both.countsPerMinute > cut.countsPerMinute, msBy(both, null), msBy(both, 'DILLY') > msBy(cut, 'DILLY')]).toEqual([true, 0, true]);
    expect((thrown(() => again('faster, with dragons, no narrator')) as NotUnderstood).words).toEqual(['with dragons']);
    expect(thrown(() => again('faster, slower'))).toBeInstanceOf(NotPossible);
    expect(thrown(() => again('without INES, without VERRIN, without THORNE, without DILLY, no narrator'))).toBeInstanceOf(NotPossible);
  });

  it('refuses a wish that the read cannot follow, and quotes it', () => {
    const refusal = thrown(() => again('without the zebra')) as NotPossible;
    expect([refusal.name, refusal.words]).toEqual(['NotPossible', 'without the zebra']);
  });

  it('refuses to be faster or slower than a trailer can be, and gives that reason', () => {
    for (const [asked, extreme] of [['faster', 'as fast as'], ['slower', 'as slow as']] as const) {
      const most = (now: Cut): Cut | Error => {
        try {
          return most(recut(source, wish, asked, now));
        } catch (error) {
          return error as Error;
        }
      };
      const refusal = most(cut);
      expect(refusal).toBeInstanceOf(NotPossible);
      expect((refusal as NotPossible).message).toContain(`it is ${extreme} a trailer can be`);
    }
  });
});
