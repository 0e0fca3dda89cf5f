import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import type { ApiClient } from '../../support/api-client.js';
import { advance, approvedRun, isOver, openRun, runOf, seasonProject, settledEpisode, taken } from '../../support/season-runs/season-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 200 });
});
afterAll(() => stand.close());

const refusal = ({ status, body }: any): unknown[] => [status, body.error?.code, body.error?.details?.reason];

describe('the map', () => {
  it('is drafted from the canon, and waits for approval', async () => {
    const run = await openRun(client, await seasonProject(stand.api.services, client));
    expect(run).toMatchObject({ status: 'map_ready', mapVersion: 1, approvedMapVersion: null, seasonNumber: 1, title: 'Saint Brandan: Season 1', approvals: [] });
    expect(run.episodes.map(({ title, status, missingFields }: any) => [title, status, missingFields])).toEqual([
      ['The Lamp', 'mapped', []], ['The Quay', 'mapped', []], ['The Chapel', 'mapped', []],
    ]);
    expect(run.episodes[0].outline.beats[0].characters).toEqual(['Ada']);
    expect(run.episodes[0]).toMatchObject({ nextAction: 'advance', nextActionCredits: 0, blockedReason: { code: 'map_not_approved' } });
    expect(refusal(await advance(client, run.id, 'advance', 'ep_1'))).toEqual([409, 'season_run_state_invalid', 'map_not_approved']);
  });

  it('is incomplete until a person says what an episode tells', async () => {
    const { id } = await openRun(client, await seasonProject(stand.api.services, client));
    const { body: { run } } = await client.patch(`/season-runs/${id}/episodes/ep_1`, { expectedMapVersion: 1, patch: { logline: '', beats: [] } });
    expect([run.status, run.episodes[0].status, run.episodes[0].missingFields]).toEqual(['mapping', 'planned', ['logline', 'beats']]);
    const approve = (expectedMapVersion: number) => client.post(`/season-runs/${run.id}/approve`, { expectedMapVersion, confirmed: true });
    expect(refusal(await approve(2))).toEqual([409, 'season_run_state_invalid', 'map_incomplete']);
    const patch = { logline: 'The lamp goes out.', beats: [{ role: 'hook', summary: 'Ada smells oil.' }, { role: 'turn', summary: 'It burns.' }] };
    const edited = await client.patch(`/season-runs/${run.id}/episodes/ep_1`, { expectedMapVersion: 2, patch });
    expect([edited.status, edited.body.run.status, edited.body.run.mapVersion]).toEqual([200, 'map_ready', 3]);
    const stale = await client.patch(`/season-runs/${run.id}/episodes/ep_1`, { expectedMapVersion: 1, patch: { logline: 'Another one.' } });
    expect(stale.body.error).toMatchObject({
      code: 'season_run_state_invalid', details: { reason: 'map_changed', expected: 1, actual: 3, episode: { logline: 'The lamp goes out.' } },
    });
    expect(refusal(await approve(1))).toEqual([409, 'season_run_state_invalid', 'map_changed']);
    const approved = await approve(3);
    expect([approved.status, approved.body.run.status, approved.body.run.approvedMapVersion]).toEqual([200, 'awaiting_approval', 3]);
    expect(approved.body.run.approvals).toEqual([expect.objectContaining({ kind: 'map', mapVersion: 3, episodeId: null, outcome: 'done' })]);
  });
});

describe('a Series Bible that changes under a run', () => {
  it('does not block an episode by changing others; after other changes the episode names the missing report', async () => {
    const projectId = await seasonProject(stand.api.services, client);
    const { id } = await approvedRun(client, projectId);
    const { document } = (await client.get(`/story-projects/${projectId}/series-bible`)).body;
    const episodes = [...document.content.episodes, { id: 'ep_9', title: 'The Wreck', summary: 'A ship runs onto the reef.' }];
    await client.patch(`/story-projects/${projectId}/series-bible`, { content: { episodes } });
    expect((await runOf(client, id)).episodes[0]).toMatchObject({ nextAction: 'advance', blockedReason: null });
    await client.patch(`/story-projects/${projectId}/series-bible`, { content: { themes: 'light and debt' } });
    expect((await runOf(client, id)).episodes[0]).toMatchObject({
      nextAction: 'advance', blockedReason: {
        code: 'project_precondition_failed', message: 'before anything is started, the Series Bible needs a coverage report that passed',
        details: { stage: 'full_coverage', nextCall: { method: 'POST', path: `/story-projects/${projectId}/series-bible/coverage` } },
      },
    });
  });
});

describe('two episodes', () => {
  it('whose reads are asked for at the same moment with credits for one: the other is refused at once, and nothing of it changes', async () => {
    const own = await stand.newAccount({ credits: 10 });
    const run = await approvedRun(own, await seasonProject(stand.api.services, own));
    const episodes = ['ep_1', 'ep_2'];
    for (const episode of episodes) expect((await taken(own, run.id, 'advance', episode)).status).toBe('gate_passed');
    const answers = await Promise.all(episodes.map((episode) => advance(own, run.id, 'advance', episode)));
    expect(answers.map(refusal).sort()).toEqual([[202, undefined, undefined], [402, 'insufficient_credits', undefined]]);
    const paid = answers.findIndex(({ status }) => status === 202);
    const left = (await runOf(own, run.id)).episodes[1 - paid];
    expect(left).toMatchObject({ status: 'gate_passed', failureCode: null, atWork: false, blockedReason: { code: 'insufficient_credits' } });
    expect((await own.get('/credits')).body.credits.balance).toBe(0);
    expect(await settledEpisode(own, run.id, episodes[paid]!)).toMatchObject({ status: 'performing', failureCode: null });
    expect((await runOf(own, run.id)).credits).toMatchObject({ quoted: 10, reserved: 10, settled: 10, released: 0 });
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });
});

describe('an episode', () => {
  it('goes from its map to its feed, each step decided by a person, and costs what was quoted', async () => {
    const own = await stand.newAccount({ credits: 40 });
    const projectId = await seasonProject(stand.api.services, own);
    const run = await openRun(own, projectId);
    const { body: { run: { credits: { estimated } } } } = await own.patch(`/season-runs/${run.id}/episodes/ep_1`, { expectedMapVersion: 1, patch: { title: 'The Cold Lamp' } });
    // An episode without a text counts with the pages of its map.
    expect(estimated).toBe(48);
    expect((await own.post(`/season-runs/${run.id}/approve`, { expectedMapVersion: 2, confirmed: true })).status).toBe(200);
    const written = await taken(own, run.id, 'advance', 'ep_1');
    expect([written.status, written.failureMessage]).toEqual(['gate_passed', null]);
    expect(written).toMatchObject({ begun: true, attempts: 1, coverage: { gatePassed: true, attempts: 1 }, nextAction: 'advance', nextActionCredits: 10, blockedReason: null });
    const performed = await taken(own, run.id, 'advance', 'ep_1');
    expect(performed).toMatchObject({ status: 'performing', nextAction: 'advance', nextActionCredits: 6, failureMessage: null });
    // The read has the title of the map.
    expect((await own.get(`/artifacts/${performed.artifactId}`)).body.artifact.title).toBe('The Cold Lamp');
    const ready = await taken(own, run.id, 'advance', 'ep_1');
    expect(ready).toMatchObject({ status: 'ready_to_publish', nextAction: 'publish', nextActionCredits: 0 });
    const { credits, approvals } = await runOf(own, run.id);
    expect(credits).toMatchObject({ quoted: 16, reserved: 16, settled: 16, released: 0, estimated });
    expect(approvals.map(({ kind }: any) => kind)).toEqual(['map', 'advance', 'advance', 'advance']);
    expect((await own.get('/credits')).body.credits.balance).toBe(24);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
    // Without a series of its own, the run publishes in the only one of its project, although that was made later.
    const series = await own.post(`/story-projects/${projectId}/publishing-series`, { title: 'The Keeper', medium: 'audio', format: 'audio_drama' });
    const { releaseId } = await taken(own, run.id, 'publish', 'ep_1');
    expect((await own.get(`/publishing-releases/${releaseId}`)).body.release).toMatchObject({ status: 'published', seriesId: series.body.series.id, title: 'The Cold Lamp' });
    expect((await runOf(own, run.id)).seriesId).toBe(series.body.series.id);
    expect(refusal(await client.patch(`/season-runs/${run.id}/episodes/ep_1`, { expectedMapVersion: 1, patch: { title: 'X' } }))).toEqual([404, 'season_run_not_found', undefined]);
    expect(refusal(await own.patch(`/season-runs/${run.id}/episodes/ep_1`, { expectedMapVersion: 2, patch: { title: 'X' } })))
      .toEqual([409, 'season_run_state_invalid', 'episode_is_begun']);
  });
});

describe('a dry run', () => {
  it('drafts, covers and quotes the season without a charge, and keeps no episode', async () => {
    const own = await stand.newAccount({ credits: 5 });
    const projectId = await seasonProject(stand.api.services, own);
    const { id } = (await own.post(`/story-projects/${projectId}/season-runs`, { seasonNumber: 1, dryRun: true })).body.run;
    const seen = (await own.get('/background-activity')).body.jobs.find(({ kind }: any) => kind === 'season-run');
    expect(seen).toMatchObject({ id, projectId, status: 'running', detail: 'Saint Brandan: Season 1' });
    const { run } = await own.poll(`/season-runs/${id}`, isOver);
    expect((await own.get('/background-activity')).body.jobs.find(({ kind }: any) => kind === 'season-run')).toMatchObject({ id, status: 'completed', queueState: 'completed' });
    expect(run).toMatchObject({ status: 'completed', dryRun: true, credits: { quoted: 0, reserved: 0, settled: 0, estimated: 48 } });
    expect(run.episodes.map(({ quote, pageCount }: any) => [quote.total, pageCount > 0])).toEqual([[16, true], [16, true], [16, true]]);
    expect((await own.get(`/story-projects/${projectId}/episodes`)).body.episodes).toEqual([]);
    expect((await own.get('/credits')).body.credits.balance).toBe(5);
  });
});
