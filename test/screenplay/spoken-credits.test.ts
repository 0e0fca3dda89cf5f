import { describe, expect, it } from '@jest/globals';
import { announcerOf, spokenCredits } from '../../src/craft/screenplay/index.js';
import type { CastMember, CreditedWork, ScreenplayEntry } from '../../src/craft/screenplay/model.js';

const said = (credited: CreditedWork, author?: string): (string | null)[] => {
  const { opening, closing } = spokenCredits({ credited, ...(author ? { author } : {}) });
  return [opening, closing];
};

describe('spoken credits', () => {
  it('name title, author and part, before and after the read', () => {
    expect(said({ title: 'The Voyage' }, 'Ann Hale')).toEqual(['The Voyage, by Ann Hale.', 'That was The Voyage, by Ann Hale. Performed by synthetic voices.']);
    expect(said({ title: 'Who Goes There?' })).toEqual(['Who Goes There?', 'That was Who Goes There? Performed by synthetic voices.']);
    expect(said({ title: 'The Voyage', part: { index: 2, count: 9 } }))
      .toEqual(['The Voyage. Part 2 of 9.', 'That was part 2 of The Voyage. Performed by synthetic voices.']);
  });

  it('prefer the author whom people named to the one of the text', () => {
    expect(said({ title: 'The Voyage', author: 'A. Hale' })[0]).toBe('The Voyage, by A. Hale.');
    expect(said({ title: 'The Voyage', author: 'A. Hale' }, 'Ann Hale')[0]).toBe('The Voyage, by Ann Hale.');
  });

  it('invent nothing: a missing title is not said, and only English titles get whole sentences', () => {
    expect(said({ title: null }, 'Ann Hale')).toEqual([null, 'Performed by synthetic voices.']);
    expect(said({ title: null, part: { index: 1, count: 2 } })[0]).toBe('Part 1 of 2.');
    expect(said({ title: 'Die Reise', isForeign: true }, 'Anna Hell')).toEqual(['Die Reise.', null]);
    expect(spokenCredits({})).toEqual({ opening: null, closing: null });
  });

  it('have no opening when the programme itself opens with its title', () => {
    expect(said({ title: 'The Voyage', isIntroduced: true }))
      .toEqual([null, 'That was The Voyage. Performed by synthetic voices.']);
  });

  it('are said by the narrator, else by a character who narrates, else by a host', () => {
    const cast = [['ANN', 'character'], ['BEN', 'host']].map(([character, role]) => ({ character, role }) as CastMember);
    const told = [{ kind: 'dialogue', character: 'ANN', parenthetical: 'narrating' }] as ScreenplayEntry[];
    const voiced = (...cues: string[]) => (cue: string): boolean => cues.includes(cue);
    expect(announcerOf({ entries: told, cast }, voiced('NARRATOR', 'ANN', 'BEN'))).toBe('NARRATOR');
    expect(announcerOf({ entries: told, cast }, voiced('ANN', 'BEN'))).toBe('ANN');
    expect(announcerOf({ entries: [], cast }, voiced('ANN', 'BEN'))).toBe('BEN');
    expect(announcerOf({ entries: [], cast }, voiced('ANN'))).toBeNull();
  });
});
