import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { identify } from '../../../src/main/stack/process-identity.js';
import { removeRunningStack, writeRunningStack } from '../../../src/main/stack/running-stack.js';
import type { ApiClient } from '../../support/api-client.js';
import { faultsOf } from '../../support/publishing/feed-rules.js';
import { insertedSeries, newRelease } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

const PROGRAM = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../src/main/proscenium.mjs');
let stand: Stand;
let client: ApiClient;
let folder: string;
let host: Server;
let base: string;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
  folder = await mkdtemp(path.join(tmpdir(), 'proscenium-export-'));
  host = createServer((request, response) => {
    const file = path.join(folder, request.url === '/' ? 'index.html' : request.url!);
    stat(file).then(({ size }) => createReadStream(file).pipe(response.writeHead(200, { 'content-length': size })), () => response.writeHead(404).end());
  });
  await new Promise<void>((listening) => { host.listen(0, '127.0.0.1', listening); });
  base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(async () => {
  host.close();
  await stand.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended { code: number; output: string }

/** Runs `proscenium export-series` as an operator does. */
function exportSeries(...args: string[]): Promise<Ended> {
  const { connections, config } = stand;
  return exportIn({ DATABASE_URL: connections.databaseUrl, DATA_DIR: config.dataDir, APP_URL: config.appUrl }, ...args);
}

/** Runs the command with these settings only: variables of this process that name an address are left out. */
function exportIn(settings: Record<string, string>, ...args: string[]): Promise<Ended> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings };
  for (const name of ['APP_URL', 'BASE_URL', 'MEDIA_URL', 'PORT']) if (!(name in settings)) delete env[name];
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, 'export-series', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }));
  });
}

const newProject = async (): Promise<string> => (await client.post('/story-projects', { name: 'Moves' })).body.project.id;

it('a series is exported with everything that its feed names, and the guids that it had', async () => {
  const series = await insertedSeries(stand, client, await newProject());
  const { services } = stand.api;
  const made = [await newRelease(stand, client, series, { title: 'One', episodeNumber: 1 }), await newRelease(stand, client, series, { title: 'Two', episodeNumber: 2 })];
  for (const { id } of made) {
    await client.post(`/publishing-releases/${id}/description/generate`, {});
    await client.post(`/publishing-releases/${id}/publish`);
  }
  const art = { version: 1, pictures: [{ widthPx: 3_000, key: 'publishing/pictures/x.jpg', byteSize: 3, sha256: 'x' }] };
  await services.store.put('publishing/pictures/x.jpg', Buffer.from('jpg'));
  await services.db.query('UPDATE publishing_series SET art = $2 WHERE id = $1', [series.id, JSON.stringify(art)]);
  const feedUrl = `${base}/publishing-feeds/${series.slug}.xml`;
  const { code, output } = await exportSeries(series.id, folder, '--base-url', `${base}/`);
  expect([code, output]).toEqual([0, expect.stringContaining(`2 episodes, 0.6 MB, in ${folder}\n${feedUrl}\n`)]);
  const xml = await (await fetch(feedUrl)).text();
  expect(faultsOf(xml)).toEqual([]);
  expect(xml).not.toContain(stand.config.appUrl);
  const urls = [...xml.matchAll(/https?:\/\/[^"<\s]+/g)].map(([url]) => url).filter((url) => url.startsWith(base));
  expect(urls.length).toBeGreaterThan(15);
  const answers = await Promise.all(urls.map(async (url) => [url, (await fetch(url)).status]));
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  const guids = [...xml.matchAll(/isPermaLink="false">([^<]+)</g)].map(([, guid]) => guid!);
  expect(guids).toEqual(made.map(({ guid }) => guid).reverse());
  const [first] = [...xml.matchAll(/<enclosure url="([^"]+)" length="(\d+)"/g)];
  const sound = Buffer.from(await (await fetch(first![1]!)).arrayBuffer());
  expect([sound.length, sound.equals(made[1].read.bytes)]).toEqual([Number(first![2]), true]);
  const page = await (await fetch(`${base}/`)).text();
  for (const part of ['Two', ...guids.map((guid) => `id="${guid}"`)]) expect(page).toContain(part);
});

it('without an address, exported files are at the running stack; without a running stack, the export is refused', async () => {
  const series = await insertedSeries(stand, client, await newProject());
  const release = await newRelease(stand, client, series, { title: 'One', episodeNumber: 1 });
  await client.post(`/publishing-releases/${release.id}/description/generate`, {});
  await client.post(`/publishing-releases/${release.id}/publish`);
  const { connections, config } = stand;
  const settings = { DATABASE_URL: connections.databaseUrl, DATA_DIR: config.dataDir };
  const asked = await exportIn(settings, series.slug, folder);
  expect(asked).toEqual({ code: 2, output: expect.stringContaining('say with --base-url (or APP_URL)') });
  await mkdir(path.join(config.dataDir, 'run'), { recursive: true });
  const { baseUrl, appUrl } = config;
  await writeRunningStack(config.dataDir, { ...identify(process.pid), ...connections, uiUrl: null, baseUrl, appUrl });
  try {
    const { code, output } = await exportIn(settings, series.slug, folder);
    expect([code, output]).toEqual([0, expect.stringContaining(`${config.appUrl}/publishing-feeds/${series.slug}.xml`)]);
    // The generated description has the address that the server had then; the command is told of none but the new one.
    expect((await exportIn(settings, series.slug, folder, '--base-url', base)).code).toBe(0);
    const xml = await (await fetch(`${base}/publishing-feeds/${series.slug}.xml`)).text();
    expect([xml.includes(config.appUrl), xml.includes(`Transcript and people: &lt;a href="${base}/#${release.guid}"`)]).toEqual([false, true]);
  } finally {
    await removeRunningStack(config.dataDir);
  }
});

it('what cannot be exported says why', async () => {
  const series = await insertedSeries(stand, client, await newProject());
  await client.post(`/publishing-series/${series.id}/destinations`, { provider: 'rss', status: 'disabled' });
  expect(await exportSeries(series.id, folder)).toEqual({ code: 2, output: expect.stringContaining(`the series ${series.id} has no connected feed`) });
  expect(await exportSeries('ser_none', folder)).toEqual({ code: 2, output: expect.stringContaining('there is no series with the id or slug ser_none') });
  expect(await exportSeries(series.id)).toEqual({ code: 2, output: expect.stringContaining('the id or slug of a series, and a folder') });
});
