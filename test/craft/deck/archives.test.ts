import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { fromBufferPromise } from 'yauzl';
import { plainNotes } from '../../../src/craft/deck/documents/plain-notes.js';
import { safeNames, zipOf, type ArchivedFile } from '../../../src/craft/deck/documents/zip.js';
import { anyDeck } from './any-decks.js';
import { timeMachineDeck } from './sample-decks.js';

const DATE = new Date('2026-11-27T12:34:56Z');
const file = (name: string, content: string | Buffer): ArchivedFile => ({ name, open: () => Promise.resolve(Buffer.from(content)) });
const whole = (files: readonly ArchivedFile[]): Promise<Buffer> => buffer(zipOf(files, DATE));

async function listed(archive: Buffer) {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  const entries: { name: string; content: string; method: number }[] = [];
  for await (const entry of zip.eachEntry()) {
    entries.push({ name: entry.fileName, method: entry.compressionMethod, content: (await buffer(await zip.openReadStreamPromise(entry))).toString() });
  }
  return entries;
}

describe('the archive of a deck', () => {
  it('holds the files, media stored and texts compressed', async () => {
    const notes = 'a line of notes\n'.repeat(200);
    const archive = await whole([file('film.mp4', 'film '.repeat(100)), file('papers/deck.md', notes),
      { name: 'streamed.txt', open: () => Promise.resolve(Readable.from([Buffer.from('one '), Buffer.from('two')])) }]);
    expect(await listed(archive)).toEqual([
      { name: 'film.mp4', method: 0, content: 'film '.repeat(100) }, { name: 'papers/deck.md', method: 8, content: notes }, { name: 'streamed.txt', method: 8, content: 'one two' }]);
  });

  it('is the same bytes each time, in every time zone', async () => {
    const files = [file('a.txt', 'a'), file('b.jpg', 'b')];
    expect(Buffer.compare(await whole(files), await whole(files))).toBe(0);
    const module = new URL('../../../dist/src/craft/deck/documents/zip.js', import.meta.url).href;
    const script = `import { zipOf } from ${JSON.stringify(module)}; import { buffer } from 'node:stream/consumers'; import { createHash } from 'node:crypto';
      const file = (name) => ({ name, open: async () => Buffer.from(name) });
      process.stdout.write(createHash('sha256').update(await buffer(zipOf([file('a.txt')], new Date(${DATE.getTime()})))).digest('hex'));`;
    const hashes = ['UTC', 'Asia/Tokyo', 'America/St_Johns'].map((TZ) => execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TZ } }).toString());
    expect(new Set(hashes).size).toBe(1);
  });

  it('gives its files unique names that lead nowhere outside of it', () => {
    expect(safeNames(['../../etc/passwd', '/abs/x', 'C:\\Windows\\y', 'a.md', 'A.md', 'a.md', '..', '', 'con.txt', 'x\u0000y?.md', 'end. ', `${'n'.repeat(400)}.mp4`])).toEqual([
      'etc/passwd', 'abs/x', 'C_/Windows/y', 'a.md', 'A (2).md', 'a (3).md', 'file', 'file (2)', '_con.txt', 'x y_.md', 'end', `${'n'.repeat(116)}.mp4`]);
    fc.assert(fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), (names) => {
      const safe = safeNames(names);
      expect(new Set(safe.map((name) => name.toLowerCase())).size).toBe(names.length);
      for (const name of safe) expect(name).not.toMatch(/^\/|\\|(?:^|\/)\.{1,2}(?:\/|$)|[\u0000-\u001f]/);
    }));
  });

  it('keeps no large file in memory, and reads no faster than it is read', async () => {
    const [piece, count] = [Buffer.alloc(1 << 20, 7), 200];
    let produced = 0;
    const film = Readable.from((function* () { for (; produced < count; produced += 1) yield piece; })());
    let [taken, ahead, most] = [0, 0, 0];
    const before = process.memoryUsage().arrayBuffers;
    for await (const part of zipOf([{ name: 'film.mp4', open: () => Promise.resolve(film) }], DATE)) {
      taken += part.byteLength;
      ahead = Math.max(ahead, produced * piece.byteLength - taken);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      if (produced % 20 === 0) await new Promise((resolve) => { setTimeout(resolve, 5); });
    }
    expect(taken).toBeGreaterThan(count * piece.byteLength);
    expect(ahead).toBeLessThan(24 * piece.byteLength);
    expect(most).toBeLessThan(64 * piece.byteLength);
  });

  it('fails with the error of a file, and closes its files when nobody reads on', async () => {
    await expect(whole([file('a', 'a'), { name: 'b', open: () => Promise.reject(new Error('lost')) }])).rejects.toThrow('lost');
    const breaking = Readable.from((function* () { yield Buffer.from('x'); throw new Error('torn'); })());
    await expect(whole([{ name: 'b', open: () => Promise.resolve(breaking) }])).rejects.toThrow('torn');
    const endless = Readable.from((function* () { for (;;) yield Buffer.alloc(65_536); })());
    let pieces = 0;
    for await (const part of zipOf([{ name: 'x.mp4', open: () => Promise.resolve(endless) }], DATE)) if (part.byteLength > 0 && (pieces += 1) > 4) break;
    expect(endless.destroyed).toBe(true);
  });
});

describe('the notes of a deck', () => {
  it('are Markdown with titles, texts, quotations and sources', () => {
    const notes = plainNotes(timeMachineDeck());
    expect(notes).toContain('# The Time Machine\n\nAfter the novel by H. G. Wells');
    expect(notes).toContain('## A dinner in Richmond\n\n**Setup**\n\nOn a Thursday evening the Time Traveller explains to his guests that time is only a kind of space.  \n'
      + '*The Time Machine, characters 120–188*');
    expect(notes).toContain('> “You can show black is white by argument, but you will never convince me.”\n>\n> — Filby');
    expect(notes).toContain('[Watch this chapter](<https://decks.example.org/d/abc#p3>)');
  });

  it('escape texts, so that none becomes Markdown or a link', () => {
    const page = { ...timeMachineDeck().pages[1]!, title: '<b>*x*</b> # [a](javascript:1)', sentences: [{ text: '1. not a list', sources: ['- nor this'] }], url: 'javascript:alert(1)' };
    const notes = plainNotes(timeMachineDeck({ pages: [page] }));
    expect(notes).toContain('## \\<b\\>\\*x\\*\\</b\\> \\# \\[a\\](javascript:1)');
    expect(notes).toContain('1\\. not a list  \n*\\- nor this*');
    expect(notes).not.toContain('](<javascript');
  });

  it('are written whatever the texts are', () => {
    fc.assert(fc.property(anyDeck, (deck) => {
      const notes = plainNotes(deck);
      expect(notes.startsWith('# ')).toBe(true);
      expect(notes).not.toMatch(/[\u0000-\u0009\u000b-\u001f\ud800-\udbff](?![\udc00-\udfff])/);
    }));
  });
});
