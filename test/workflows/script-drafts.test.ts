import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ScriptVersion } from '../../entities/script-version.js';
import { runChecks } from '../../src/monitoring/checker.js';
import { draftWorkId } from '../../src/domain/scripts/drafts/draft-kind.js';
import { workRunId } from '../../src/kernel/works/ids.js';
import { getWork } from '../../src/kernel/works/work-store.js';
import type { ApiClient } from '../support/api-client.js';
import { headingsIn, readFountainOf, seriesProject, settledDraft, startedEpisode, wishedScenes } from '../support/stands/draft-stand.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { standingAt } from '../support/runs.js';

let stack: Processes;
let client: ApiClient;

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story']] });
  client = await stack.newAccount();
});
afterAll(async () => { await stack?.close(); });

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));
const SCENES = wishedScenes(4);
const HEADINGS = SCENES.map(({ heading }) => heading);

const newDraft = async (): Promise<string> => startedEpisode(client, await seriesProject(stack.services, client));
const begin = (id: string) => client.post(`/screenplay-drafts/${id}`, { scenes: SCENES }, { key: `draft-${id}` });
const runIdOf = (subjectId: string, epoch = 1): string => workRunId({ kind: 'draft', subjectId, revision: 1, epoch });
const draftOf = async (id: string): Promise<any> => (await client.get(`/screenplay-drafts/${id}`)).body.draft;

/** Expects all four scenes, each once, and no left-over scene files in the store. */
async function expectWhole(id: string): Promise<void> {
  expect(await settledDraft(client, id)).toMatchObject({ status: 'open', completed: 4, total: 4 });
  expect(headingsIn(await readFountainOf(client, id))).toEqual(HEADINGS);
  const row = await stack.services.db.repository(ScriptVersion).findOneByOrFail({ id });
  // Each scene is one write, whatever was killed.
  expect(row.revision).toBe(1 + SCENES.length);
  const stored = (await readdir(`${stack.services.config.dataDir}/media/script-versions/${id}`)).map((name) => `script-versions/${id}/${name}`);
  expect(stored).toEqual(expect.arrayContaining([row.contentKey, row.linesKey, row.modelKey]));
  expect(stored.filter((key) => /scene-/.test(key))).toEqual([]);
}

/** Starts a separate worker that works on drafts until it is killed at the fault point. */
async function strike(point: string): Promise<void> {
  const doomed = await stack.startWorker(['providers'], `${point}:kill`);
  expect((await doomed.ended).signal).toBe('SIGKILL');
}

async function struck(point: string): Promise<string> {
  const id = await newDraft();
  await begin(id);
  await strike(point);
  expect((await draftOf(id)).status).toBe('drafting');
  return id;
}

/** Expects that the first scene, which was written before its source was deleted, is put into the text all the same. */
async function expectWrittenBefore(id: string): Promise<void> {
  const draft = await settledDraft(client, id);
  expect(draft.completed).toBe(4);
  const [first, second] = (await readFountainOf(client, id)).split(/^(?=INT\. PLACE)/mu);
  expect(first).toMatch(/^(?:ADA|TOM)$/mu);
  // The other scenes were written without a source, so they contain only their summaries.
  expect(second).toContain(SCENES[1]!.summary);
}

cell('workers killed between the writer and the text, before a scene is committed and right after scenes: the next one goes on, each scene is written once', async () => {
  // Workers are killed one after the other, then one worker resumes all drafts: the timeouts of the dead workers' activities run in parallel.
  const written = await struck('draft.written');
  await stack.services.db.query(`UPDATE sources SET deleted_at = now() WHERE project_id = (SELECT s.project_id FROM scripts s
    JOIN script_versions v ON v.script_id = s.id WHERE v.id = $1)`, [written]);
  const drafts = [await struck('draft.after_scene'), await struck('draft.before_scene')];
  // One more worker is killed after a scene while it resumes the drafts.
  await strike('draft.after_scene');
  const worker = await stack.startWorker(['providers']);
  await Promise.all([expectWrittenBefore(written), ...drafts.map(expectWhole)]);
  await worker.kill('SIGKILL');
});

cell('a run that an operator cancels or ends leaves a draft that can be resumed', async () => {
  const id = await newDraft();
  await begin(id);
  await stack.temporal.workflow.getHandle(runIdOf(id)).cancel();
  // It writes until the last test.
  await stack.startWorker(['providers'], 'draft.after_scene:delay:700');
  expect(await settledDraft(client, id)).toMatchObject({ status: 'failed', failureCode: 'work_cancelled', failureMessage: expect.stringContaining('cancelled') });
  await client.post(`/screenplay-drafts/${id}`, {});
  await client.poll(`/screenplay-drafts/${id}`, ({ draft }) => draft.completed >= 1);
  await stack.temporal.workflow.getHandle(runIdOf(id, 2)).terminate('test');
  await stack.services.db.query(`UPDATE works SET updated_at = now() - interval '2 minutes' WHERE id = $1`, [draftWorkId(id, 1)]);
  await runChecks(stack.services);
  expect(await draftOf(id)).toMatchObject({ status: 'failed', failureMessage: expect.stringContaining('stopped') });
  await client.post(`/screenplay-drafts/${id}`, { scenes: SCENES });
  await expectWhole(id);
  expect(await getWork(stack.services.db, draftWorkId(id, 1))).toMatchObject({ status: 'READY', epoch: 3, progress: { completed: 4, total: 4 } });
});

cell('a run that is reset, while it writes and when it is done, writes no scene twice', async () => {
  const id = await newDraft();
  await begin(id);
  await client.poll(`/screenplay-drafts/${id}`, ({ draft }) => draft.completed === 2);
  const reset = () => stack.temporalCli('workflow', 'reset', '--workflow-id', runIdOf(id), '--type', 'FirstWorkflowTask', '--reason', 'test');
  await reset();
  await expectWhole(id);
  const before = await readFountainOf(client, id);
  await stack.temporal.workflow.getHandle(runIdOf(id)).result();
  await reset();
  expect(await stack.temporal.workflow.getHandle(runIdOf(id)).result()).toEqual({ status: 'over' });
  expect(await readFountainOf(client, id)).toBe(before);
  await expectWhole(id);
});

cell('the API killed between draft and run: the same call starts it, and so does the checker', async () => {
  const ids = [await newDraft(), await newDraft()];
  const gate = stack.file('begun');
  await stack.api.kill('SIGKILL');
  const doomed = await stack.startApi(`draft.begun:wait-file:${gate}`);
  const answers = ids.map((id) => expect(begin(id)).rejects.toThrow());
  await standingAt(gate, ids.length);
  expect((await doomed.kill('SIGKILL')).signal).toBe('SIGKILL');
  await Promise.all(answers);
  await stack.startApi();
  for (const id of ids) expect((await draftOf(id)).status).toBe('drafting');
  await stack.services.db.query(`UPDATE idempotency_keys SET lease_until = now() - interval '1 second' WHERE key = $1`, [`draft-${ids[0]}`]);
  expect((await begin(ids[0]!)).status).toBe(202);
  await stack.services.db.query(`UPDATE works SET updated_at = now() - interval '2 minutes' WHERE id = $1`, [draftWorkId(ids[1]!, 1)]);
  // The checker may also have run by itself before.
  await runChecks(stack.services);
  expect((await stack.temporal.workflow.getHandle(runIdOf(ids[1]!)).describe()).status.name).toBe('RUNNING');
  for (const id of ids) await expectWhole(id);
});
