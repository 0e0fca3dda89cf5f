import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/kernel/config/index.js';
import { openServices, type OpenServices } from '../../src/main/services.js';
import { ApiClient } from '../support/api-client.js';
import { EmbeddedStack, until } from '../support/chaos/embedded-stack.js';
import { publicationsOf, recordPublications } from '../support/publishing/publications.js';
import { insertedSeries, newRelease } from '../support/publishing/recorded-read.js';

/** Dates lie so far ahead that everything is killed before the first of them, and what is killed stays away until all have passed. */
const AHEAD_MS = 12_000;
const FAR = '2099-01-01T00:00:00.000Z';
const PARTS = ['postgres', 'temporal', 'api', 'worker-story', 'worker-media'] as const;

let embedded: EmbeddedStack;
let running: Awaited<ReturnType<EmbeddedStack['up']>>;
let ownerKey: string;
let accountId: string;
let client: ApiClient;
let services: OpenServices;
let series: { id: string; projectId: string; slug: string };
const delays: string[] = [];

/** Starts the stack on its folder, and opens its database and its store. */
async function open(): Promise<void> {
  running = await embedded.up({ VOICES: 'stage' });
  const { databaseUrl, temporalAddress, baseUrl } = running.stack;
  const config = readConfig({ ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: embedded.dataDir });
  services = await openServices(config, 'proscenium-test', { databaseUrl, temporalAddress });
  ownerKey ||= running.ownerKey;
  const [account] = await services.db.query<{ id: string }>('SELECT id FROM accounts');
  accountId = account!.id;
  client = new ApiClient(baseUrl, ownerKey, accountId);
}

/** Kills everything at once, the supervisor first, so that nothing is started again. */
async function killAll(): Promise<void> {
  const parts = await Promise.all(PARTS.map((part) => embedded.identityOf(part)));
  await services.close();
  running.child.kill('SIGKILL');
  for (const { pid } of parts) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // The kernel has already ended this child of the supervisor.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  await running.exit;
}

beforeAll(async () => {
  embedded = await EmbeddedStack.inFreshFolder();
  await open();
  const { id } = (await client.post('/story-projects', { name: 'Timely' })).body.project;
  series = await insertedSeries({ api: { services } }, client, id);
  await recordPublications(services);
});
afterAll(async () => {
  await services.close();
  running.child.kill('SIGINT');
  await running.exit;
  await embedded.remove();
  process.stderr.write(`published after their return: ${delays.join(', ')}\n`);
});

const made = (): Promise<{ id: string; guid: string }> => newRelease({ api: { services } }, client, series);
const schedule = (id: string, dueAt: Date | string): Promise<unknown> => expectOk(client.post(`/publishing-releases/${id}/schedule`, { scheduledAt: new Date(dueAt).toISOString() }));

async function expectOk(call: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await call;
  if (status !== 200) throw new Error(text);
}

async function findPublishedAt(id: string): Promise<Date | null> {
  const [row] = await services.db.query<{ at: Date | null }>('SELECT published_at AS at FROM publishing_releases WHERE id = $1', [id]);
  return row!.at;
}

async function guidsInFeed(): Promise<string[]> {
  const { feedUrl } = (await client.get(`/publishing-series/${series.id}`)).body.series;
  const xml = await (await fetch(feedUrl)).text();
  return [...xml.matchAll(/<guid[^>]*>([^<]+)<\/guid>/g)].map(([, guid]) => guid!).sort();
}

describe('a release that is due', () => {
  it('while the whole stack is down is published once when it is up again, at the date that its row has', async () => {
    const [first, second, third, cancelled, earlier, later] = await Promise.all(Array.from({ length: 6 }, made));
    const due = new Date(Date.now() + AHEAD_MS);
    for (const { id } of [first!, second!, cancelled!, later!]) await schedule(id, due);
    await schedule(third!.id, new Date(due.getTime() + 500));
    await schedule(earlier!.id, FAR);
    await expectOk(client.post(`/publishing-releases/${cancelled!.id}/cancel`));
    // As if the API had died after it moved the dates and before it told the runs.
    const move = `UPDATE publishing_releases SET scheduled_at = $2, schedule_version = schedule_version + 1 WHERE id = $1`;
    await services.db.query(move, [earlier!.id, due]);
    await services.db.query(move, [later!.id, new Date(due.getTime() + 3_600_000)]);
    const all = [first!, second!, third!, cancelled!, earlier!, later!].map(({ id }) => id);
    expect(await publicationsOf(services, all)).toEqual([]);
    await killAll();
    await sleep(due.getTime() + 2_000 - Date.now());

    const startedAt = Date.now();
    await open();
    const upAt = Date.now();
    const expected = [first!, second!, third!, earlier!];
    for (const { id } of expected) {
      const publishedAt = await until(() => findPublishedAt(id), () => `${id} to be published; so far:\n${running.output()}`);
      delays.push(`everything ${publishedAt.getTime() - upAt} ms after the screen, ${publishedAt.getTime() - startedAt} ms after the start`);
    }
    // After the restart, a moved date takes effect at once.
    await schedule(later!.id, new Date(Date.now() + 1_000));
    await until(() => findPublishedAt(later!.id), () => 'the moved release to be published');
    const published = [...expected, later!];
    expect(await publicationsOf(services, all)).toEqual(published.map(({ id }) => id).sort());
    expect(await guidsInFeed()).toEqual(published.map(({ guid }) => guid).sort());
    expect((await client.get(`/publishing-releases/${cancelled!.id}`)).body.release.status).toBe('cancelled');
  });

  it.each(PARTS)('while %s is killed is published once', async (part) => {
    const { id } = await made();
    const due = new Date(Date.now() + 2_000);
    await schedule(id, due);
    await sleep(due.getTime() - 300 - Date.now());
    const { restarted } = await embedded.strike(part, running);
    await restarted;
    await until(() => client.get('/story-projects').then(({ status }) => status === 200, () => false), () => `the API to answer; so far:\n${running.output()}`);
    const backAt = Date.now();
    const publishedAt = await until(() => findPublishedAt(id).catch(() => null), () => `${id} to be published; so far:\n${running.output()}`);
    delays.push(`${part} ${publishedAt.getTime() - backAt} ms after its return, ${publishedAt.getTime() - due.getTime()} ms late`);
    expect(await publicationsOf(services, [id])).toEqual([id]);
  });
});
