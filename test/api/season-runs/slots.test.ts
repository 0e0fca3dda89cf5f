import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { advance, approvedRun, runOf, seasonProject, taken } from '../../support/season-runs/season-stand.js';
import { uploaded } from '../../support/stands/script-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let runId: string;
let projectId: string;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 300 });
  projectId = await seasonProject(stand.api.services, client);
  runId = (await approvedRun(client, projectId)).id;
});
afterAll(() => stand.close());

const episodeOf = async (): Promise<any> => (await runOf(client, runId)).episodes[0];
const scriptOf = async (version: string): Promise<any> => (await client.get(`/scripts/${version}`)).body.script;
const remove = (path: string) => client.delete(`${path}?confirmed=true`);
const refusal = ({ status, body }: any): unknown[] => [status, body.error?.code, body.error?.details?.next?.body?.action];

/** Deletes the script or the version that a run holds, as older servers allowed. */
async function lose(version: string, what: 'script' | 'version'): Promise<void> {
  const { db } = stand.api.services;
  await db.query(`UPDATE script_versions SET deleted_at = now() WHERE ${what === 'version' ? 'id = $1' : 'script_id = (SELECT script_id FROM script_versions WHERE id = $1)'}`, [version]);
  if (what === 'script') await db.query(`UPDATE scripts SET deleted_at = now(), title = '', slug = '' WHERE id = (SELECT script_id FROM script_versions WHERE id = $1)`, [version]);
}

async function planAgain(): Promise<any> {
  expect((await taken(client, runId, 'replan', 'ep_1')).status).toBe('mapped');
  const { mapVersion } = await runOf(client, runId);
  expect((await client.post(`/season-runs/${runId}/approve`, { expectedMapVersion: mapVersion, confirmed: true })).status).toBe(200);
  return taken(client, runId, 'advance', 'ep_1');
}

describe('the text of an episode of an open run', () => {
  it('is not deleted, neither its script nor its version', async () => {
    const { scriptUploadId } = await taken(client, runId, 'advance', 'ep_1');
    const { id: scriptId } = await scriptOf(scriptUploadId);
    const second = await client.post(`/scripts/${scriptId}/versions`, { content: 'Title: The Lamp\n\nINT. SHOP - DAY\n\nADA\nNo.\n' });
    expect(second.status).toBe(201);
    const uses = [{ kind: 'season_run', id: runId, status: 'awaiting_approval', scriptUploadId }];
    for (const path of [`/scripts/${scriptId}`, `/scripts/${scriptId}/versions/${scriptUploadId}`]) {
      const { status, body } = await remove(path);
      expect([status, body.error?.code, body.error?.details.uses]).toEqual([409, 'script_in_use', uses]);
    }
    expect((await remove(`/scripts/${scriptId}/versions/${second.body.version.scriptUploadId}`)).status).toBe(200);
    expect((await episodeOf()).coverage.stale).toBe(false);
  });

  it.each(['script', 'version'] as const)('can be made again, however often its %s was lost', async (what) => {
    for (let round = 1; round <= 2; round += 1) {
      const { scriptUploadId } = await episodeOf();
      const { id: scriptId } = await scriptOf(scriptUploadId);
      await lose(scriptUploadId, what);
      expect(await episodeOf()).toMatchObject({ nextAction: 'replan', blockedReason: null, coverage: { stale: true } });
      for (const action of ['advance', 'retry_coverage']) expect(refusal(await advance(client, runId, action, 'ep_1'))).toEqual([404, 'script_not_found', 'replan']);
      // A revision needs an existing text; a lost one has to be planned again.
      expect(refusal(await advance(client, runId, 'revise', 'ep_1', { instruction: 'shorter' }))).toEqual([404, 'script_not_found', 'replan']);
      const again = await planAgain();
      expect(again).toMatchObject({ status: 'gate_passed', failureCode: null, nextAction: 'advance', coverage: { stale: false } });
      expect((await scriptOf(again.scriptUploadId)).id === scriptId).toBe(what === 'version');
    }
  });

  it('can be replaced by a file after it was lost', async () => {
    await lose((await episodeOf()).scriptUploadId, 'script');
    const fields = { action: 'revise', episodeId: 'ep_1', confirmed: 'true' };
    const sent = await client.upload(`/season-runs/${runId}/advance`, Buffer.from('Title: X\n\nINT. SHOP - DAY\n\nADA\nNo.\n'), 'x.fountain', fields);
    expect(sent.status).toBe(202);
    const { run } = await client.poll(`/season-runs/${runId}`, (body) => !body.run.episodes[0].atWork);
    expect(run.episodes[0]).toMatchObject({ status: 'gate_failed', failureCode: null });
    expect((await scriptOf(run.episodes[0].scriptUploadId)).versions).toHaveLength(1);
  });

  it('can be deleted after the run, like any script that no run holds', async () => {
    const other = await uploaded(client, undefined, { projectId, title: 'Another text' });
    expect((await remove(`/scripts/${other.id}`)).status).toBe(200);
    const { scriptUploadId } = await episodeOf();
    expect((await remove(`/scripts/${scriptUploadId}`)).status).toBe(409);
    expect((await client.post(`/season-runs/${runId}/cancel`, { confirmed: true })).body.run.status).toBe('cancelled');
    expect((await remove(`/scripts/${scriptUploadId}`)).status).toBe(200);
  });
});
