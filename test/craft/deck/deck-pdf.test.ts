import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { deckPdf } from '../../../src/craft/deck/documents/pdf/deck-pdf.js';
import { PdfLetters } from '../../../src/craft/deck/documents/pdf/fonts.js';
import type { DeckDocument } from '../../../src/craft/deck/pages.js';
import { anyDeck } from './any-decks.js';
import { SMALL_JPEG, timeMachineDeck } from './sample-decks.js';

const rasterise = () => Promise.resolve(SMALL_JPEG);
interface Node { role?: string; alt?: string; type?: string; id?: string; children?: Node[] }

/** What programs can read from a page of the file. */
async function readPage(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, number: number) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const tree = await page.getStructTree() as Node | null;
  const links = (await page.getAnnotations()).map((one: { url?: string }) => one.url);
  return { text: items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('').replace(/\s+/g, ' '), tree, links, view: page.view };
}
const rolesOf = (node: Node): string[] => [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(rolesOf)];
const altsOf = (node: Node): string[] => [...(node.alt ? [node.alt] : []), ...(node.children ?? []).flatMap(altsOf)];
const fileOf = async (deck: DeckDocument) => Buffer.from(await deckPdf(deck, { rasterise }));
const opened = async (deck: DeckDocument) => getDocumentProxy(new Uint8Array(await fileOf(deck)));

describe('a deck as PDF', () => {
  it('has a PDF page for each page of the deck, with text, links and structure that programs can read', async () => {
    const pdf = await opened(timeMachineDeck());
    expect(pdf.numPages).toBe(12);
    const { text, tree, links, view } = await readPage(pdf, 3);
    expect(view).toEqual([0, 0, 960, 540]);
    expect(text).toContain('On a Thursday evening the Time Traveller explains to his guests that time is only a kind of space. Nobody believes him');
    expect(text).toContain('“You can show black is white by argument, but you will never convince me.”');
    expect(links).toEqual(['https://decks.example.org/d/abc#p3']);
    expect(rolesOf(tree!)).toEqual(['Root', 'Document', 'Sect', 'P', 'H2', 'P', 'Figure', 'BlockQuote', 'P', 'P', 'Link']);
    expect(altsOf(tree!)).toEqual(['The Time Traveller speaks to Filby at the fire.']);
    expect(rolesOf((await readPage(pdf, 1)).tree!)).toContain('H1');
  });

  it('says its title, language and chapters', async () => {
    const pdf = await opened(timeMachineDeck({ language: 'de', title: 'Die Zeitmaschine', pages: timeMachineDeck().pages }));
    const { info } = await pdf.getMetadata() as unknown as { info: { Title: string; Language: string; Author: string } };
    expect([info.Title, info.Language, info.Author]).toEqual(['Die Zeitmaschine', 'de', 'After the novel by H. G. Wells']);
    expect((await pdf.getOutline()).map(({ title }: { title: string }) => title)).toEqual(timeMachineDeck().pages.map(({ title }) => title));
    expect((await readPage(pdf, 3)).text).toContain('„You can show black');
  });

  it('embeds its typefaces, and a typeface for Arabic, Hebrew and Cyrillic', async () => {
    const page = { ...timeMachineDeck().pages[1]!, title: 'Машина времени', sentences: [
      { text: 'نبت بيت ثقيل يفتح بابين', sources: [] }, { text: 'שלום (עולם)', sources: [] }, { text: 'Kärnan är ägd; źdźbło, Việt.', sources: [] }] };
    const deck = timeMachineDeck({ pages: [page] });
    const file = (await fileOf(deck)).toString('latin1');
    const fonts = [...new Set(file.match(/\/FontName \/\S+/g))].map((name) => name.replace(/.*\+/, ''));
    expect(fonts).toEqual(expect.arrayContaining([expect.stringContaining('NotoNaskhArabic'), expect.stringContaining('Cousine'), expect.stringContaining('Fraunces')]));
    expect(file.match(/\/FontFile2/g)).toHaveLength(file.match(/\/Type \/FontDescriptor/g)!.length);
    const { text } = await readPage(await opened(deck), 1);
    for (const words of ['Машина', 'времени', 'Kärnan är ägd; źdźbło, Việt.', 'עולם', 'שלום', 'نبت', 'بيت', 'ثقيل', 'يفتح', 'بابين']) expect(text.normalize('NFKC')).toContain(words);
    // In a line from right to left, the first word is furthest to the right.
    expect(await placesOf(deck, ['שלום', 'עולם'])).toEqual([...(await placesOf(deck, ['שלום', 'עולם']))].sort((a, b) => b - a));
  });

  it('writes letters without a typeface in Latin letters, and leaves pictographs out', async () => {
    const page = { ...timeMachineDeck().pages[1]!, title: 'Rocket 🚀 to Δελφοί', sentences: [{ text: 'ไทย means Thai.', sources: [] }] };
    const { text } = await readPage(await opened(timeMachineDeck({ pages: [page] })), 1);
    expect(text).toContain('Rocket to Δελφοί');
    expect(text).toMatch(/[a-z]+ means Thai\./i);
  });

  it('says in its metadata that it is accessible, and escapes its title there', async () => {
    const file = await fileOf(timeMachineDeck({ title: 'Cats & <dogs>', byline: 'By "A & B"' }));
    const [metadata] = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(file.toString('utf8'))!;
    const said = (name: string): string => new RegExp(`<${name}>(?:<[^>]*>)*([^<]*)</`, 'u').exec(metadata)![1]!;
    expect([said('dc:title'), said('dc:creator'), said('dc:language'), said('pdfuaid:part')]).toEqual(['Cats &amp; &lt;dogs&gt;', 'By &quot;A &amp; B&quot;', 'en', '1']);
  });

  it('begins with its highest heading, whichever page comes first', async () => {
    const { pages } = timeMachineDeck();
    const pdf = await opened(timeMachineDeck({ pages: pages.slice(2, 4) }));
    const headings = await Promise.all([1, 2].map(async (number) => rolesOf((await readPage(pdf, number)).tree!).filter((role) => /^H\d$/.test(role))));
    expect(headings).toEqual([['H1'], ['H2']]);
  });

  it('draws nothing for invisible characters', () => {
    const runs = new PdfLetters((text) => text.length).runsOf('A zero\u200dwidth é\u200f joiner', 'text');
    expect(runs.map(({ text }) => text).join('')).toBe('A zerowidth é joiner');
  });

  it('has the same bytes for equal decks, whenever it is printed', async () => {
    const first = await deckPdf(timeMachineDeck(), { rasterise });
    await new Promise((resolve) => { setTimeout(resolve, 1_100); });
    expect(Buffer.compare(await deckPdf(timeMachineDeck(), { rasterise }), first)).toBe(0);
  });

  it('stops when it is aborted, and fails with the error of the rasteriser', async () => {
    const aborting = new AbortController();
    const stopped = deckPdf(timeMachineDeck(), { signal: aborting.signal, rasterise: () => { aborting.abort(new Error('enough')); return rasterise(); } });
    await expect(stopped).rejects.toThrow('enough');
    await expect(deckPdf(timeMachineDeck(), { rasterise: () => Promise.reject(new Error('no ink')) })).rejects.toThrow('no ink');
  });

  it('can be printed and opened whatever the texts are', async () => {
    await fc.assert(fc.asyncProperty(anyDeck, async (deck) => {
      const pdf = await opened(deck);
      expect(pdf.numPages).toBe(Math.max(1, deck.pages.length));
      for (let number = 1; number <= pdf.numPages; number += 1) {
        const { links } = await readPage(pdf, number);
        expect(links.filter((link) => !/^https?:\/\/(?!user)/.test(String(link)))).toEqual([]);
      }
    }), { numRuns: 12 });
  });
});

/** The place where each word of a text from right to left begins on the first page, in points from the left. */
async function placesOf(deck: DeckDocument, words: readonly string[]): Promise<number[]> {
  const page = await (await opened(deck)).getPage(1);
  const { items } = await page.getTextContent();
  return words.map((word) => {
    const item = items.find((one) => 'str' in one && one.str.includes(word)) as { str: string; transform: number[]; width: number };
    const place = item.str.indexOf(word) / item.str.length;
    // Text from right to left comes in reading order, but its place is measured from the left.
    return item.transform[4]! + item.width * (1 - place);
  });
}
