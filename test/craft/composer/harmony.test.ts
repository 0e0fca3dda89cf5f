import { describe, expect, it } from '@jest/globals';
import { chordOf, chordsOf, isChordTone, MODES, pitchClass, tonesOf } from '../../../src/craft/audio/composer/harmony.js';
import { MOOD_STYLES } from '../../../src/craft/audio/composer/moods.js';
import { movesInParallel } from '../../../src/craft/audio/composer/voicing.js';
import { nameOf, PIECES } from './wishes.js';

/** Collects what is wrong in all pieces, each with the name of its piece, so that a failure tells where it is. */
const faults = (find: (piece: (typeof PIECES)[number]) => string[]): string[] => PIECES.flatMap((piece) => find(piece).map((what) => `${nameOf(piece)}: ${what}`));

describe('chords', () => {
  it('are triads of their mode, with a leading tone where one is written', () => {
    expect(tonesOf(chordOf('ionian', '5'))).toEqual([7, 11, 2]);
    expect(tonesOf(chordOf('aeolian', '5'))).toEqual([7, 10, 2]);
    expect(chordOf('aeolian', '5!/3')).toEqual({ name: '5!/3', root: 7, third: 11, fifth: 2, bass: 11, raised: true });
    expect(() => chordOf('dorian', '8')).toThrow('8');
  });

  it.each(Object.entries(MOOD_STYLES))('%s: open phrases end off the key note, closed ones end on it, and no chord is diminished', (_mood, { harmonies }) => {
    for (const { mode, open, closed } of harmonies) {
      for (const names of [...open, ...closed]) {
        const chords = chordsOf(mode, names);
        expect([names, chords.length]).toEqual([names, 4]);
        for (const { root, fifth } of chords) expect([names, pitchClass(fifth - root)]).toEqual([names, 7]);
      }
      for (const names of open) expect([names, chordsOf(mode, names).at(-1)!.root === 0]).toEqual([names, false]);
      for (const names of closed) expect([names, chordsOf(mode, names).at(-1)!.bass]).toEqual([names, 0]);
    }
  });
});

describe('four voices', () => {
  it('have the chord of their bar, with its bass lowest and its third among them', () => {
    expect(faults(({ form: { bars, tonic }, voicings }) => bars.flatMap(({ chord }, bar) => {
      const voicing = voicings[bar]!;
      const tones = voicing.map((key) => pitchClass(key - tonic));
      const isRight = voicing.every((key) => isChordTone(chord, tonic, key)) && tones[0] === chord.bass && tones.includes(chord.third)
        && [...voicing].every((key, voice) => voice === 0 || key > voicing[voice - 1]!);
      return isRight ? [] : [`bar ${bar}, ${chord.name}: ${voicing.join(' ')}`];
    }))).toEqual([]);
  });

  it('never move in parallel fifths or octaves, and seldom leap', () => {
    let [moves, leaps] = [0, 0];
    expect(faults(({ voicings }) => voicings.slice(1).flatMap((to, at) => {
      const from = voicings[at]!;
      return [0, 1, 2, 3].flatMap((voice) => [0, 1, 2, 3].slice(voice + 1).flatMap((other) => {
        if (voice > 0) {
          moves += 1;
          leaps += Math.abs(to[voice]! - from[voice]!) > 5 ? 1 : 0;
        }
        return movesInParallel([from[voice]!, from[other]!], [to[voice]!, to[other]!]) ? [`bar ${at + 1}, voices ${voice} and ${other}`] : [];
      }));
    }))).toEqual([]);
    expect(moves).toBeGreaterThan(1_000);
    expect(leaps / moves).toBeLessThan(0.03);
  });
});

describe('endings', () => {
  it('a cadence ends on the chord of the key note, with the key note in the bass, for two seconds and more', () => {
    expect(faults(({ wish, form: { bars, tonic }, notes }) => {
      if (wish.ending === 'open') return [];
      const [last, before] = [bars.at(-1)!, bars.at(-2)];
      const sounding = notes.filter(({ at, lasts }) => at + lasts > wish.durationMs / 1_000 - 0.01);
      const lowest = Math.min(...sounding.map(({ key }) => key));
      const isHome = sounding.length > 0 && sounding.every(({ key }) => isChordTone(last.chord, tonic, key)) && pitchClass(lowest - tonic) === 0;
      const leads = before === undefined || before.chord.root !== 0;
      return isHome && leads && last.lasts >= Math.min(2, wish.durationMs / 1_000) ? [] : ['not at home'];
    })).toEqual([]);
  });

  it('an open ending stops on another chord than that of the key note', () => {
    expect(faults(({ wish, form: { bars } }) => (wish.ending === 'open' && bars.at(-1)!.chord.root === 0 ? [`on ${bars.at(-1)!.chord.name}`] : []))).toEqual([]);
  });
});

describe('melodies', () => {
  it('have a tone of the chord on every main beat, and reach other tones by step', () => {
    let checked = 0;
    expect(faults(({ form: { bars, tonic, beats }, notes }) => ['lead', 'second'].flatMap((part) => {
      const melody = notes.filter((note) => note.part === part);
      return melody.flatMap(({ at, key }, index) => {
        const bar = bars.find((each) => at >= each.at - 1e-6 && at < each.at + each.lasts - 1e-6)!;
        const beat = ((at - bar.at) / bar.lasts) * beats;
        const isMain = Math.abs(beat) < 1e-6 || (beats === 4 && Math.abs(beat - 2) < 1e-6);
        const isStep = index > 0 && Math.abs(key - melody[index - 1]!.key) <= 2;
        checked += 1;
        return isChordTone(bar.chord, tonic, key) || (!isMain && isStep) ? [] : [`${part} at ${at.toFixed(2)} s: ${key} over ${bar.chord.name}`];
      });
    }))).toEqual([]);
    expect(checked).toBeGreaterThan(1_000);
  });

  it('are in the scale, but for the leading tone', () => {
    expect(faults(({ form: { mode, tonic }, notes }) => {
      const scale: readonly number[] = [...MODES[mode], 11];
      return notes.filter(({ key }) => !scale.includes(pitchClass(key - tonic))).map(({ part, key }) => `${part} ${key}`);
    })).toEqual([]);
  });
});

describe('instruments', () => {
  it('play only notes within their range', () => {
    expect(faults(({ ensemble, notes }) => notes.filter(({ part, key }) => key < ensemble[part].lowest || key > ensemble[part].highest)
      .map(({ part, key }) => `${ensemble[part].name}: ${key}`))).toEqual([]);
  });
});
