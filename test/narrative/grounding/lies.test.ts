import { describe, expect, it } from '@jest/globals';
import { toldIn, type Told } from '../../support/files/lies.js';

const caught = (told: readonly Told[]): number => told.filter(({ flaws }) => flaws.length > 0).length;
const half = (told: readonly Told[], odd: boolean): Told[] => told.filter((_each, at) => (at % 2 === 1) === odd);

describe('lies of twelve kinds, written before the rules', () => {
  const lies = toldIn('lies', '');
  const kinds = [...new Set(lies.map(({ kind }) => kind!))];

  it('are found, at least 95 of 100', () => {
    expect([lies.length, kinds.length]).toEqual([120, 12]);
    expect(caught(lies)).toBeGreaterThanOrEqual(114);
  });

  it('are found in the half that the rules were not written on, too', () => {
    expect(half(lies, true)).toHaveLength(60);
    expect(caught(half(lies, true))).toBeGreaterThanOrEqual(56);
  });

  it.each(kinds)('of the kind %s are found', (kind) => {
    const own = lies.filter((each) => each.kind === kind);
    expect(own).toHaveLength(10);
    expect(caught(own)).toBeGreaterThanOrEqual(8);
  });
});

describe('true retellings as an editor writes them', () => {
  const retellings = toldIn('retellings', '');
  it('pass, but for a few', () => {
    expect(retellings).toHaveLength(60);
    expect(caught(retellings)).toBeLessThanOrEqual(4);
  });
});

describe('statements about passages that the rules have not seen', () => {
  it('are told apart mostly', () => {
    const [lies, retellings] = [toldIn('lies', '-unseen'), toldIn('retellings', '-unseen')];
    expect([lies.length, retellings.length]).toEqual([24, 12]);
    expect(caught(lies)).toBeGreaterThanOrEqual(22);
    expect(caught(retellings)).toBeLessThanOrEqual(1);
  });
});
