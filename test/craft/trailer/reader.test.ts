import { describe, expect, it } from '@jest/globals';
import type { Beat, CutSource, CutWish, Slot, Unit } from '../../../src/craft/trailer/cut.js';
import { cutTrailer } from '../../../src/craft/trailer/cutter.js';
import { judgeCut } from '../../../src/craft/trailer/judge.js';
import { readOf, unitOf } from './reads.js';

const WISH: CutWish = { seconds: 60, title: 'A Thing', seed: 'tests' };
const source = readOf('ledger');
const heard = (of: CutSource): Unit[] => cutTrailer(of, WISH).beats.flatMap(({ line }) => (line ? [unitOf(of, line)] : []));
const keyOf = ({ entryIndex, sentence }: Unit): string => `${entryIndex}.${sentence}`;

/** The read with what a reader chose, by the `keyOf` of a unit. */
const chosenIn = (choice: ReadonlyMap<string, NonNullable<Unit['reader']>>): CutSource =>
  ({ ...source, units: source.units.map((unit) => ({ ...unit, ...(choice.has(keyOf(unit)) ? { reader: choice.get(keyOf(unit))! } : {}) })) });
const choice = (worth: number, slot: Slot | null, spoils = false): NonNullable<Unit['reader']> => ({ name: 'm-1', worth, slot, spoils });

const usual = heard(source);
/** Units that the usual cut leaves out although they have a speaker and a length that can be heard, in the first 60 % of the read. */
const passedOver = source.units.filter((unit) => !usual.includes(unit) && !unit.isStock && unit.speaker !== null && unit.toMs - unit.fromMs > 1_200
  && unit.toMs - unit.fromMs < 4_000 && unit.atMs < 0.6 * source.durationMs);

describe('lines that a reader of the whole text wants in a trailer', () => {
  it('are heard in the wanted slot, with the reason, even where the criteria alone pass them over', () => {
    const [hook, ...others] = passedOver.filter((_, at) => at % 3 === 0).slice(0, 5);
    const read = chosenIn(new Map([[keyOf(hook!), choice(3, 'hook')], ...others.map((unit) => [keyOf(unit), choice(3, 'escalation')] as const)]));
    const { beats } = cutTrailer(read, WISH);
    const lines = beats.flatMap(({ slot, line, marks }) => (line ? [{ slot, key: `${line.entryIndex}.${line.sentence}`, marks }] : []));
    const opening = lines.find(({ slot }) => slot === 'hook')!;
    expect(opening.key).toBe(keyOf(hook!));
    expect(opening.marks).toEqual(expect.arrayContaining([
      { rule: 'reader', points: 3, words: 'm-1 would have it in the trailer' }, { rule: 'hook', points: 2, words: 'm-1 would have it here' },
    ]));
    expect(others.filter((unit) => lines.some(({ key }) => key === keyOf(unit))).length).toBeGreaterThanOrEqual(3);
  });

  it('are left out when the reader says that they give the end away', () => {
    const read = chosenIn(new Map(usual.map((unit) => [keyOf(unit), choice(0, null, true)])));
    expect(heard(read).map(keyOf).filter((key) => usual.some((unit) => keyOf(unit) === key))).toEqual([]);
  });

  it('directly follow the line that must be heard before them, or are left out', () => {
    const [cue, reply] = source.units.flatMap((unit, at, units) => {
      const later = units.slice(at + 3).find((other) => passedOver.includes(other) && other.sceneIndex === unit.sceneIndex && other.speaker !== unit.speaker);
      return passedOver.includes(unit) && later ? [[unit, later] as const] : [];
    })[0]!;
    const view = (unit: Unit, after?: Unit) => [keyOf(unit), { ...choice(3, 'escalation'), ...(after ? { after } : {}) }] as const;
    const joined = heard(chosenIn(new Map([view(cue), view(reply, cue)]))).map(keyOf);
    expect(joined[joined.indexOf(keyOf(cue)) + 1]).toBe(keyOf(reply));
    const unjoined = heard(chosenIn(new Map([[keyOf(cue), choice(0, null, true)], view(reply, cue)])));
    expect(unjoined.map(keyOf)).not.toContain(keyOf(reply));
  });

  it('may come from near the end when the reader does not say that they give it away', () => {
    const fits = ({ speaker, isStock, fromMs, toMs }: Unit): boolean => speaker !== null && !isStock && toMs - fromMs < 4_000;
    const late = source.units.find((unit) => unit.atMs > 0.92 * source.durationMs && fits(unit))!;
    const read = chosenIn(new Map([[keyOf(late), choice(3, 'button')]]));
    const cut = cutTrailer(read, WISH);
    expect(cut.beats.find(({ slot, line }) => slot === 'button' && line)!.line!.text).toBe(late.text);
    expect(judgeCut(read, WISH, cut).find(({ criterion }) => criterion === 'spoilers')).toMatchObject({ isMet: true });
    expect(judgeCut(source, WISH, cut).find(({ criterion }) => criterion === 'spoilers')).toMatchObject({ isMet: false });
  });

  it('are heard in the wanted order, even against the story’s, but never the end of a speech before its beginning', () => {
    const [early, late] = [passedOver[2]!, passedOver[9]!];
    const at = (unit: Unit, place: number) => [keyOf(unit), { ...choice(3, 'escalation'), at: place }] as const;
    const { beats } = cutTrailer(chosenIn(new Map([at(late, 0), at(early, 1)])), WISH);
    const spoken = beats.flatMap(({ line, marks }) => (line ? [{ key: `${line.entryIndex}.${line.sentence}`, marks }] : []));
    const next = spoken[spoken.findIndex(({ key }) => key === keyOf(late)) + 1]!;
    expect(next.key).toBe(keyOf(early));
    expect(next.marks).toContainEqual({ rule: 'order', points: 1.2, words: 'follows as in the trailer that m-1 would cut' });
    const speech = source.units.flatMap((unit, index, units) => {
      const next = units[index + 1];
      const isSpeech = next?.entryIndex === unit.entryIndex && passedOver.includes(unit) && !next.isStock && next.toMs - next.fromMs < 4_000;
      return isSpeech ? [[unit, next] as const] : [];
    })[0]!;
    const reversed = heard(chosenIn(new Map([[keyOf(speech[1]), choice(2, 'inciting')], [keyOf(speech[0]), choice(2, 'climax')]]))).map(keyOf);
    const places = speech.map((unit) => reversed.indexOf(keyOf(unit)));
    expect(places[1] === -1 || (places[0]! > -1 && places[0]! < places[1]!) || places[0] === -1).toBe(true);
  });

  it('are seen with the people whom they are marked to be about', () => {
    const there = (unit: Unit): readonly string[] => source.scenes.find(({ index }) => index === unit.sceneIndex)!.people;
    const told = source.units.filter((unit) => unit.speaker === null && !unit.isStock && there(unit).length > 1);
    const about = (unit: Unit): readonly string[] => [there(unit).at(-1)!];
    const beatsWith = (marked: readonly Unit[]): readonly Beat[] => cutTrailer({ ...source, units: source.units.map((unit) =>
      (marked.includes(unit) ? { ...unit, about: about(unit), reader: choice(3, 'setup') } : unit)) }, WISH).beats;
    const beatOf = (beats: readonly Beat[], { text }: Unit): Beat | undefined => beats.find(({ line }) => line?.text === text);
    // A cut has room for few of these lines. Those that are heard beside others are cut once more, each marked alone, so that nothing else decides its picture.
    const heardAmong = [0, 1, 2].flatMap((turn) => {
      const marked = told.filter((_, at) => at % 3 === turn);
      const beats = beatsWith(marked);
      return marked.filter((unit) => beatOf(beats, unit));
    });
    const pictures = heardAmong.flatMap((unit) => {
      const beat = beatOf(beatsWith([unit]), unit);
      return beat ? [[beat.picture!.people, about(unit)]] : [];
    });
    expect(pictures.length).toBeGreaterThan(2);
    for (const [seen, wanted] of pictures) expect(seen).toEqual(wanted);
  });

  it('are left out when marked as unclear or empty, and do not follow a line after which they would mislead', () => {
    const [, second, third, fourth] = usual;
    const faulty = (fault: 'lost' | 'empty') => ({ ...choice(0, null), fault });
    const without = heard(chosenIn(new Map([[keyOf(second!), faulty('lost')], [keyOf(fourth!), faulty('empty')]]))).map(keyOf);
    expect([without.includes(keyOf(second!)), without.includes(keyOf(fourth!))]).toEqual([false, false]);
    const apart = heard(chosenIn(new Map([[keyOf(third!), { ...choice(0, null), notAfter: [second!] }]]))).map(keyOf);
    expect(apart.findIndex((key, at) => key === keyOf(second!) && apart[at + 1] === keyOf(third!))).toBe(-1);
  });

  it('fill more of the trailer with speech than the usual cut does', () => {
    const ms = (units: readonly Unit[]): number => units.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
    const read = chosenIn(new Map(source.units.filter((_, at) => at % 2 === 0).map((unit) => [keyOf(unit), choice(2, null)])));
    expect(ms(heard(read))).toBeGreaterThan(ms(usual));
  });
});
