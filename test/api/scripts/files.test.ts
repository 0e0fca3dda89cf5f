import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Source } from '../../../entities/source.js';
import { exportScript, parseFountain } from '../../../src/craft/screenplay/index.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { entityBomb, finalDraft, outsideEntity, pdfOf, pieces, zip } from '../../support/hostile/scripts.js';
import { LAMP, parsed, uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { openSite, type Site } from '../../workflows/source-worker.js';

let site: Site;
let stand: Stand;
let client: ApiClient;
let files = 0;

const { script: LAMP_MODEL } = parseFountain(LAMP);
const FDX = exportScript(LAMP_MODEL, 'fdx').content;
const PDF = Buffer.from(exportScript(LAMP_MODEL, 'pdf').content, 'base64');
const WEB_PAGE = `<!DOCTYPE html><html><body><p>${LAMP}</p></body></html>`;

beforeAll(async () => {
  site = await openSite();
  stand = await openStand({ queues: ['story', 'providers'], env: { FETCH_ALLOW_HOSTS: site.host } });
  client = await stand.newAccount();
});
afterAll(async () => {
  await stand.close();
  await site.close();
});

/** Serves a file and asks for a version of it. Returns the source once it is READY or FAILED, and the answer to the call that sends its id. */
async function versionOf(script: { id: string; projectId: string }, type: string, body: string | Buffer): Promise<{ source: any; answer: Answer }> {
  files += 1;
  site.paths.set(`/download/${files}`, (_request, response) => response.writeHead(200, { 'content-type': type }).end(body));
  const { body: { sourceId } } = await client.post(`/scripts/${script.id}/versions`, { fileUrl: `${site.url}/download/${files}` });
  const { source } = await client.poll(`/story-projects/${script.projectId}/sources/${sourceId}`,
    (read) => ['READY', 'FAILED'].includes(read.source.status));
  return { source, answer: await client.post(`/scripts/${script.id}/versions`, { sourceId }) };
}

describe('a screenplay file, whatever its server calls it', () => {
  it.each([
    ['fdx', FDX, ['application/xml', 'text/xml; charset=utf-8', 'application/octet-stream', 'binary/octet-stream', 'text/plain', 'application/x-fdx']],
    ['text', LAMP, ['application/x-fountain', 'text/x-fountain', 'application/octet-stream', 'text/plain']],
    ['pdf', PDF, ['application/pdf', 'application/octet-stream', 'application/force-download']],
  ] as const)('%s is read by what it holds', async (readFormat, file, types) => {
    for (const type of types) {
      const script = await uploaded(client, 'INT. EMPTY HOUSE - DAY\n\nNobody is in.\n');
      const { source, answer } = await versionOf(script, type, file);
      expect([type, source.status, answer.status]).toEqual([type, 'READY', 201]);
      const { versions } = await parsed(client, script.id);
      expect(versions[0]).toMatchObject({ parseStatus: 'complete', readFormat, entryCount: 9 });
      // Listeners and digests get the text of the play, not its markup.
      const { preview } = await stand.api.services.db.repository(Source).findOneByOrFail({ id: source.id });
      expect(preview).not.toMatch(/<Paragraph|%PDF/);
      expect(preview).toContain('Only the wind.');
    }
  });

  it.each([
    ['a web page called XML', 'application/xml', WEB_PAGE], ['a web page called bytes', 'application/octet-stream', WEB_PAGE],
    ['a drawing', 'text/xml', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an archive whose names climb out', 'application/octet-stream', zip],
    ['a picture', 'application/octet-stream', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
    ['control characters', 'application/x-fountain', `INT. ROOM - DAY\n\n\x07\x02\n${LAMP}`],
    ['a picture called one', 'image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['an archive called one', 'application/zip', zip],
  ])('%s is refused by its type', async (_name, type, file) => {
    const script = await uploaded(client);
    const { source, answer } = await versionOf(script, type, file);
    expect(source).toMatchObject({ status: 'FAILED', failureCode: 'source_fetch_failed', failureDetails: { reason: 'content_type' } });
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([400, 'source_fetch_failed', { sourceId: source.id, reason: 'content_type' }]);
  });

  it('does not widen the types that other sources accept', async () => {
    const { projectId } = await uploaded(client);
    site.paths.set('/plain.fdx', (_request, response) => response.writeHead(200, { 'content-type': 'application/xml' }).end(FDX));
    const { body: { source: { id } } } = await client.post(`/story-projects/${projectId}/sources`, { type: 'url', uri: `${site.url}/plain.fdx` });
    const { source } = await client.poll(`/story-projects/${projectId}/sources/${id}`, (body) => ['READY', 'FAILED'].includes(body.source.status));
    expect(source).toMatchObject({ status: 'FAILED', failureCode: 'source_fetch_failed', failureDetails: { reason: 'content_type' } });
  });
});

/** Everything in the media store. */
const stored = async (): Promise<string[]> => (await readdir(path.join(stand.config.dataDir, 'media'), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort();
const rows = async (): Promise<unknown> => {
  const [counts] = await stand.api.services.db.query(
    'SELECT (SELECT count(*) FROM scripts) AS scripts, (SELECT count(*) FROM script_versions) AS versions, (SELECT count(*) FROM projects) AS projects');
  return counts;
};

describe('a hostile text', () => {
  it.each<[string, string, string, number | null]>([
    ['entities without end', 'doctype', entityBomb, 1], ['an outside entity', 'doctype', outsideEntity, 1],
    ['deep nesting', 'too_complex', finalDraft('<a>'.repeat(100_000)), 2], ['too many tags', 'too_complex', finalDraft('<b/>'.repeat(400_000)), 2],
    ['a million lines', 'too_many_lines', '.\n'.repeat(999_000), 100_001], ['an endless line', 'line_too_long', 'A'.repeat(1_999_999), 1],
    ['too many speeches', 'too_complex', 'BOB\nHi.\n\n'.repeat(33_000), null],
  ])('%s is refused by every call that takes a text, and nothing of it is stored', async (_name, reason, content, line) => {
    const script = await uploaded(client);
    const [files, counts] = [await stored(), await rows()];
    const details = { field: 'content', reason, ...(line === null ? {} : { line }) };
    // On a busy machine, the time limit of parsing may strike before the size limit.
    const late = { field: 'content', reason: 'timeout' };
    const format = reason === 'too_complex' && !content.startsWith('<') ? { format: 'fountain' } : {};
    for (const answer of [
      await client.post('/scripts', { title: 'Hostile', content, ...format }), await client.post(`/scripts/${script.id}/versions`, { content, ...format }),
      await client.patch(`/scripts/${script.id}/content`, { content, ...format }),
    ]) expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([400, 'validation_failed', answer.body.error.details.reason === 'timeout' ? late : details]);
    expect([await stored(), await rows()]).toEqual([files, counts]);
    expect((await client.get(`/scripts/${script.id}/export?format=fountain`)).body.content).toContain('Only the wind.');
  });
});

describe('a hostile file', () => {
  it.each<[string, string, string, string | Buffer]>([
    ['entities without end', 'doctype', 'application/xml', entityBomb], ['an outside entity', 'doctype', 'text/plain', outsideEntity],
    ['deep nesting', 'too_complex', 'text/xml', finalDraft('<a>'.repeat(100_000))],
    ['a million lines', 'too_many_lines', 'text/plain', '\n'.repeat(1_000_000)],
    ['a page of too many pieces', 'too_complex', 'application/pdf', pdfOf(pieces(80_000))],
    ['too many pages', 'too_many_pages', 'application/octet-stream', pdfOf(pieces(1), 601)],
    ['a page that draws without end', 'too_complex', 'application/pdf', pdfOf('q 1 0 0 1 0 0 cm Q '.repeat(2_000_000))],
    ['a page that inflates without end', 'too_complex', 'application/pdf', pdfOf(Buffer.alloc(250_000_000, 0x20))],
    ['a torn PDF', 'malformed', 'application/pdf', '%PDF-1.7\n%%EOF'],
  ])('%s fails its source, and nothing of it is stored', async (_name, reason, type, file) => {
    const script = await uploaded(client);
    const [files, counts] = [await stored(), await rows()];
    const { source, answer } = await versionOf(script, type, file);
    expect(source).toMatchObject({ status: 'FAILED', failureDetails: { reason } });
    expect([answer.status, answer.body.error.code, answer.body.error.details.reason]).toEqual([400, source.failureCode, reason]);
    expect([await stored(), await rows()]).toEqual([files, counts]);
    expect((await client.get('/capabilities')).status).toBe(200);
  });
});
