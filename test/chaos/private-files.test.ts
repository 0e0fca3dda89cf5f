import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { acquireLock } from '../../src/main/stack/lock.js';
import { startProcess } from '../../src/main/stack/managed-process.js';

let folder: string;
beforeEach(async () => { folder = await mkdtemp(path.join(tmpdir(), 'private-files-')); });
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (...parts: string[]): Promise<string> => ((await stat(path.join(folder, ...parts))).mode & 0o777).toString(8);

it('logs, pid files and locks are for their owner only, also those that an earlier version left open', async () => {
  for (const name of ['logs', 'run']) await mkdir(path.join(folder, name), { mode: 0o755 });
  await writeFile(path.join(folder, 'logs', 'sleeper.log'), 'old\n', { mode: 0o644 });
  const lock = await acquireLock(path.join(folder, 'lock'), () => 'held');
  const sleeper = await startProcess({
    name: 'sleeper', command: process.execPath, args: ['-e', 'setTimeout(() => {}, 60_000)'], env: { PATH: process.env.PATH }, folder,
    stopSignal: 'SIGTERM', graceMs: 1_000,
  });
  const modes = await Promise.all([['logs'], ['run'], ['logs', 'sleeper.log'], ['run', 'sleeper.pid'], ['lock']].map((parts) => modeOf(...parts)));
  await sleeper.stop();
  await lock.release();
  expect(modes).toEqual(['700', '700', '600', '600', '600']);
});
