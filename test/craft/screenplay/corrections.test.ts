import { describe, expect, it } from '@jest/globals';
import { Correction, inPlaceOf, parseFountain, toTableRead } from '../../../src/craft/screenplay/index.js';
import type { Delivery, Screenplay, ScreenplayEntry } from '../../../src/craft/screenplay/model.js';
import { personKey } from '../../../src/domain/artifacts/pictures/chosen-pictures.js';

const readOf = (text: string): Screenplay => toTableRead(parseFountain(text).script, { title: 'The Kitchen', mode: 'drama', narrationPolicy: 'include' });
const corrected = (was: Screenplay, ...edits: Parameters<Correction<string>['make']>[0][]): Screenplay => {
  const correction = new Correction<string>(was, {}, (voiceId) => voiceId);
  for (const edit of edits) correction.make(edit);
  return correction.result().screenplay;
};
const replacedBy = (was: Screenplay, now: Screenplay): Screenplay => inPlaceOf(was, now, () => ({ how: false, cue: true }));
const keysOf = ({ cast }: Screenplay) => Object.fromEntries(cast.map((member) => [member.character, personKey(member)]));

const KITCHEN = `INT. KITCHEN - NIGHT

ROSE (V.O.)
It is late.

ROSE (CONT'D)
Very late.

TOM
I know.

ROSE ^
Then go!

TOM (O.S.)
I am gone.
`;
const DELIVERY: Delivery = { emotion: 'sad', speed: 1, volume: 1, pauseAfterMs: 300 };

describe('a replaced script', () => {
  const now = readOf(KITCHEN);
  const spoken = ({ entries }: Screenplay) => entries.filter(({ kind }) => kind === 'dialogue');
  const saidAs = (entry: ScreenplayEntry) => [entry.ttsText, entry.respelled, entry.delivery];
  /** The read as it was made before what stands behind a cue was kept. */
  const old: Screenplay = {
    ...now, entries: now.entries.map(({ extensions: _, dual: __, ...entry }) =>
      ({ ...entry, delivery: DELIVERY, ...(entry.kind === 'dialogue' ? { ttsText: `So: ${entry.text}`, respelled: true as const } : {}) })),
  };

  it('keeps how a line is said when only what stands behind its cue is new', () => {
    const after = spoken(replacedBy(old, now));
    expect(after.map(saidAs)).toEqual(spoken(old).map(saidAs));
    expect(after.map(({ extensions, dual }) => [extensions, dual])).toEqual([[['V.O.'], undefined], [['CONT\'D'], undefined], [undefined, 'left'], [undefined, 'right'], [['O.S.'], undefined]]);
    expect(spoken(replacedBy(replacedBy(old, now), readOf(KITCHEN.replace(' ^', '')))).map(({ dual, delivery }) => [dual, delivery])).toEqual(after.map(() => [undefined, DELIVERY]));
  });

  it('has a line directed again that comes from elsewhere', () => {
    const nearer = spoken(replacedBy(replacedBy(old, now), readOf(KITCHEN.replace(' (O.S.)', ''))));
    expect(nearer.map(({ delivery }) => delivery !== undefined)).toEqual([true, true, true, true, false]);
    expect(nearer.at(-1)).not.toHaveProperty('distance');
  });
});

describe('the pictures of a person', () => {
  const read = readOf('INT. A - DAY\n\nTOM\nHi.\n\nROSE\nHo.\n\nTOM\nHey.\n');
  const renamed = corrected(read, { op: 'rename', character: 'TOM', name: 'Peter' });

  it('are not those of a renamed one who bore the same cue', () => {
    expect(keysOf(corrected(renamed, { op: 'reassign', from: 2, character: 'Tom' }))).toMatchObject({ PETER: 'tom', TOM: 'tom 2' });
    const text = 'INT. A - DAY\n\nPETER\nHi.\n\nTOM\nWho is that?\n\nTOM 2\nIt is me.\n';
    expect(keysOf(replacedBy(renamed, readOf(text)))).toMatchObject({ PETER: 'tom', TOM: 'tom 3', 'TOM 2': 'tom 2' });
    const again = replacedBy(replacedBy(renamed, readOf(text)), readOf(text.replace('Hi.', 'Hello.')));
    expect(keysOf(again)).toMatchObject({ PETER: 'tom', TOM: 'tom 3', 'TOM 2': 'tom 2' });
  });

  it('are the first ones again when the cue comes back alone, and the same for all cues of one person', () => {
    expect(keysOf(replacedBy(renamed, read))).toMatchObject({ TOM: 'tom' });
    const voss = readOf('INT. A - DAY\n\nMARA VOSS\nHi.\n\nROSE\nHo, Mara Voss.\n\nVOSS\nHey.\n');
    const known: Screenplay = { ...voss, cast: voss.cast.map((member) => (member.character === 'VOSS' ? { ...member, sameAs: 'MARA VOSS' } : member)) };
    expect(keysOf(corrected(known, { op: 'rename', character: 'MARA VOSS', name: 'Ann' }))).toMatchObject({ ANN: 'mara voss', VOSS: 'mara voss' });
  });
});

describe('a line given to another speaker', () => {
  it('does not go on with a speech', () => {
    const { entries } = corrected(readOf(KITCHEN.replace('ROSE (CONT\'D)', 'ROSE (V.O.) (CONT\'D)')), { op: 'reassign', from: 1, to: 2, character: 'Tom' });
    expect(entries.slice(1, 3).map(({ character, extensions }) => [character, extensions])).toEqual([['TOM', ['V.O.']], ['TOM', ['V.O.']]]);
    const kept = corrected(readOf(KITCHEN), { op: 'reassign', from: 2, character: 'Rose' }, { op: 'rename', character: 'ROSE', name: 'Rosa' }).entries[2];
    expect(kept).toMatchObject({ character: 'ROSA', extensions: ['CONT\'D'] });
    expect(corrected(readOf(KITCHEN), { op: 'reassign', from: 2, character: 'Tom' }).entries[2]).not.toHaveProperty('extensions');
  });
});
