import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ScriptVersion } from '../../entities/script-version.js';
import { runChecks } from '../../src/monitoring/checker.js';
import type { ApiClient } from '../support/api-client.js';
import { startProcesses, type Processes, type Served } from '../support/processes.js';
import { LAMP, longScript, parsed, uploaded } from '../support/stands/script-stand.js';

let stack: Processes;
let client: ApiClient;
let api: Served;
/** A script whose first worker was killed while it parsed; another worker runs from then on. */
let unread: string;

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story']] });
  api = stack.api;
  client = await stack.newAccount();
  // The timeout of the dead worker's activity passes while the other tests run.
  const doomed = await stack.startWorker(['providers'], 'script.stored:kill');
  unread = (await client.post('/scripts', { title: 'Twice', content: longScript(3) })).body.script.id;
  expect((await doomed.ended).signal).toBe('SIGKILL');
  expect((await client.get(`/scripts/${unread}`)).body.script.parseStatus).toBe('parsing');
  await stack.startWorker(['providers']);
});
afterAll(async () => { await stack?.close(); });

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));

/** The API dies at the point while it answers a call, and another one takes its place. */
async function killApiAt(point: string, call: () => Promise<unknown>): Promise<void> {
  await api.kill('SIGKILL');
  api = await stack.startApi(`${point}:kill`);
  await expect(call()).rejects.toThrow();
  expect((await api.ended).signal).toBe('SIGKILL');
  api = await stack.startApi();
}

const fountainOf = async (id: string): Promise<string> => (await client.get(`/scripts/${id}/export?format=fountain`)).body.content;
const rowOf = (scriptId: string) => stack.services.db.repository(ScriptVersion).findOneByOrFail({ scriptId });

cell('the API killed between text and row, and between row and run: the same key finds one script, which is parsed', async () => {
  for (const [point, made] of [['script.before_insert', false], ['script.after_insert', true]] as const) {
    const title = `Cut Off ${made ? 'Late' : 'Early'}`;
    const key = `cut-off-${point}`;
    const call = () => client.post('/scripts', { title, content: LAMP }, { key });
    await killApiAt(point, call);
    const named = async () => (await client.get('/story-projects')).body.projects.filter(({ name }: { name: string }) => name === title);
    expect(await named()).toHaveLength(made ? 1 : 0);
    if (made) expect((await client.get('/scripts/cut-off-late')).body.script.parseStatus).toBe('pending');
    await stack.services.db.query(`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = $1`, [key]);
    const again = await call();
    expect([again.status, again.body.version.number]).toEqual([201, 1]);
    expect((await parsed(client, again.body.script.id)).parseStatus).toBe('complete');
    expect(await named()).toHaveLength(1);
  }
});

cell('the API killed before a write is committed: the script is the old one, whole, and can be written', async () => {
  const script = await uploaded(client);
  const before = await fountainOf(script.id);
  await killApiAt('script.before_write', () => client.patch(`/scripts/${script.id}/content`, { content: longScript(1) }));
  expect([await fountainOf(script.id), (await rowOf(script.id)).revision]).toEqual([before, 1]);
  await killApiAt('script.before_line', () => client.patch(`/scripts/${script.id}/lines/3`, { text: 'Half a line' }));
  expect([await fountainOf(script.id), (await rowOf(script.id)).edition]).toEqual([before, 0]);
  expect((await client.patch(`/scripts/${script.id}/lines/3`, { text: 'A whole line.' })).body.line.text).toBe('A whole line.');
  expect(await fountainOf(script.id)).toBe(before.replace('Only the wind.', 'A whole line.'));
});

cell('the API killed after a write is committed: the checker starts the parsing that never began', async () => {
  const script = await uploaded(client);
  await killApiAt('script.after_write', () => client.patch(`/scripts/${script.id}/content`, { content: longScript(1) }));
  expect((await client.get(`/scripts/${script.id}`)).body.script).toMatchObject({ parseStatus: 'pending', versions: [{ revision: 2 }] });
  await stack.services.db.query(`UPDATE works SET updated_at = now() - interval '2 minutes' WHERE subject_id = $1`, [script.scriptUploadId]);
  await runChecks(stack.services);
  expect((await parsed(client, script.id)).parseStatus).toBe('complete');
  expect(await fountainOf(script.id)).toContain('INT. ROOM 0 - NIGHT');
});

cell('a worker killed between store and row: the next one reads the same, and nothing is stored twice', async () => {
  const { script } = await client.poll(`/scripts/${unread}`, (answer) => answer.script.parseStatus === 'complete');
  const row = await rowOf(script.id);
  const folder = `${stack.services.config.dataDir}/media/script-versions/${row.id}`;
  expect((await readdir(folder)).map((name) => `script-versions/${row.id}/${name}`).sort()).toEqual([row.contentKey, row.linesKey, row.modelKey].sort());
});
