import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedStack, until, type Run } from '../../support/chaos/embedded-stack.js';
import { processesNaming } from '../../support/chaos/process-search.js';

let folder: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'proscenium-npm-'));
  // When the tests run as root, Postgres runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
});
afterEach(() => { for (const child of started.splice(0)) child.kill('SIGKILL'); });
afterAll(() => rm(folder, { recursive: true, force: true }));

const SCREEN = 'Ctrl-C stops everything';

/** Runs `npm start`, as a person, a CI job or systemd does. */
function npmStart(dataDir: string, environment: Record<string, string> = {}): Run {
  const env: NodeJS.ProcessEnv = { ...process.env };
  // What npm and this test run put into the environment must not reach the other `npm start`.
  for (const name of Object.keys(env)) if (/^npm_|^(DATABASE_URL|TEMPORAL_ADDRESS|STORAGE_URL|APP_URL|BASE_URL|NODE_OPTIONS)$/.test(name)) delete env[name];
  const child = spawn('npm', ['start'], {
    env: { ...env, NODE_ENV: 'production', VOICES: 'stage', DATA_DIR: dataDir, ...environment }, stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group of its own, so that none of its signals reaches the test run.
    detached: true,
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { output += chunk.toString(); });
  return { child, output: () => output, exit: new Promise((resolve) => child.once('exit', resolve)) };
}

const FREE = { PORT: '0', POSTGRES_PORT: '0', TEMPORAL_PORT: '0', TEMPORAL_UI_PORT: '0' };

describe('npm start', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('%s to npm ends the whole stack', async (signal) => {
    // One folder for all four: each start but the first finds what the one before has left.
    const dataDir = path.join(folder, 'signals');
    const { child, output, exit } = npmStart(dataDir, FREE);
    await until(() => output().includes(SCREEN), output);
    expect(processesNaming(dataDir).length).toBeGreaterThan(4);
    child.kill(signal);
    await exit;
    await until(() => processesNaming(dataDir).length === 0, () => `the end of ${processesNaming(dataDir).join('\n')}\n${output()}`);
  });

  it('two at the same moment, each with its own data folder, both come up, at different ports', async () => {
    const folders = ['left', 'right'].map((name) => path.join(folder, name));
    // Without settings both want the same ports.
    const both = folders.map((dataDir) => npmStart(dataDir));
    await Promise.all(both.map(({ output }) => until(() => output().includes(SCREEN), output)));
    const ports = both.map(({ output }) => /API +http:\/\/127\.0\.0\.1:(\d+)/.exec(output())![1]!);
    expect(new Set(ports).size).toBe(2);
    for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`)).status).toBe(200);
    for (const { child } of both) child.kill('SIGTERM');
    await Promise.all(both.map(({ exit }) => exit));
    for (const dataDir of folders) expect(processesNaming(dataDir)).toEqual([]);
  });

  it('two at the same moment on one data folder: one comes up, the other says that it runs', async () => {
    const dataDir = path.join(folder, 'shared');
    const both = [npmStart(dataDir, FREE), npmStart(dataDir, FREE)];
    const refused = await Promise.race(both.map(async (run) => { await run.exit; return run; }));
    const other = both.find((run) => run !== refused)!;
    expect(await refused.exit).toBe(1);
    expect(refused.output()).toMatch(new RegExp(`Proscenium already runs on ${dataDir}.*\\(process \\d+\\)\\. Stop that one, or give this one its own DATA_DIR`));
    await until(() => other.output().includes(SCREEN), other.output);
    other.child.kill('SIGTERM');
    await other.exit;
    expect(processesNaming(dataDir)).toEqual([]);
  });
});

describe('a supervisor', () => {
  it('that is killed takes its processes along, and the next start finds nothing in its way', async () => {
    const embedded = await EmbeddedStack.inFreshFolder();
    try {
      const run = await embedded.up({ VOICES: 'stage' });
      started.push(run.child);
      run.child.kill('SIGKILL');
      await run.exit;
      const next = await embedded.up({ VOICES: 'stage' });
      started.push(next.child);
      next.child.kill('SIGTERM');
      expect(await next.exit).toBe(0);
      expect(processesNaming(embedded.dataDir)).toEqual([]);
    } finally {
      await embedded.remove();
    }
  });
});
