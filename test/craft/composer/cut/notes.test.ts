import { describe, expect, it } from '@jest/globals';
import { composeToCut, cutPerformances, type CutComposition } from '../../../../src/craft/audio/composer/cut/compose-cut.js';
import { SECTION_ROLES, type CutScoreWish, type CutSection, type SectionRole } from '../../../../src/craft/audio/composer/cut-wish.js';
import { isChordTone, MODES, pitchClass } from '../../../../src/craft/audio/composer/harmony.js';
import { RHYTHMS } from '../../../../src/craft/audio/composer/theme.js';
import { MUSIC_MOODS } from '../../../../src/craft/audio/composer/wish.js';
import { seeded } from '../../../../src/craft/audio/sounds/dsp.js';
import { countsFor, cutWish } from './cuts.js';

const CLOSE = 1e-6;

/** Makes a random cut, with any sections, hits and tempo. */
function anyWish(seed: number): CutScoreWish {
  const random = seeded(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const sections = Array.from({ length: 1 + below(9) }, (): CutSection => ({
    counts: 1 + below(random() < 0.3 ? 40 : 11), role: SECTION_ROLES[below(SECTION_ROLES.length)]!, level: [random(), random()],
  }));
  const total = sections.reduce((sum, { counts }) => sum + counts, 0);
  return {
    mood: MUSIC_MOODS[seed % MUSIC_MOODS.length]!, colour: null, seed: `cut ${seed}`, themeSeed: `person ${seed % 7}`, countsPerMinute: 45 + below(140),
    sections, hits: Array.from({ length: below(12) }, () => below(total)),
  };
}

const PIECES = Array.from({ length: 150 }, (_, seed) => composeToCut(anyWish(seed)));

/** Collects what is wrong in all pieces, each with the name of its piece, so that a failure tells where it is. */
const faults = (find: (piece: CutComposition) => string[]): string[] => PIECES.flatMap((piece) => find(piece).map((what) => `${piece.wish.seed}: ${what}`));

const inSection = (piece: CutComposition, role: SectionRole) => piece.form.sections.filter((section) => section.role === role)
  .map((section) => ({ section, notes: piece.tones.filter(({ at }) => at >= section.at - CLOSE && at < section.at + section.lasts - CLOSE) }));

describe('music for a cut', () => {
  it('lasts exactly its counts: bars fill every section, and no note goes beyond the end', () => {
    expect(faults(({ form: { sections, durationMs, secondsPerCount }, tones, strokes, wish }) => {
      const counts = wish.sections.reduce((sum, section) => sum + section.counts, 0);
      const isLong = Math.abs(durationMs - (counts * 60_000) / wish.countsPerMinute) < CLOSE;
      const gaps = sections.flatMap(({ at, lasts, fromCount, form: { bars } }) => {
        const ends = bars.reduce((until, bar) => (Math.abs(bar.at - until) < CLOSE ? bar.at + bar.lasts : NaN), at);
        const isOnCounts = bars.every((bar) => Math.abs(bar.at / secondsPerCount - Math.round(bar.at / secondsPerCount)) < CLOSE);
        return Math.abs(at - fromCount * secondsPerCount) < CLOSE && Math.abs(ends - at - lasts) < CLOSE && isOnCounts ? [] : [`bars of the section at ${fromCount}`];
      });
      const late = [...tones, ...strokes].filter(({ at, lasts }) => at < 0 || lasts <= 0 || at + lasts > durationMs / 1_000 + CLOSE);
      return [...isLong ? [] : ['length'], ...gaps, ...late.map(({ part, at }) => `${part} at ${at}`)];
    })).toEqual([]);
    expect([59, 61].map((seconds) => composeToCut(cutWish({ countsPerMinute: countsFor(100, seconds) })).form.durationMs.toFixed(6))).toEqual(['59000.000000', '61000.000000']);
  });

  it('begins every section on its count', () => {
    expect(faults(({ form: { sections }, tones }) => sections.filter(({ at }) => !tones.some((note) => Math.abs(note.at - at) < CLOSE))
      .map(({ role, at }) => `${role} at ${at}`))).toEqual([]);
  });

  it('strikes with drums, a low string and a chord on every hit, and where a hit section begins', () => {
    expect(faults(({ form: { hits, secondsPerCount }, strokes, wish }) => {
      let from = 0;
      const titles = wish.sections.flatMap(({ role, counts }) => { from += counts; return role === 'hit' ? [from - counts] : []; });
      const wanted = new Set([...wish.hits, ...titles]);
      const missing = [...wanted].filter((hit) => {
        const parts = strokes.filter(({ at }) => Math.abs(at - hit * secondsPerCount) < CLOSE).map(({ part }) => part);
        const hasAll = ['great', 'kettle', 'low', 'chord'].every((part) => parts.some((each) => each === part));
        return !hasAll || parts.filter((part) => part === 'chord').length < 4;
      });
      return [...missing.map((hit) => `nothing on ${hit}`), ...hits.length === wanted.size ? [] : ['other hits']];
    })).toEqual([]);
  });

  it('stays in its chords and its scale, and within the range of its instruments', () => {
    expect(faults(({ form: { sections }, tones, strokes, ensemble }) => {
      const { mode, tonic } = sections[0]!.form;
      const scale: readonly number[] = [...MODES[mode], 11];
      const drums = ['beat', 'great', 'cymbals'];
      const outside = [...tones, ...strokes].filter(({ part, key }) => !drums.includes(part) && !scale.includes(pitchClass(key - tonic)));
      const range = tones.filter(({ part, key }) => key < ensemble[part].lowest || key > ensemble[part].highest);
      const wrong = strokes.filter(({ part, at, key }) => {
        if (part !== 'chord') return false;
        const bar = sections.flatMap(({ form }) => form.bars).findLast((each) => each.at <= at + CLOSE)!;
        return !isChordTone(bar.chord, tonic, key);
      });
      return [...outside, ...range, ...wrong].map(({ part, key, at }) => `${part} ${key} at ${at.toFixed(2)}`);
    })).toEqual([]);
  });

  it('plays in every section the parts that belong to its role', () => {
    const parts = (role: SectionRole): Set<string> =>
      new Set(PIECES.flatMap((piece) => inSection(piece, role).flatMap(({ notes }) => notes.map(({ part }) => part))));
    expect([...parts('held')].sort()).toEqual(['bass', 'pad']);
    expect([...parts('theme')].sort()).toEqual(['bass', 'lead', 'pad']);
    expect([...parts('pulse')].sort()).toEqual(['bass', 'beat', 'drum', 'pad', 'pulse', 'rise']);
    expect([...parts('fall')].sort()).toEqual(['bass', 'pad']);
    expect([...parts('full')].sort()).toEqual(['bass', 'beat', 'drum', 'high', 'lead', 'pad', 'pulse', 'second']);
    expect([...parts('hit')].sort()).toEqual(['bass', 'high', 'pad']);
    expect([...parts('bare')].sort()).toEqual(['lead', 'pad']);
  });

  it('states the theme with its own rhythm wherever two bars have room for it', () => {
    let stated = 0;
    for (const piece of PIECES) {
      for (const { section: { form, at, isLast, counts }, notes } of [...inSection(piece, 'theme'), ...inSection(piece, 'full')]) {
        if (isLast || counts < 2 * form.beats) continue;
        const rhythm = RHYTHMS[piece.theme.rhythm]![form.beats];
        const melody = notes.filter(({ part }) => part === 'lead').slice(0, rhythm.length);
        const heard = melody.map((note) => Math.round(((note.at - at) / piece.form.secondsPerCount) * 2) / 2);
        expect([piece.wish.seed, heard]).toEqual([piece.wish.seed, rhythm.map((_, index) => rhythm.slice(0, index).reduce((sum, beats) => sum + beats, 0))]);
        stated += 1;
      }
    }
    expect(stated).toBeGreaterThan(30);
  });

  it('drives more and more where its level grows, and falls to the lowest key note', () => {
    for (const mood of MUSIC_MOODS) {
      const piece = composeToCut(cutWish({ mood }));
      const { section, notes } = inSection(piece, 'pulse')[1]!;
      const half = section.at + section.lasts / 2;
      const weight = (late: boolean): number => notes.filter(({ at }) => at >= half === late).reduce((sum, { velocity }) => sum + velocity, 0);
      expect([mood, weight(true) > 1.2 * weight(false)]).toEqual([mood, true]);
      const fall = inSection(piece, 'fall')[0]!;
      const basses = fall.notes.filter(({ part }) => part === 'bass');
      const last = basses.at(-1)!;
      const homes = piece.tones.filter(({ part, key }) => part !== 'beat' && pitchClass(key - section.form.tonic) === 0);
      expect([last.key, last.key]).toEqual([Math.min(...homes.map(({ key }) => key)), Math.min(...fall.notes.map(({ key }) => key))]);
      expect([pitchClass(last.key - section.form.tonic), Math.abs(last.at + last.lasts - fall.section.at - fall.section.lasts) < CLOSE]).toEqual([0, true]);
    }
  });

  it('ends on the chord of the key note', () => {
    expect(faults(({ form: { sections, durationMs }, tones }) => {
      const { form: { bars, tonic } } = sections.at(-1)!;
      const { chord } = bars.at(-1)!;
      const ringing = tones.filter(({ at, lasts }) => at + lasts > durationMs / 1_000 - 0.02);
      const isHome = chord.root === 0 && chord.bass === 0 && ringing.length > 0 && ringing.every(({ key, part }) => part === 'beat' || isChordTone(chord, tonic, key));
      return isHome ? [] : [`on ${chord.name}`];
    })).toEqual([]);
  });

  it('is the same for equal wishes, differs for another seed, and only in its melody for another theme', () => {
    expect(cutPerformances(composeToCut(cutWish()))).toEqual(cutPerformances(composeToCut(cutWish())));
    const heard = ['1', '2', '3', '4'].map((seed) => JSON.stringify(composeToCut(cutWish({ seed })).tones));
    expect(new Set(heard).size).toBe(4);
    const [one, other] = [composeToCut(cutWish()), composeToCut(cutWish({ themeSeed: 'another person' }))];
    const without = ({ tones }: CutComposition) => tones.filter(({ part }) => part !== 'lead' && part !== 'second');
    expect(one.tones).not.toEqual(other.tones);
    expect(without(one)).toEqual(without(other));
  });

  it.each([
    ['no sections', { sections: [] }], ['half a count', { sections: [{ counts: 1.5, role: 'held', level: [0, 1] }] }], ['a level of 2', { sections: [{ counts: 8, role: 'held', level: [0, 2] }] }],
    ['a hit after the end', { hits: [100] }], ['a hit between counts', { hits: [3.5] }], ['20 counts a minute', { countsPerMinute: 20 }],
  ] as const)('refuses %s', (_what, more) => {
    expect(() => composeToCut(cutWish(more as unknown as Partial<CutScoreWish>))).toThrow(RangeError);
  });
});
