import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { languagesOf, mainLanguageOf, otherLanguagesOf } from '../../../src/craft/narrative/analysis/language/languages.js';

const FIXTURES = path.resolve('test/fixtures');
const PARAGRAPHS = JSON.parse(readFileSync(path.join(FIXTURES, 'languages/paragraphs.json'), 'utf8')) as Record<string, string[]>;
const [german, english] = [PARAGRAPHS.de!, PARAGRAPHS.en!];

describe('the language of a text', () => {
  it.each(Object.entries(PARAGRAPHS))('is told from a paragraph: %s', (language, paragraphs) => {
    expect(paragraphs.map((paragraph) => mainLanguageOf(paragraph))).toEqual(paragraphs.map(() => language));
  });

  it.each(readdirSync(path.join(FIXTURES, 'prose')))('is English and nothing else: %s', (name) => {
    const text = readFileSync(path.join(FIXTURES, 'prose', name), 'utf8');
    expect([mainLanguageOf(text), otherLanguagesOf(text)]).toEqual(['en', []]);
  });

  it('is that of most paragraphs; other languages are named when they have at least a tenth', () => {
    const mixed = [...german, english[0]!].join('\n\n');
    expect(languagesOf(mixed).map(({ language }) => language)).toEqual(['de', 'en']);
    expect(otherLanguagesOf(mixed).map(({ language }) => language)).toEqual(['en']);
    const quoting = [...english, ...english.map((words) => `${words} Again.`), 'Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura.'].join('\n\n');
    expect([mainLanguageOf(quoting), otherLanguagesOf(quoting)]).toEqual(['en', []]);
  });

  it('is found in a long text whose first pages are in another language', () => {
    const words = `${german[0]!}\n\n`.repeat(20) + `${english[0]!}\n\n`.repeat(2_000);
    expect(mainLanguageOf(words)).toBe('en');
  });

  it('is unknown for a few letters or none', () => {
    expect(['', 'Hello.', '1914–1918', '***'].map((text) => mainLanguageOf(text))).toEqual([null, null, null, null]);
  });
});
