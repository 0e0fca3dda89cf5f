import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseFountain, writePdf } from '../../src/craft/screenplay/index.js';
import type { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { pdfOfPages } from '../activities/pdf-maker.js';
import { openSite, startSourceWorker, STORY, type Site, type SourceWorker } from '../workflows/source-worker.js';

let site: Site;
let forbidden: Site;
let stand: Stand;
let worker: SourceWorker;
let client: ApiClient;
let projectId: string;

beforeAll(async () => {
  site = await openSite();
  forbidden = await openSite();
  stand = await openStand({ env: { FETCH_ALLOW_HOSTS: site.host } });
  worker = await startSourceWorker(stand);
  client = await stand.newAccount();
  projectId = (await client.post('/story-projects', { name: 'The Lighthouse' })).body.project.id;
});
afterAll(async () => {
  await worker.stop();
  await stand.close();
  await site.close();
  await forbidden.close();
});

const sourcesPath = () => `/story-projects/${projectId}/sources`;
const create = (body: object, options = {}) => client.post(sourcesPath(), body, options);
const DIGESTED = ['READY', 'FAILED', 'SKIPPED'];

async function settled(id: string): Promise<any> {
  const { source } = await client.poll(`${sourcesPath()}/${id}`,
    ({ source: now }) => now.status === 'FAILED' || (now.status === 'READY' && DIGESTED.includes(now.digestStatus)));
  return source;
}

/** Waits until the run has ended: it still clears away after the row shows that the digest is over. */
async function runIsOver(id: string): Promise<void> {
  while (await stand.api.services.engine.status(`digest:${id}`) === 'open') await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Every file of the media store that belongs to a source, by name. */
async function filesOf(id: string): Promise<string[]> {
  const folder = path.join(stand.config.dataDir, 'media', 'sources', id);
  return (await readdir(folder).catch(() => [])).sort();
}

const stored = (id: string, name: string) => readFile(path.join(stand.config.dataDir, 'media', 'sources', id, name), 'utf8');

describe('inline text', () => {
  it('is READY at once, with all documented fields, and digested in the background', async () => {
    const { status, body } = await create({ type: 'text', label: 'Lamp', content: `${STORY}\r\n`, metadata: { crm: 7 } });
    expect(status).toBe(201);
    const text = `${STORY}\n`;
    expect(body.source).toMatchObject({
      projectId, type: 'TEXT', label: 'Lamp', uri: null, status: 'READY', retentionPolicy: 'EXTRACTED_ONLY',
      byteSize: Buffer.byteLength(text), contentHash: createHash('sha256').update(text).digest('hex'),
      extractedTextPreview: text, metadata: { crm: 7 }, failureCode: null, digestStatus: 'PENDING', digest: null,
    });
    expect(body.source.tokenEstimate).toBeGreaterThan(50);
    expect(Date.parse(body.source.extractedAt)).toBeGreaterThan(Date.now() - 60_000);
    const done = await settled(body.source.id);
    const first = 'The keeper of the lamp was a patient man.';
    expect(done).toMatchObject({
      status: 'READY', digestStatus: 'READY',
      digest: { thesis: first, claims: [{ statement: first, kind: 'fact', attribution: null }], evidence: [{ claimIndex: 0, support: first }] },
    });
    await runIsOver(done.id);
    expect(await filesOf(done.id)).toEqual(['text.txt']);
    expect(await stored(done.id, 'text.txt')).toBe(text);
  });

  it('takes markdown as readable text', async () => {
    const { body } = await create({ type: 'markdown', content: `# The Lamp\n\nThe *keeper* [slept](http://x.example).` });
    expect(body.source).toMatchObject({
      type: 'MARKDOWN', status: 'READY', extractedTextPreview: 'The Lamp\n\nThe keeper slept.', metadata: { title: 'The Lamp' },
    });
    expect(await settled(body.source.id)).toMatchObject({ digestStatus: 'SKIPPED', digest: null });
  });

  it('takes two million bytes, however they are spelt, and refuses one more', async () => {
    const rawBody = `{"type":"text","content":"${'\\u0041'.repeat(2_000_000)}"}`;
    const whole = await client.post(sourcesPath(), undefined, { rawBody });
    expect(whole.status).toBe(201);
    expect(whole.body.source).toMatchObject({ byteSize: 2_000_000 });
    expect(whole.body.source.extractedTextPreview).toHaveLength(4_000);
    for (const content of ['A'.repeat(2_000_001), 'é'.repeat(1_000_001)]) {
      const { status, body } = await create({ type: 'text', content });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'source_too_large', details: { maxBytes: 2_000_000 } });
    }
  });

  it('keeps the original only when asked to', async () => {
    const content = '\ufeffOne *two*.\r\n';
    const { body } = await create({ type: 'markdown', content, retentionPolicy: 'STORE_ORIGINAL' });
    await settled(body.source.id);
    await runIsOver(body.source.id);
    expect(await filesOf(body.source.id)).toEqual(['original', 'text.txt']);
    expect(await stored(body.source.id, 'original')).toBe(content);
    expect(await stored(body.source.id, 'text.txt')).toBe('One two.');
  });

  it('keeps no word with METADATA_ONLY once the digest is made', async () => {
    const canary = 'Xylocarp quillon brimborion.';
    for (const content of [`${STORY} ${canary}`, canary]) {
      const { body, text } = await create({ type: 'text', content, retentionPolicy: 'METADATA_ONLY' });
      expect(text).not.toContain('quillon');
      const done = await settled(body.source.id);
      expect(done).toMatchObject({
        status: 'READY', digestStatus: content === canary ? 'SKIPPED' : 'READY', extractedTextPreview: null,
        byteSize: Buffer.byteLength(content),
      });
      await runIsOver(done.id);
      expect(await filesOf(done.id)).toEqual([]);
    }
    const { db } = stand.api.services;
    for (const table of ['sources', 'idempotency_keys']) {
      expect(await db.query(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%quillon%'`)).toEqual([]);
    }
    const left: string[] = [];
    for (const entry of await readdir(stand.config.dataDir, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && (await readFile(path.join(entry.parentPath, entry.name), 'utf8')).includes('quillon')) left.push(entry.name);
    }
    expect(left).toEqual([]);
  });
});

describe('bad requests', () => {
  it.each([
    [{}, 'type'], [{ type: 'text' }, 'content'], [{ type: 'text', content: ' \n' }, 'content'],
    [{ type: 'text', content: 'x', uri: 'http://x.example' }, 'uri'], [{ type: 'url' }, 'uri'],
    [{ type: 'url', uri: 'not a url' }, 'uri'], [{ type: 'pdf', uri: '/relative' }, 'uri'],
    [{ type: 'url', uri: 'http://x.example', content: 'x' }, 'content'],
    [{ type: 'text', content: 'x', label: 'y'.repeat(301) }, 'label'],
    [{ type: 'text', content: 'x', retentionPolicy: 'FOREVER' }, 'retentionPolicy'],
    [{ type: 'text', content: 'x', metadata: [] }, 'metadata'], [{ type: 'text', content: 'x', status: 'READY' }, 'status'],
    [{ type: 'text', content: 'x', metadata: { sourceContextMode: 'half' } }, 'metadata.sourceContextMode'],
    [{ type: 'text', content: 'x', retentionPolicy: 'METADATA_ONLY', metadata: { sourceContextMode: 'full' } },
      'metadata.sourceContextMode'],
  ])('case %# is refused and names the field', async (body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'validation_failed', details: { field } });
    expect(answer.body.error.message).toContain(field);
  });

  it('an unknown type has a code of its own', async () => {
    const { status, body } = await create({ type: 'video', uri: 'http://x.example' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'source_type_unsupported', details: { supported: ['text', 'markdown', 'url', 'pdf'] } });
  });

  it('a full context is kept as the caller sent it', async () => {
    const { body } = await create({ type: 'text', content: 'x', metadata: { sourceContextMode: 'full' } });
    expect(body.source.metadata).toEqual({ sourceContextMode: 'full' });
  });

  it('for projects and sources of other accounts are answered like those for missing ones', async () => {
    const { body } = await create({ type: 'text', content: 'mine' });
    const other = await stand.newAccount();
    const otherProject = (await other.post('/story-projects', { name: 'Other' })).body.project.id;
    const calls = [
      [await other.get(`${sourcesPath()}/${body.source.id}`), 'project_not_found'],
      [await other.get(sourcesPath()), 'project_not_found'],
      [await other.post(sourcesPath(), { type: 'text', content: 'x' }), 'project_not_found'],
      [await other.delete(`${sourcesPath()}/${body.source.id}`), 'project_not_found'],
      [await other.get(`/story-projects/${otherProject}/sources/${body.source.id}`), 'source_not_found'],
      [await other.delete(`/story-projects/${otherProject}/sources/${body.source.id}`), 'source_not_found'],
      [await client.get(`${sourcesPath()}/src_none`), 'source_not_found'],
    ] as const;
    for (const [answer, code] of calls) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe(code);
    }
    const { body: mine } = await client.get(`${sourcesPath()}/${body.source.id}`);
    expect(mine.source.status).toBe('READY');
  });

  it('without the scope or the idempotency key are refused', async () => {
    const reader = await stand.keyFor(client.accountId, ['source:read']);
    const refused = await reader.post(sourcesPath(), { type: 'text', content: 'x' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.details.missingScopes).toEqual(['source:write']);
    expect((await reader.get(sourcesPath())).status).toBe(200);
    expect((await create({ type: 'text', content: 'x' }, { key: null })).body.error.code).toBe('idempotency_key_required');
  });
});

describe('equal requests', () => {
  it('make one source, one run and one digest', async () => {
    const request = { type: 'text', label: 'storm', content: STORY };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(request, { key: 'source-storm' })));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.source.id)).size).toBe(1);
    const id = made[0]!.body.source.id as string;
    await settled(id);
    const again = await create(request, { key: 'source-storm' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.source).toMatchObject({ id, status: 'READY', digestStatus: 'PENDING' });
    expect(worker.writer.asked.filter((asked) => asked === id)).toHaveLength(1);
    const { body } = await client.get(`${sourcesPath()}?limit=100`);
    expect(body.sources.filter(({ label }: any) => label === 'storm')).toHaveLength(1);
  });
});

describe('fetched sources', () => {
  it('go from PENDING to READY with what the document says of itself', async () => {
    const paragraphs = STORY.split('. ').map((sentence) => `<p>${sentence}. ${sentence}, and so it went on until morning.</p>`).join('');
    site.paths.set('/old', (_q, response) => response.writeHead(301, { location: '/story' }).end());
    site.paths.set('/story', (_q, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<html><head><title>The Lamp</title></head><body><nav>Home</nav><article>${paragraphs}</article></body></html>`);
    });
    const { status, body } = await create({
      type: 'url', uri: `${site.url}/old`, metadata: { title: 'Mine', sourceContextMode: 'full' }, retentionPolicy: 'STORE_ORIGINAL',
    });
    expect(status).toBe(201);
    expect(body.source).toMatchObject({
      type: 'URL', uri: `${site.url}/old`, status: 'PENDING', digestStatus: 'NOT_STARTED', byteSize: null, contentHash: null,
      extractedTextPreview: null, extractedAt: null, digest: null, metadata: { title: 'Mine', sourceContextMode: 'full' },
    });
    const done = await settled(body.source.id);
    expect(done).toMatchObject({
      status: 'READY', digestStatus: 'READY',
      metadata: { title: 'Mine', sourceContextMode: 'full', finalUrl: `${site.url}/story`, contentType: 'text/html' },
    });
    expect(done.extractedTextPreview).toMatch(/^The keeper of the lamp was a patient man\./);
    const text = await stored(done.id, 'text.txt');
    expect(done.contentHash).toBe(createHash('sha256').update(text).digest('hex'));
    expect(await stored(done.id, 'original')).toContain('<nav>Home</nav>');
  });

  it('count the pages of a PDF and drop its bytes', async () => {
    const lines = STORY.split('. ').map((text, at) => ({ text: `${text}.`, x: 72, y: 700 - at * 14 }));
    site.paths.set('/story.pdf', (_q, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(pdfOfPages([lines, lines]));
    });
    const { body } = await create({ type: 'pdf', uri: `${site.url}/story.pdf`, metadata: { pageCount: 99 } });
    expect(body.source).toMatchObject({ type: 'PDF', status: 'PENDING' });
    expect(await settled(body.source.id)).toMatchObject({ status: 'READY', metadata: { pageCount: 2 } });
    await runIsOver(body.source.id);
    expect(await filesOf(body.source.id)).toEqual(['text.txt']);
  });

  it('tell who speaks in a screenplay that comes as a PDF', async () => {
    const script = 'INT. LAMP ROOM - NIGHT\n\nRain.\n\nMARA (O.S.)\nNobody lights both.\n\nTOBIAS\nI did.\n\nMARA ^\nYou did.\n\nEXT. QUAY - DAWN\n\nTOBIAS\nIt is out.\n';
    const { bytes } = writePdf(parseFountain(script).script);
    site.paths.set('/script.pdf', (_q, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes));
    const { body } = await create({ type: 'pdf', uri: `${site.url}/script.pdf` });
    await settled(body.source.id);
    expect(parseFountain(await stored(body.source.id, 'text.txt')).script.elements.map(({ type, ...rest }) => [type, 'text' in rest ? rest.text : '']))
      .toEqual(parseFountain(script).script.elements.map(({ type, ...rest }) => [type, 'text' in rest ? rest.text : '']));
  });

  it('never reach an address that is not public', async () => {
    const uris = [
      forbidden.url, `http://localhost:${forbidden.host.split(':')[1]}/`, 'http://169.254.169.254/latest/meta-data/',
      `http://[::ffff:127.0.0.1]:${forbidden.host.split(':')[1]}/`, `${site.url}/leads-inside`,
    ];
    site.paths.set('/leads-inside', (_q, response) => response.writeHead(302, { location: forbidden.url }).end());
    for (const uri of uris) {
      const { body } = await create({ type: 'url', uri });
      expect(body.source.status).toBe('PENDING');
      const done = await settled(body.source.id);
      expect(done).toMatchObject({
        status: 'FAILED', failureCode: 'source_fetch_failed', failureDetails: { reason: 'ip_blocked' }, digestStatus: 'NOT_STARTED',
      });
      expect(done.failureMessage).toBeTruthy();
    }
    expect(forbidden.requests).toBe(0);
  });

  it('fail with the reason', async () => {
    site.paths.set('/svg', (_q, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'));
    site.paths.set('/page', (_q, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x</p>'));
    site.paths.set('/broken.pdf', (_q, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 nothing'));
    site.paths.set('/blank.pdf', (_q, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfOfPages([[]])));
    site.paths.set('/large', (_q, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(Buffer.alloc(10_485_761, 'a')));
    site.paths.set('/loop', (_q, response) => response.writeHead(302, { location: '/loop' }).end());
    const cases = [
      ['url', `${site.url}/missing`, 'source_fetch_failed', 'upstream_status'], ['url', `${site.url}/svg`, 'source_fetch_failed', 'content_type'],
      ['pdf', `${site.url}/page`, 'source_fetch_failed', 'content_type'], ['pdf', `${site.url}/broken.pdf`, 'source_fetch_failed', 'malformed'],
      ['pdf', `${site.url}/blank.pdf`, 'source_incomplete', 'empty'], ['url', `${site.url}/large`, 'source_fetch_failed', 'body_too_large'],
      ['url', `${site.url}/loop`, 'source_fetch_failed', 'redirect_limit'], ['url', 'ftp://x.example/a', 'source_fetch_failed', 'scheme_blocked'],
    ] as const;
    await Promise.all(cases.map(async ([type, uri, failureCode, reason]) => {
      const { body } = await create({ type, uri });
      expect(await settled(body.source.id)).toMatchObject({ status: 'FAILED', failureCode, failureDetails: { reason } });
      expect(await filesOf(body.source.id)).toEqual([]);
    }));
  });
});

describe('deleting', () => {
  it('removes the words of one source and nobody else\'s', async () => {
    const [one, two] = await Promise.all([1, 2].map(async () => (await create({ type: 'text', content: STORY })).body.source));
    expect(one.contentHash).toBe(two.contentHash);
    await settled(one.id);
    await settled(two.id);
    const count = async () => (await client.get(`/story-projects/${projectId}`)).body.project.sourceCount as number;
    const before = await count();
    const { status, body } = await client.delete(`${sourcesPath()}/${one.id}`);
    expect({ status, body }).toEqual({ status: 200, body: { deleted: true, sourceId: one.id } });
    expect(await count()).toBe(before - 1);
    expect(await filesOf(one.id)).toEqual([]);
    expect(await stored(two.id, 'text.txt')).toBe(STORY);
    for (const answer of [await client.get(`${sourcesPath()}/${one.id}`), await client.delete(`${sourcesPath()}/${one.id}`)]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('source_not_found');
    }
    const [row] = await stand.api.services.db.query<{ words: string }>('SELECT t::text AS words FROM sources t WHERE id = $1', [one.id]);
    expect(row!.words).not.toContain('keeper');
  });

  it('ends an extraction that is under way', async () => {
    let reached: () => void = () => undefined;
    const hit = new Promise<void>((done) => { reached = done; });
    let left: () => void = () => undefined;
    const gone = new Promise<void>((done) => { left = done; });
    site.paths.set('/slow', (request) => {
      request.socket.on('close', left);
      reached();
    });
    const { body } = await create({ type: 'url', uri: `${site.url}/slow` });
    await hit;
    expect((await client.get(`${sourcesPath()}/${body.source.id}`)).body.source.status).toBe('EXTRACTING');
    expect((await client.delete(`${sourcesPath()}/${body.source.id}`)).status).toBe(200);
    await gone;
    expect(await filesOf(body.source.id)).toEqual([]);
  });
});

describe('lists', () => {
  it('page newest first', async () => {
    const project = (await client.post('/story-projects', { name: 'Pages' })).body.project.id as string;
    const ids: string[] = [];
    for (const content of ['one', 'two', 'three']) {
      ids.unshift((await client.post(`/story-projects/${project}/sources`, { type: 'text', content })).body.source.id);
    }
    const first = await client.get(`/story-projects/${project}/sources?limit=2`);
    expect(first.body.sources.map(({ id }: any) => id)).toEqual(ids.slice(0, 2));
    const second = await client.get(`/story-projects/${project}/sources?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ sources: [{ id: ids[2] }], nextCursor: null });
  });
});
