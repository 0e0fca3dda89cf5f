import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { childEnvironment } from '../../src/kernel/config/environment.js';
import { createTestDatabase } from '../support/database.js';

const MAIN = path.resolve('dist/src/main');
/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1';

let child: ChildProcess | null = null;
const folders: string[] = [];

afterEach(async () => {
  child?.kill('SIGKILL');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  child = null;
});

/** Runs a command with an IPC channel, as the supervisor does, until the process ends. */
async function untilEnded(args: string[], changes: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-start-'));
  folders.push(folder);
  const env = childEnvironment({ DATA_DIR: folder, PORT: '0', ...changes });
  child = spawn(process.execPath, [path.join(MAIN, 'cli.js'), ...args], { env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => { said += chunk; });
  const [code] = await once(child, 'close') as [number | null];
  return { code, said };
}

/** Passes the servers of the test run, with a database of their own that was changed, to `use`. */
async function onDatabase(change: (client: pg.Client) => Promise<void>, use: (servers: Record<string, string>) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await change(client).finally(() => client.end());
  await use({ DATABASE_URL: database.url, TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS! }).finally(() => database.drop());
}

describe('a process that cannot start', () => {
  it.each([[['worker', '--queues', 'media']], [['api']]])('%j says in one line that no database answers, and ends although it has a channel to a supervisor', async (args) => {
    const { code, said } = await untilEnded(args, { TEMPORAL_ADDRESS: NOWHERE, DATABASE_URL: `postgres://${NOWHERE}/none` });
    expect([code, said]).toEqual([1, expect.stringMatching(/^proscenium: the database does not answer: check DATABASE_URL \([^\n]*ECONNREFUSED[^\n]*\)\n$/)]);
  });

  it('shows lines of our sources for a fault that nobody foresaw', async () => {
    await onDatabase(async (client) => { await client.query('ALTER TABLE signing_keys RENAME COLUMN secret TO hidden'); }, async (servers) => {
      const { code, said } = await untilEnded(['api'], servers);
      expect(code).toBe(1);
      const [, file, line] = /at async openServices \(file:\/\/(\S+\/src\/main\/services\.ts):(\d+):\d+\)/.exec(said) ?? [];
      if (!file) throw new Error(said);
      expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toMatch(/await/);
    });
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['a database without migrations', `DELETE FROM migrations WHERE name LIKE 'Keep%'`, {}, 'run `proscenium migrate`'],
    ['a namespace that does not exist', 'SELECT 1', { TEMPORAL_NAMESPACE: 'nowhere' }, 'there is no namespace nowhere. Correct TEMPORAL_NAMESPACE, or run: temporal operator'],
  ])('is refused on %s, with what to do', async (_case, change, settings, told) => {
    await onDatabase(async (client) => { await client.query(change); }, async (servers) => {
      for (const args of [['api'], ['worker', '--queues', 'media']]) {
        const { code, said } = await untilEnded(args, { ...servers, ...settings });
        expect([code, said]).toEqual([1, expect.stringMatching(/^proscenium: [^\n]*\n$/)]);
        expect(said).toContain(told);
      }
    });
  });

  it('is refused at a port in use, and names its setting', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await onDatabase(async () => undefined, async (servers) => {
      for (const [args, setting] of [[['api'], 'PORT'], [['worker', '--queues', 'media'], 'METRICS_PORT']] as const) {
        const { code, said } = await untilEnded([...args], { ...servers, [setting]: String(port) });
        expect([code, said]).toEqual([1, expect.stringContaining(`proscenium: Port ${port} is in use by another program. Set ${setting} to another port.\n`)]);
      }
    });
    taken.close();
  });

  it.each<[string[], Record<string, string>, string]>([
    [['api'], {}, 'set DATABASE_URL and TEMPORAL_ADDRESS'], [['worker'], { DATABASE_URL: `postgres://${NOWHERE}/none` }, 'set TEMPORAL_ADDRESS'],
  ])('%j with %j does not guess the servers where no stack runs on the data folder', async (args, servers, told) => {
    const { code, said } = await untilEnded(args, { DATABASE_URL: '', TEMPORAL_ADDRESS: '', ...servers });
    expect([code, said]).toEqual([2, expect.stringMatching(/^proscenium: no stack runs on this data folder \(\S+\): /)]);
    expect(said).toContain(`${told}, or start \`proscenium up\``);
  });

  it.each([['HOST', '192.0.2.1'], ['STORAGE_URL', 'ftp://x/y'], ['LOG_LEVEL', 'loud'], ['APP_URL', 'read.example'], ['TEMPORAL_PORT', '70000'],
    ['METRICS_PORT', '65534'], ['DATABASE_URL', 'foo'], ['TEMPORAL_ADDRESS', 'nohost'], ['DATA_DIR', '/dev/null/data']])(
    'up names %s when it has a value that cannot be used: %s', async (name, value) => {
      const { code, said } = await untilEnded(['up'], { VOICES: 'stage', [name]: value });
      expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`^proscenium: ${name} must be [^\\n]*\\n$`))]);
    });

  it('is refused without the voices that are required, in one line', async () => {
    const { code, said } = await untilEnded(['worker'], {
      TEMPORAL_ADDRESS: NOWHERE, DATABASE_URL: `postgres://${NOWHERE}/none`, VOICES: 'neural', PROSCENIUM_CACHE_DIR: '/nowhere',
    });
    expect([code, said]).toEqual([
      1, 'proscenium: VOICES=neural, but the neural voices are not installed: run `proscenium voices install`, or set VOICES=stage\n',
    ]);
  });
});

describe('the built program of a process', () => {
  it.each(['api.js', 'worker.js'])('%s bundles its packages, and the files that it loads are beside it', (entry) => {
    const text = readFileSync(path.join(MAIN, entry), 'utf8');
    expect(text).not.toMatch(/^import .*["'](typeorm|typebox|koa|pg)["'];$/m);
    const places = [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)\.href/g)].map((match) => match[1]!);
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter((place) => !existsSync(path.join(MAIN, place)))).toEqual([]);
  });
});
