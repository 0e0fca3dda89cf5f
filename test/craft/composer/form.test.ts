import { describe, expect, it } from '@jest/globals';
import { compose, type Composition } from '../../../src/craft/audio/composer/compose.js';
import { levelOf } from '../../../src/craft/audio/composer/form.js';
import { performed } from '../../../src/craft/audio/composer/performance.js';
import { RHYTHMS, themeOf } from '../../../src/craft/audio/composer/theme.js';
import { MUSIC_MOODS } from '../../../src/craft/audio/composer/wish.js';
import { askedFor } from '../../../src/craft/audio/composer/words.js';
import { nameOf, PIECES, wish } from './wishes.js';

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const rate = ({ notes, wish: { durationMs } }: Composition): number => (notes.length * 1_000) / durationMs;
const melody = ({ notes }: Composition) => notes.filter(({ part }) => part === 'lead' || part === 'second');

describe('the plan of a piece', () => {
  it('lasts exactly as long as wished, and no note goes beyond it', () => {
    for (const piece of PIECES) {
      const seconds = piece.wish.durationMs / 1_000;
      expect([nameOf(piece), Math.abs(total(piece.form.bars.map(({ lasts }) => lasts)) - seconds) < 1e-6]).toEqual([nameOf(piece), true]);
      expect(Math.max(...piece.notes.map(({ at, lasts }) => at + lasts))).toBeLessThanOrEqual(seconds + 1e-6);
      expect(piece.notes.every(({ at, lasts, velocity }) => at >= 0 && lasts > 0 && velocity >= 1 && velocity <= 127)).toBe(true);
    }
  });

  it('keeps its tempo within 3 per cent, but for the last bars before a cadence', () => {
    for (const piece of PIECES) {
      const { bars, beats, bpm } = piece.form;
      const steady = bars.slice(0, piece.wish.ending === 'cadence' ? -3 : -1);
      for (const { lasts } of steady) expect(Math.abs((lasts * bpm) / (60 * beats) - 1)).toBeLessThan(0.031);
    }
  });

  it('opens thin, is fullest in the middle, and closes thin', () => {
    for (const phrases of [4, 6, 9, 15]) {
      const levels = Array.from({ length: phrases }, (_, phrase) => levelOf(phrase, phrases));
      const fullest = levels.indexOf(Math.max(...levels));
      expect(fullest / (phrases - 1)).toBeGreaterThan(0.2);
      expect(fullest / (phrases - 1)).toBeLessThan(0.85);
      expect(Math.max(levels[0]!, levels.at(-1)!)).toBeLessThan(0.65 * levels[fullest]!);
    }
    for (const mood of MUSIC_MOODS) {
      const piece = compose(wish({ mood, durationMs: 90_000 }));
      const playing = (from: number, to: number): number => new Set(piece.notes.filter(({ at }) => at >= from && at < to).map(({ part }) => part)).size;
      expect([mood, playing(0, 8) < playing(40, 60), playing(84, 90) <= 3]).toEqual([mood, true, true]);
    }
  });
});

describe('the theme', () => {
  it('is the same for the same person, and nearly always differs between persons', () => {
    const themes = Array.from({ length: 300 }, (_, person) => themeOf(`story, person ${person}`));
    expect(themeOf('story, person 7')).toEqual(themes[7]);
    expect(new Set(themes.map((theme) => JSON.stringify(theme))).size).toBeGreaterThan(255);
    for (const { rhythm, degrees } of themes) {
      expect(degrees).toHaveLength(RHYTHMS[rhythm]![3].length);
      expect(Math.max(...degrees) - Math.min(...degrees)).toBeLessThanOrEqual(10);
    }
  });

  it('rhythms fill two bars in both metres, note for note', () => {
    for (const rhythm of RHYTHMS) {
      expect([total(rhythm[3]), total(rhythm[4]), rhythm[3].length]).toEqual([6, 8, rhythm[4].length]);
    }
  });

  it('returns in every mood, recognisable by its rhythm and its line', () => {
    let [opposite, steps] = [0, 0];
    for (const [mood, person] of MUSIC_MOODS.flatMap((each) => [1, 2, 3, 4, 5, 6].map((number) => [each, number] as const))) {
      const piece = compose(wish({ mood, seed: `scene ${person}`, themeSeed: `person ${person}`, durationMs: 90_000 }));
      const { theme, form } = piece;
      const rhythm = RHYTHMS[theme.rhythm]![form.beats];
      const statements = form.phrases.filter(({ telling }) => telling === 'theme').map(({ first }) => {
        const [bar, end] = [form.bars[first]!, form.bars[first + 2]!];
        return melody(piece).filter(({ at }) => at >= bar.at - 1e-6 && at < end.at - 1e-6);
      });
      expect([mood, statements.length >= 2]).toEqual([mood, true]);
      for (const notes of statements) {
        expect([mood, notes.length]).toEqual([mood, rhythm.length]);
        const wanted = theme.degrees.slice(1).map((degree, index) => Math.sign(degree - theme.degrees[index]!));
        const heard = notes.slice(1).map(({ key }, index) => Math.sign(key - notes[index]!.key));
        steps += heard.length;
        opposite += heard.filter((direction, index) => direction * wanted[index]! < 0).length;
      }
    }
    expect(steps).toBeGreaterThan(300);
    expect(opposite / steps).toBeLessThan(0.04);
  });

  it('depends on the person alone; another person changes nothing but the melody', () => {
    const [one, other] = [compose(wish()), compose(wish({ themeSeed: 'a read, Isolde' }))];
    const withoutMelody = ({ notes }: Composition) => notes.filter(({ part }) => part !== 'lead' && part !== 'second');
    expect(melody(one)).not.toEqual(melody(other));
    expect(withoutMelody(one)).toEqual(withoutMelody(other));
    expect(compose(wish({ mood: 'grave', seed: 'another scene' })).theme).toEqual(one.theme);
  });
});

describe('wishes', () => {
  it('that are equal give equal pieces, and another seed other notes', () => {
    expect(performed(compose(wish()))).toEqual(performed(compose(wish())));
    for (const mood of MUSIC_MOODS) {
      const heard = ['1', '2', '3', '4', '5'].map((seed) => JSON.stringify(compose(wish({ mood, seed })).notes));
      expect([mood, new Set(heard).size]).toEqual([mood, 5]);
    }
  });

  it('change the tempo, the number of notes and the register', () => {
    const beatOf = (bpm: number): number => {
      const { form: { bars, beats } } = compose(wish({ bpm }));
      return bars[1]!.lasts / beats;
    };
    for (const bpm of [60, 90, 180]) expect(Math.abs((beatOf(bpm) * bpm) / 60 - 1)).toBeLessThan(0.031);
    for (const mood of MUSIC_MOODS) {
      const rates = [0, 0.25, 0.5, 0.75, 1].map((density) => rate(compose(wish({ mood, density }))));
      expect([mood, rates]).toEqual([mood, [...rates].sort((one, next) => one - next)]);
      expect(rates[4]! / rates[0]!).toBeGreaterThan(2);
    }
    const pitch = (brightness: number): number => {
      const { voicings } = compose(wish({ brightness }));
      return total(voicings.map(([, low, middle, high]) => (low + middle + high) / 3)) / voicings.length;
    };
    expect(pitch(1) - pitch(0)).toBeGreaterThan(3);
    expect(melody(compose(wish({ density: 0 })))).toEqual([]);
  });

  it('leave out parts whose weight is 0', () => {
    const partsOf = (instruments: object): string[] =>
      [...new Set(compose(wish({ mood: 'tense', durationMs: 120_000, instruments: { pad: 1, strings: 1, bass: 1, ...instruments } })).notes.map(({ part }) => part))].sort();
    expect(partsOf({})).toEqual(['bass', 'drum', 'high', 'lead', 'pad', 'pulse', 'second']);
    expect(partsOf({ strings: 0 })).toEqual(['bass', 'drum', 'high', 'pad']);
    expect(partsOf({ pad: 0 })).toEqual(['bass', 'drum', 'lead', 'pulse', 'second']);
    expect(partsOf({ bass: 0 })).toEqual(['high', 'lead', 'pad', 'pulse', 'second']);
  });

  it('choose the family of instruments that is named', () => {
    const { ensemble, colour } = compose(wish({ mood: 'tense', colour: 'choir' }));
    expect([colour, ensemble.pad.name]).toEqual(['choir', 'choir']);
  });

  it.each([
    ['a sad piano', { mood: 'grave', colour: 'piano' }],
    ['Danger! A chase with drums and strings', { mood: 'tense', colour: 'strings' }],
    ['a quiet night, mysterious, with bells', { mood: 'hushed', colour: 'celesta' }],
    ['a slow march for a ceremony', { mood: 'grave', colour: 'brass' }],
    ['warm morning sun', { mood: 'bright', colour: null }],
    ['something for chapter nine', { mood: null, colour: null }],
  ])('in words: %s', (words, expected) => {
    expect(askedFor(words)).toEqual(expected);
  });
});

describe('players', () => {
  it('play slightly off the beat, by less than 80 ms, and never silence a note that was struck again', () => {
    const piece = compose(wish({ mood: 'tense', density: 1, bpm: 180 }));
    const { events } = performed(piece);
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    const strikes = events.filter((event) => event.do === 'on');
    expect(strikes).toHaveLength(piece.notes.length);
    const early = strikes.map(({ at }, index) => Math.abs(at - [...piece.notes].sort((one, other) => one.at - other.at)[index]!.at));
    expect(Math.max(...early)).toBeLessThan(0.08);
    expect(new Set(early.map((value) => value.toFixed(4))).size).toBeGreaterThan(20);
    const open = new Map<string, number>();
    for (const event of events) {
      if (event.do === 'control') continue;
      const place = `${event.channel} ${event.key}`;
      const sounding = open.get(place) ?? 0;
      if (event.do === 'on') expect(sounding).toBe(0);
      open.set(place, sounding + (event.do === 'on' ? 1 : -1));
    }
    expect([...open.values()].every((sounding) => sounding === 0)).toBe(true);
  });
});
