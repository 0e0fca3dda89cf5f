import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until, type Run } from '../../support/chaos/embedded-stack.js';
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

const isUp = ({ output }: Run): Promise<unknown> => until(() => output().includes(SCREEN), output);

/** Signals npm, and expects that the whole stack on the folder ends with it. */
async function expectEnd({ child, output, exit }: Run, dataDir: string, signal: NodeJS.Signals): Promise<void> {
  expect(processesNaming(dataDir).length).toBeGreaterThan(4);
  child.kill(signal);
  await exit;
  // npm passes this signal on, and waits.
  if (signal === 'SIGTERM') expect(processesNaming(dataDir)).toEqual([]);
  await until(() => processesNaming(dataDir).length === 0, () => `the end of ${processesNaming(dataDir).join('\n')}\n${output()}`);
}

describe('npm start', () => {
  it('two at the same moment, each with its own data folder, both come up, at different ports; SIGTERM or SIGINT to npm ends the whole stack', async () => {
    const folders = ['left', 'right'].map((name) => path.join(folder, name));
    // Without settings both want the same ports.
    const both = folders.map((dataDir) => npmStart(dataDir));
    await Promise.all(both.map(isUp));
    const ports = both.map(({ output }) => /API +http:\/\/127\.0\.0\.1:(\d+)/.exec(output())![1]!);
    expect(new Set(ports).size).toBe(2);
    for (const port of ports) expect((await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`)).status).toBe(200);
    await Promise.all((['SIGTERM', 'SIGINT'] as const).map((signal, at) => expectEnd(both[at]!, folders[at]!, signal)));
  });

  it('two at the same moment on one data folder: one comes up, the other says that it runs; SIGHUP to npm ends the stack', async () => {
    const dataDir = path.join(folder, 'shared');
    const both = [npmStart(dataDir, FREE), npmStart(dataDir, FREE)];
    const refused = await Promise.race(both.map(async (run) => { await run.exit; return run; }));
    const other = both.find((run) => run !== refused)!;
    expect(await refused.exit).toBe(1);
    expect(refused.output()).toMatch(new RegExp(`Proscenium already runs on ${dataDir}.*\\(process \\d+\\)\\. Stop that one, or give this one its own DATA_DIR`));
    await isUp(other);
    await expectEnd(other, dataDir, 'SIGHUP');
  });

  it('SIGKILL to npm ends the whole stack, on a folder where one was ended by SIGHUP', async () => {
    const dataDir = path.join(folder, 'shared');
    const run = npmStart(dataDir, FREE);
    await isUp(run);
    await expectEnd(run, dataDir, 'SIGKILL');
  });
});
