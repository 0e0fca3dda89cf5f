import { describe, it, expect, beforeAll, afterAll } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { isRunning, processesWithArgument } from '../../src/main/stack/process-identity.js';
import type { RunningStack } from '../../src/main/stack/running-stack.js';
import { EmbeddedStack, until, type Run } from '../support/chaos/embedded-stack.js';
import { processesNaming } from '../support/chaos/process-search.js';

const PARTS = ['postgres', 'temporal', 'api', 'worker-story', 'worker-media'];

let embedded: EmbeddedStack;

beforeAll(async () => { embedded = await EmbeddedStack.inFreshFolder(); });
afterAll(() => embedded.remove());

/** The environment of a machine without network and without the pack of the neural voices. */
const withoutPack = () => ({ PROSCENIUM_CACHE_DIR: path.join(embedded.dataDir, 'empty-cache'), VOICES_URL: '/nowhere' });

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
  it('starts, serves, refuses a second one, survives a kill, and stops in order', async () => {
    const first = await embedded.up();
    const key = first.ownerKey;
    expect(await project(first.stack, key, 'before')).toBe(201);
    expect((await fetch(`${first.stack.uiUrl}/api/v1/namespaces/default`)).status).toBe(200);

    // A second start in the same data folder is refused; other commands work beside the running stack.
    const second = embedded.run(['up']);
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`already runs on ${embedded.dataDir} at ${first.stack.appUrl} (process ${first.child.pid})`);
    const created = embedded.run(['keys', 'create', '--scopes', 'story:read', '--expires-in-days', '1', '--json']);
    expect(await created.exit).toBe(0);
    const made = JSON.parse(created.output()) as { key: string; prefix: string; scopes: string[] };
    expect(made.scopes).toEqual(['story:read']);
    expect(await ask(first.stack, made.key)).toBe(200);
    expect(await embedded.run(['keys', 'revoke', made.prefix]).exit).toBe(0);
    await until(async () => await ask(first.stack, made.key) === 401, () => 'the key to be refused');

    // A killed stack leaves nothing behind that stops the next start. What happens when only a part of it dies, `scheduled-publish.test.ts` shows.
    const parts = await Promise.all(PARTS.map((part) => embedded.identityOf(part)));
    first.child.kill('SIGKILL');
    await first.exit;
    const third = await embedded.up({ ...withoutPack(), VOICES: 'auto' });
    expect(third.output()).not.toContain('Owner key');
    // This one has no network for the neural voices, and no pack: it speaks with the stage voices, and says so on its screen and to clients.
    expect(third.output().match(/^The stage voices speak, .*\/nowhere\/.*`proscenium voices install` fetches the neural ones later\.$/gm)).toHaveLength(1);
    expect(third.output()).toMatch(/^ {2}Voices +stage; proscenium voices status says why$/m);
    const health = await fetch(`${third.stack.baseUrl}/generation-health`, { headers: { authorization: `Bearer ${key}` } });
    expect(await health.json()).toMatchObject({
      voices: { speaking: 'stage', reason: 'the neural voices are not installed; run `proscenium voices install` and start again' },
    });
    expect(parts.filter(isRunning)).toEqual([]);
    expect(await ask(third.stack, key)).toBe(200);
    const client = new pg.Client({ connectionString: third.stack.databaseUrl });
    await client.connect();
    expect((await client.query('SELECT name FROM projects')).rows).toEqual([{ name: 'before' }]);
    await client.end();

    const remaining = await Promise.all(PARTS.map((part) => embedded.identityOf(part)));
    third.child.kill('SIGINT');
    expect(await third.exit).toBe(0);
    expect(third.output()).toContain('Stopped.');
    expect(remaining.filter(isRunning)).toEqual([]);
    expect(processesNaming(embedded.dataDir)).toEqual([]);
    expect(existsSync(path.join(embedded.dataDir, 'run/stack.lock'))).toBe(false);
  });

  it('names the setting of a busy port and leaves nothing running', async () => {
    const { createServer } = await import('node:net');
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const port = String((blocker.address() as { port: number }).port);
    for (const setting of ['PORT', 'POSTGRES_PORT', 'TEMPORAL_UI_PORT']) {
      const refused = embedded.run(['up'], { [setting]: port });
      expect(await refused.exit).toBe(1);
      expect(refused.output()).toContain(`Port ${port} is in use by another program. Set ${setting}`);
      expect(refused.output()).not.toMatch(/\n\s+at /);
    }
    expect(processesWithArgument(path.join(embedded.dataDir, 'postgres'))).toEqual([]);
    expect(existsSync(path.join(embedded.dataDir, 'run/stack.lock'))).toBe(false);
    await new Promise<void>((resolve) => { blocker.close(() => resolve()); });
  });

  it.each([
    ['PROSCENIUM_BOOTSTRAP_KEY', 'sk_live_1', 'must read psc_<prefix>_<secret>'], ['PORT', 'eighty', 'must be a whole number'],
  ])('names a setting that cannot be used: %s', async (setting, value, words) => {
    const refused = embedded.run(['up'], { [setting]: value });
    expect(await refused.exit).toBe(1);
    expect(refused.output()).toMatch(new RegExp(`^proscenium: ${setting} ${words}.*\\n$`));
    if (setting !== 'PORT') expect(refused.output()).not.toContain(value);
  });

  it('does not start without the neural voices where VOICES asks for them', async () => {
    const refused = embedded.run(['up'], { ...withoutPack(), VOICES: 'neural' });
    expect(await refused.exit).toBe(1);
    expect(refused.output()).toMatch(/proscenium: The neural voices could not be installed: .*\nRun proscenium voices install .*\n$/);
  });

  it('the doctor names HOST when this machine cannot listen there', async () => {
    const doctor = embedded.run(['doctor', '--offline'], { HOST: '192.0.2.1' });
    expect(await doctor.exit).toBe(1);
    expect(doctor.output()).toContain('HOST 192.0.2.1');
  });

  it('manages accounts, keys and credits without a running stack', async () => {
    // As after `cp -r` by root, which gives the copy to root: Postgres runs as another user, and gets its files back.
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', '0:0', path.join(embedded.dataDir, 'postgres')]);
    const account = embedded.run(['accounts', 'create', '--name', 'Second', '--credits', '7']);
    expect(await account.exit).toBe(0);
    const accountId = account.output().trim();
    const grant = (reference: string, amount = '25'): Run =>
      embedded.run(['credits', 'grant', '--account', accountId, '--amount', amount, '--reference', reference]);
    expect(await grant('r1').exit).toBe(0);
    const twice = grant('r1');
    expect(await twice.exit).toBe(0);
    expect(twice.output()).toContain('granted before');
    const other = grant('r1', '26');
    expect([await other.exit, other.output()]).toEqual([2, expect.stringContaining('r1 was granted before with 25 credits, not 26')]);
    const limits = ['--name', 'limited', '--expires-in-days', '3', '--allow-ip', '192.0.2.7', '--rate-tier', 'elevated'];
    expect(await embedded.run(['keys', 'create', '--account', accountId, ...limits]).exit).toBe(0);
    expect(await embedded.run(['keys', 'create', '--account', accountId, '--name', 'plain']).exit).toBe(0);
    const keys = embedded.run(['keys', 'list', '--account', accountId]);
    expect(await keys.exit).toBe(0);
    expect(keys.output()).toMatch(/ limited {2}\S+ {2}expires \d{4}-\d\d-\d\dT\S+Z {2}only from 192\.0\.2\.7 {2}rate tier elevated$/m);
    expect(keys.output()).toMatch(/ plain {2}\S+$/m);
    for (const bad of [
      ['keys', 'create', '--account', 'acc_none'], ['keys', 'create', '--allow-ip', 'localhost'], ['keys', 'create', '--scopes', 'root'],
      ['keys', 'revoke', 'nothing0'], ['credits', 'grant', '--account', accountId, '--amount', '-5'], ['frobnicate'], ['keys', 'create', '--nmae', 'x'],
    ]) {
      const refused = embedded.run(bad);
      expect([bad, await refused.exit]).toEqual([bad, 2]);
      expect(refused.output()).toContain('proscenium --help');
    }
  });
});
