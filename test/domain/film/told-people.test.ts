import { describe, expect, it } from '@jest/globals';
import { ToldPeople } from '../../../src/domain/artifacts/film/told-people.js';
import { filmLines } from '../../../src/domain/artifacts/film/film-lines.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { staged } from './staged-read.js';

const CAST = [['MR SOWERBERRY', 'male'], ['MRS SOWERBERRY', 'female'], ['BUMBLE', 'male'], ['THE OLD MAN', 'male'], ['ALICE', 'female']] as const;
const people = new ToldPeople({ cast: CAST.map(([character, gender]) => ({ character, gender })) } as unknown as Screenplay);
const all = CAST.map(([character]) => character);

describe('the people of whom a text tells', () => {
  it.each<[text: string, standing: readonly string[], last: string | null, told: string[]]>([
    ['Mr. Bumble regarded the boy.', all, null, ['BUMBLE']],
    ['Alice’s sister looked at Bumble.', all, null, ['BUMBLE', 'ALICE']],
    ['Mrs. Sowerberry emerged from a little room.', all, null, ['MRS SOWERBERRY']],
    ['Mrs. Sowerberry emerged from a little room.', ['MR SOWERBERRY', 'BUMBLE'], null, []],
    ['The Sowerberry house was dark.', all, null, []],
    ['The old man of the sea.', all, null, []],
    ['He turned away.', all, 'BUMBLE', ['BUMBLE']],
    ['She was certain.', all, 'BUMBLE', []],
    ['She was certain.', ['BUMBLE', 'ALICE'], 'BUMBLE', ['ALICE']],
    ['“I never did,” he added.', ['BUMBLE', 'ALICE'], 'ALICE', ['BUMBLE']],
    ['The wind rose, and the house that he had built shook.', ['BUMBLE', 'ALICE'], 'ALICE', []],
    ['A bumblebee flew by.', all, null, []],
  ])('%s', (text, standing, last, told) => {
    expect(people.in({ entryIndex: 0, words: text, from: 0, until: text.length, middle: text.length / 2 }, standing, last)).toEqual(told);
  });
});

describe('a line as the camera meets it', () => {
  const { screenplay, timeline } = staged([
    [0, 'MARA', 'One.'], [0, 'TOBIAS', 'Two.'], [0, 'TOBIAS', 'He looked up.', 'neutral', 'narrating'], [0, 'NARRATOR', 'Rain.'], [0, 'TOBIAS', 'Three.'], [1, 'MARA', 'Four.'],
  ]);
  const lines = filmLines(screenplay, timeline, 6);

  it('counts as told when a narrator speaks it or a character narrates it', () => {
    expect(lines.map(({ isTold }) => isTold)).toEqual([false, false, true, true, false, false]);
  });

  it('knows the nearest speakers in its scene, and who spoke last', () => {
    expect(lines.map(({ nearest }) => nearest)).toEqual([
      ['MARA', 'TOBIAS'], ['TOBIAS', 'MARA'], ['TOBIAS', 'MARA'], ['TOBIAS', 'MARA'], ['TOBIAS', 'MARA'], ['MARA'],
    ]);
    expect(lines.map(({ last }) => last)).toEqual([null, 'MARA', 'TOBIAS', 'TOBIAS', 'TOBIAS', null]);
    expect(lines.map(({ run }) => run)).toEqual([0, 0, 1, 0, 0, 0]);
  });
});
