import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startProcess, type ManagedProcess } from '../../src/main/stack/managed-process.js';
import { newId } from '../../src/kernel/db/ids.js';
import type { Benchmark } from '../benchmark.js';
import type { BenchStack } from '../stack/bench-stack.js';
import { sendLoad } from '../stack/load.js';

const STATIC_SERVER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../references/static-server.mjs');
const EPISODES = 1_000;
const PAGES = 4;
const CONNECTIONS = 10;
const READY_MS = 15_000;
const SLUG = 'bench-feed';

const PEOPLE = ['Narrator', 'Mara Voss', 'Tobias', 'Isolde', 'Gaspard'].map((name, seat) =>
  ({ seat, name, role: seat === 0 ? 'narrator' : 'character', voiceName: 'Vivian', drawn: false }));
const FACTS = { language: 'en', author: 'Ines', people: PEOPLE, chapterCount: 5, lineCount: 200 };
const ABOUT = 'Two keepers hear a bell under the reef, and only one of them admits it.\n\nWith Mara Voss and Tobias.\n\nChapters\n0:00 Lamp Room, night';

/** Inserts a series with a thousand published episodes and returns its id. */
async function insertSeries({ pool }: BenchStack, accountId: string): Promise<string> {
  const [projectId, seriesId] = [newId('project'), newId('series')];
  await pool.query('INSERT INTO projects (id, account_id, name) VALUES ($1, $2, $3)', [projectId, accountId, 'Bench']);
  await pool.query(
    `INSERT INTO publishing_series (id, account_id, project_id, title, slug, medium, format, standing, podcast_guid, art_version, feed_version)
     VALUES ($1, $2, $3, 'A Thousand Nights', $4, 'audio', 'podcast', 'active', 'g', 0, 1)`, [seriesId, accountId, projectId, SLUG]);
  await pool.query(`INSERT INTO publishing_destinations (id, series_id, provider, enabled, config) VALUES ($1, $2, 'rss', true, '{}')`, [newId('destination'), seriesId]);
  await pool.query(
    `INSERT INTO publishing_releases (id, account_id, series_id, title, slug, description, source_artifact_id, source_revision, season_number,
       episode_number, episode_type, explicit, guid, status, asset_version, schedule_version, published_at, dated_at)
     SELECT 'rel_' || lpad(i::text, 26, '0'), $1, $2, 'Night ' || i, 'night-' || i, $3, 'art_none', 1, 1, i, 'full', false, 'rel_' || lpad(i::text, 26, '0'),
       'published', 1, 0, now(), now() - interval '2000 hours' + i * interval '1 hour' FROM generate_series(1, $4::int) i`,
    [accountId, seriesId, ABOUT, EPISODES]);
  await pool.query(
    `INSERT INTO publishing_assets (token, release_id, version, media_key, programme_key, facts, sha256, byte_size, sound_from, duration_ms)
     SELECT lpad(i::text, 24, 'b'), 'rel_' || lpad(i::text, 26, '0'), 1, 'none', 'none', $1, 'none', 5290000, 0, 330000 FROM generate_series(1, $2::int) i`,
    [JSON.stringify(FACTS), EPISODES]);
  return seriesId;
}

async function startStaticServer(stack: BenchStack, file: string): Promise<{ origin: string; server: ManagedProcess }> {
  const server = await startProcess({
    name: 'static-server', command: process.execPath, args: [STATIC_SERVER], env: stack.environment(), folder: stack.dataDir,
    stopSignal: 'SIGTERM', graceMs: 2_000, channel: true,
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.child.once('message', (message: { port: number }) => resolve(message.port));
    void server.ended.then(() => reject(new Error(`the static server ended; see ${server.logFile}`)));
    setTimeout(() => reject(new Error('the static server does not answer')), READY_MS).unref();
    server.child.send({ file, contentType: 'application/rss+xml', contentEncoding: 'gzip' });
  });
  return { origin: `http://127.0.0.1:${port}`, server };
}

async function milliseconds(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await call();
  return performance.now() - from;
}

async function pageText(url: string, page: number): Promise<string> {
  const answer = await fetch(`${url}?page=${page}`);
  if (answer.status !== 200) throw new Error(`page ${page} of the feed answered ${answer.status}`);
  return answer.text();
}

/** Milliseconds that it takes to write the four pages after a change, and milliseconds of the `unchanged` answers in the same round. */
async function roundOf({ pool }: BenchStack, url: string, seriesId: string): Promise<{ written: number; unchanged: number }> {
  await pool.query('UPDATE publishing_series SET feed_version = feed_version + 1 WHERE id = $1', [seriesId]);
  const written = await milliseconds(async () => { for (let page = 1; page <= PAGES; page++) await pageText(url, page); });
  const etag = (await fetch(url)).headers.get('etag')!;
  const answers = 100;
  const unchanged = await milliseconds(async () => {
    for (let at = 0; at < answers; at++) {
      const answer = await fetch(url, { headers: { 'if-none-match': etag } });
      await answer.arrayBuffer();
      if (answer.status !== 304) throw new Error(`an unchanged feed answered ${answer.status}`);
    }
  });
  return { written, unchanged: unchanged / answers };
}

/**
 * A feed of a thousand episodes: the time to write it after a change, to fetch it compared with a static file of the same bytes, and to answer that it is
 * unchanged.
 */
export const feedBenchmark: Benchmark = {
  name: 'feed',
  summary: 'a feed of 1,000 episodes against a static file with the same bytes',
  async run(stack, { quick }) {
    const { origin } = await stack.api();
    const { rows } = await stack.pool.query<{ id: string }>('SELECT id FROM accounts ORDER BY created_at LIMIT 1');
    const seriesId = await insertSeries(stack, rows[0]!.id);
    const url = `${origin}/api/v1/publishing-feeds/${SLUG}.xml`;
    const file = path.join(stack.dataDir, 'feed.xml.gz');
    await writeFile(file, gzipSync(await pageText(url, 1)));
    const reference = await startStaticServer(stack, file);
    const [rounds, seconds] = quick ? [1, 1] : [5, 4];
    const get = async (of: string, forSeconds: number): Promise<number> =>
      (await sendLoad({ url: of, headers: { 'accept-encoding': 'gzip' }, seconds: forSeconds, connections: CONNECTIONS })).perSecond;
    const [written, unchanged, ours, files]: number[][] = [[], [], [], []];
    try {
      if (!quick) {
        await get(url, 1);
        await get(reference.origin, 1);
      }
      for (let round = 0; round < rounds; round++) {
        const { written: ms, unchanged: each } = await roundOf(stack, url, seriesId);
        written!.push(ms);
        unchanged!.push(each);
        ours!.push(await get(url, seconds));
        files!.push(await get(reference.origin, seconds));
      }
    } finally {
      await reference.server.stop();
    }
    return [
      { benchmark: 'feed', name: '1,000 episodes after a change', unit: 'ms', rounds: written!, bound: { of: 'value', sense: 'most', floor: 1_000, aim: 400 }, note: 'four pages, one after the other' },
      { benchmark: 'feed', name: 'nothing changed (304)', unit: 'ms', rounds: unchanged!, bound: { of: 'value', sense: 'most', floor: 20, aim: 3 } },
      {
        benchmark: 'feed', name: 'requests for the newest 300', unit: '/s', rounds: ours!, reference: { name: 'a static file', rounds: files! },
        bound: { of: 'ratio', sense: 'least', floor: 0.12, aim: 0.3 }, note: `${CONNECTIONS} connections, gzip; every request looks whether the series changed`,
      },
    ];
  },
};
