import { describe, expect, it } from '@jest/globals';
import { importScript, parseFdx, parseFountain, parsePdf } from '../../src/craft/screenplay/index.js';
import { filesIn, OWN, textIn } from '../support/corpora.js';
import { fixture, ownFiles, spine } from './corpus.js';
import { printedPdf } from './printed-pages.js';
import { listOf } from './rule-lists.js';
import { shape } from './suites.js';

const listIn = (name: string): string[] => textIn(OWN, `screenplays/${name}.list`).replace(/\n$/, '').split('\n');

describe('the rules of Fountain', () => {
  const rules = ownFiles('.fountain').filter((name) => name.startsWith('rules/'));

  it('are covered by at least 21 files', () => {
    expect(rules.length).toBeGreaterThanOrEqual(21);
  });

  it.each(rules)('%s', (name) => {
    expect(listOf(parseFountain(fixture(name)).script)).toEqual(listIn(name.replace('.fountain', '')));
  });
});

describe('Final Draft twins', () => {
  it.each(ownFiles('.fdx'))('%s is the same script as its Fountain', (name) => {
    const [parsed, twin] = [parseFdx(fixture(name)).script, parseFountain(fixture(name.replace('.fdx', '.fountain'))).script];
    expect(listOf(parsed)).toEqual(listOf(twin));
    expect(shape(parsed)).toBe(shape(twin));
    expect(spine(parsed)).toEqual(spine(twin));
  });
});

describe('plain texts', () => {
  const texts = filesIn(OWN, 'screenplays/plain', '.txt');

  it.each(texts)('$name: its speakers are recognised by the way in which it marks them', async ({ name, read }) => {
    const { script, warnings } = await importScript(read());
    expect(listOf(script)).toEqual(listIn(`plain/${name.replace('.txt', '')}`));
    expect(warnings.map(({ code }) => code)).toEqual(['read_as_plain_text']);
  });
});

describe('a printed page from another program', () => {
  it('is read by its columns: title page, numbers on both sides, two speakers side by side, a speech split by a page', async () => {
    const { script } = await parsePdf(printedPdf(textIn(OWN, 'screenplays/printed/the-cold-oven.txt')));
    expect(listOf(script)).toEqual(listIn('printed/the-cold-oven'));
  });
});
