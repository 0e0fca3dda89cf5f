import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import type { ApiClient } from '../../support/api-client.js';
import { advance, approvedRun, runOf, seasonProject, settledEpisode, taken } from '../../support/season-runs/season-stand.js';
import { parsed } from '../../support/stands/script-stand.js';
import { STAGED_BIBLE } from '../../support/canon/staged-project.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 300 });
});
afterAll(() => stand.close());

const AT_ONCE = 'Title: The Lamp\n\nINT. SHOP - DAY\n\nADA\nBuy now, buy now, buy now.\n\nTOM\nBuy now, buy now, buy now.\n';

/** A season run whose first episode has passed its gate. */
async function passed(): Promise<{ runId: string; version: string }> {
  const { id } = await approvedRun(client, await seasonProject(stand.api.services, client));
  const { status, scriptUploadId } = await taken(client, id, 'advance', 'ep_1');
  expect(status).toBe('gate_passed');
  return { runId: id, version: scriptUploadId };
}

const episodeOf = async (runId: string): Promise<any> => (await runOf(client, runId)).episodes[0];
const waitsFor = ({ nextAction, blockedReason, nextActionCredits, coverage }: any): unknown[] => [nextAction, nextActionCredits, blockedReason, coverage.stale];
const refusal = ({ status, body }: any): unknown[] => [status, body.error?.code, body.error?.details?.reason, body.error?.details?.next?.body?.action];
const CHANGED = [409, 'season_run_state_invalid', 'text_changed', 'retry_coverage'];

async function contentOf(version: string): Promise<string> {
  return (await client.get(`/scripts/${version}/export?format=fountain`)).body.content;
}
async function write(version: string, content: string): Promise<void> {
  expect((await client.patch(`/scripts/${version}/content`, { content })).status).toBe(200);
  expect((await parsed(client, version)).parseStatus).toBe('complete');
}
/** The first line that someone says. */
async function spokenLine(version: string): Promise<any> {
  return (await client.get(`/scripts/${version}/lines`)).body.lines.find(({ kind }: any) => kind === 'dialogue');
}
async function editLine(version: string, entryIndex: number, change: object): Promise<void> {
  const answer = await client.patch(`/scripts/${version}/lines/${entryIndex}`, change);
  if (answer.status !== 200) throw new Error(answer.text);
}
/** Has the changed lines spoken, and waits until the new recording is the current one. */
async function updateRecording(artifactId: string): Promise<void> {
  const before = (await client.get(`/artifacts/${artifactId}`)).body.artifact.currentVersion;
  expect((await client.post(`/artifacts/${artifactId}/update-recording`, {})).status).toBe(202);
  await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.currentVersion > before);
}

describe('a text that is changed after it passed the gate', () => {
  it('is not performed, however it was changed, but is once the change is undone', async () => {
    const { runId, version } = await passed();
    const judged = await contentOf(version);
    const { entryIndex, text } = await spokenLine(version);
    const ways: [() => Promise<void>, () => Promise<void>][] = [
      [() => write(version, AT_ONCE), () => write(version, judged)],
      [() => editLine(version, entryIndex, { text: 'Buy now.' }), () => editLine(version, entryIndex, { text })],
      [() => editLine(version, entryIndex, { ttsText: 'Buy now.' }), () => editLine(version, entryIndex, { ttsText: null })],
    ];
    for (const [change, restore] of ways) {
      await change();
      expect(waitsFor(await episodeOf(runId))).toEqual(['retry_coverage', 0, null, true]);
      expect(refusal(await advance(client, runId, 'advance', 'ep_1'))).toEqual(CHANGED);
      await restore();
      expect(waitsFor(await episodeOf(runId))).toEqual(['advance', 10, null, false]);
    }
    // A change of the delivery leaves the judged words as they were.
    await editLine(version, entryIndex, { emotion: 'whisper' });
    expect(waitsFor(await episodeOf(runId))).toEqual(['advance', 10, null, false]);
    await write(version, AT_ONCE);
    const judgedAgain = await taken(client, runId, 'retry_coverage', 'ep_1');
    expect([judgedAgain.status, judgedAgain.coverage.gatePassed, judgedAgain.coverage.stale]).toEqual(['gate_failed', false, false]);
    expect((await runOf(client, runId)).credits.reserved).toBe(0);
  });

  it('is judged by its spoken form', async () => {
    const { runId, version } = await passed();
    for (const { kind, entryIndex } of (await client.get(`/scripts/${version}/lines`)).body.lines) {
      if (kind === 'dialogue') await editLine(version, entryIndex, { ttsText: 'Buy now, buy now, buy now.' });
    }
    expect((await taken(client, runId, 'retry_coverage', 'ep_1')).status).toBe('gate_failed');
  });

  it('is not performed either when the change comes between the decision and the step', async () => {
    const { runId, version } = await passed();
    const { faults, db } = stand.api.services;
    const reach = faults.reach;
    faults.reach = async (point, ...more) => {
      if (point === 'season.claimed') await write(version, AT_ONCE);
      return reach(point, ...more);
    };
    expect((await advance(client, runId, 'advance', 'ep_1')).status).toBe(202);
    faults.reach = reach;
    const episode = await settledEpisode(client, runId, 'ep_1');
    expect([episode.status, episode.failureCode, episode.failureDetails.reason, episode.nextAction]).toEqual(['failed', 'season_run_state_invalid', 'text_changed', 'retry_coverage']);
    expect((await runOf(client, runId)).credits).toMatchObject({ quoted: 0, reserved: 0 });
    expect(await checkLedger(db)).toEqual([]);
  });

  it('is refused even if an older server stored no hash of the judged text', async () => {
    const { runId, version } = await passed();
    await stand.api.services.db.query('UPDATE season_run_episodes SET judged_text_hash = NULL WHERE run_id = $1', [runId]);
    expect(waitsFor(await episodeOf(runId))).toEqual(['advance', 10, null, false]);
    const { entryIndex } = await spokenLine(version);
    await editLine(version, entryIndex, { text: 'Buy now.' });
    expect(refusal(await advance(client, runId, 'advance', 'ep_1'))).toEqual(CHANGED);
  });
});

describe('a recording that is changed after it was performed', () => {
  it('gets no MP3 and is not published before it is judged; then it is, free of charge', async () => {
    const { runId, version } = await passed();
    const { artifactId } = await taken(client, runId, 'advance', 'ep_1');
    const { entryIndex, text } = await spokenLine(version);
    await editLine(version, entryIndex, { text: `${text} Slowly.` });
    // The recording still has the words that were judged.
    expect(waitsFor(await episodeOf(runId))).toEqual(['advance', 6, null, false]);
    await updateRecording(artifactId);
    expect(waitsFor(await episodeOf(runId))).toEqual(['retry_coverage', 0, null, true]);
    expect(refusal(await advance(client, runId, 'advance', 'ep_1'))).toEqual(CHANGED);

    expect((await taken(client, runId, 'retry_coverage', 'ep_1')).status).toBe('gate_passed');
    expect(await taken(client, runId, 'advance', 'ep_1')).toMatchObject({ status: 'performing', artifactId });
    expect((await taken(client, runId, 'advance', 'ep_1')).status).toBe('ready_to_publish');

    await editLine(version, entryIndex, { text: `${text} Very slowly.` });
    await updateRecording(artifactId);
    expect(waitsFor(await episodeOf(runId))).toEqual(['retry_coverage', 0, null, true]);
    expect(refusal(await advance(client, runId, 'publish', 'ep_1'))).toEqual(CHANGED);
    expect((await client.get(`/publishing-series/${(await runOf(client, runId)).seriesId}`)).status).toBe(404);

    for (const [action, status] of [['retry_coverage', 'gate_passed'], ['advance', 'performing'], ['advance', 'ready_to_publish'], ['publish', 'published']]) {
      expect((await episodeOf(runId)).nextActionCredits).toBe(0);
      expect((await taken(client, runId, action!, 'ep_1')).status).toBe(status);
    }
    const { releaseId } = await episodeOf(runId);
    expect((await client.get(`/publishing-releases/${releaseId}`)).body.release.sourceRevision).toBe(3);
    expect((await runOf(client, runId)).credits).toMatchObject({ reserved: 16, settled: 16 });
    expect(await checkLedger(stand.api.services.db)).toEqual([]);

    // Once its release is withdrawn, the episode can be published again, as a release with another guid.
    expect((await client.post(`/publishing-releases/${releaseId}/cancel`)).status).toBe(200);
    expect(await episodeOf(runId)).toMatchObject({ status: 'ready_to_publish', nextAction: 'publish', blockedReason: null, releaseId: null });
    const again = await taken(client, runId, 'publish', 'ep_1');
    expect([again.status, again.releaseId === releaseId]).toEqual(['published', false]);
  });

  it('is shown once the release of the published episode has it', async () => {
    const { runId, version } = await passed();
    for (const action of ['advance', 'advance', 'publish']) await taken(client, runId, action, 'ep_1');
    const { artifactId, releaseId } = await episodeOf(runId);
    const { entryIndex, text } = await spokenLine(version);
    await editLine(version, entryIndex, { text: `${text} Slowly.` });
    await updateRecording(artifactId);
    // Listeners still hear the judged words.
    expect((await episodeOf(runId)).coverage).toMatchObject({ gatePassed: true, stale: false });
    expect((await client.post(`/publishing-releases/${releaseId}/refresh-media`, { sourceArtifactId: artifactId })).status).toBe(200);
    expect(await episodeOf(runId)).toMatchObject({ status: 'published', nextAction: null, coverage: { gatePassed: true, stale: true } });
  });

  it.each([['advance', 'performing'], ['publish', 'ready_to_publish']])('is not taken by %s when the change comes between the decision and the step', async (action, from) => {
    const { runId, version } = await passed();
    const { artifactId } = await taken(client, runId, 'advance', 'ep_1');
    if (from === 'ready_to_publish') await taken(client, runId, 'advance', 'ep_1');
    const { entryIndex } = await spokenLine(version);
    const { faults } = stand.api.services;
    const reach = faults.reach;
    faults.reach = async (point, ...more) => {
      if (point === 'season.claimed') {
        await editLine(version, entryIndex, { text: 'Buy now.' });
        await updateRecording(artifactId);
      }
      return reach(point, ...more);
    };
    expect((await advance(client, runId, action, 'ep_1')).status).toBe(202);
    faults.reach = reach;
    const episode = await settledEpisode(client, runId, 'ep_1');
    expect([episode.status, episode.failureDetails.reason, episode.nextAction, episode.releaseId]).toEqual(['failed', 'text_changed', 'retry_coverage', null]);
    expect((await runOf(client, runId)).credits.reserved).toBe(from === 'performing' ? 10 : 16);
  });
});

describe('the threshold of a gate', () => {
  it('is at least 60; runs of older servers keep theirs', async () => {
    const projectId = await seasonProject(stand.api.services, client);
    const refused = await client.post(`/story-projects/${projectId}/season-runs`, { seasonNumber: 1, gateThreshold: 59 });
    expect([refused.status, refused.body.error.code, refused.body.error.details.errors?.[0]?.field ?? refused.body.error.details.field]).toEqual([400, 'validation_failed', 'gateThreshold']);
    const { id } = await approvedRun(client, projectId, { gateThreshold: 60 });
    await stand.api.services.db.query('UPDATE season_runs SET gate_threshold = 0 WHERE id = $1', [id]);
    expect((await runOf(client, id)).gateThreshold).toBe(0);
  });
});

describe('a report with a focus', () => {
  it('opens no stage: a focus moves the score', async () => {
    const { id } = (await client.post('/story-projects', { name: 'Saint Brandan' })).body.project;
    const path = `/story-projects/${id}/series-bible`;
    expect((await client.patch(path, { content: STAGED_BIBLE })).status).toBe(200);
    const judge = async (body: object): Promise<any> => {
      expect([201, 202]).toContain((await client.post(`${path}/coverage`, { phase: 'premise', ...body })).status);
      return (await client.poll(`${path}/coverage?phase=premise`, ({ coverage }) => coverage.status !== 'generating')).coverage;
    };
    const plan = () => client.post(`/story-projects/${id}/seasons`, {});
    expect(await judge({ focusPrompt: 'How original is it?' })).toMatchObject({ status: 'complete', gatePassed: true });
    const { status, body } = await plan();
    expect([status, body.error?.details.stage, body.error?.details.next?.method]).toEqual([409, 'premise_coverage', 'POST']);
    expect(await judge({})).toMatchObject({ status: 'complete', gatePassed: true });
    expect((await plan()).status).toBe(201);
  });
});
