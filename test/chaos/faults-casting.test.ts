import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { workIdOf, workRunId } from '../../src/kernel/works/ids.js';
import type { ApiClient } from '../support/api-client.js';
import { confirmed } from '../support/canon/priced.js';
import { STAGED_VISUALS, stagedProject } from '../support/canon/staged-project.js';
import { until } from '../support/chaos/until.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { startProcesses, type Processes, type Served } from '../support/processes.js';
import { closedStatus } from '../support/runs.js';

let stack: Processes;
let client: ApiClient;
let story: Served;

beforeAll(async () => {
  stack = await startProcesses({ workers: [] });
  story = await stack.startWorker(['story']);
  client = await stack.newAccount();
});
afterAll(() => stack?.close());

const kindsOf = async (workId: string): Promise<string[]> => (await journalOf(stack.services, workId)).map(({ kind }) => kind).sort();

it('a casting whose project is deleted stops and charges nothing more', () => stack.withLogs(async () => {
  const projectId = await stagedProject(stack.services, client, STAGED_VISUALS);
  const { answer } = await confirmed(client, `/story-projects/${projectId}/cast`, {});
  const { castingId } = answer.body.casting;
  expect((await client.delete(`/story-projects/${projectId}`)).status).toBe(200);
  const workId = workIdOf('casting', castingId);
  await stack.startWorker(['pictures', 'providers']);
  await closedStatus(stack.temporal, workRunId({ kind: 'casting', subjectId: castingId, revision: 0, epoch: 1 }));
  const kinds = await kindsOf(workId);
  expect([kinds.includes('settle'), kinds.filter((kind) => kind === 'reserve').length, kinds.filter((kind) => kind === 'release').length]).toEqual([false, 6, 6]);
  await expectSound(stack.services);
}));

it('a worker without an API makes the report about portraits that the API has accepted', () => stack.withLogs(async () => {
  const projectId = await stagedProject(stack.services, client, STAGED_VISUALS);
  const portraits = `/story-projects/${projectId}/cast-portraits`;
  const { answer } = await confirmed(client, `${portraits}/design`, { character: 'Ada', count: 2 });
  expect(answer.status).toBe(202);
  const { designs: [{ id }] } = await client.poll(`${portraits}/designs`, ({ designs }) => designs[0].status === 'ready');
  const path = `${portraits}/designs/${id}/coverage`;
  expect((await client.post(path, {})).status).toBe(202);
  const { coverage } = await client.poll(path, (body) => body.coverage.status !== 'generating');
  expect(coverage).toMatchObject({ status: 'complete', report: { rubricVersion: 'portraits-1' } });
}));

it('a casting is stored together with its work, whichever process dies in between, and is made and charged once', () => stack.withLogs(async () => {
  const { db } = stack.services;
  const projectId = await stagedProject(stack.services, client, STAGED_VISUALS);
  const path = `/story-projects/${projectId}/cast`;
  const rows = () => db.query<{ id: string; workId: string | null }>(
    `SELECT coalesce(c.id, w.subject_id) AS id, w.id AS "workId" FROM (SELECT * FROM castings WHERE project_id = $1) c
       FULL JOIN (SELECT * FROM works WHERE kind = 'casting' AND project_id = $1) w ON w.subject_id = c.id`, [projectId]);
  const wish = { character: 'Ada', imageKind: 'face' };
  const { quote: { quoteId } } = (await client.post(path, wish)).body;
  const confirm = () => client.post(path, { ...wish, confirm: true, quoteId }, { key: projectId });

  await story.kill('SIGKILL');
  const dying = await stack.startWorker(['story'], 'reserve.before_commit:kill');
  const lost = expect(confirm()).rejects.toThrow();
  expect((await dying.ended).signal).toBe('SIGKILL');
  expect(await rows()).toEqual([]);
  await stack.api.kill('SIGKILL');
  await lost;
  expect(await rows()).toEqual([]);

  await Promise.all([stack.startApi(), stack.startWorker(['story', 'pictures', 'providers'])]);
  const again = await until(confirm, ({ status }) => status !== 409);
  const { castingId } = again.body.casting;
  const workId = workIdOf('casting', castingId);
  await closedStatus(stack.temporal, workRunId({ kind: 'casting', subjectId: castingId, revision: 0, epoch: 1 }));
  expect([again.status, await rows(), await kindsOf(workId)]).toEqual([202, [{ id: castingId, workId }], ['reserve', 'settle']]);
  expect((await client.get(path)).body.cast.characters[0].images.face.avatarStatus).toBe('ready');
  await expectSound(stack.services);
}));
