import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { workIdOf, workRunId } from '../../src/works/ids.js';
import type { ApiClient } from '../support/api-client.js';
import { confirmed } from '../support/canon/priced.js';
import { STAGED_VISUALS, stagedProject } from '../support/canon/staged-project.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { closedStatus, resetRun } from '../support/runs.js';

let stack: Processes;
let client: ApiClient;

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story']] });
  client = await stack.newAccount();
});
afterAll(() => stack?.close());

const kindsOf = async (workId: string): Promise<string[]> => (await journalOf(stack.services, workId)).map(({ kind }) => kind).sort();

it('a voice design whose worker is killed when the voices are made: the next worker finishes it, and it is charged once', () => stack.withLogs(async () => {
  const doomed = await stack.startWorker(['media'], 'voice_design.made:kill');
  const base = `/story-projects/${await stagedProject(stack.services, client)}/cast-voice`;
  const { answer } = await confirmed(client, `${base}/design`, { character: 'Ada', gender: 'female', count: 3 });
  expect(answer.status).toBe(202);
  expect((await doomed.ended).signal).toBe('SIGKILL');
  const heir = await stack.startWorker(['media']);
  const { designs: [{ id, variants }] } = await client.poll(`${base}/designs`, ({ designs }) => designs[0].status === 'ready');
  const workId = workIdOf('voice-design', id);
  expect(await kindsOf(workId)).toEqual(['reserve', 'settle']);
  const runId = workRunId({ kind: 'voice-design', subjectId: id, revision: 0, epoch: 1 });
  await closedStatus(stack.temporal, runId);
  await resetRun(stack.temporal, runId, 'first');
  await closedStatus(stack.temporal, runId);
  expect(await kindsOf(workId)).toEqual(['reserve', 'settle']);
  expect((await client.get(`${base}/designs`)).body.designs[0].variants).toEqual(variants);
  await expectSound(stack.services);
  await heir.kill('SIGTERM');
}), 120_000);

it('a casting whose worker is killed before a picture: every picture is made and charged once', () => stack.withLogs(async () => {
  const doomed = await stack.startWorker(['pictures'], 'casting.picture:kill');
  const path = `/story-projects/${await stagedProject(stack.services, client, STAGED_VISUALS)}/cast`;
  const { answer, credits } = await confirmed(client, path, { character: 'Ada' });
  expect([answer.status, credits]).toEqual([202, 3]);
  expect((await doomed.ended).signal).toBe('SIGKILL');
  const heir = await stack.startWorker(['pictures']);
  const { cast } = await client.poll(path, (found) => found.cast.casting === null);
  expect(cast.characters[0].missing).toEqual([]);
  expect(await kindsOf(workIdOf('casting', answer.body.casting.castingId))).toEqual(['reserve', 'reserve', 'reserve', 'settle', 'settle', 'settle']);
  await expectSound(stack.services);
  await heir.kill('SIGTERM');
}), 120_000);

it('a casting whose project is deleted stops and charges nothing more', () => stack.withLogs(async () => {
  const projectId = await stagedProject(stack.services, client, STAGED_VISUALS);
  const { answer } = await confirmed(client, `/story-projects/${projectId}/cast`, {});
  const { castingId } = answer.body.casting;
  expect((await client.delete(`/story-projects/${projectId}`)).status).toBe(200);
  const workId = workIdOf('casting', castingId);
  const worker = await stack.startWorker(['pictures']);
  await closedStatus(stack.temporal, workRunId({ kind: 'casting', subjectId: castingId, revision: 0, epoch: 1 }));
  const kinds = await kindsOf(workId);
  expect([kinds.includes('settle'), kinds.filter((kind) => kind === 'reserve').length, kinds.filter((kind) => kind === 'release').length]).toEqual([false, 6, 6]);
  await expectSound(stack.services);
  await worker.kill('SIGTERM');
}), 120_000);

it('a worker that serves no API knows every report that the API takes orders for', () => stack.withLogs(async () => {
  const worker = await stack.startWorker(['pictures', 'providers']);
  const projectId = await stagedProject(stack.services, client, STAGED_VISUALS);
  const portraits = `/story-projects/${projectId}/cast-portraits`;
  const { answer } = await confirmed(client, `${portraits}/design`, { character: 'Ada', count: 2 });
  expect(answer.status).toBe(202);
  const { designs: [{ id }] } = await client.poll(`${portraits}/designs`, ({ designs }) => designs[0].status === 'ready');
  const path = `${portraits}/designs/${id}/coverage`;
  expect((await client.post(path, {})).status).toBe(202);
  const { coverage } = await client.poll(path, (body) => body.coverage.status !== 'generating');
  expect(coverage).toMatchObject({ status: 'complete', report: { rubricVersion: 'portraits-1' } });
  await worker.kill('SIGTERM');
}), 120_000);
