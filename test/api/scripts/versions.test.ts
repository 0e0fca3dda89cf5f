import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/domain/account/account-store.js';
import { SCOPES } from '../../../src/kernel/contract/scopes.js';
import { exportScript, paginate, parseFountain } from '../../../src/craft/screenplay/index.js';
import type { ApiClient, Answer } from '../../support/api-client.js';
import { LAMP, longScript, parsed, uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { openSite, type Site } from '../../workflows/source-worker.js';

let site: Site;
let stand: Stand;
let client: ApiClient;

const { script: LAMP_MODEL } = parseFountain(LAMP);
const FDX = exportScript(LAMP_MODEL, 'fdx').content;
const { script: LONG } = parseFountain(longScript(3));
const PDF = Buffer.from(exportScript(LONG, 'pdf').content, 'base64');

beforeAll(async () => {
  site = await openSite();
  stand = await openStand({ queues: ['story', 'providers'], env: { SCRIPT_PAGES_PRO: '20', FETCH_ALLOW_HOSTS: site.host } });
  client = await stand.newAccount();
  const serve = (path: string, type: string, body: string | Buffer): void => {
    site.paths.set(path, (_request, response) => response.writeHead(200, { 'content-type': type }).end(body));
  };
  serve('/lamp.fountain', 'text/plain; charset=utf-8', LAMP);
  serve('/lamp.fdx', 'text/plain', FDX);
  serve('/lamp.pdf', 'application/pdf', PDF);
  serve('/long.txt', 'text/plain', longScript(30));
  serve('/zeros.txt', 'text/plain', Buffer.concat([Buffer.from(LAMP), Buffer.alloc(10)]));
  serve('/prose.txt', 'text/plain', `${'He went down to the sea and looked at it for a long time. '.repeat(30)}\n\n`.repeat(5));
});
afterAll(async () => {
  await stand.close();
  await site.close();
});

const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];

/** Asks for a version from a file of the site, waits for its source, and sends the id of that source. */
async function fromFile(script: { id: string; projectId: string }, path: string): Promise<Answer> {
  const waiting = await client.post(`/scripts/${script.id}/versions`, { fileUrl: `${site.url}${path}` });
  expect([waiting.status, waiting.body]).toEqual([202, { status: 'waiting', sourceId: expect.stringMatching(/^src_/), version: null,
    next: expect.objectContaining({ method: 'POST', path: `/scripts/${script.id}/versions`, body: { sourceId: waiting.body.sourceId } }),
  }]);
  const { sourceId } = waiting.body;
  await client.poll(`/story-projects/${script.projectId}/sources/${sourceId}`, (body) => ['READY', 'FAILED'].includes(body.source.status));
  return client.post(`/scripts/${script.id}/versions`, { sourceId });
}

describe('a version from a text', () => {
  it('starts with a copy of the overrides of the version before', async () => {
    const script = await uploaded(client);
    await client.patch(`/scripts/${script.id}/overrides`, { theater: 'moonlight', avatar: 'ink' });
    const { body } = await client.post(`/scripts/${script.id}/versions`, { content: LAMP, title: 'Second draft' });
    expect(body).toMatchObject({ status: 'created', sourceId: null, version: { number: 2, title: 'Second draft', scriptId: script.id, revision: 1 } });
    await client.patch(`/scripts/${body.version.scriptUploadId}/overrides`, { theater: null });
    const of = async (id: string) => (await client.get(`/scripts/${id}/overrides`)).body.overrides;
    const rest = { soundscape: null, pitchDeck: null, locations: null };
    expect(await of(script.scriptUploadId)).toEqual({ avatar: 'ink', theater: 'moonlight', ...rest });
    expect(await of(script.id)).toEqual({ avatar: 'ink', theater: null, ...rest });
  });

  it('keeps the settings of lines that have moved to another index', async () => {
    const script = await uploaded(client);
    await client.patch(`/scripts/${script.id}/lines/3`, { emotion: 'whisper', volume: 0.5 });
    const { lineId } = (await client.get(`/scripts/${script.id}/lines/3`)).body.line;
    await client.post(`/scripts/${script.id}/versions`, { content: LAMP.replace('The lamp goes', 'A door opens.\n\nSomebody coughs.\n\nThe lamp goes') });
    await parsed(client, script.id);
    expect((await client.get(`/scripts/${script.id}/lines/5`)).body.line)
      .toMatchObject({ lineId, text: 'Only the wind.', emotion: 'whisper', volume: 0.5 });
    expect((await client.get(`/scripts/${script.id}/lines/3`)).body.line).toMatchObject({ emotion: null, volume: null });
  });

  it('takes exactly one of a text, a file address and a source', async () => {
    const script = await uploaded(client);
    for (const [body, field] of [[{}, 'content'], [{ content: LAMP, sourceId: 'src_x' }, 'sourceId'], [{ fileUrl: 'https://a.example/b', content: LAMP }, 'fileUrl']] as const) {
      expect(refusal(await client.post(`/scripts/${script.id}/versions`, body))).toEqual([400, 'validation_failed', { field }]);
    }
  });

  it('obeys the allowances of the account', async () => {
    const script = await uploaded(client);
    expect(refusal(await client.post(`/scripts/${script.id}/versions`, { content: longScript(40) })))
      .toEqual([403, 'plan_limit_reached', { limit: 'pages', tier: 'pro', allowed: 20, actual: expect.any(Number) }]);
    const account = await createAccount(stand.api.services.db, { name: 'Free', monthlyAllocation: 0, tier: 'free' });
    const free = await stand.keyFor(account.id, SCOPES);
    const theirs = await uploaded(free);
    for (const body of [{ content: LAMP }, { fileUrl: `${site.url}/lamp.fountain` }]) {
      expect(refusal(await free.post(`/scripts/${theirs.id}/versions`, body)))
        .toEqual([403, 'plan_limit_reached', { limit: 'versions', tier: 'free', allowed: 1, actual: 1 }]);
    }
    expect((await free.get(`/story-projects/${theirs.projectId}/sources`)).body.sources).toEqual([]);
  });

  it('is numbered without gaps or doubles when many come at once', async () => {
    const script = await uploaded(client);
    await Promise.all(Array.from({ length: 5 }, () => client.post(`/scripts/${script.id}/versions`, { content: LAMP })));
    const { versions } = (await client.get(`/scripts/${script.id}`)).body.script;
    expect(versions.map(({ number }: { number: number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
  });
});

describe('a version from a file', () => {
  it.each([['/lamp.fountain', 'text'], ['/lamp.fdx', 'fdx']])('%s keeps its layout', async (path, readFormat) => {
    const script = await uploaded(client, longScript(1));
    const { status, body } = await fromFile(script, path);
    expect([status, body.status, body.version.sourceId]).toEqual([201, 'created', body.sourceId]);
    expect((await parsed(client, script.id)).versions[0]).toMatchObject({ parseStatus: 'complete', readFormat, entryCount: 9 });
    const again = await client.post(`/scripts/${script.id}/versions`, { sourceId: body.sourceId });
    expect([again.status, again.body.version.scriptUploadId]).toEqual([200, body.version.scriptUploadId]);
    expect((await client.get(`/scripts/${script.id}`)).body.script.versions).toHaveLength(2);
  });

  it('of PDF is read by its columns', async () => {
    const script = await uploaded(client, longScript(1));
    await fromFile(script, '/lamp.pdf');
    const { versions } = await parsed(client, script.id);
    expect(versions[0]).toMatchObject({ parseStatus: 'complete', readFormat: 'pdf', pageCount: paginate(LONG).pages.length });
    const { content } = (await client.get(`/scripts/${script.id}/export?format=fountain&includeTitlePage=false`)).body;
    expect(content).toContain('TOM\n(after 4 seconds)\nI have counted 4 boats');
  });

  it('makes one version however many ask for it at once', async () => {
    const script = await uploaded(client);
    const { body: { source } } = await client.post(`/story-projects/${script.projectId}/sources`, { type: 'text', content: LAMP });
    const answers = await Promise.all([1, 2, 3].map(() => client.post(`/scripts/${script.id}/versions`, { sourceId: source.id })));
    expect(new Set(answers.map(({ body }) => body.version.scriptUploadId)).size).toBe(1);
    expect((await client.get(`/scripts/${script.id}`)).body.script.versions).toHaveLength(2);
  });

  it('is refused with the reason when the file failed, is no screenplay, or has too many pages', async () => {
    const script = await uploaded(client);
    expect(refusal(await fromFile(script, '/missing.txt')).slice(0, 2)).toEqual([400, 'source_fetch_failed']);
    expect((await fromFile(script, '/missing.txt')).body.error.details).toMatchObject({ reason: 'upstream_status' });
    expect(refusal(await fromFile(script, '/prose.txt'))).toEqual([400, 'source_incomplete', { reason: 'not_a_screenplay' }]);
    expect(refusal(await fromFile(script, '/zeros.txt'))).toEqual([400, 'source_incomplete', { reason: 'not_text', line: LAMP.split('\n').length }]);
    expect(refusal(await fromFile(script, '/long.txt')).slice(0, 2)).toEqual([403, 'plan_limit_reached']);
    const hidden = (await client.post(`/story-projects/${script.projectId}/sources`, {
      type: 'text', content: 'Too short.', retentionPolicy: 'METADATA_ONLY',
    })).body.source;
    await client.poll(`/story-projects/${script.projectId}/sources/${hidden.id}`, ({ source }) => source.digestStatus === 'SKIPPED');
    expect(refusal(await client.post(`/scripts/${script.id}/versions`, { sourceId: hidden.id })))
      .toEqual([400, 'source_incomplete', { reason: 'no_text', sourceId: hidden.id }]);
    const elsewhere = await uploaded(client);
    const foreign = (await client.post(`/story-projects/${elsewhere.projectId}/sources`, { type: 'text', content: LAMP })).body.source.id;
    expect(refusal(await client.post(`/scripts/${script.id}/versions`, { sourceId: foreign })).slice(0, 2)).toEqual([404, 'source_not_found']);
    expect((await client.get(`/scripts/${script.id}`)).body.script.versions).toHaveLength(1);
  });

  it('needs a project', async () => {
    const script = await uploaded(client);
    await client.delete(`/story-projects/${script.projectId}`);
    expect(refusal(await client.post(`/scripts/${script.id}/versions`, { fileUrl: `${site.url}/lamp.fountain` })))
      .toEqual([400, 'validation_failed', { field: 'fileUrl', reason: 'no_project' }]);
    expect((await client.post(`/scripts/${script.id}/versions`, { content: LAMP })).status).toBe(201);
  });
});

describe('export', () => {
  it('answers all three formats in one envelope', async () => {
    const script = await uploaded(client);
    const fountain = (await client.get(`/scripts/${script.slug}/export?format=fountain`)).body;
    expect(fountain).toEqual({
      filename: `${script.slug}.fountain`, contentType: 'text/plain; charset=utf-8', encoding: 'utf8', warnings: [],
      content: exportScript(LAMP_MODEL, 'fountain').content,
    });
    expect((await client.get(`/scripts/${script.id}/export?format=fdx`)).body).toMatchObject({ filename: `${script.slug}.fdx`, encoding: 'utf8', content: FDX });
    const pdf = (await client.get(`/scripts/${script.id}/export?format=pdf&font=courier-new`)).body;
    expect([pdf.encoding, pdf.contentType, Buffer.from(pdf.content, 'base64').subarray(0, 5).toString()]).toEqual(['base64', 'application/pdf', '%PDF-']);
    expect((await client.get(`/scripts/${script.id}/export?format=fountain&includeTitlePage=false`)).body.content).not.toContain('Title:');
  });

  it('cuts out pages, and refuses invalid formats, fonts and page ranges', async () => {
    const script = await uploaded(client, longScript(3));
    const part = (await client.get(`/scripts/${script.id}/export?format=fountain&fromPage=2&toPage=2`)).body.content;
    expect(part).not.toContain('Title:');
    expect(part).not.toContain('INT. ROOM 0 - NIGHT');
    expect(part).toContain('INT. ROOM 4 - NIGHT');
    for (const [query, field] of [['format=docx', 'format'], ['', 'format'], ['format=pdf&fromPage=0', 'fromPage'], ['format=pdf&fromPage=3&toPage=2', 'toPage'],
      ['format=fdx&font=courier-new', 'font'], ['format=pdf&font=comic', 'font'], ['format=pdf&fromPage=99', 'fromPage']] as const) {
      expect(refusal(await client.get(`/scripts/${script.id}/export?${query}`))).toEqual([400, 'validation_failed', { field }]);
    }
  });
});

describe('overrides', () => {
  it('are trimmed, cleared and capped; omitted ones stay', async () => {
    const script = await uploaded(client);
    const path = `/scripts/${script.id}/overrides`;
    expect((await client.get(path)).body).toEqual({
      overrides: { avatar: null, theater: null, soundscape: null, pitchDeck: null, locations: null }, soundscapeDefault: null,
    });
    const saved = await client.patch(path, { avatar: '  ink  ', locations: 'x'.repeat(4_000), theater: 'a', soundscape: null });
    expect(saved.body.warnings.map(({ field }: any) => field)).toEqual(['avatar', 'locations', 'theater']);
    const { body } = await client.patch(path, { theater: ' \n ', locations: null });
    expect(body.overrides).toEqual({ avatar: 'ink', theater: null, soundscape: null, pitchDeck: null, locations: null });
    for (const [patch, field] of [[{ avatar: 'x'.repeat(4_001) }, 'avatar'], [{ avatar: 1 }, 'avatar'], [{ moods: 'x' }, 'moods']] as const) {
      expect(refusal(await client.patch(path, patch))).toEqual([400, 'validation_failed', { field }]);
    }
    await Promise.all(['avatar', 'theater', 'soundscape', 'pitchDeck', 'locations'].map((key) => client.patch(path, { [key]: key })));
    expect((await client.get(path)).body.overrides).toEqual({ avatar: 'avatar', theater: 'theater', soundscape: 'soundscape', pitchDeck: 'pitchDeck', locations: 'locations' });
  });
});
