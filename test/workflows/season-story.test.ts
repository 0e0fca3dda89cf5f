import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { episodeRunId, seasonRunId } from '../../src/domain/season-runs/season-run-kind.js';
import type { ApiClient } from '../support/api-client.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { advance, openRun, runOf, seasonProject, settledEpisode, taken } from '../support/season-runs/season-stand.js';
import { uploaded } from '../support/stands/script-stand.js';

/** A script whose speeches are not words. */
const NOISE = ['Title: The Quay', '', 'INT. QUAY - DAY', '', ...Array.from({ length: 8 }, (_, at) =>
  `ADA\nXqzt kkrp vvlm ${at}93 brzk qqwx.\n`)].join('\n');

let stack: Processes;
let client: ApiClient;

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story', 'providers', 'media', 'pictures']] });
  client = await stack.newAccount(200);
});
afterAll(() => stack?.close());

const reset = (workflowId: string, type: string) =>
  stack.temporalCli('workflow', 'reset', '--workflow-id', workflowId, '--type', type, '--reason', 'test');
const feedOf = async (seriesId: string): Promise<string> => {
  const { feedUrl } = (await client.get(`/publishing-series/${seriesId}`)).body.series;
  return (await fetch(feedUrl)).text();
};
const guidsIn = (feed: string): string[] => [...feed.matchAll(/<guid[^>]*>([^<]+)<\/guid>/g)].map(([, guid]) => guid!);

describe('a season of two episodes', () => {
  it('goes from its map to its feed, whatever is reset, refused, corrected and withdrawn, and costs what was quoted', () => stack.withLogs(async () => {
    const projectId = await seasonProject(stack.services, client);
    const { id, mapVersion } = await openRun(client, projectId, { episodeCount: 2 });

    // The map: an edit, and one that comes too late.
    const edited = await client.patch(`/season-runs/${id}/episodes/ep_1`, { expectedMapVersion: mapVersion, patch: { logline: 'Somebody drains the lamp.' } });
    expect([edited.status, edited.body.run.mapVersion]).toEqual([200, 2]);
    const stale = await client.patch(`/season-runs/${id}/episodes/ep_1`, { expectedMapVersion: 1, patch: { logline: 'Nobody does.' } });
    expect([stale.status, stale.body.error.details.actual, stale.body.error.details.episode.logline]).toEqual([409, 2, 'Somebody drains the lamp.']);
    const approved = await client.post(`/season-runs/${id}/approve`, { expectedMapVersion: 2, confirmed: true });
    expect([approved.status, approved.body.run.status]).toEqual([200, 'awaiting_approval']);

    // The first episode: season and episode are reset in the middle of it.
    expect((await advance(client, id, 'advance', 'ep_1')).status).toBe(202);
    const { id: firstId } = (await runOf(client, id)).episodes[0];
    await reset(seasonRunId(id), 'FirstWorkflowTask');
    expect(await settledEpisode(client, id, 'ep_1')).toMatchObject({ status: 'gate_passed', attempts: 1, coverage: { attempts: 1 } });
    expect((await advance(client, id, 'advance', 'ep_1')).status).toBe(202);
    await reset(episodeRunId(id, firstId), 'FirstWorkflowTask');
    expect(await settledEpisode(client, id, 'ep_1')).toMatchObject({ status: 'performing', attempts: 1, failureCode: null });

    // The second one: another author's text fails the gate twice; a draft passes it.
    await uploaded(client, NOISE, { projectId, title: 'The Quay' });
    const failed = await taken(client, id, 'advance', 'ep_2');
    expect([failed.status, failed.nextAction, failed.failureMessage]).toEqual(['gate_failed', 'revise', expect.stringContaining('not words')]);
    const other = await uploaded(client, NOISE.replaceAll('brzk', 'wrrt'), { projectId, title: 'Other noise' });
    const again = await taken(client, id, 'revise', 'ep_2', { scriptUploadId: other.scriptUploadId });
    expect([again.status, again.attempts, again.coverage.gatePassed]).toEqual(['gate_failed', 2, false]);
    expect((await advance(client, id, 'advance', 'ep_2')).body.error).toMatchObject({ code: 'season_run_state_invalid', details: { reason: 'not_allowed', allowed: ['revise', 'replan', 'retry_coverage'] } });
    // An instruction would only change the existing text, so a text from the source needs a new plan.
    expect((await taken(client, id, 'replan', 'ep_2')).status).toBe('mapped');
    const { mapVersion: expectedMapVersion } = await runOf(client, id);
    expect((await client.post(`/season-runs/${id}/approve`, { expectedMapVersion, confirmed: true })).status).toBe(200);
    expect((await taken(client, id, 'advance', 'ep_2')).status).toBe('gate_passed');

    // Reads, MP3s and releases.
    expect((await taken(client, id, 'advance', 'ep_2')).status).toBe('performing');
    for (const episode of ['ep_1', 'ep_2']) {
      expect((await taken(client, id, 'advance', episode)).status).toBe('ready_to_publish');
      expect((await taken(client, id, 'publish', episode)).status).toBe('published');
    }
    const run = await runOf(client, id);
    expect([run.status, run.credits, run.currentEpisodeId]).toEqual(['completed', { quoted: 32, reserved: 32, settled: 32, released: 0, estimated: 32 }, null]);
    expect((await client.get('/credits')).body.credits.balance).toBe(168);
    expect(await checkLedger(stack.services.db)).toEqual([]);
    expect((await stack.temporal.workflow.getHandle(seasonRunId(id)).result())).toEqual({ status: 'completed' });
    const before = await feedOf(run.seriesId);
    expect(guidsIn(before)).toHaveLength(2);

    // A correction: the same guid at a new address.
    const [first, last] = run.episodes;
    const { script } = (await client.get(`/scripts/${first.scriptUploadId}`)).body;
    const { lines } = (await client.get(`/scripts/${script.id}/lines?limit=100`)).body;
    const line = lines.find(({ kind, text }: any) => kind === 'dialogue' && text.length > 10);
    expect((await client.patch(`/scripts/${first.scriptUploadId}/lines/${line.entryIndex}`, { text: 'That is quite another answer.' })).status).toBe(200);
    await client.post(`/artifacts/${first.artifactId}/update-recording`, {});
    const releasePath = `/publishing-releases/${first.releaseId}`;
    await client.poll(releasePath, ({ release }) => release.assets[0].status === 'stale');
    const refreshed = await client.post(`${releasePath}/refresh-media`, { sourceArtifactId: first.artifactId });
    expect([refreshed.status, refreshed.body.release.guid]).toEqual([200, first.releaseId]);
    const corrected = await feedOf(run.seriesId);
    expect(guidsIn(corrected).sort()).toEqual(guidsIn(before).sort());
    expect(corrected.match(/<enclosure[^>]*>/g)!.filter((enclosure) => !before.includes(enclosure))).toHaveLength(1);

    // A withdrawal.
    expect((await client.post(`/publishing-releases/${last.releaseId}/cancel`, {})).status).toBe(200);
    expect(guidsIn(await feedOf(run.seriesId))).not.toContain(last.releaseId);
    const { body: ended } = await client.get(`/season-runs/${id}`);
    expect(ended.run.episodes.map(({ status, withdrawn }: any) => [status, withdrawn])).toEqual([['published', false], ['published', true]]);
    expect(ended.next).toMatchObject({
      method: 'GET', why: expect.stringContaining('except for those that were withdrawn: 2'),
      or: [{ method: 'POST', path: `/publishing-series/${run.seriesId}/releases`, body: { sourceArtifactId: last.artifactId, episodeNumber: 2 } }],
    });
    expect((await advance(client, id, 'publish', 'ep_2')).body.error).toMatchObject({ code: 'season_run_state_invalid', details: { reason: 'run_is_over', next: { path: `/season-runs/${id}` } } });

    // It is released again once: then what is offered is to publish this release, and nothing more once it has a date.
    const offered = async (): Promise<any[]> => (await client.get(`/season-runs/${id}`)).body.next.or ?? [];
    const { body: { release: another } } = await client.post(ended.next.or[0].path, ended.next.or[0].body);
    expect((await offered()).map(({ method, path }) => [method, path])).toEqual([['POST', `/publishing-releases/${another.id}/publish`]]);
    const dated = await client.post(`/publishing-releases/${another.id}/schedule`, { scheduledAt: new Date(Date.now() + 86_400_000).toISOString() });
    expect([dated.status, await offered()]).toEqual([200, []]);
    expect((await client.post(`/publishing-releases/${another.id}/cancel`, {})).status).toBe(200);
    // A read that lacks a change cannot be released: its update comes first.
    const { body: { lines: spoken } } = await client.get(`/scripts/${last.scriptUploadId}/lines?limit=100`);
    const { entryIndex } = spoken.find(({ kind, text }: any) => kind === 'dialogue' && text.length > 10);
    expect((await client.patch(`/scripts/${last.scriptUploadId}/lines/${entryIndex}`, { text: 'That is yet another answer.' })).status).toBe(200);
    await client.poll(`/season-runs/${id}`, ({ next }) => next.or?.[0].path === `/artifacts/${last.artifactId}/update-recording`);
    expect((await client.get('/credits')).body.credits.balance).toBe(168);
  }));
});
