import { describe, expect, it } from '@jest/globals';
import { analyseDelivery } from '../../src/craft/narrative/writing/direction/direction.js';
import { parseFountain, toTableRead } from '../../src/craft/screenplay/index.js';
import type { ScreenplayEntry } from '../../src/craft/screenplay/model.js';

const readOf = (text: string): ScreenplayEntry[] => analyseDelivery(toTableRead(parseFountain(`INT. HALL - DAY\n\n${text}\n`).script,
  { mode: 'drama', narrationPolicy: 'include', title: 'T' })).entries.slice(1);
const said = (text: string): string => readOf(`!${text}`).map((entry) => entry.ttsText ?? entry.text).join(' / ');

describe('what a table read says', () => {
  it.each([
    ['KARL (60s) waits.', 'KARL (sixties) waits.'],
    ['JO, mid-30s, and a woman in her late 40s sit.', 'JO, mid-thirties, and a woman in her late forties sit.'],
    ['Music of the 60s. A 60s car (60s paint).', 'Music of the 60s. A 60s car (60s paint).'],
    ['A noise (?) behind him.', 'A noise behind him.'],
    ['ROY BELL, AKA "THE BELL", enters.', 'ROY BELL, also known as "THE BELL", enters.'],
    ['She turns -- too late --', 'She turns, too late...'],
    ['ANNA (V.O.) (CONT\'D) laughs.', 'ANNA, in voice-over, laughs.'],
    ['BEN (O.S.) knocks.', 'BEN, off screen, knocks.'],
    ["BEN'S POV: a dog in the b.g.", "BEN'S point of view: a dog in the background"],
    ['He goes w/ her.', 'He goes with her.'],
    ['He jumps. #stunt #night', 'He jumps.'],
    ['We are #1.', 'We are #1.'],
    ['Nothing to change here.', 'Nothing to change here.'],
  ])('%s', (text, expected) => { expect(said(text)).toBe(expected); });

  it('keeps the printed line as it is', () => {
    expect(readOf('!KARL (60s) -- waits.')[0]).toMatchObject({ kind: 'action', text: 'KARL (60s) -- waits.' });
    expect(readOf('!KARL waits.')[0]).not.toHaveProperty('ttsText');
  });

  it('expands abbreviations in speech too', () => {
    expect(readOf('BEN\nI am Roy a.k.a. Bell -- that is all.')[0]!.ttsText).toBe('I am Roy also known as Bell, that is all.');
  });

  it.each(['FADE IN:', 'FADE IN', 'SLOW FADE IN ON:', 'FADE UP FROM BLACK.', 'DISSOLVE TO BLACK'])('%s is not spoken', (text) => {
    expect(readOf(`!${text}\n\nShe waits.`).map(({ kind, delivery }) => [kind, delivery === undefined])).toEqual([['transition', true], ['action', false]]);
  });

  it('speaks a line that only resembles a transition', () => {
    expect(readOf('!FADE IN HIS HAIR')[0]!.kind).toBe('action');
    expect(readOf('!They fade in.')[0]!.kind).toBe('action');
  });
});

describe('how a table read speaks', () => {
  const direction = (bracket: string): string | undefined => readOf(`BEN\n(${bracket})\nIt is the same table as before.`)[0]!.delivery?.actingDirection;

  it.each([
    ['in Vietnamese, subtitled', undefined], ['in French', undefined], ['subtitled', undefined], ['speaking German; subtitles', undefined],
    ['in French, bitterly', 'bitterly'], ['in a small voice', 'in a small voice'], ['in tears', 'in tears'], ['Sheepish', 'Sheepish'],
  ])('(%s) directs %s', (bracket, expected) => { expect(direction(bracket)).toBe(expected); });

  it('prints the whole bracket', () => {
    expect(readOf('BEN\n(in French, bitterly)\nNon.')[0]!.parenthetical).toBe('in French, bitterly');
  });

  it.each([
    ['BEN (O.S.)', 'far'], ['BEN (O.C.)', 'far'], ['BEN (OFF)', 'far'], ['BEN (FILTERED)', 'telephone'], ['BEN (V.O. ON PHONE)', 'telephone'],
    ['BEN (V.O.)', undefined], ["BEN (CONT'D)", undefined], ['BEN', undefined],
  ])('%s is heard %s', (cue, distance) => { expect(readOf(`${cue}\nIt is me.`)[0]!.delivery?.distance).toBe(distance); });
});
