import { describe, it, expect, beforeAll, afterAll } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isRunning, processesWithArgument, type ProcessIdentity } from '../../src/main/stack/process-identity.js';
import type { RunningStack } from '../../src/main/stack/running-stack.js';

const CLI = path.resolve('dist/src/main/cli.js');
const PATIENCE_MS = 90_000;
const PARTS = ['postgres', 'temporal', 'api', 'worker-story', 'worker-media'];

let dataDir: string;
const extraFolders: string[] = [];

beforeAll(async () => {
  if (!existsSync(CLI)) throw new Error('dist is missing: run the tests with `npm test`, or build first');
  dataDir = await freshFolder();
});

afterAll(async () => {
  for (const folder of extraFolders) await rm(folder, { recursive: true, force: true });
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-stack-'));
  await chmod(folder, 0o711);
  extraFolders.push(folder);
  return folder;
}

interface Run { child: ChildProcess; output: () => string; exit: Promise<number | null> }

function run(args: string[], environment: Record<string, string> = {}): Run {
  const inherited = { ...process.env };
  for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'STORAGE_URL', 'APP_URL', 'BASE_URL']) delete inherited[name];
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      ...inherited, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0', POSTGRES_PORT: '0', TEMPORAL_PORT: '0', TEMPORAL_UI_PORT: '0',
      ...environment,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => { output += chunk.toString(); });
  child.stderr.on('data', (chunk: Buffer) => { output += chunk.toString(); });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output: () => output, exit };
}

async function until<T>(look: () => Promise<T | null | undefined | false> | T | null | undefined | false, what: () => string): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > giveUpAt) throw new Error(`waited in vain for ${what()}`);
    await sleep(100);
  }
}

const read = async <T>(name: string): Promise<T | null> => {
  const text = await readFile(path.join(dataDir, 'run', name), 'utf8').catch(() => null);
  return text ? JSON.parse(text) as T : null;
};

/** Starts the stack and waits for its screen. */
async function up(): Promise<Run & { stack: RunningStack }> {
  const started = run(['up']);
  await until(() => started.output().includes('Ctrl-C stops everything'), () => `the screen; so far:\n${started.output()}`);
  const stack = await read<RunningStack>('stack.json');
  return { ...started, stack: stack! };
}

const identityOf = async (part: string): Promise<ProcessIdentity> => (await read<ProcessIdentity>(`${part}.pid`))!;

/** The status of a request with a key. */
async function ask(stack: RunningStack, key: string): Promise<number> {
  const response = await fetch(`${stack.baseUrl}/story-projects`, { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
  return response.status;
}

async function project(stack: RunningStack, key: string, name: string): Promise<number> {
  const response = await fetch(`${stack.baseUrl}/story-projects`, {
    method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': name },
    body: JSON.stringify({ name }),
  });
  await response.body?.cancel();
  return response.status;
}

describe('the stack', () => {
  it('starts, serves, refuses a second one, survives kills of its parts and of itself, and stops in order', async () => {
    const first = await up();
    const key = /Owner key\s+(psc_\S+)/.exec(first.output())?.[1] ?? '';
    expect(await project(first.stack, key, 'before')).toBe(201);
    expect((await fetch(`${first.stack.uiUrl}/api/v1/namespaces/default`)).status).toBe(200);

    // A second start on the same folder, and commands beside the running stack.
    const second = run(['up']);
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`already runs on ${dataDir} at ${first.stack.appUrl} (process ${first.child.pid})`);
    const created = run(['keys', 'create', '--scopes', 'story:read', '--expires-in-days', '1', '--json']);
    expect(await created.exit).toBe(0);
    const made = JSON.parse(created.output()) as { key: string; prefix: string; scopes: string[] };
    expect(made.scopes).toEqual(['story:read']);
    expect(await ask(first.stack, made.key)).toBe(200);
    expect(await run(['keys', 'revoke', made.prefix]).exit).toBe(0);
    await until(async () => await ask(first.stack, made.key) === 401, () => 'the key to be refused');

    // Every part in turn dies and comes back where it was.
    for (const part of PARTS) {
      const before = await identityOf(part);
      process.kill(before.pid, 'SIGKILL');
      await until(async () => {
        const now = await read<ProcessIdentity>(`${part}.pid`);
        return now && now.pid !== before.pid && isRunning(now);
      }, () => `${part} to run again; so far:\n${first.output()}`);
    }
    await until(async () => await ask(first.stack, key).catch(() => 0) === 200, () => 'the API to answer again');

    // Killed itself, it leaves nothing that keeps the next start from working.
    const parts = await Promise.all(PARTS.map(identityOf));
    first.child.kill('SIGKILL');
    await first.exit;
    const third = await up();
    expect(third.output()).not.toContain('Owner key');
    expect(parts.filter(isRunning)).toEqual([]);
    expect(await ask(third.stack, key)).toBe(200);
    const client = new pg.Client({ connectionString: third.stack.databaseUrl });
    await client.connect();
    expect((await client.query('SELECT name FROM projects')).rows).toEqual([{ name: 'before' }]);
    await client.end();

    const remaining = await Promise.all(PARTS.map(identityOf));
    third.child.kill('SIGINT');
    expect(await third.exit).toBe(0);
    expect(third.output()).toContain('Stopped.');
    expect(remaining.filter(isRunning)).toEqual([]);
    expect(processesWithArgument(path.join(dataDir, 'postgres'))).toEqual([]);
    expect(existsSync(path.join(dataDir, 'run/stack.lock'))).toBe(false);
  }, 240_000);

  it('names the setting of a busy port and leaves nothing running', async () => {
    const { createServer } = await import('node:net');
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const port = String((blocker.address() as { port: number }).port);
    for (const setting of ['PORT', 'POSTGRES_PORT', 'TEMPORAL_UI_PORT']) {
      const refused = run(['up'], { [setting]: port });
      expect(await refused.exit).toBe(1);
      expect(refused.output()).toContain(`Port ${port} is in use by another program. Set ${setting}`);
      expect(refused.output()).not.toMatch(/\n\s+at /);
    }
    expect(processesWithArgument(path.join(dataDir, 'postgres'))).toEqual([]);
    expect(existsSync(path.join(dataDir, 'run/stack.lock'))).toBe(false);
    await new Promise<void>((resolve) => { blocker.close(() => resolve()); });
  }, 120_000);

  it('gives keys and credits without a running stack', async () => {
    const account = run(['accounts', 'create', '--name', 'Second', '--credits', '7']);
    expect(await account.exit).toBe(0);
    const accountId = account.output().trim();
    const grant = (reference: string): Run => run(['credits', 'grant', '--account', accountId, '--amount', '25', '--reference', reference]);
    expect(await grant('r1').exit).toBe(0);
    const twice = grant('r1');
    expect(await twice.exit).toBe(0);
    expect(twice.output()).toContain('granted before');
    for (const bad of [
      ['keys', 'create', '--account', 'acc_none'], ['keys', 'create', '--allow-ip', 'localhost'], ['keys', 'create', '--scopes', 'root'],
      ['keys', 'revoke', 'nothing0'], ['credits', 'grant', '--account', accountId, '--amount', '-5'], ['frobnicate'], ['keys', 'create', '--nmae', 'x'],
    ]) {
      const refused = run(bad);
      expect([bad, await refused.exit]).toEqual([bad, 2]);
      expect(refused.output()).toContain('proscenium --help');
    }
  }, 120_000);
});
