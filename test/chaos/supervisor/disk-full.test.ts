import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProductionClient } from '../../../src/main/production/client.js';
import { attachSource, planRead, type Job } from '../../../src/main/production/steps.js';
import type { RunningStack } from '../../../src/main/stack/running-stack.js';
import { EmbeddedStack, until } from '../../support/chaos/embedded-stack.js';
import { processesNaming } from '../../support/chaos/process-search.js';

const DISK = '260m';
/** Below this much free space the stack stores nothing new. */
const MIN_FREE_MB = '40';
const STORY = 'The lamp at Corran Head went out in the third winter. "Light it again," said Mara. "With what?" asked the keeper.\n\n'
  + 'She carried oil up the stairs for nine nights. On the tenth the ships came home, and the keeper said nothing at all.\n';

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
if (!canMount) process.stderr.write('test/chaos/disk-full needs root on Linux, to mount a small disk: skipped\n');

let disk: string | null = null;
let run: Awaited<ReturnType<EmbeddedStack['up']>> | null = null;
afterEach(async () => {
  run?.child.kill('SIGKILL');
  if (!disk) return;
  execFileSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true, force: true });
  disk = null;
});

/** Writes zeros until the disk takes no more. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const size of [1_000_000, 4096, 1]) {
      const zeros = Buffer.alloc(size);
      try {
        for (;;) writeSync(descriptor, zeros);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

interface Answer { status: number; body: { error?: { code: string; message: string }; job?: Job; disk?: { status: string; freeBytes: number } } }

type Call = (method: string, target: string, body?: object, idempotencyKey?: string) => Promise<Answer>;

const callerOf = ({ baseUrl }: RunningStack, key: string): Call => async (method, target, body, idempotencyKey) => {
  const response = await fetch(baseUrl + target, {
    method, signal: AbortSignal.timeout(30_000), body: body ? JSON.stringify(body) : null,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) },
  });
  return { status: response.status, body: await response.json() as Answer['body'] };
};

(canMount ? describe : describe.skip)('a full disk', () => {
  it('refuses what needs space and says so, continues when there is space, and leaves no process behind', async () => {
    disk = await mkdtemp(path.join(tmpdir(), 'proscenium-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=711`, 'tmpfs', disk]);
    const embedded = await EmbeddedStack.in(disk);
    const environment = { VOICES: 'stage', MIN_FREE_DISK_MB: MIN_FREE_MB, LOG_LEVEL: 'info' };
    const started = await embedded.up(environment);
    run = started;
    const call = callerOf(started.stack, started.ownerKey);
    const client = new ProductionClient(started.stack.baseUrl, started.ownerKey);
    const file = path.join(disk, 'story.txt');
    await writeFile(file, STORY);
    const { project } = await client.call<{ project: { id: string } }>('POST', '/story-projects', { name: 'Corran Head' });
    const wish = { material: { kind: 'file' as const, path: file, label: 'Corran Head' }, mode: 'drama' as const, durationSeconds: null };
    const source = await attachSource(client, project.id, wish.material, () => undefined);
    const plan = await planRead(client, project.id, source.id, wish, () => undefined);
    await client.call('POST', `/story-plans/${plan.id}/approve`, { userConfirmed: true });
    const order = { storyPlanId: plan.id, acceptSuggestedVoices: true };
    const before = await client.call<{ credits: { balance: number } }>('GET', '/credits');

    // One job is at work while the disk fills.
    const first = await call('POST', '/story-jobs', order, 'before');
    expect(first.status).toBe(201);
    fill(path.join(disk, 'filler'));
    // The free space is measured once a second.
    await until(() => call('GET', '/generation-health').then(({ body }) => body.disk?.status === 'low'), () => `the API to see the full disk:\n${started.output()}`);
    for (let round = 0; round < 5; round += 1) {
      expect((await call('GET', '/story-projects')).status).toBe(200);
      const refused = await call('POST', '/story-projects', { name: 'None' }, `none-${round}`);
      expect([refused.status, refused.body.error]).toEqual([500, expect.objectContaining({
        code: 'internal_error', message: expect.stringMatching(/^the disk of the server is (almost )?full.*free some space.*send the same call again$/),
      })]);
    }
    const orders = await Promise.all(['one', 'two'].map((name) => call('POST', '/story-jobs', order, name)));
    expect(orders.map(({ status, body }) => [status, body.error?.code])).toEqual([[500, 'internal_error'], [500, 'internal_error']]);
    const health = await call('GET', '/generation-health');
    expect([health.status, health.body.disk?.status]).toEqual([200, 'low']);
    expect(health.body.disk!.freeBytes).toBeLessThan(Number(MIN_FREE_MB) * 1e6);
    const doctor = embedded.run(['doctor', '--offline'], environment);
    expect(await doctor.exit).toBe(1);
    expect(doctor.output()).toMatch(/MISSING {2}Disk space .*calls that store something are refused\n.*fix: Free some space/);

    // Processes that die now may not start again. Each attempt is reported, and leaves nothing behind.
    for (const part of ['api', 'worker-story']) {
      process.kill((await embedded.identityOf(part)).pid, 'SIGKILL');
      await until(() => new RegExp(`${part} (was|could not be) started again`).test(started.output()), () => `${part} to be tried again:\n${started.output()}`);
    }

    await rm(path.join(disk, 'filler'));
    await until(() => call('GET', '/generation-health').then(({ body }) => body.disk?.status === 'ok', () => false), () => `the API:\n${started.output()}`);
    const again = await Promise.all(['one', 'two'].map((name) => call('POST', '/story-jobs', order, name)));
    expect(again.map(({ status }) => status)).toEqual([201, 201]);
    const ids = [first, ...again].map(({ body }) => body.job!.id);
    const ended = await Promise.all(ids.map((id) => until(async () => {
      const { body } = await call('GET', `/story-jobs/${id}`).catch(() => ({ body: {} as Answer['body'] }));
      return body.job && ['READY', 'FAILED', 'CANCELED'].includes(body.job.status) ? body.job : null;
    }, () => `job ${id}:\n${started.output()}`)));
    expect(ended.slice(1).map(({ status }) => status)).toEqual(['READY', 'READY']);
    const after = await client.call<{ credits: { balance: number; reserved?: number } }>('GET', '/credits');
    const settled = ended.reduce((sum, { credits }) => sum + credits.settled, 0);
    expect(before.credits.balance - after.credits.balance).toBe(settled);
    expect(settled).toBe(ended.filter(({ status }) => status === 'READY').length * plan.quote.total);

    started.child.kill('SIGINT');
    expect(await started.exit).toBe(0);
    expect(processesNaming(disk)).toEqual([]);
  });
});
