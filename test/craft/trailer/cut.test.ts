import { beforeAll, describe, expect, it } from '@jest/globals';
import { msOfCounts, SLOTS, type Beat, type Cut, type CutSource, type CutWish } from '../../../src/craft/trailer/cut.js';
import { beatsOf } from '../../../src/craft/trailer/beats.js';
import { scoredUnits } from '../../../src/craft/trailer/criteria.js';
import { SLOT_RULES } from '../../../src/craft/trailer/slots.js';
import { cutTrailer } from '../../../src/craft/trailer/cutter.js';
import { countsOfFrames, framesOf, framingKey } from '../../../src/craft/trailer/frames.js';
import { TooLittle } from '../../../src/craft/trailer/refusals.js';
import { readOf, readOfLines, unitOf, type TextName } from './reads.js';

const wish = (seconds: number): CutWish => ({ seconds, title: 'A Thing', seed: 'tests' });
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const spoken = ({ beats }: Cut): (Beat & { line: NonNullable<Beat['line']> })[] => beats.flatMap((beat) => (beat.line ? [{ ...beat, line: beat.line }] : []));

const CUTS: readonly (readonly [TextName, number])[] = [
  ['clockmaker', 15], ['clockmaker', 60], ['clockmaker', 135], ['ledger', 22], ['ledger', 60], ['ledger', 97.5], ['light', 30], ['light', 60], ['light', 90], ['saltings', 45],
];
/** The largest share of a read that may have passed when a line of these slots ends. */
const LIMIT = { climax: 0.82, drop: 0.82 } as const;

describe.each(CUTS)('a trailer of %s of %d s', (name, seconds) => {
  let source: CutSource;
  let cut: Cut;
  beforeAll(() => {
    source = readOf(name);
    cut = cutTrailer(source, wish(seconds));
  });

  it('lasts exactly as long as wished, in whole counts and bars', () => {
    expect(cut.countsPerMinute).toBeGreaterThanOrEqual(84 - 1e-9);
    expect(cut.countsPerMinute).toBeLessThanOrEqual(132 + 1e-9);
    expect(msOfCounts(cut, total(cut.beats.map(({ counts }) => counts)))).toBeCloseTo(seconds * 1_000, 3);
    expect(cut.beats.every(({ counts }) => Number.isInteger(counts) && counts > 0)).toBe(true);
    for (const slot of SLOTS) expect([slot, total(cut.beats.filter((beat) => beat.slot === slot).map(({ counts }) => counts)) % 4]).toEqual([slot, 0]);
  });

  it('has its slots in order, and a card', () => {
    const order = cut.beats.map(({ slot }) => SLOTS.indexOf(slot));
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(cut.beats.filter(({ card }) => card !== null).map(({ card, slot }) => [slot, card])).toEqual([['title', 'A Thing']]);
  });

  it('plays each line whole, once, without overlap, and within half a count of its cut', () => {
    const half = msOfCounts(cut, 0.5);
    let at = 0;
    let ended = 0;
    for (const { counts, line } of cut.beats) {
      if (line) {
        expect(Math.abs(line.offsetMs)).toBeLessThanOrEqual(half);
        const begins = msOfCounts(cut, at) + line.offsetMs;
        expect(begins).toBeGreaterThanOrEqual(ended);
        ended = begins + line.toMs - line.fromMs;
        expect(ended).toBeLessThanOrEqual(msOfCounts(cut, at + counts));
      }
      at += counts;
    }
    expect(new Set(spoken(cut).map(({ line }) => `${line.entryIndex}.${line.sentence}`)).size).toBe(spoken(cut).length);
  });

  it('gives nothing away of the end of the read', () => {
    for (const { slot, line } of spoken(cut)) {
      const { atMs, fromMs, toMs } = unitOf(source, line);
      const limit = slot === 'climax' || slot === 'drop' ? LIMIT[slot] : 0.9;
      expect([line.text, (atMs + toMs - fromMs) / source.durationMs <= limit]).toEqual([line.text, true]);
    }
    const hidden = source.units.filter(({ atMs }) => atMs > 0.9 * source.durationMs).map(({ entryIndex }) => entryIndex);
    const shown = cut.beats.flatMap((beat) => framesOf(beat).map(({ entryIndex }) => entryIndex));
    expect(Math.max(...shown)).toBeLessThanOrEqual(Math.min(...hidden));
  });

  it('tells each slot in the order of the story', () => {
    for (const slot of SLOTS) {
      const times = spoken(cut).filter((beat) => beat.slot === slot).map(({ line }) => unitOf(source, line).atMs);
      expect(times).toEqual([...times].sort((one, other) => one - other));
    }
  });

  it('lets both leads be heard and seen', () => {
    const seen = cut.beats.flatMap((beat) => framesOf(beat).flatMap(({ people }) => people));
    for (const lead of source.people.slice(0, 2)) {
      expect([lead, spoken(cut).some(({ line }) => line.speaker === lead), seen.includes(lead)]).toEqual([lead, true, true]);
    }
  });

  it('holds no picture over 6 s or under 0.4 s, and shows none twice in a row', () => {
    let before = '';
    for (const beat of cut.beats) {
      const frames = framesOf(beat);
      for (const counts of beat.picture ? countsOfFrames(beat) : []) {
        expect(msOfCounts(cut, counts)).toBeLessThanOrEqual(6_000);
        expect(msOfCounts(cut, counts)).toBeGreaterThanOrEqual(400);
      }
      for (const key of frames.map(framingKey)) {
        expect(key).not.toBe(before);
        before = key;
      }
      if (!beat.picture) before = '';
    }
  });

  it('keeps showing the moment of a line until the next line', () => {
    const opens = (beat: Beat, before: Beat): boolean => beat.slot !== before.slot && ['hook', 'setup', 'title'].includes(beat.slot);
    const pairs = cut.beats.flatMap((beat, at) => {
      const before = cut.beats[at - 1];
      return before?.line?.speaker && !beat.line && beat.picture && !opens(beat, before) ? [{ beat, unit: unitOf(source, before.line) }] : [];
    });
    for (const { beat: { picture }, unit } of pairs) expect(picture).toMatchObject({ sceneIndex: unit.sceneIndex, entryIndex: unit.entryIndex });
  });

  it('explains in words which points the criteria gave each line', () => {
    for (const { marks } of spoken(cut)) {
      expect(marks.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['length', 'stands alone']));
      expect(marks.every(({ rule, words, points }) => rule !== '' && words !== '' && Number.isFinite(points))).toBe(true);
    }
  });
});

describe('a trailer', () => {
  it('of a minute has about twenty beats, and speech in about a third of the time', () => {
    for (const name of ['clockmaker', 'ledger', 'light'] as const) {
      const cut = cutTrailer(readOf(name), wish(60));
      expect(cut.beats.length).toBeGreaterThanOrEqual(14);
      expect(cut.beats.length).toBeLessThanOrEqual(24);
      const speech = total(spoken(cut).map(({ line }) => line.toMs - line.fromMs)) / 60_000;
      expect(speech).toBeGreaterThan(0.25);
      expect(speech).toBeLessThan(0.45);
    }
  });

  it('is the same for the same read and wish', () => {
    const first = cutTrailer(readOf('ledger'), wish(60));
    expect(cutTrailer(structuredClone(readOf('ledger')), wish(60))).toEqual(first);
  });

  it('of another seed may have other lines of about the same worth', () => {
    const cuts = Array.from({ length: 6 }, (_, at) => cutTrailer(readOf('ledger'), { ...wish(60), seed: `seed ${at}` }));
    expect(new Set(cuts.map((cut) => spoken(cut).map(({ line }) => line.text).join(' '))).size).toBeGreaterThan(1);
  });

  it('is refused where the read has too little, with the length that would be possible', () => {
    const source = readOf('light');
    const refused = (seconds: number): TooLittle => {
      try {
        cutTrailer(source, wish(seconds));
      } catch (error) {
        if (error instanceof TooLittle) return error;
        throw error;
      }
      throw new Error('was cut');
    };
    const { secondsThatDo } = refused(180);
    expect(secondsThatDo).toBeGreaterThanOrEqual(60);
    expect(() => cutTrailer(source, wish(secondsThatDo!))).not.toThrow();
    expect(refused(secondsThatDo! + 5).secondsThatDo).toBe(secondsThatDo);
    expect(() => cutTrailer(readOfLines([{ by: 'ADA', text: 'Who is there?' }]), wish(15))).toThrow(TooLittle);
  });

  it('cuts to another picture within a line that is longer than a picture is held', () => {
    const source = readOfLines([{ by: 'ADA', text: 'Have you never wondered why the old ferry at the end of the lane is locked before the evening bell?' }]);
    const counts = 12;
    const slot = { rule: SLOT_RULES.find((rule) => rule.slot === 'setup')!, counts, lines: [{ scored: scoredUnits(source)[0]!, marks: [], points: 0, counts }] };
    const plan = { countsPerMinute: 104, points: 0, missing: [], slots: [slot] };
    const [beat] = beatsOf(source, plan, 'A Thing');
    expect(msOfCounts(plan, counts)).toBeGreaterThan(6_500);
    expect(countsOfFrames(beat!)).toEqual([6, 6]);
  });

  it('is refused unless it lasts 15 to 180 s', () => {
    for (const seconds of [14, 181, Number.NaN]) expect(() => cutTrailer(readOf('light'), wish(seconds))).toThrow(RangeError);
  });

  it('prefers a line that stands alone to one that needs others, and a person to the narrator', () => {
    const trees = ['oak', 'elm', 'ash', 'yew', 'fir', 'box', 'bay', 'fig', 'may', 'rowan', 'alder', 'beech', 'maple', 'cedar'];
    const lines = Array.from({ length: 40 }, (_, at) => {
      const [by, scene] = [at % 2 === 0 ? 'ADA' : 'BEN', at >> 3];
      return [
        { by, scene, text: `And he put it down there on number ${at}.` }, { by: null, scene, text: `The room number ${at} was painted in a pale shade of green.` },
        ...(at % 3 === 0 ? [{ by, scene, text: `Would you die for the house of ${trees[at / 3]}?` }] : []),
      ];
    }).flat();
    const said = spoken(cutTrailer(readOfLines(lines), wish(60))).filter(({ slot }) => slot !== 'setup').map(({ line }) => line.text);
    expect(said.filter((text) => text.startsWith('Would')).length).toBeGreaterThan(said.length / 2);
    expect(said.filter((text) => text.startsWith('And')).length).toBeLessThan(said.length / 3);
    expect(said.filter((text) => text.startsWith('The room')).length).toBeLessThan(said.length / 4);
  });
});
