import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFdx, parseFountain, scriptLines, writeFdx, writeFountain, type Script } from '../../src/craft/screenplay/index.js';
import { editLine, type LineChange } from '../../src/domain/scripts/lines/line-edit.js';
import { sheetOf, type LineSheet } from '../../src/domain/scripts/lines/line-sheet.js';
import { longScript } from '../support/stands/script-stand.js';

const word = fc.constantFrom('lamp', 'the sea', 'Nobody', 'and', 'TOM', 'three boats', 'why?', 'no', 'C’est la vie,', 'Übermut', '*', '_', 'a_b', '**bold', '\\');
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
const name = fc.constantFrom('ADA', 'TOM', 'MRS. FINCH', "O'NEIL", 'McAVOY', '1ST WITCH');
const speech = fc.record({
  name, extension: fc.constantFrom('', ' (O.S.)', ' (V.O.)'), direction: fc.option(words), trailing: fc.boolean(),
  lines: fc.array(words, { minLength: 1, maxLength: 3 }),
}).map(({ name: who, extension, direction, lines, trailing }) => [
    `${who === 'McAVOY' ? '@' : ''}${who}${extension}`, ...(direction && !/^[*_\\]/.test(direction) ? [`(${direction})`] : []), ...lines,
    ...(trailing ? ['(a pause)'] : []),
  ].join('\n'));
const block = fc.oneof(
  { weight: 4, arbitrary: speech },
  { weight: 2, arbitrary: words.map((text) => `It is ${text}.`) },
  { weight: 1, arbitrary: fc.array(words, { minLength: 2, maxLength: 3 }).map((lines) => lines.map((line) => `So ${line}`).join('\n')) },
  { weight: 1, arbitrary: words.map((text) => `INT. ${text.toUpperCase()} - DAY #7#`) },
  { weight: 1, arbitrary: fc.constantFrom('CUT TO:', '> THE END <', '# Act', '= a synopsis', '[[a note]]', '===', '~la la la') },
  { weight: 1, arbitrary: fc.constant('ADA\nOne.\n\nTOM ^\nTwo.') },
);
const script = fc.array(block, { minLength: 1, maxLength: 12 }).map((blocks): Script => parseFountain(`${blocks.join('\n\n')}\n`).script);

const others = (sheet: LineSheet, but: readonly number[]): unknown[] => sheet.lines.filter(({ index }) => !but.includes(index))
  .map(({ id, kind, speaker, text, direction, settings }) => [id, kind, speaker, text, direction, settings]);
const parse = <T>(json: string): T => JSON.parse(json) as T;

describe('a change of one line', () => {
  it('changes only that line, and refuses only what the line cannot have', () => {
    fc.assert(fc.property(script, fc.nat(), words, fc.constantFrom('text', 'parenthetical', 'sceneHeading'), (given, at, wanted, field) => {
      const sheet = sheetOf(given, null);
      fc.pre(sheet.lines.length > 0);
      const before = JSON.stringify([given, sheet]);
      const line = sheet.lines[at % sheet.lines.length]!;
      const change: LineChange = { [field]: field === 'sceneHeading' ? `INT. ${wanted.toUpperCase()}` : wanted, volume: 0.5 };
      const outcome = editLine(given, sheet, line.index, change);
      expect(JSON.stringify([given, sheet])).toBe(before);
      const isSpoken = line.kind === 'dialogue' || (line.kind === 'lyric' && line.speaker !== 'NARRATOR');
      const canHave = field === 'text' || (field === 'parenthetical' ? isSpoken : line.heading !== null);
      expect([outcome.ok, outcome.ok || outcome.message]).toEqual(canHave ? [true, true] : [false, expect.stringMatching(/spoken line|no speech|before the first/)]);
      if (!outcome.ok || !outcome.changed) return;
      const after = parse<LineSheet>(outcome.version.lines);
      expect(after.lines.map(({ text }) => text)).toEqual(scriptLines(parse<Script>(outcome.version.model)).map(({ text }) => text));
      if (outcome.content !== null) {
        const read = parseFountain(outcome.content).script;
        expect(scriptLines(read).map(({ text, speaker, direction }) => [text, speaker, direction]))
          .toEqual(after.lines.map(({ text, speaker, direction }) => [text, speaker, direction]));
      }
      const changed = after.lines.find(({ id }) => id === line.id)!;
      if (field === 'text') expect(changed.text.startsWith(wanted.slice(0, 20)) || after.lines.length > sheet.lines.length).toBe(true);
      if (field === 'parenthetical') expect(changed).toMatchObject({ text: line.text, direction: wanted });
      const heading = field === 'sceneHeading' ? sheet.lines.filter(({ kind, index }) => kind === 'scene_heading' && index <= line.index).at(-1)! : line;
      if (field === 'sceneHeading') expect(after.lines.find(({ id }) => id === heading.id)!.text).toBe(change.sceneHeading);
      expect(others(after, [changed.index, heading.index])).toEqual(others(sheet, [line.index, heading.index]));
    }), { numRuns: 1_000 });
  });

  it('is possible for each line of a long script, with any sentence', () => {
    const given = parseFountain(longScript(3)).script;
    const sheet = sheetOf(given, null);
    for (const { index, kind } of sheet.lines) {
      const text = kind === 'scene_heading' ? 'EXT. ELSEWHERE - DAY' : 'Something else is said, and "nothing" more (or so it seems).';
      expect([index, editLine(given, sheet, index, { text })]).toEqual([index, expect.objectContaining({ ok: true, changed: true })]);
    }
  });

  it('brings back the same text when it is undone', () => {
    const given = parseFountain(longScript(2)).script;
    const sheet = sheetOf(given, null);
    const there = editLine(given, sheet, 7, { parenthetical: 'for a moment', text: 'Other words.' });
    if (!there.ok || !there.changed) throw new Error('not changed');
    const { text, direction = null } = sheet.lines[7]!;
    const back = editLine(parse(there.version.model), parse(there.version.lines), 7, { text, parenthetical: direction });
    expect(back).toMatchObject({ ok: true, changed: true, content: writeFountain(given) });
  });

  const VERSE = 'BEN\n~The *lamp* is out,\n~and [[softer]] nobody\'s to blame.\n\nANNA\nFirst line.\n  \n**Second** line *here is* it.\n\nOne _line_.\nTwo lines.\n';
  it.each([
    ['keeps line ends, emphasis and notes beside new words', 0, 'The lamp is gone, and nobody\'s to blame.', '~The *lamp* is gone,\n~and [[softer]] nobody\'s to blame.'],
    ['keeps a pause', 1, 'First line. Second line there is it.', 'First line.\n  \n**Second** line there *is* it.'],
    ['takes the line ends that are sent', 1, 'First\nline.\n\nSecond line here is it.', 'First\nline.\n  \n**Second** line *here is* it.'],
    ['takes the line ends of an action', 2, 'One line.\r\nNo, three\nlines.\n', 'One _line_.\nNo, three\nlines.'],
  ])('%s', (_what, index, text, printed) => {
    const given = parseFountain(VERSE).script;
    const edited = editLine(given, sheetOf(given, null), index, { text });
    expect(edited).toMatchObject({ ok: true, changed: true, content: expect.stringContaining(printed) });
    const others = VERSE.trimEnd().split(/\n\n(?=ANNA|One)/u).filter((_, at) => at !== index);
    for (const other of others) expect(edited).toMatchObject({ content: expect.stringContaining(other) });
  });

  it('refuses a line end that would make another element of the words, and takes the printed form for no change', () => {
    const given = parseFountain(VERSE).script;
    const sheet = sheetOf(given, null);
    expect(editLine(given, sheet, 1, { text: 'First line.\n(beat)' })).toMatchObject({ ok: false, field: 'text' });
    expect(editLine(given, sheet, 1, { text: 'First line.\n\nSecond line here is it.' })).toMatchObject({ ok: true, changed: false });
  });

  it('leaves the other part of a long action as it is printed', () => {
    const given = parseFountain(`INT. A - DAY\n\n${'He *walks* on and on. '.repeat(27)}\n${'She _waits_ for him.\n'.repeat(10)}`).script;
    const sheet = sheetOf(given, null);
    expect(sheet.lines).toHaveLength(3);
    const edited = editLine(given, sheet, 1, { text: 'Quite another thing.' });
    const kept = sheet.lines[2]!.text.match(/She waits for him\./gu)!.length;
    if (!edited.ok || !edited.changed) throw new Error('not changed');
    expect(edited.content!.match(/She _waits_ for him\.\n/gu)).toHaveLength(kept);
  });

  it('keeps the paragraph types of Final Draft', () => {
    const typed = [['Cast List', 'ANNA and BEN'], ['New Act', 'ACT ONE'], ['Scene Heading', 'INT. A - DAY'], ['Action', 'It rains.'], ['Shot', 'ANGLE ON THE DOOR'],
      ['End of Act', 'END OF ACT ONE']];
    const paragraphs = typed.map(([type, text]) => `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`).join('');
    const given = parseFdx(`<?xml version="1.0"?><FinalDraft DocumentType="Script"><Content>${paragraphs}</Content></FinalDraft>`).script;
    const edited = editLine(given, sheetOf(given, null), 3, { text: 'It snows.' });
    if (!edited.ok || !edited.changed) throw new Error('not changed');
    const written = writeFdx(parse(edited.version.model));
    for (const [type, text] of typed) expect(written).toMatch(new RegExp(`Type="${type}">\\s*<Text>${text === 'It rains.' ? 'It snows.' : text}</Text>`, 'u'));
  });
});
