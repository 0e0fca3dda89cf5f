import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { runReader } from '../../src/craft/readers/reader-process.js';
import type { PdfPages } from '../../src/craft/readers/pdf-pages.js';
import {
  exportScript, joinedForms, paginate, parseFountain, parsePdf, reordered, SCRIPT_FONTS, toReadingOrder, withoutJoinedForms, writePdf,
} from '../../src/craft/screenplay/index.js';

const TEXTS: Record<string, string> = {
  Russian: 'ИНТ. КУХНЯ — НОЧЬ\n\nТемно, *очень* **темно**.\n\nАННА\nКто здесь? Ёлка, подъезд.\n',
  Greek: 'ΕΣΩΤ. ΚΟΥΖΙΝΑ - ΝΥΧΤΑ\n\nΕίναι σκοτεινά.\n\nΆΝΝΑ\nΠοιος είναι;\n',
  Hebrew: 'פנים. מטבח - לילה\n\nחושך. השעה 10:30, ודנה (60) נכנסת עם Anna Bell לחדר.\n\n@דנה\n(בשקט)\nמי שם? אני לא רואה כלום, ואין פה אף אחד חוץ ממני.\n',
  Arabic: 'داخلي - مطبخ - ليل\n\nظلام. الساعة 10 والباب (الكبير) مفتوح. لا أحد هنا إلا القطة.\n\n@ليلى\n(بهدوء)\nمن هناك؟ لماذا جئت الآن؟\n',
  'English with Hebrew': 'INT. HALL - DAY\n\nAnna says שלום to Ben, then goes.\n\nANNA\nHello.\n',
};
const words = (text: string): string[] => parseFountain(text).script.elements.map((element) => ('text' in element ? `${element.type}: ${element.text}` : ''));
const charactersOf = (text: string): { character: string }[] => Array.from(text, (character) => ({ character }));
const textOf = (line: { character: string }[]): string => line.map(({ character }) => character).join('');

describe('letters of other scripts in a PDF', () => {
  const cases = Object.entries(TEXTS).flatMap(([name, text]) => SCRIPT_FONTS.map((font) => [name, font, text] as const));
  it.each(cases)('%s, %s: embedded, and read again in order', async (_name, font, text) => {
    const { bytes, warnings } = writePdf(parseFountain(text).script, { font, installedFonts: [] });
    expect(warnings).toEqual([]);
    expect(bytes.length).toBeLessThan(60_000);
    const { elements } = (await parsePdf(bytes)).script;
    expect(elements.map((element) => ('text' in element ? `${element.type}: ${element.text}` : ''))).toEqual(words(text));
  });

  it('writes the same bytes each time, and the Arabic text on one page', () => {
    const { script } = parseFountain(TEXTS['Arabic']!);
    expect(exportScript(script, 'pdf').content).toBe(exportScript(script, 'pdf').content);
    expect(paginate(script).pages).toHaveLength(1);
  });
});

describe('the order of letters', () => {
  it.each<[string, 0 | 1, string]>([
    ['שלום עולם', 1, 'םלוע םולש'], ['אבג 10:30 דה', 1, 'הד 10:30 גבא'], ['אב (גד)', 1, '(דג) בא'], ['The אב (גד)', 0, 'The (דג) בא'],
    ['אב Anna Bell גד', 1, 'דג Anna Bell בא'], ['He says אב גד, then', 0, 'He says דג בא, then'], ['plain (text)', 0, 'plain (text)'],
  ])('of %s from left to right', (text, base, expected) => { expect(textOf(reordered(charactersOf(text), base))).toBe(expected); });

  it('is restored when the page is read', () => {
    for (const text of ['שלום עולם', 'אבג 10:30 דה.', 'אב (גד) Anna Bell, הו', 'He says אב גד, then goes.']) {
      const base = /^\p{sc=Hebrew}/u.test(text) ? 1 : 0;
      expect(toReadingOrder(textOf(reordered(charactersOf(text), base)))).toBe(text);
    }
  });

  it('joins Arabic letters by their neighbours', () => {
    const joined = textOf(joinedForms(charactersOf('بيت سلام')));
    expect([...joined].map((letter) => letter.codePointAt(0)!.toString(16))).toEqual(
      ['fe91', 'fef4', 'fe96', '20', 'feb3', 'fefc', 'fee1']);
    expect(withoutJoinedForms(joined)).toBe('بيت سلام');
  });
});

/** A WOFF file as TrueType. */
function trueType(name: string): Buffer {
  const woff = readFileSync(createRequire(import.meta.url).resolve(name));
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let at = head.length;
  for (let index = 0; index < count; index += 1) {
    const from = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((step) => woff.readUInt32BE(from + step)) as [number, number, number];
    const raw = woff.subarray(offset, offset + packed);
    const data = Buffer.concat([packed < length ? inflateSync(raw) : raw, Buffer.alloc((4 - (length % 4)) % 4)]);
    woff.copy(head, 12 + index * 16, from, from + 4);
    head.writeUInt32BE(woff.readUInt32BE(from + 16), 12 + index * 16 + 4);
    head.writeUInt32BE(at, 12 + index * 16 + 8);
    head.writeUInt32BE(length, 12 + index * 16 + 12);
    parts.push(data);
    at += data.length;
  }
  return Buffer.concat(parts);
}

describe('a typeface of the system', () => {
  it('supplies letters that no bundled typeface has', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'fonts-')), 'installed.ttf');
    writeFileSync(file, trueType('@fontsource/fraunces/files/fraunces-latin-ext-400-normal.woff'));
    const { script } = parseFountain('INT. HALL - DAY\n\nTen ₹ here.\n');
    expect(writePdf(script, { installedFonts: [] }).warnings).toHaveLength(1);
    const { bytes, warnings } = writePdf(script, { installedFonts: ['/nowhere/at-all.ttf', file] });
    expect(warnings).toEqual([]);
    const { pages } = await runReader('pdf', bytes) as PdfPages;
    expect(pages[0]!.items.map(([text]) => text).join('')).toContain('Ten ₹ here.');
  });
});
