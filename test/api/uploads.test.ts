import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ApiClient } from '../support/api-client.js';
import { docxMembers, docxOf, epubMembers, epubOf, packed } from '../support/files/documents.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { zipOf, type ZipEntry } from '../support/files/archive.js';
import { pdfOfPages } from '../activities/pdf-maker.js';
import { startSourceWorker, STORY, type SourceWorker } from '../workflows/source-worker.js';

let stand: Stand;
let worker: SourceWorker;
let client: ApiClient;
let projectId: string;

beforeAll(async () => {
  stand = await openStand();
  worker = await startSourceWorker(stand);
  client = await stand.newAccount();
  projectId = (await client.post('/story-projects', { name: 'Uploads' })).body.project.id;
});
afterAll(async () => {
  await worker.stop();
  await stand.close();
});

const sourcesPath = () => `/story-projects/${projectId}/sources`;
const attach = (bytes: Uint8Array, filename: string, fields: Record<string, string> = {}, key = randomUUID()) =>
  client.upload(sourcesPath(), bytes, filename, fields, key);

async function extracted(id: string): Promise<any> {
  const { source } = await client.poll(`${sourcesPath()}/${id}`, ({ source: now }) => ['READY', 'FAILED'].includes(now.status));
  return source;
}

const mediaFolder = (...names: string[]) => path.join(stand.config.dataDir, 'media', 'sources', ...names);
const filesOf = async (id: string) => (await readdir(mediaFolder(id)).catch(() => [])).sort();
const sourcesWithFiles = async () => (await readdir(mediaFolder()).catch(() => [])).sort();

/** Waits until the run has ended: it still clears away after the row shows that the source is read. */
async function runIsOver(id: string): Promise<void> {
  while (await stand.api.services.engine.status(`source:${id}`) === 'open') await new Promise((resolve) => setTimeout(resolve, 20));
}

const uploadFolders = async () => (await readdir(path.join(stand.config.dataDir, 'work')).catch(() => [])).filter((name) => name.startsWith('upload-'));

const CHAPTERS = [
  { title: 'The Lamp', html: '<p>The keeper was a patient man who had kept the lamp for thirty years.<sup><a href="#n1">1</a></sup></p><p>He trimmed it &amp; waited for the ship that never came home.</p>' },
  { title: 'The Storm', html: '<p>In the night the wind rose, and the whole tower sang like an organ of stone.</p><aside epub:type="footnote" id="n1"><p>A note nobody hears.</p></aside>' },
];

describe('files of every kind', () => {
  it('an EPUB keeps title, author, language and chapters; notes and cover are not read', async () => {
    const { status, body } = await attach(epubOf('Light &amp; Dark', 'Ada Voss', CHAPTERS), 'light.epub', { label: 'The book', metadata: '{"crm":7}' });
    expect(status).toBe(201);
    expect(body.source).toMatchObject({ type: 'EPUB', status: 'PENDING', uri: null, label: 'The book', metadata: { crm: 7, filename: 'light.epub' } });
    const source = await extracted(body.source.id);
    expect(source).toMatchObject({ status: 'READY', metadata: { title: 'Light & Dark', author: 'Ada Voss', language: 'en-GB', crm: 7 } });
    const text = source.extractedTextPreview as string;
    expect(text).toBe('The Lamp\n\nThe keeper was a patient man who had kept the lamp for thirty years.\n\nHe trimmed it & waited for the ship that never came home.\n\n'
      + 'The Storm\n\nIn the night the wind rose, and the whole tower sang like an organ of stone.');
    expect(source.metadata.sections.map(({ title, start, end }: any) => [title, text.slice(start, start + 9), text.slice(end - 6, end)]))
      .toEqual([['The Lamp', 'The Lamp\n', ' home.'], ['The Storm', 'The Storm', 'stone.']]);
  });

  it('a Word document keeps its title and its headings as chapters', async () => {
    const docx = docxOf('The Bell', 'N. Ash', ['# One', 'The bell rang twice before anybody in the village was awake to hear it.', '# Two', 'Nobody spoke of the bell again, although everybody had heard it that night.']);
    const source = await extracted((await attach(docx, 'bell.docx')).body.source.id);
    expect(source).toMatchObject({ type: 'DOCX', status: 'READY', metadata: { title: 'The Bell', author: 'N. Ash' } });
    expect(source.metadata.sections.map(({ title }: any) => title)).toEqual(['One', 'Two']);
  });

  it('PDF, HTML, Markdown, text in any encoding, Fountain and Final Draft are known by what they hold', async () => {
    const html = `<!doctype html><title>Harbour</title><body><article><h1>Harbour</h1><p>${STORY}</p></article></body>`;
    const fountain = 'Title: The Lamp\n\nINT. LAMP ROOM - NIGHT\n\nADA\nWho is there?\n';
    const fdx = '<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script" Version="5"><Content>'
      + '<Paragraph Type="Scene Heading"><Text>INT. LAMP ROOM - NIGHT</Text></Paragraph><Paragraph Type="Character"><Text>ADA</Text></Paragraph>'
      + '<Paragraph Type="Dialogue"><Text>Who is there?</Text></Paragraph></Content></FinalDraft>';
    const sent: [string, Buffer, string, string][] = [
      ['PDF', pdfOfPages([[{ text: STORY.slice(0, 80), x: 72, y: 700 }]]), 'a.bin', STORY.slice(0, 20)],
      ['HTML', Buffer.from(html), 'a.html', 'The keeper'],
      ['MARKDOWN', Buffer.from('# The Lamp\n\nThe *keeper* slept.'), 'a.md', 'The keeper slept.'],
      ['TEXT', Buffer.from('\ufeffAda said: caf\u00e9.', 'utf16le'), 'a.txt', 'Ada said: caf\u00e9.'],
      ['FOUNTAIN', Buffer.from(fountain), 'a.fountain', 'Who is there?'],
      ['FDX', Buffer.from(fdx), 'a.fdx', 'Who is there?'],
    ];
    for (const [type, bytes, name, words] of sent) {
      const { body } = await attach(bytes, name);
      const source = await extracted(body.source.id);
      expect([source.type, source.status, source.failureMessage]).toEqual([type, 'READY', null]);
      expect(source.extractedTextPreview).toContain(words);
    }
  });

  it('keeps the file only with STORE_ORIGINAL, and a repeat with the same key attaches nothing twice', async () => {
    const key = randomUUID();
    const bytes = epubOf('Kept', 'A', CHAPTERS);
    const first = await attach(bytes, 'kept.epub', { retentionPolicy: 'STORE_ORIGINAL' }, key);
    const again = await attach(bytes, 'kept.epub', { retentionPolicy: 'STORE_ORIGINAL' }, key);
    expect([again.status, again.headers.get('idempotency-replayed'), again.body.source.id]).toEqual([201, 'true', first.body.source.id]);
    expect((await attach(epubOf('Other', 'A', CHAPTERS), 'kept.epub', { retentionPolicy: 'STORE_ORIGINAL' }, key)).body.error.code).toBe('idempotency_conflict');
    const gone = await attach(bytes, 'gone.epub');
    for (const id of [first.body.source.id, gone.body.source.id]) {
      await extracted(id);
      await runIsOver(id);
    }
    expect(await filesOf(first.body.source.id)).toEqual(expect.arrayContaining(['original', 'text.txt']));
    expect(await filesOf(gone.body.source.id)).not.toContain('original');
  });
});

/** An EPUB with true sizes in its directory, and one part that inflates about 1,000 times. */
const bomb = (): ZipEntry[] => [...packed(epubMembers('Bomb', 'A', CHAPTERS)), { name: 'OEBPS/zero.xhtml', content: Buffer.alloc(60_000_000) }];

describe('hostile and damaged files', () => {
  const REFUSED: [string, () => Buffer, string, string][] = [
    ['bomb.epub', () => zipOf(bomb()), 'source_incomplete', 'too_complex'],
    ['many.docx', () => zipOf([...packed(docxMembers('x', 'y', ['z'])), ...Array.from({ length: 6_000 }, (_, at) => ({ name: `word/${at}`, content: Buffer.alloc(0) }))]), 'source_incomplete', 'too_complex'],
    ['cut.epub', () => epubOf('Cut', 'A', CHAPTERS).subarray(0, 900), 'source_incomplete', 'malformed'],
    ['locked.docx', () => zipOf(packed(docxMembers('x', 'y', ['z'])).map((member) => ({ ...member, encrypted: true }))), 'source_incomplete', 'encrypted'],
    ['plain.zip', () => zipOf([{ name: 'a.txt', content: Buffer.from('a') }]), 'source_type_unsupported', ''],
    ['old.doc', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(2_000)]), 'source_type_unsupported', ''],
    ['noise.txt', () => randomBytes(4_000), 'source_type_unsupported', ''],
    ['rich.rtf', () => Buffer.from('{\\rtf1 hello}'), 'source_type_unsupported', ''],
    ['letter.odt', () => zipOf([{ name: 'mimetype', content: Buffer.from('application/vnd.oasis.opendocument.text') }]), 'source_type_unsupported', ''],
    ['face.png', () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(200)]), 'source_type_unsupported', ''],
    ['song.mp3', () => Buffer.concat([Buffer.from('ID3'), randomBytes(200)]), 'source_type_unsupported', ''],
  ];
  for (const [name, make, code, reason] of REFUSED) {
    it(`${name} is refused at once, and nothing is stored`, async () => {
      const [bytes, before] = [make(), await sourcesWithFiles()];
      const { status, body } = await attach(bytes, name);
      expect([status, body.error.code, body.error.details.reason ?? '']).toEqual([400, code, reason]);
      expect(body.error.details.field).toBe('file');
      expect(await sourcesWithFiles()).toEqual(before);
      expect((await client.get(`${sourcesPath()}?limit=1`)).body.sources.filter(({ metadata }: any) => metadata.filename === name)).toEqual([]);
      expect(await uploadFolders()).toEqual([]);
    });
  }

  const FAILING: [string, () => Buffer, string][] = [
    ['liar.epub', () => zipOf(bomb().map((member) => (member.name.endsWith('zero.xhtml') ? { ...member, name: 'OEBPS/text/chapter 0.xhtml', claimedBytes: 900 } : member))
      .filter((member, at, all) => all.findLastIndex(({ name }) => name === member.name) === at)), 'malformed'],
    ['entities.epub', () => zipOf(packed(epubMembers('x', 'y', CHAPTERS)).map((member) => (member.name.endsWith('.opf')
      ? { ...member, content: Buffer.from(`<!DOCTYPE package [<!ENTITY a "${'lol'.repeat(99)}"><!ENTITY b "&a;&a;&a;&a;">]><package>&b;</package>`) } : member))), 'empty'],
    ['protected.epub', () => zipOf([...packed(epubMembers('x', 'y', CHAPTERS)), {
      name: 'META-INF/encryption.xml',
      content: Buffer.from('<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>'),
    }]), 'encrypted'],
    ['deep.docx', () => zipOf(packed(docxMembers('x', 'y', [])).map((member) => (member.name === 'word/document.xml'
      ? { ...member, content: Buffer.from('<w:sdt xmlns:w="x">'.repeat(20_000)) } : member))), 'too_complex'],
    ['deep.epub', () => epubOf('x', 'y', [{ title: 'Deep', html: '<div>'.repeat(60_000) }]), 'too_complex'],
    ['deep.html', () => Buffer.from(`<html><body>${'<div>'.repeat(60_000)}</body></html>`), 'too_complex'],
  ];
  for (const [name, make, reason] of FAILING) {
    it(`${name} ends FAILED within seconds, and nothing stays`, async () => {
      const { status, body } = await attach(make(), name);
      expect(status).toBe(201);
      const source = await extracted(body.source.id);
      expect([source.status, source.failureDetails?.reason]).toEqual(['FAILED', reason]);
      await runIsOver(source.id);
      expect(await filesOf(source.id)).toEqual([]);
    });
  }

  it('names what is wrong with the form', async () => {
    const missing = await client.call('POST', sourcesPath(), { rawBody: '--b\r\nContent-Disposition: form-data; name="label"\r\n\r\nx\r\n--b--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=b' } });
    expect([missing.status, missing.body.error.details.field]).toEqual([400, 'file']);
    const text = Buffer.from(STORY);
    expect((await attach(text, 'a.txt', { metadata: '{' })).body.error).toMatchObject({ code: 'validation_failed', details: { field: 'metadata' } });
    expect((await attach(text, 'a.txt', { type: 'epub' })).body.error).toMatchObject({ code: 'validation_failed', details: { field: 'type' } });
    expect((await attach(text, 'a.txt', { content: 'x' })).body.error).toMatchObject({ code: 'validation_failed', details: { field: 'content' } });
    const form = await client.call('POST', '/story-projects', { rawBody: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(form.body.error).toMatchObject({ code: 'validation_failed', details: { field: 'Content-Type' } });
    const coded = await client.call('POST', sourcesPath(), { rawBody: 'type=text', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(coded.body.error).toMatchObject({ message: expect.stringContaining('multipart/form-data with a file'), details: { field: 'Content-Type' } });
  });
});

describe('screenplays', () => {
  const FOUNTAIN = 'INT. LAMP ROOM - NIGHT\n\nThe lamp goes out.\n\nADA\nWho is there?\n';

  it('creates a script, and a version, from a file in one call', async () => {
    const { status, body } = await client.upload('/scripts', Buffer.from(FOUNTAIN), 'The_Lamp-v2.fountain');
    expect([status, body.script.title, body.version.number]).toEqual([201, 'The Lamp v2', 1]);
    const next = await client.upload(`/scripts/${body.script.id}/versions`, Buffer.from(FOUNTAIN.replace('Who', 'What')), 'next.txt');
    expect([next.status, next.body.status, next.body.version.number, next.body.sourceId]).toEqual([201, 'created', 2, null]);
  });

  it.each([
    ['Title: The Night Ferry\nAuthor: Ines Vale\n\n', 'The Night Ferry'], ['\uFEFFTitle:\r\n    _**BRICK & STEEL**_\r\n    FULL RETIRED\r\n\r\n', 'BRICK & STEEL FULL RETIRED'],
    ['Author: Ines Vale\n\n', 'file name'], ['', 'file name'],
  ])('has the title of its title page %j, else of its file', async (titlePage, title) => {
    const { status, body } = await client.upload('/scripts', Buffer.from(titlePage + FOUNTAIN), 'file-name.fountain');
    expect([status, body.script.title]).toEqual([201, title]);
  });

  it('refuses files that hold no screenplay, and makes nothing', async () => {
    const count = async () => (await client.get('/story-projects')).body.projects.length;
    const before = await count();
    const epub = await client.upload('/scripts', epubOf('x', 'y', CHAPTERS), 'book.epub');
    expect([epub.status, epub.body.error.code, epub.body.error.details.supported]).toEqual([400, 'source_type_unsupported', ['pdf', 'fdx', 'fountain', 'text']]);
    const stray = await client.upload('/scripts', Buffer.from(FOUNTAIN.replace('lamp', 'la\0mp')), 'stray.fountain');
    expect(stray.body.error).toMatchObject({
      code: 'source_type_unsupported', message: expect.stringContaining('a NUL character at byte 30'), details: { field: 'file', supported: ['pdf', 'fdx', 'fountain', 'text'] },
    });
    const prose = await client.upload('/scripts', Buffer.from(`${STORY}\n\n${STORY}`), 'story.txt');
    expect([prose.status, prose.body.error.code]).toEqual([400, 'source_incomplete']);
    expect(await count()).toBe(before);
  });
});
