import { readdir, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ScriptVersion } from '../../entities/script-version.js';
import { runChecks } from '../../src/monitoring/checker.js';
import type { ApiClient } from '../support/api-client.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { standingAt } from '../support/runs.js';
import { LAMP, longScript, parsed, uploaded } from '../support/stands/script-stand.js';

let stack: Processes;
let client: ApiClient;
/** A script whose first worker was killed while it parsed; another worker runs from then on. */
let unread: string;
/** Scripts of whose changes the API died before they were committed, or after. */
let kept: { content: any; line: any };
let changed: any;
/** The scripts as the API left them when it died. The check of a worker finds them too, soon after. */
let left: { id: string; slug: string; status: string; revision: number }[];

const keyOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
const uploadAs = (title: string) => client.post('/scripts', { title, content: LAMP }, { key: keyOf(title) });
const fountainOf = async (id: string): Promise<string> => (await client.get(`/scripts/${id}/export?format=fountain`)).body.content;
const rowOf = (scriptId: string) => stack.services.db.repository(ScriptVersion).findOneByOrFail({ scriptId });

/**
 * The API is killed while it answers these calls, each of which waits at its point, and another one takes its place. A call that passes the point of
 * another comes before it.
 */
async function killApiAt(calls: readonly (readonly [point: string, call: () => Promise<unknown>])[]): Promise<void> {
  const gates = new Map(calls.map(([point]) => [point, stack.file(point)]));
  for (const gate of gates.values()) await writeFile(gate, '');
  await stack.api.kill('SIGKILL');
  const doomed = await stack.startApi([...gates].map(([point, gate]) => `${point}:wait-file:${gate}`).join(','));
  const answers: Promise<unknown>[] = [];
  for (const [point, call] of calls) {
    const gate = gates.get(point)!;
    for (const file of [gate, `${gate}.reached`]) await rm(file, { force: true });
    answers.push(expect(call()).rejects.toThrow());
    await standingAt(gate);
  }
  expect((await doomed.kill('SIGKILL')).signal).toBe('SIGKILL');
  await Promise.all(answers);
  left = await stack.services.db.query('SELECT s.id, s.slug, v.status, v.revision FROM scripts s JOIN script_versions v ON v.script_id = s.id');
  await stack.startApi();
}

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story']] });
  client = await stack.newAccount();
  // The timeout of the dead worker's activity passes while the other tests run.
  const doomed = await stack.startWorker(['providers'], 'script.stored:kill');
  unread = (await client.post('/scripts', { title: 'Twice', content: longScript(3) })).body.script.id;
  expect((await doomed.ended).signal).toBe('SIGKILL');
  expect((await client.get(`/scripts/${unread}`)).body.script.parseStatus).toBe('parsing');
  await stack.startWorker(['providers']);
  kept = { content: await uploaded(client), line: await uploaded(client) };
  changed = await uploaded(client);
  const write = ({ id }: any) => client.patch(`/scripts/${id}/content`, { content: longScript(1) });
  await stack.withLogs(() => killApiAt([
    ['script.after_insert', () => uploadAs('Cut Off Late')], ['script.before_insert', () => uploadAs('Cut Off Early')],
    ['script.after_write', () => write(changed)], ['script.before_write', () => write(kept.content)],
    ['script.before_line', () => client.patch(`/scripts/${kept.line.id}/lines/3`, { text: 'Half a line' })],
  ]));
});
afterAll(async () => { await stack?.close(); });

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));

cell('the API killed between text and row, and between row and run: the same key finds one script, which is parsed', async () => {
  for (const [title, made] of [['Cut Off Early', false], ['Cut Off Late', true]] as const) {
    const named = async () => (await client.get('/story-projects')).body.projects.filter(({ name }: { name: string }) => name === title);
    expect(await named()).toHaveLength(made ? 1 : 0);
    expect(left.filter(({ slug }) => slug === keyOf(title)).map(({ status }) => status)).toEqual(made ? ['pending'] : []);
    await stack.services.db.query(`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = $1`, [keyOf(title)]);
    const again = await uploadAs(title);
    expect([again.status, again.body.version.number]).toEqual([201, 1]);
    expect((await parsed(client, again.body.script.id)).parseStatus).toBe('complete');
    expect(await named()).toHaveLength(1);
  }
});

cell('the API killed before a write is committed: the script is the old one, whole, and can be written', async () => {
  for (const { id } of [kept.content, kept.line]) {
    const before = await fountainOf(id);
    expect(before).toContain('Only the wind.');
    expect(await rowOf(id)).toMatchObject({ revision: 1, edition: 0 });
    expect((await client.patch(`/scripts/${id}/lines/3`, { text: 'A whole line.' })).body.line.text).toBe('A whole line.');
    expect(await fountainOf(id)).toBe(before.replace('Only the wind.', 'A whole line.'));
  }
});

cell('the API killed after a write is committed: the checker starts the parsing that never began', async () => {
  expect(left.find(({ id }) => id === changed.id)).toMatchObject({ status: 'pending', revision: 2 });
  await stack.services.db.query(`UPDATE works SET updated_at = now() - interval '2 minutes' WHERE subject_id = $1`, [changed.scriptUploadId]);
  await runChecks(stack.services);
  expect((await parsed(client, changed.id)).parseStatus).toBe('complete');
  expect(await fountainOf(changed.id)).toContain('INT. ROOM 0 - NIGHT');
});

cell('a worker killed between store and row: the next one reads the same, and nothing is stored twice', async () => {
  const { script } = await client.poll(`/scripts/${unread}`, (answer) => answer.script.parseStatus === 'complete');
  const row = await rowOf(script.id);
  const folder = `${stack.services.config.dataDir}/media/script-versions/${row.id}`;
  expect((await readdir(folder)).map((name) => `script-versions/${row.id}/${name}`).sort()).toEqual([row.contentKey, row.linesKey, row.modelKey].sort());
});
