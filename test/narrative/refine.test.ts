import { describe, expect, it } from '@jest/globals';
import { needsSources, understandRead } from '../../src/craft/narrative/instructions/read-changes.js';
import { refined } from '../../src/craft/narrative/instructions/refine.js';
import { personKey } from '../../src/domain/artifacts/pictures/chosen-pictures.js';
import type { Screenplay, ScreenplayEntry } from '../../src/craft/screenplay/model.js';

const DELIVERY = { emotion: 'neutral' as const, speed: 1, volume: 1, pauseAfterMs: 300 };
type Line = Pick<ScreenplayEntry, 'kind' | 'text'> & Partial<ScreenplayEntry>;

/** Two scenes that Watson narrates, with a title line of the production. */
const LINES: Line[] = [
  { kind: 'scene_heading', text: 'INT. STUDY - NIGHT' },
  { kind: 'dialogue', character: 'WATSON', parenthetical: 'narrating', text: 'The Blue Stone. Part two of four.', origin: 'stock' },
  { kind: 'dialogue', character: 'WATSON', parenthetical: 'narrating', text: 'The lamp was lit. A long shadow lay across the floor, and it moved.' },
  { kind: 'dialogue', character: 'HOLMES', text: 'Who is there?' },
  { kind: 'dialogue', character: 'BAKER', parenthetical: 'softly', text: 'It is only I, sir. I have come about the goose. My wife sent me out for it.' },
  { kind: 'scene_heading', text: 'EXT. STREET - NIGHT' },
  { kind: 'dialogue', character: 'WATSON', parenthetical: 'narrating', text: 'We went out into the frost.' },
  { kind: 'dialogue', character: 'HOLMES', text: 'Mr. Baker is gone.' },
];

const READ: Screenplay = {
  title: 'The Blue Stone', mode: 'drama', narrationPolicy: 'include', reviewNotes: [],
  entries: LINES.map((line, index): ScreenplayEntry => ({
    index, sceneIndex: index < 5 ? 0 : 1, origin: 'source', spans: [{ sourceId: 's', start: index, end: index + 1 }],
    ...(line.kind === 'dialogue' ? { delivery: DELIVERY } : {}), ...line,
  })),
  scenes: [[0, 4], [5, 7]].map(([firstEntry, lastEntry], index) => (
    { index, heading: LINES[firstEntry!]!.text, title: LINES[firstEntry!]!.text, firstEntry: firstEntry!, lastEntry: lastEntry! })),
  cast: ['WATSON', 'HOLMES', 'BAKER'].map((character) => ({
    character, role: 'character' as const, gender: 'male' as const, description: `${character} of the story`, lineCount: 2, wordCount: 10,
  })),
};

const after = (instruction: string) => refined(READ, understandRead(instruction).understood);
const textsOf = ({ entries }: Screenplay): string[] => entries.map(({ text }) => text);
const speedsOf = ({ entries }: Screenplay) => entries.flatMap(({ character, delivery }) => (delivery ? [[character, delivery.speed]] : []));

describe('an instruction to a read', () => {
  it.each([
    ['slower', { kind: 'tempo', factor: 0.9 }], ['Please make it much faster', { kind: 'tempo', factor: 1.2 }], ['slow it down by 15%', { kind: 'tempo', factor: 0.85 }],
    ['Holmes should speak a bit more slowly', { kind: 'tempo', factor: 0.95, who: 'Holmes' }], ['merge scenes 1 and 2', { kind: 'merge_scenes', scenes: [1, 2] }],
    ['make it a podcast', { kind: 'mode', mode: 'podcast' }], ['turn it into a documentary', { kind: 'mode', mode: 'documentary' }],
    ['longer', { kind: 'longer', share: 1.4 }], ['twice as long', { kind: 'longer', share: 2 }], ['no narrator', { kind: 'narration', share: 0 }],
  ])('%s is understood', (instruction, change) => {
    expect(understandRead(instruction)).toMatchObject({ understood: [{ change }], ignored: [] });
  });

  it.each(['slower by 80%', 'add a unicorn', 'Holmes a detective', 'a podcast listener asked for more', 'fast food'])('%s is not understood', (instruction) => {
    expect(understandRead(instruction)).toEqual({ understood: [], ignored: [instruction] });
  });

  it('needs the sources only for another mode or a longer read', () => {
    expect(understandRead('longer, as a drama, slower and without the goose').understood.map(needsSources)).toEqual([true, true, false, false]);
  });
});

describe('a read', () => {
  it('gets another tempo, of everybody or of one', () => {
    expect(speedsOf(after('slower').screenplay).map(([, speed]) => speed)).toEqual([0.9, 0.9, 0.9, 0.9, 0.9, 0.9]);
    const { screenplay, parts } = after('Holmes faster');
    expect([speedsOf(screenplay).filter(([, speed]) => speed !== 1), parts]).toEqual([
      [['HOLMES', 1.1], ['HOLMES', 1.1]], [{ words: 'Holmes faster', done: 'HOLMES speaks 10% faster', changed: true }]]);
    expect(after('Moriarty slower').parts).toEqual([{ words: 'Moriarty slower', done: 'nobody is called Moriarty', changed: false }]);
  });

  it('loses a character’s narration and the spoken title only when narration is turned off', () => {
    const silent = after('no narration').screenplay;
    const told = LINES.filter(({ parenthetical }) => parenthetical !== 'narrating').map(({ text }) => text);
    expect([silent.narrationPolicy, textsOf(silent)]).toEqual(['suppress', told]);
    const again = refined(silent, understandRead('no narrator').understood);
    const unsaid = { ...READ, entries: silent.entries };
    expect([again.parts[0]!.changed, refined(unsaid, understandRead('no narration').understood).screenplay]).toEqual([false, unsaid]);
    const short = after('much shorter').screenplay;
    expect(textsOf(short)).toContain('The Blue Stone. Part two of four.');
    expect(textsOf(short).join(' ').length).toBeLessThan(textsOf(READ).join(' ').length);
  });

  it('keeps the delivery of unchanged lines, and drops that of a changed one', () => {
    const { screenplay } = after('without the goose');
    const baker = screenplay.entries.find(({ character }) => character === 'BAKER')!;
    const { spans } = READ.entries[4]!;
    expect(baker).toMatchObject({ text: 'It is only I, sir. My wife sent me out for it.', parenthetical: 'softly', origin: 'edited', spans });
    expect(baker.delivery).toBeUndefined();
    for (const [at, entry] of screenplay.entries.entries()) if (at !== 4) expect(entry).toEqual(READ.entries[at]);
  });

  it('joins scenes under the first heading, and keeps descriptions when people are renamed', () => {
    const { screenplay } = after('merge scenes 1 and 2');
    const { scenes, entries } = screenplay;
    expect([scenes.length, scenes[0]!.heading, new Set(entries.map(({ sceneIndex }) => sceneIndex)).size, entries.length])
      .toEqual([1, 'INT. STUDY - NIGHT', 1, LINES.length - 1]);
    const { screenplay: renamed, renamed: cues } = after('call Baker Hobbs');
    expect([...cues, renamed.cast.map(({ character, description }) => [character, description])]).toEqual([
      ['BAKER', 'HOBBS'], [['WATSON', 'WATSON of the story'], ['HOLMES', 'HOLMES of the story'], ['HOBBS', 'BAKER of the story']]]);
    expect(textsOf(renamed)).toContain('Mr. Hobbs is gone.');
    // Pictures and clips are kept by a name, which stays that of before.
    expect(renamed.cast.map(personKey)).toEqual(READ.cast.map(personKey));
    expect(after('call Baker Hobbs, and call Hobbs Quill').screenplay.cast.map(personKey)).toEqual(READ.cast.map(personKey));
  });
});
