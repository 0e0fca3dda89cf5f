import { describe, expect, it } from '@jest/globals';
import {
  alignLines, parseFountain, scriptLines, toTableRead, type AlignableLine, type ScriptLine,
} from '../../src/craft/screenplay/index.js';
import { LONG_PLAYS } from './corpus.js';

const SCRIPT = `FADE IN:

INT. LAB - NIGHT

A lamp hums.

ÉLODIE (V.O.)
(softly)
One *more* time.
(pause)
Then we stop.
(leaving)

BOB
Never.

ANNA ^
Never.

@McCoy
~Sing to me

= A synopsis.
[[a note]]
CUT TO:
`;

describe('lines of a script', () => {
  const { script } = parseFountain(SCRIPT);
  const lines = scriptLines(script);

  it('are its headings, actions, speeches and transitions; parentheticals are directions and never spoken', () => {
    expect(lines.map(({ kind, speaker, text, direction }) => [kind, speaker, text, direction ?? ''])).toEqual([
      ['action', 'NARRATOR', 'FADE IN:', ''], ['scene_heading', 'NARRATOR', 'INT. LAB - NIGHT', ''],
      ['action', 'NARRATOR', 'A lamp hums.', ''],
      ['dialogue', 'ÉLODIE', 'One more time.', 'softly'], ['dialogue', 'ÉLODIE', 'Then we stop.', 'pause; leaving'],
      ['dialogue', 'BOB', 'Never.', ''], ['dialogue', 'ANNA', 'Never.', ''], ['lyric', 'MCCOY', 'Sing to me', ''],
      ['transition', 'NARRATOR', 'CUT TO:', ''],
    ]);
    expect(lines[3]!.extensions).toEqual(['V.O.']);
    expect(lines.map(({ dual }) => dual ?? null)).toEqual([null, null, null, null, null, 'left', 'right', null, null]);
  });

  it('carry what stands behind their cue into the read', () => {
    const { entries } = toTableRead(parseFountain(`${SCRIPT}\n\nANNA (O.S.) (CONT'D)\nWait.\n`).script, { mode: 'drama', narrationPolicy: 'include', title: 'Untitled' });
    expect(entries.map(({ extensions }) => extensions ?? null).filter((each) => each !== null)).toEqual([['V.O.'], ['V.O.'], ['O.S.', 'CONT\'D']]);
    expect(entries.flatMap(({ character, dual }) => (dual ? [[character, dual]] : []))).toEqual([['BOB', 'left'], ['ANNA', 'right']]);
    expect(entries.at(-1)!.distance).toBe('far');
    // The mark of a scene that was cut is no action that a narrator reads.
    const cut = toTableRead(parseFountain('INT. LAB - DAY\n\nA lamp hums.\n\nOMITTED #2#\n\nBOB\nNever.').script, { mode: 'drama', narrationPolicy: 'include', title: '' });
    expect(cut.entries.map(({ kind, text }) => [kind, text])).toContainEqual(['transition', 'OMITTED #2#']);
  });

  it('keep their indexes under every narration policy, with consistent entries', () => {
    const read = toTableRead(script, { mode: 'drama', narrationPolicy: 'include', title: 'Untitled' });
    const silent = toTableRead(script, { mode: 'drama', narrationPolicy: 'suppress', title: 'Untitled' });
    expect(silent.entries).toEqual(read.entries);
    expect(read.entries.map(({ index }) => index)).toEqual(read.entries.map((_entry, at) => at));
    expect(read.scenes).toEqual([{ index: 0, heading: 'INT. LAB - NIGHT', title: 'INT. LAB - NIGHT', firstEntry: 0,
      lastEntry: 8 }]);
    expect(read.cast.map(({ character }) => character).sort())
      .toEqual(['ANNA', 'BOB', 'MCCOY', 'NARRATOR', 'ÉLODIE'].sort());
    expect(silent.cast.map(({ character }) => character)).not.toContain('NARRATOR');
    for (const entry of read.entries) expect(entry.text).not.toMatch(/[()*]/);
  });

  it('cut a long action at its sentences', () => {
    const parts = scriptLines(parseFountain(`!${'The river runs down. '.repeat(80)}\n`).script);
    expect(parts.length).toBe(3);
    for (const { text } of parts) expect(text.length <= 600 && text.endsWith('.')).toBe(true);
    expect(parts.map(({ text }) => text).join(' ')).toBe('The river runs down. '.repeat(80).trim());
  });
});

const line = (speaker: string, text: string): AlignableLine => ({ kind: 'dialogue', speaker, text });

describe('lines across versions', () => {
  const old = [line('A', 'We begin at the beginning.'), line('B', 'Yes, sir.'),
    line('A', 'The long speech about the river and the wall.'), line('B', 'Yes, sir.'), line('A', 'Go.')];

  it('are matched when they are the same, reworded, given to another speaker or moved', () => {
    const next = [line('A', 'We begin at the beginning!'), line('C', 'New words altogether here.'),
      line('B', 'Yes, sir.'),
      line('A', 'The long speech about the river and the old wall.'), line('B', 'Yes, sir.'), line('A', 'Go!')];
    expect(alignLines(old, next)).toEqual({ from: [0, null, 1, 2, 3, 4],
      fates: ['same', 'new', 'same', 'edited', 'same', 'same'], retired: [] });
    const moved = [old[2]!, old[0]!, old[1]!, old[3]!, old[4]!];
    expect(alignLines(old, moved).fates.filter((fate) => fate === 'moved')).toHaveLength(1);
    expect(new Set(alignLines(old, moved).from)).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  it('keep a short reworded line between its neighbours, and retire removed lines', () => {
    expect(alignLines(old, [...old.slice(0, 4), line('A', 'Go now')]).fates[4]).toBe('new');
    const short = [old[0]!, line('B', 'Yes, madam.'), old[2]!, old[3]!, old[4]!];
    expect(alignLines(old, short)).toMatchObject({ from: [0, 1, 2, 3, 4], retired: [] });
    expect(alignLines(old, old.slice(1)).retired).toEqual([0]);
  });

  it('are matched when a character is renamed', () => {
    const renamed = old.map((one) => ({ ...one, speaker: one.speaker === 'A' ? 'ALBERT' : one.speaker }));
    expect(alignLines(old, renamed).from.filter((at) => at !== null).length).toBeGreaterThanOrEqual(4);
  });
});

/** Deletes, inserts, rewords and moves lines by a fixed pattern; `from` gives the index of the original of each new line, null for an inserted one. */
function edited(lines: readonly ScriptLine[], every: number): { lines: AlignableLine[]; from: (number | null)[] } {
  const out: { line: AlignableLine; from: number | null }[] = [];
  lines.forEach((one, at) => {
    const turn = at % (every * 4);
    if (turn === 0 && at > 0) return;
    if (turn === every) {
      out.push({ line: { ...one, text: `Wholly new words number ${at} stand here now.` }, from: null });
    }
    const words = one.text.split(' ');
    if (turn === every * 2) words.splice(Math.floor(words.length / 2), 1, 'softly');
    if (turn === every * 3) words.push('again.');
    out.push({ line: { ...one, text: words.join(' ') }, from: at });
  });
  const block = out.splice(100, 30);
  out.splice(400, 0, ...block);
  return { lines: out.map(({ line: one }) => one), from: out.map(({ from }) => from) };
}

describe('a whole play', () => {
  it.each(LONG_PLAYS.flatMap((play) => [4, 10, 20].map((every) => ({ ...play, every }))))(
    '$name, every $every-th line touched: no line is taken for another', ({ text, every }) => {
    const lines = scriptLines(parseFountain(text()).script);
    const truth = edited(lines, every);
    const { from } = alignLines(lines, truth.lines);
    const same = (a: number, b: number): boolean => a === b
      || (lines[a]!.text === lines[b]!.text && lines[a]!.speaker === lines[b]!.speaker);
    const wrong = from.filter((at, index) => at !== null
      && (truth.from[index] === null || !same(at, truth.from[index]!)));
    const missed = from.filter((at, index) => at === null && truth.from[index] !== null);
    expect(wrong).toHaveLength(0);
    expect(missed.length / lines.length).toBeLessThan(0.03);
  });
});

describe('the people of a script', () => {
  const CUES = ['PETER', 'YOUNG PETER', 'MARY', 'YOUNG MARY', 'FEMALE DOCTOR', 'MALE NURSE', 'FEMALE COP', 'OLD BEN', 'TOM', "TOM'S VOICE", 'SUSAN’S VOICE', "WOMAN'S VOICE"];
  const text = `INT. HALL - DAY\n\nPETER (80) sits by the fire with MARY (80). YOUNG PETER (7) and YOUNG MARY (7) run in.\n\n${CUES.map((cue) => `${cue}\nHere I am.\n`).join('\n')}`;
  const { cast } = toTableRead(parseFountain(text).script, { mode: 'drama', narrationPolicy: 'include', title: 'T' });

  it('have the sex and age that their cue states, and the voice of a person is that person', () => {
    const known = Object.fromEntries(cast.map(({ character, gender, ageRange, sameAs }) => [character, [gender, ageRange, sameAs]]));
    expect(known).toEqual({
      NARRATOR: ['neutral', undefined, undefined],
      PETER: ['male', 'senior', undefined], 'YOUNG PETER': ['male', 'child', undefined], MARY: ['female', 'senior', undefined], 'YOUNG MARY': ['female', 'child', undefined],
      'FEMALE DOCTOR': ['female', 'adult', undefined], 'MALE NURSE': ['male', undefined, undefined], 'FEMALE COP': ['female', undefined, undefined],
      'OLD BEN': ['male', 'senior', undefined], TOM: ['male', undefined, undefined], "TOM'S VOICE": ['male', undefined, 'TOM'],
      'SUSAN’S VOICE': ['female', undefined, undefined], "WOMAN'S VOICE": ['female', undefined, undefined],
    });
  });
});
