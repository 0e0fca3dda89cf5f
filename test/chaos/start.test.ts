import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childEnvironment } from '../../src/kernel/config/environment.js';

const MAIN = path.resolve('dist/src/main');
/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1';

let child: ChildProcess | null = null;
let folder: string | null = null;

afterEach(async () => {
  child?.kill('SIGKILL');
  if (folder) await rm(folder, { recursive: true });
  [child, folder] = [null, null];
});

/** Runs a command with an IPC channel, as the supervisor does, until the process ends. */
async function untilEnded(args: string[], changes: Record<string, string>): Promise<{ code: number | null; said: string }> {
  folder = await mkdtemp(path.join(tmpdir(), 'proscenium-start-'));
  const env = childEnvironment({ DATA_DIR: folder, PORT: '0', ...changes });
  child = spawn(process.execPath, [path.join(MAIN, 'cli.js'), ...args], { env: env as NodeJS.ProcessEnv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => { said += chunk; });
  const [code] = await once(child, 'close') as [number | null];
  return { code, said };
}

describe('a process that cannot start', () => {
  it('says why, with lines of our sources, and ends although it has a channel to a supervisor', async () => {
    const { code, said } = await untilEnded(['worker', '--queues', 'media'], { TEMPORAL_ADDRESS: NOWHERE, DATABASE_URL: `postgres://${NOWHERE}/none` });
    expect(code).toBe(1);
    expect(said).toMatch(/ECONNREFUSED|Connection ?refused/i);
    // The process asks both servers at once. When the database refuses first, the message names the setting to check and has no source lines.
    if (/^proscenium: a server does not answer: check DATABASE_URL/m.test(said)) return;
    const [, file, line] = /at async (?:startWorker|openServices) \(file:\/\/(\S+\/src\/main\/(?:worker|services)\.ts):(\d+):\d+\)/.exec(said) ?? [];
    if (!file) throw new Error(said);
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toMatch(/await/);
  });

  it('is refused without a database', async () => {
    const { code, said } = await untilEnded(['api'], { TEMPORAL_ADDRESS: NOWHERE, DATABASE_URL: `postgres://${NOWHERE}/none` });
    expect([code, said]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });

  it.each<[string[], Record<string, string>, string]>([
    [['api'], {}, 'set DATABASE_URL and TEMPORAL_ADDRESS'], [['worker'], { DATABASE_URL: `postgres://${NOWHERE}/none` }, 'set TEMPORAL_ADDRESS'],
  ])('%j with %j does not guess the servers where no stack runs on the data folder', async (args, servers, told) => {
    const { code, said } = await untilEnded(args, { DATABASE_URL: '', TEMPORAL_ADDRESS: '', ...servers });
    expect([code, said]).toEqual([2, expect.stringMatching(/^proscenium: no stack runs on this data folder \(\S+\): /)]);
    expect(said).toContain(`${told}, or start \`proscenium up\``);
  });

  it.each([['HOST', '192.0.2.1'], ['STORAGE_URL', 'ftp://x/y'], ['LOG_LEVEL', 'loud'], ['APP_URL', 'read.example'], ['TEMPORAL_PORT', '70000']])(
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
