import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseFile } from 'music-metadata';
import { pdfOfPages } from '../activities/pdf-maker.js';
import { LAMP } from '../support/stands/script-stand.js';
import { docxOf } from '../support/files/documents.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';

const CLI = path.resolve('dist/src/main/cli.js');

let stand: Stand;
let folder: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  folder = await mkdtemp(path.join(tmpdir(), 'proscenium-produce-'));
});
afterAll(async () => {
  await stand.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended { code: number; stdout: string; stderr: string }

async function proscenium(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const run = promisify(execFile)(process.execPath, [CLI, ...args], { cwd: folder, env: { PATH: process.env.PATH!, HOME: folder, ...env } });
  return run.then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }), (error: Ended) => error);
}

describe('proscenium produce', () => {
  it('makes the MP3 of a Word document on a running server', async () => {
    const client = await stand.newAccount();
    const file = path.join(folder, 'bell.docx');
    await writeFile(file, docxOf('The Bell', 'N. Ash', [
      'The bell of the harbour rang twice before anybody was awake.', '“Who rings at this hour?” asked Marta.', '“Nobody,” said Per, “and that is what frightens me.”',
      'Marta took the lamp and went down the stairs.', '“Then I shall go and see,” said Marta.', 'The door stood open, and the rope still moved.',
    ]));
    const { code, stdout, stderr } = await proscenium(['produce', file, '--server', stand.config.baseUrl, '--out', 'bell.mp3', '--yes'], { PROSCENIUM_API_KEY: client.apiKey! });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('/share/table-read/');
    expect((await parseFile(path.join(folder, 'bell.mp3'))).format.duration).toBeGreaterThan(10);
  });

  it('waits after a 429 as long as the server says, repeats with the same key, and survives a lost connection and a server that cannot serve', async () => {
    const client = await stand.newAccount();
    const file = path.join(folder, 'short.txt');
    await writeFile(file, 'The bell of the harbour rang twice. “Who rings?” asked Marta. “Nobody,” said Per. “Then I shall go and see,” said Marta.');
    const keys = new Map<string, string[]>();
    const busy: Server = createServer(async (request, response) => {
      const name = `${request.method} ${request.url!.replaceAll(/[a-z]{3}_\w+/gu, 'ID')}`;
      const seen = keys.get(name) ?? [];
      keys.set(name, [...seen, String(request.headers['idempotency-key'])]);
      if (seen.length === 0 && /POST .*\/story-jobs$|GET .*\/story-plans\/ID$/u.test(name)) {
        response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' }).end('{"error":{"code":"rate_limited","message":"too often"}}');
        return;
      }
      if (seen.length === 0 && /GET .*\/story-jobs\/ID$/u.test(name)) {
        request.socket.destroy();
        return;
      }
      if (seen.length === 1 && /GET .*\/story-jobs\/ID$/u.test(name)) {
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
        return;
      }
      const body = await new Promise<Buffer>((resolve) => { const parts: Buffer[] = []; request.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts))); });
      const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers;
      const answer = await fetch(new URL(request.url!, stand.config.baseUrl), {
        method: request.method!, headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}), ...(key ? { 'idempotency-key': String(key) } : {}) },
        ...(body.byteLength > 0 ? { body: new Uint8Array(body) } : {}),
      });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(Buffer.from(await answer.arrayBuffer()));
    });
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const { code, stderr } = await proscenium(['produce', file, '--server', `http://127.0.0.1:${(busy.address() as AddressInfo).port}`, '--out', 'short.mp3', '--yes'],
      { PROSCENIUM_API_KEY: client.apiKey! });
    busy.closeAllConnections();
    busy.close();
    expect([code, stderr]).toEqual([0, '']);
    const jobs = [...keys].find(([name]) => name.endsWith('/story-jobs'))![1];
    expect([jobs.length, new Set(jobs).size]).toEqual([2, 1]);
    expect([...keys].find(([name]) => /GET .*\/story-jobs\/ID$/u.test(name))![1].length).toBeGreaterThan(2);
  });

  it('performs a screenplay as written: Fountain, Final Draft, and a PDF that reads as one', async () => {
    const client = await stand.newAccount({ credits: 200 });
    const env = { PROSCENIUM_API_KEY: client.apiKey! };
    await writeFile(path.join(folder, 'lamp.fountain'), LAMP);
    const fountain = await proscenium(['produce', 'lamp.fountain', '--server', stand.config.baseUrl, '--yes', '--out', 'lamp.mp3'], env);
    expect([fountain.code, fountain.stderr]).toEqual([0, '']);
    expect((await parseFile(path.join(folder, 'lamp.mp3'))).format.duration).toBeGreaterThan(5);
    const { body: { scripts: [script] } } = await client.get('/scripts');
    expect((await client.get('/story-jobs')).body.jobs).toMatchObject([{ scriptUploadId: script.scriptUploadId, storyPlanId: null, status: 'READY' }]);
    const { body: pdf } = await client.get(`/scripts/${script.id}/export?format=pdf`);
    await writeFile(path.join(folder, 'lamp.pdf'), Buffer.from(pdf.content, 'base64'));
    const printed = await proscenium(['produce', 'lamp.pdf', '--server', stand.config.baseUrl, '--yes', '--out', 'printed.mp3'], env);
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    expect((await client.get('/story-jobs')).body.jobs).toHaveLength(2);
    expect((await client.get('/story-jobs')).body.jobs[0]).toMatchObject({ storyPlanId: null });
    const shaped = await proscenium(['produce', 'lamp.fountain', '--server', stand.config.baseUrl, '--yes', '--mode', 'podcast'], env);
    expect([shaped.code, shaped.stderr]).toEqual([2, expect.stringContaining('performed as written')]);
  });

  it('treats a PDF of prose as a text and not as a screenplay', async () => {
    const client = await stand.newAccount({ credits: 100 });
    await writeFile(path.join(folder, 'prose.pdf'), pdfOfPages([[
      'The bell of the harbour rang twice before anybody was awake that morning.', 'Marta took the lamp and went down the stairs to see who it was.',
      'The door stood open, and the rope of the bell still moved in the wind.', 'Nobody answered when she called, and she went back to bed.',
    ].map((text, at) => ({ text, x: 72, y: 700 - at * 14 }))]));
    const told = await proscenium(['produce', 'prose.pdf', '--server', stand.config.baseUrl, '--yes', '--out', 'prose.mp3'], { PROSCENIUM_API_KEY: client.apiKey! });
    expect([told.code, told.stderr]).toEqual([0, '']);
    expect(told.stdout).toContain('it is told as a text');
    expect((await client.get('/story-jobs')).body.jobs).toMatchObject([{ storyPlanId: expect.any(String) }]);
    expect((await client.get('/scripts')).body.scripts).toEqual([]);
  });

  it('spends nothing without --yes where nobody can answer, and says what is missing', async () => {
    const client = await stand.newAccount();
    const file = path.join(folder, 'short.txt');
    await writeFile(file, '“Who is there?” asked Ada, and held the candle higher. “Only the wind,” said Tom. Nobody spoke for a long while after that.');
    const asked = await proscenium(['produce', file, '--server', stand.config.baseUrl], { PROSCENIUM_API_KEY: client.apiKey! });
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await client.get('/story-jobs')).body.jobs).toEqual([]);
    expect(await proscenium(['produce', file])).toMatchObject({ code: 2, stderr: expect.stringContaining('PROSCENIUM_API_KEY') });
    const nobody = await proscenium(['produce', file, '--server', 'http://127.0.0.1:1'], { PROSCENIUM_API_KEY: 'x' });
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringMatching(/^proscenium: no server answers at [^\n]+\n$/)]);
    const elsewhere = await proscenium(['produce', file, '--server', `${stand.config.appUrl}/nowhere`], { PROSCENIUM_API_KEY: 'x' });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringMatching(/^proscenium: no Proscenium API answers at \S+\/nowhere or \S+\/nowhere\/api\/v1: give [^\n]+\n$/)]);
    const refused = await proscenium(['produce', file, '--server', stand.config.baseUrl], { PROSCENIUM_API_KEY: 'x' });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^proscenium: POST \/story-projects answered 401 invalid_api_key: [^\n]+\n$/)]);
  });

  it('accepts the address of the pages as the server, and leaves no empty project behind when a file is refused', async () => {
    const client = await stand.newAccount();
    const env = { PROSCENIUM_API_KEY: client.apiKey! };
    await writeFile(path.join(folder, 'blank.txt'), '   \n\n');
    await writeFile(path.join(folder, 'scan.bin'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]));
    for (const name of ['blank.txt', 'scan.bin']) {
      const refused = await proscenium(['produce', name, '--server', `${stand.config.appUrl}/`, '--yes'], env);
      expect([name, refused.code, refused.stderr]).toEqual([name, 1, expect.stringMatching(/^proscenium: (the source failed|POST \/story-projects\/\S+\/sources answered 400)[^\n]*\n$/)]);
    }
    expect((await client.get('/story-projects')).body.projects).toEqual([]);
  });

  it('says its version, and the help of one command', async () => {
    expect((await proscenium(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { stdout } = await proscenium(['keys', '--help']);
    expect(stdout).toContain('keys revoke PREFIX');
    expect(stdout).not.toContain('recogniser');
  });

  it('says in one line what is wrong with unusable settings, without a stack trace', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const settings: Record<string, string>[] = [
      { DATA_DIR: file }, { DATABASE_URL: 'postgres://127.0.0.1:9/x', DATA_DIR: folder }, { DATABASE_URL: 'foo' },
      ...[{ pathname: '/nowhere' }, { username: 'nobody' }].map((part) => ({ DATABASE_URL: String(Object.assign(new URL(process.env.TEST_DATABASE_ADMIN_URL!), part)) })),
    ];
    for (const env of settings) {
      const { code, stderr } = await proscenium(['keys', 'list'], env);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^proscenium: [^\n]*(?:DATA_DIR|DATABASE_URL)[^\n]*\n$/)]);
    }
    const empty = await proscenium(['keys', 'list'], { DATABASE_URL: process.env.TEST_DATABASE_ADMIN_URL! });
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringMatching(/^proscenium: [^\n]*"api_keys" does not exist\. Run `proscenium migrate`[^\n]*\n$/)]);
  });
});
