import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { extract, ExtractionFailed } from '../../src/craft/extract/index.js';
import { largerWith, OWN, textIn } from '../support/corpora.js';
import { pdfOfPages } from './pdf-maker.js';
import { paper, protectedPdf, scan, unsayable, withoutEnd, withWrongTable } from './pdf-samples.js';

const textOf = async (bytes: Buffer): Promise<string> => (await extract('pdf', bytes)).text;

async function failureOf(bytes: Buffer): Promise<string> {
  try {
    await extract('pdf', bytes);
  } catch (error) {
    if (error instanceof ExtractionFailed) return `${error.code} ${error.reason}`;
    throw error;
  }
  return 'extracted';
}

/** Replaces quotation marks and dashes by those of a keyboard, because the font of the document has no others, or draws them alike. */
const plain = (text: string): string => text.replace(/[’‘]/g, '\'').replace(/[“”]/g, '"').replace(/[–—]/g, '-');

const HELLO = pdfOfPages([[{ text: 'Hello, world!', x: 72, y: 700 }]]);

describe('PDFs made for the tests', () => {
  it.each<[string, Buffer, string]>([
    ['a scan', scan(5), 'source_incomplete no_text_layer'],
    ['a protected page without words', protectedPdf('', ''), 'source_incomplete empty'],
    ['a page that wants a password', protectedPdf('Hello, world!', 'sesame'), 'source_incomplete encrypted'],
    ['letters without a map', unsayable(), 'source_incomplete unreadable_text'],
    ['a broken download', withoutEnd(HELLO), 'source_fetch_failed malformed'],
  ])('%s cannot be parsed, and the reason is given', async (_name, bytes, failure) => {
    expect(await failureOf(bytes)).toBe(failure);
  });

  it('a protected document that every reader opens is read', async () => {
    expect(await textOf(protectedPdf('Hello, world!', ''))).toBe('Hello, world!');
  });

  it('a wrong cross-reference table is repaired', async () => {
    expect(await textOf(withWrongTable(HELLO))).toBe('Hello, world!');
  });

  it('the words of two columns come in their order, across notes, columns, pages and hyphens', async () => {
    const set = ['a-winter-on-the-saltings', 'how-a-bell-is-tuned', 'address-at-the-breakwater']
      .flatMap((name) => textIn(OWN, `prose/${name}.txt`).trim().split(/\n\n+/).slice(1));
    const document = await extract('pdf', paper('Three Papers on the Shore', set));
    expect(document.title).toBe('Three Papers on the Shore');
    expect(document.metadata.pageCount).toBeGreaterThanOrEqual(5);
    const paragraphs = plain(document.text).split('\n\n').filter((paragraph) => !/See the notes|^Three Papers/.test(paragraph));
    expect(paragraphs.join(' ')).toBe(set.map(plain).join(' '));
    // A sentence that ends at the end of a column may also end a paragraph. No other paragraph is split, and none are joined.
    expect(paragraphs.length).toBeLessThanOrEqual(set.length + (document.metadata.pageCount as number) * 2);
    expect(paragraphs.filter((paragraph) => set.map(plain).includes(paragraph)).length).toBeGreaterThanOrEqual(set.length * 0.75);
  });

  it('a document of five hundred pages is read to its end', async () => {
    const pages = Array.from({ length: 500 }, (_none, at) => [{ text: `This is page ${at + 1} of the log of the Constance.`, x: 72, y: 700 }]);
    const { text, metadata } = await extract('pdf', pdfOfPages(pages));
    expect(metadata.pageCount).toBe(500);
    expect([...text.matchAll(/page (\d+) of/g)].map(([, number]) => Number(number))).toEqual(pages.map((_page, at) => at + 1));
  });
});

for (const corpus of largerWith('pdf')) describe('PDFs of others', () => {
  const file = (name: string): Buffer => readFileSync(path.join(corpus.folder, 'pdf', name));

  it.each([
    ['scan-bad.pdf', 'source_incomplete no_text_layer'], ['empty_protected.pdf', 'source_incomplete empty'],
    ['TAMReview.pdf', 'source_incomplete unreadable_text'],
  ])('%s cannot be parsed, and the reason is given', async (name, failure) => {
    expect(await failureOf(file(name))).toBe(failure);
  });

  it('a damaged cross-reference table is mended', async () => {
    expect(await textOf(file('helloworld-bad.pdf'))).toBe('Hello, world!');
  });

  it('two columns are read in order, across notes, columns and hyphens', async () => {
    const document = await extract('pdf', file('tracemonkey.pdf'));
    expect(document.title).toBe('Trace-based Just-in-Time Type Specialization for Dynamic Languages');
    expect(document.metadata.pageCount).toBe(14);
    expect(document.text).toContain('client-side web programming and is used for the application logic of browser-based productivity');
    expect(document.text).toContain('more difficult to compile than statically typed ones. Since no concrete type information is available');
    expect(document.text).toMatch(/\n\nAbstract\n\nDynamic languages such as/);
    const longest = document.text.split('\n\n').filter((paragraph) => paragraph.length > 300);
    expect(longest.length).toBeGreaterThan(80);
    expect(longest.filter((paragraph) => /^\p{Ll}/u.test(paragraph)).length).toBeLessThan(longest.length * 0.1);
  });
});
