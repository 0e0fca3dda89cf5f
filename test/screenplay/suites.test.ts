import { describe, expect, it } from '@jest/globals';
import { parseFdx, parseFountain } from '../../src/craft/screenplay/index.js';
import { fixture, spine, suiteFiles, whenPresent } from './corpus.js';
import { CASES, compareCase, DEVIATIONS, htmlWords, PRINTED, REFERENCE, scriptWords, shape } from './suites.js';

whenPresent('the suite of the format\'s authors', () => {
  it.each(suiteFiles('.fountain').filter((name) => name.startsWith('fountain-reference/')))('%s', (name) => {
    const { script } = parseFountain(fixture(name));
    expect(shape(script)).toBe(REFERENCE[name.slice(19, -9)]);
  });

  it('keeps scene numbers in the case they were written', () => {
    const { elements } = parseFountain(fixture('fountain-reference/SceneNumbers.fountain')).script;
    expect(elements.map((element) => element.type === 'scene_heading' && element.number)).toEqual(['1', '1A', '1a', 'A1', 'I-1-A', '1.', '110A']);
  });
});

whenPresent('the suite of screenplay-tools', () => {
  it.each(CASES)('%s', (source, list) => {
    const { theirs, missed, extra } = compareCase(source, list);
    expect(theirs.length).toBeGreaterThan(0);
    const known = DEVIATIONS[source];
    if (!known) expect({ missed, extra }).toEqual({ missed: [], extra: [] });
    else {
      expect(missed).toHaveLength(known.missed);
      expect(extra).not.toEqual([]);
    }
  });
});

whenPresent('the twins of screenplain', () => {
  it.each(suiteFiles('.html'))('%s holds the same words in the same order', (name) => {
    expect(scriptWords(parseFountain(fixture(name.replace('.html', '.fountain'))).script)).toEqual(htmlWords(fixture(name).toString('utf8')).map((line) => PRINTED[line] ?? line));
  });

  it.each(suiteFiles('.fdx').filter((name) => name.startsWith('screenplain/')))('%s is the same script as its Fountain', (name) => {
    const twin = parseFountain(fixture(name.replace('.fdx', '.fountain'))).script;
    // The writer of screenplain drops the blank line for a pause inside a speech.
    const expected = name.includes('with-blank-line') ? scriptWords(twin).filter(Boolean) : scriptWords(twin);
    const read = parseFdx(fixture(name)).script;
    expect(scriptWords(read)).toEqual(expected);
    expect(shape(read)).toBe(shape(twin));
  });
});

whenPresent('a document of Final Draft itself', () => {
  it('is the same script as its Fountain', () => {
    const [read, twin] = [parseFdx(fixture('screenplay-tools/TestFDX-FD.fdx')).script, parseFountain(fixture('screenplay-tools/TestFDX-FD.fountain')).script];
    expect(spine(read)).toEqual(spine(twin));
    expect(shape(read)).toBe(shape(twin));
  });
});

describe('the deviations', () => {
  it('each have a reason', () => {
    expect(Object.keys(DEVIATIONS).filter((name) => !CASES.some(([source]) => source === name))).toEqual([]);
    for (const { why } of Object.values(DEVIATIONS)) expect(why.length).toBeGreaterThan(20);
  });
});
