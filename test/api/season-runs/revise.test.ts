import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { advance, approvedRun, openRun, runOf, seasonProject, settledEpisode, taken } from '../../support/season-runs/season-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 100 });
});
afterAll(() => stand.close());

const textOf = async (scriptUploadId: string): Promise<string> => (await client.get(`/scripts/${scriptUploadId}/export?format=fountain`)).body.content;
/** The numbers of versions, reports and decisions in the database. */
async function madeSoFar(): Promise<unknown> {
  const counted = ['script_versions', 'coverage_reports', 'decisions'].map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
  const [row] = await stand.api.services.db.query(`SELECT ${counted.join(', ')}`);
  return row;
}

describe('words of a season run', () => {
  it('that no rule can follow are named in a warning at once', async () => {
    const projectId = await seasonProject(stand.api.services, client);
    const made = await client.post(`/story-projects/${projectId}/season-runs`, { seasonNumber: 1, brief: 'Call Anselm Bernard. Let the sea forgive them.' });
    expect(made.body.warnings).toEqual([{ field: 'brief', message: expect.stringContaining('“Let the sea forgive them”') }]);
    await client.post(`/season-runs/${made.body.run.id}/cancel`, { confirmed: true });
    expect((await client.post(`/story-projects/${projectId}/season-runs`, { seasonNumber: 1 })).body.warnings).toEqual([]);
  });

  it('change the existing text, and the answer says what each of them changes', async () => {
    const projectId = await seasonProject(stand.api.services, client);
    const run = await approvedRun(client, projectId, { brief: 'Call Tom Peter.' });
    const episodeId = run.episodes[0].id;
    const written = await taken(client, run.id, 'advance', episodeId);
    const before = await textOf(written.scriptUploadId);
    expect([/PETER/.test(before), /TOM/.test(before)]).toEqual([true, false]);

    const revision = await advance(client, run.id, 'revise', episodeId, { instruction: 'Without the oil; call Peter Paul. End with a wedding.' });
    expect([revision.status, revision.body.understood]).toEqual([202, [
      { words: 'Without the oil', done: expect.stringMatching(/^left out .* with oil$/), changed: true },
      { words: 'call Peter Paul', done: expect.stringMatching(/^Peter is Paul in \d+ places$/), changed: true },
    ]]);
    expect(revision.body.warnings).toEqual([{ field: 'instruction', message: expect.stringContaining('“End with a wedding”') }]);
    const revised = await settledEpisode(client, run.id, episodeId);
    expect([revised.failureCode, revised.attempts, revised.scriptUploadId === written.scriptUploadId]).toEqual([null, written.attempts + 1, false]);
    const after = await textOf(revised.scriptUploadId);
    expect([/\boil\b/i.test(after), /PETER/.test(after), /PAUL/.test(after)]).toEqual([false, false, true]);
  });

  it('that are not understood, or change nothing, are refused and make nothing', async () => {
    const projectId = await seasonProject(stand.api.services, client);
    const run = await approvedRun(client, projectId);
    const episodeId = run.episodes[0].id;
    const written = await taken(client, run.id, 'advance', episodeId);
    const before = await madeSoFar();
    const unread = await advance(client, run.id, 'revise', episodeId, { instruction: 'speak only of bananas, end with a wedding' });
    expect([unread.status, unread.body.error.code, unread.body.error.details]).toMatchObject([400, 'validation_failed', {
      field: 'instruction', reason: 'not_understood', ignored: ['speak only of bananas', 'end with a wedding'], help: expect.stringContaining('TEXT_BASE_URL'),
    }]);
    const anew = await advance(client, run.id, 'revise', episodeId, { instruction: 'Write it from the source.' });
    expect([anew.status, anew.body.error.code, anew.body.error.details]).toMatchObject([400, 'validation_failed', {
      field: 'instruction', reason: 'needs_replan', ignored: ['Write it from the source'], next: { body: { action: 'replan', episodeId } },
    }]);
    expect(anew.body.error.message).toContain('replan');
    const idle = await advance(client, run.id, 'revise', episodeId, { instruction: 'without dragons' });
    expect([idle.status, idle.body.error.code, idle.body.error.details]).toMatchObject([409, 'season_run_state_invalid', {
      reason: 'changes_nothing', understood: [{ words: 'without dragons', done: 'the text does not mention dragons', changed: false }],
    }]);
    expect(await madeSoFar()).toEqual(before);
    const { status, scriptUploadId, attempts } = written;
    expect((await runOf(client, run.id)).episodes[0]).toMatchObject({ status, scriptUploadId, attempts });
  });

  it('that no rule can follow are named by drafts, Series Bibles and plans too', async () => {
    const projectId = await seasonProject(stand.api.services, client);
    const { scriptUploadId } = (await client.post(`/story-projects/${projectId}/episodes`, { episodeId: 'ep_1' })).body;
    const draft = await client.post(`/screenplay-drafts/${scriptUploadId}`, { instructions: 'sadder; add a duel' });
    expect(draft.body.warnings).toEqual([{ field: 'instructions', message: expect.stringContaining('“add a duel”') }]);
    await client.poll(`/screenplay-drafts/${scriptUploadId}`, ({ draft: { status } }) => status !== 'drafting');
    await client.poll(`/scripts/${scriptUploadId}`, ({ script }) => script.parseStatus === 'complete');
    expect(await textOf(scriptUploadId)).toContain('(sadly)');
    const bible = await client.post(`/story-projects/${projectId}/series-bible`, { instructions: 'more despair', replace: ['themes'] });
    expect(bible.body.warnings.map(({ field }: any) => field)).toEqual(['instructions']);
    const [{ id }] = (await client.get(`/story-projects/${projectId}/sources`)).body.sources;
    const plan = await client.post(`/story-projects/${projectId}/story-plans`, {
      sourceIds: [id], target: { audience: 'a', objective: 'b', outcome: 'c' }, artifactRequests: [{ type: 'table_read' }], creativeBrief: 'Slow.',
    });
    expect(plan.body.plan.warnings.map(({ field }: any) => field)).toEqual(['target', 'creativeBrief']);
  });

  it('about the cadence of a project name its seasons, and set the cadence of its series', async () => {
    const { id } = (await client.post('/story-projects', { name: 'Monthly' })).body.project;
    await client.patch(`/story-projects/${id}`, { seasonCadence: 'monthly' });
    const wanted = { title: 'Monthly', medium: 'audio', format: 'podcast' };
    const { series } = (await client.post(`/story-projects/${id}/publishing-series`, wanted)).body;
    expect(series.cadence).toEqual({ frequency: 'monthly' });
    const projectId = await seasonProject(stand.api.services, client);
    await client.patch(`/story-projects/${projectId}`, { seasonCadence: 'monthly' });
    expect((await openRun(client, projectId)).title).toMatch(/^Saint Brandan: [A-Z][a-z]+ \d{4}$/);
  });
});
