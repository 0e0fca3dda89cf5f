import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  identityOf, parseFdx, parseFountain, parsePdf, importScript, writeFdx, writeFountain, writePdf, type Script,
  type ScriptElement,
} from '../../src/craft/screenplay/index.js';
import { allFiles, fixture, LONG_PLAYS, spine, suiteFiles } from './corpus.js';

const sorted = (elements: readonly ScriptElement[]): string[] => elements.map(({ type }) => type);

/** Removes what a Final Draft document cannot hold or places differently. Each of these losses is intended. */
function withoutFdxLosses(script: Script): Script {
  const elements = script.elements.filter(({ type }) =>
    !['section', 'boneyard', 'note', 'page_break', 'synopsis'].includes(type))
    .map((element) => {
      const { asides: _asides, tags: _tags, ...rest } = element as ScriptElement & { asides?: unknown; tags?: unknown };
      return rest as ScriptElement;
    });
  return { ...script, titlePage: [], elements };
}

describe('fixtures', () => {
  it.each(allFiles('.fountain'))('%s: Fountain keeps everything', (name) => {
    const { script } = parseFountain(fixture(name));
    const written = writeFountain(script);
    const again = parseFountain(written).script;
    expect(identityOf(again)).toBe(identityOf(script));
    expect(writeFountain(again)).toBe(written);
  });

  it.each(allFiles('.fountain'))('%s: Final Draft keeps all but its named losses', (name) => {
    const { script } = parseFountain(fixture(name));
    const again = parseFdx(writeFdx(script)).script;
    expect(identityOf(withoutFdxLosses(again))).toBe(identityOf(withoutFdxLosses(script)));
    const back = parseFountain(writeFountain(again)).script;
    expect(spine(back)).toEqual(spine(script));
  });

  it.each(allFiles('.fdx'))('%s: Final Draft keeps everything, and Fountain too', (name) => {
    const { script } = parseFdx(fixture(name));
    expect(identityOf(parseFdx(writeFdx(script)).script)).toBe(identityOf(script));
    expect(identityOf(parseFountain(writeFountain(script)).script)).toBe(identityOf(script));
  });

  it('keeps the page geometry of a document', () => {
    const { script } = parseFdx(fixture('twins/the-cellar.fdx'));
    expect(script.layout).toMatchObject({ linesPerPage: 55, leftMargin: 108, dialogue: { left: 13, width: 35 } });
    expect(parseFdx(writeFdx(script)).script.layout).toEqual(script.layout);
  });

  if (suiteFiles('TestFDX-FD.fdx').length > 0) it('keeps the page geometry of a document of Final Draft itself', () => {
    const { script } = parseFdx(fixture('screenplay-tools/TestFDX-FD.fdx'));
    expect(script.layout).toMatchObject({ linesPerPage: 58, leftMargin: 90, dialogue: { left: 13, width: 37 } });
    expect(parseFdx(writeFdx(script)).script.layout).toEqual(script.layout);
  });

  it.each(LONG_PLAYS)('$name: a PDF of a hundred pages keeps every scene, cue, word and direction', async ({ text }) => {
    const { script } = parseFountain(text());
    const again = (await parsePdf(writePdf(script).bytes)).script;
    expect(spine(again)).toEqual(spine(script));
    expect(sorted(again.elements)).toEqual(sorted(script.elements));
    expect(JSON.stringify(again.elements)).not.toMatch(/\(MORE\)|CONT'D/);
  });
});

const MIXED = `Title: The Long Table
Credit: Written by
Author: A. Writer

INT. HALL - DAY #1#

Rain on glass.

ANNA (V.O.)
(low)
${'We said that we would never come back here again. '.repeat(40).trim()}

BOB
(standing)
No.

ANNA ^
Yes.

CUT TO:

EXT. GARDEN - NIGHT #2#

${'The garden runs down to the river and the river runs away. '.repeat(30).trim()}

BOB
${'I have counted every stone in this wall, twice, and there is one too few. '.repeat(30).trim()}

SMASH CUT TO:

INT. HALL - LATER #3#

> THE END <
`;

describe('a script with splits, pairs and numbers', () => {
  it.each(['courier-prime', 'courier-new'] as const)('comes back from a PDF in %s', async (font) => {
    const { script } = parseFountain(MIXED);
    const { script: again } = await parsePdf(writePdf(script, { font }).bytes);
    expect(spine(again)).toEqual(spine(script));
    const numbers = again.elements.flatMap((element) => (element.type === 'scene_heading' ? [element.number] : []));
    expect(numbers).toEqual(['1', '2', '3']);
    expect(again.elements.filter((element) => element.type === 'character' && element.dual)).toHaveLength(2);
    expect(again.titlePage.map(({ key }) => key)).toEqual(['Title', 'Credit', 'Author']);
  });

  it('is read from the plain text of a typed page', async () => {
    const text = ['                  INT. HALL - DAY', '', '                  Rain on glass.', '',
      '                                      ANNA',
      '                            We said that we would', '                            never come back.', '',
      '                                      BOB (O.S.)', '                            No.', ''].join('\n');
    const { script } = await importScript(Buffer.from(text));
    expect(spine(script)).toEqual(['scene_heading: int. hall - day', 'character: anna',
      'dialogue: we said that we would never come back.', 'character: bob', 'dialogue: no.']);
  });
});

const word = fc.constantFrom('rain', 'Anna', '*', '_', '**', '#1#', '@', '!', 'INT.', 'CUT', 'TO:', '(low)', '...', '>',
  '<', '~', 'ÉLODIE', '漢字', '[[', '\\', 'x', '=', '^');
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const wild = fc.array(fc.oneof(line, fc.constant(''), fc.string({ maxLength: 30 })), { maxLength: 25 })
  .map((lines) => lines.join('\n'));

describe('any text', () => {
  it('read as Fountain, written and read again is the same script', () => {
    fc.assert(fc.property(wild, (text) => {
      const { script } = parseFountain(text.replaceAll('\0', ''));
      expect(identityOf(parseFountain(writeFountain(script)).script)).toBe(identityOf(script));
    }), { numRuns: 400, seed: 7 });
  });
});
