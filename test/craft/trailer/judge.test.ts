import { describe, expect, it } from '@jest/globals';
import { SECTION_ROLES } from '../../../src/craft/audio/composer/cut-wish.js';
import { SLOTS, type Beat, type Cut } from '../../../src/craft/trailer/cut.js';
import { cutTrailer } from '../../../src/craft/trailer/cutter.js';
import { CRITERIA, judgeCut, risesBy, type Criterion, type CutFact } from '../../../src/craft/trailer/judge.js';
import { scoreSections } from '../../../src/craft/trailer/section-plan.js';
import { readOf } from './reads.js';

const wish = { seconds: 60, title: 'A Thing', seed: 'tests' };
const source = readOf('clockmaker');
const cut = cutTrailer(source, wish);
const factOf = (of: Cut, criterion: Criterion, seconds = wish.seconds): CutFact =>
  judgeCut(source, { ...wish, seconds }, of).find((fact) => fact.criterion === criterion)!;
const withBeats = (change: (beat: Beat, at: number) => Beat): Cut => ({ ...cut, beats: cut.beats.map(change) });
const lineOf = (wanted: (text: string, share: number) => boolean): NonNullable<Beat['line']> => {
  const unit = source.units.find(({ text, atMs, toMs, fromMs }) => wanted(text, (atMs + toMs - fromMs) / source.durationMs))!;
  return { ...unit, offsetMs: 0, gainDb: 0 };
};

describe('facts about a cut', () => {
  it('tell once for each criterion, in words, whether it is met', () => {
    const facts = judgeCut(source, wish, cut);
    expect(facts.map(({ criterion }) => criterion)).toEqual(CRITERIA);
    expect(facts.filter(({ isMet }) => !isMet).map(({ criterion, words }) => `${criterion}: ${words}`)).toEqual([]);
    expect(facts.every(({ words, wanted }) => words !== '' && wanted !== '')).toBe(true);
  });

  it('find a wrong length, and a count that is not whole', () => {
    expect(factOf(cut, 'length', 61).isMet).toBe(false);
    expect(factOf(withBeats((beat, at) => ({ ...beat, counts: beat.counts + (at === 0 ? 0.5 : at === 1 ? -0.5 : 0) })), 'length').isMet).toBe(false);
  });

  it('find a lead who is not heard', () => {
    const [lead] = source.people;
    const fact = factOf(withBeats((beat) => (beat.line?.speaker === lead ? { ...beat, line: null } : beat)), 'leads');
    expect([fact.isMet, fact.value, fact.words]).toEqual([false, 1, `${lead} cannot be met`]);
  });

  it('find lines and pictures that tell the end', () => {
    const late = lineOf((_text, share) => share > 0.95);
    const heard = factOf(withBeats((beat) => (beat.slot === 'button' && beat.line ? { ...beat, line: late } : beat)), 'spoilers');
    expect([heard.isMet, heard.concerned.map(({ text }) => text)]).toEqual([false, [late.text]]);
    const seen = factOf(withBeats((beat) => (beat.slot === 'hook' && beat.picture ? { ...beat, picture: { ...beat.picture, entryIndex: late.entryIndex } } : beat)), 'spoilers');
    expect(seen.isMet).toBe(false);
    const nearlyLate = lineOf((_text, share) => share > 0.83 && share < 0.9);
    expect(factOf(withBeats((beat) => (beat.slot === 'climax' && beat.line ? { ...beat, line: nearlyLate } : beat)), 'spoilers').isMet).toBe(false);
  });

  it('find too much and too little speech', () => {
    expect(factOf(withBeats((beat) => ({ ...beat, line: null })), 'speech')).toMatchObject({ isMet: false, value: 0 });
    const long = lineOf((text) => text.length > 90);
    expect(factOf(withBeats((beat) => (beat.card === null ? { ...beat, line: long } : beat)), 'speech').isMet).toBe(false);
  });

  it('find lines that need others, a single speaker, and repeated words', () => {
    const leaning = lineOf((text) => /^(?:But|And|He|She|It|They) /.test(text));
    const lines = withBeats((beat) => (beat.line ? { ...beat, line: leaning } : beat));
    const stands = factOf(lines, 'stands alone');
    expect(stands.isMet).toBe(false);
    expect(stands.concerned[0]).toMatchObject({ text: leaning.text, words: expect.stringMatching(/not heard|nobody/) });
    expect(factOf(lines, 'speakers').isMet).toBe(false);
    expect(factOf(withBeats((beat) => (beat.line ? { ...beat, line: lineOf((text) => text.length > 60) } : beat)), 'repeated words').isMet).toBe(false);
  });

  it('find shots that get longer, heat that falls, and pictures that look alike', () => {
    expect(factOf(withBeats((beat) => ({ ...beat, cuts: beat.slot === 'climax' ? 1 : beat.counts })), 'shots').isMet).toBe(false);
    const [hot, cold] = [lineOf((text) => text.endsWith('!')), lineOf((text) => text.endsWith('.'))];
    const isLate = ({ slot }: Beat): boolean => slot === 'climax' || slot === 'escalation';
    expect(factOf(withBeats((beat) => (beat.line ? { ...beat, line: isLate(beat) ? cold : hot } : beat)), 'rising heat').isMet).toBe(false);
    const { picture } = cut.beats[0]!;
    expect(factOf(withBeats((beat) => (beat.picture ? { ...beat, picture, cuts: 1 } : beat)), 'pictures').isMet).toBe(false);
  });
});

describe('a rank correlation with the order', () => {
  it('is 1 for what rises, −1 for what falls, 0 for what stays', () => {
    expect([risesBy([1, 2, 5, 9]), risesBy([9, 5, 2]), risesBy([3, 3, 3]), risesBy([])]).toEqual([1, -1, 0, 0]);
    expect(risesBy([1, 3, 2, 4])).toBeCloseTo(0.8);
  });
});

describe('the music of a cut', () => {
  const { sections, hits } = scoreSections(cut);

  it('has a section for each slot, with the same number of counts', () => {
    const slots = SLOTS.filter((slot) => cut.beats.some((beat) => beat.slot === slot));
    expect(sections).toHaveLength(slots.length);
    const countsOf = (slot: Beat['slot']): number => cut.beats.filter((beat) => beat.slot === slot).reduce((sum, { counts }) => sum + counts, 0);
    expect(sections.map(({ counts }) => counts)).toEqual(slots.map(countsOf));
    expect(sections.map(({ role }) => role)).toEqual(['held', 'theme', 'pulse', 'pulse', 'fall', 'full', 'hit', 'bare']);
    expect(sections.every(({ role, level: [from, to] }) => SECTION_ROLES.includes(role) && Math.min(from, to) >= 0 && Math.max(from, to) <= 1)).toBe(true);
  });

  it('strikes on the first counts of inciting, climax and title', () => {
    const before = (slot: Beat['slot']): readonly Beat[] => cut.beats.slice(0, cut.beats.findIndex((beat) => beat.slot === slot));
    const begins = (slot: Beat['slot']): number => before(slot).reduce((sum, { counts }) => sum + counts, 0);
    expect(hits).toEqual([begins('inciting'), begins('climax'), begins('title')]);
  });
});
