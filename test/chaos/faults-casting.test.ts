import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { workIdOf, workRunId } from '../../src/kernel/works/ids.js';
import type { ApiClient } from '../support/api-client.js';
import { confirmed } from '../support/canon/priced.js';
import { STAGED_VISUALS, stagedProject } from '../support/canon/staged-project.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { closedStatus } from '../support/runs.js';

let stack: Processes;
let client: ApiClient;

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story']] });
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
}), 120_000);

it('a worker that serves no API knows every report that the API takes orders for', () => stack.withLogs(async () => {
  const projectId = await stagedProject(stack.services, client, STAGED_VISUALS);
  const portraits = `/story-projects/${projectId}/cast-portraits`;
  const { answer } = await confirmed(client, `${portraits}/design`, { character: 'Ada', count: 2 });
  expect(answer.status).toBe(202);
  const { designs: [{ id }] } = await client.poll(`${portraits}/designs`, ({ designs }) => designs[0].status === 'ready');
  const path = `${portraits}/designs/${id}/coverage`;
  expect((await client.post(path, {})).status).toBe(202);
  const { coverage } = await client.poll(path, (body) => body.coverage.status !== 'generating');
  expect(coverage).toMatchObject({ status: 'complete', report: { rubricVersion: 'portraits-1' } });
}), 120_000);
