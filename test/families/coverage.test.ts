import { Client, Connection } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { coverage } from '../../api/families/coverage.js';
import { newId } from '../../src/kernel/db/ids.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { coverageWorkId } from '../../src/kernel/families/coverage/coverage-kind.js';
import { deleteReports } from '../../src/kernel/families/coverage/coverage-store.js';
import { defineCoverage } from '../../src/kernel/families/coverage/coverage.js';
import { judge, type Note, type Rubric } from '../../src/kernel/families/coverage/rubric.js';
import type { ApiClient } from '../support/api-client.js';
import { closedStatus, resetRun } from '../support/runs.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { withLostAnswer } from './lost-answer.js';
import { testDeck } from './test-deck.js';

interface Pitch { text: string; weather?: string }

let judged = 0;
let compared = 0;
/** What a pitch is compared with. */
let weather = 'rain';

const RUBRIC: Rubric<Pitch> = {
  version: 'pitch-1', gateThreshold: 60,
  categories: [
    { category: 'premise', weight: 3, judge: ({ text }) => { judged++; return { score: Math.min(100, text.length), rationale: `${text.length} characters` }; } },
    {
      category: 'pacing', weight: 1,
      judge: ({ text }) => ({ score: text.includes('!') ? 20 : 80, rationale: 'how loud it is', notes: text.includes('!') ? [shout(text)] : [] }),
    },
  ],
  checks: [
    { id: 'format', holdsGate: true, run: ({ text }) => ({ passed: !text.includes('<'), details: 'no markup' }) },
    { id: 'length', run: ({ text }) => ({ passed: text.length > 20, details: 'more than 20 characters' }) },
    { id: 'weather', run: ({ weather }) => ({ passed: true, details: weather ?? 'unknown' }) },
  ],
  about: ({ text }) => ({ logline: text.split('.')[0]!, synopsis: null }),
};

const shout = (text: string): Note => ({
  severity: 'major', category: 'pacing', message: 'It shouts.', anchor: { field: 'description', quote: text.slice(0, 10) }, suggestion: 'Say it.',
});

/** A project's description, as if it were a pitch; its version is the project's time of change. */
const pitch = defineCoverage<Pitch>({
  subject: 'test_pitch', rubric: RUBRIC,
  async document({ db }, { id }) {
    const [row] = await db.query<{ text: string | null; version: number }>(
      `SELECT description AS text, floor(extract(epoch FROM updated_at))::int AS version FROM projects WHERE id = $1`, [id]);
    if (!row?.text) throw new ApiError('artifact_not_ready', 'there is no pitch yet', { status: 'empty' });
    return { version: row.version, content: { text: row.text } };
  },
  beside: async () => ({ station: weather }),
  compared: async (_services, stored) => {
    const { text, station } = stored as { text: string; station: string };
    compared++;
    return { text, weather: `${station}, says the worker` };
  },
});

const OPERATIONS = coverage(testDeck, pitch, {
  history: { path: '/coverage/versions' }, report: '/coverage/reports/{reportId}', errors: ['artifact_not_ready'],
});

let stand: Stand;
let client: ApiClient;
let temporal: Client;
let deck: string;
let text = '';
let lamp = 100;
let restoreFaults = (): void => undefined;

beforeAll(async () => {
  stand = await openStand({ operations: OPERATIONS, queues: ALL_QUEUES });
  client = await stand.newAccount();
  temporal = new Client({ connection: await Connection.connect({ address: stand.connections.temporalAddress }) });
});
beforeEach(async () => {
  // Judgements are kept from test to test, so each test gets a text of its own.
  text = `A keeper tends lamp ${++lamp}. ${'And the sea goes on. '.repeat(5)}`;
  deck = await projectWith(text);
  judged = 0;
  compared = 0;
  weather = 'rain';
});
afterEach(() => restoreFaults());
afterAll(async () => {
  await temporal.connection.close();
  await stand.close();
});

const PATH = (): string => `/test-decks/${deck}/coverage`;
const refusal = ({ status, body }: { status: number; body: any }): unknown => [status, body.error?.code, body.error?.details];
const done = (body: any): boolean => body.coverage?.status !== 'generating';
const ask = (focusPrompt?: string, options = {}) => client.post(PATH(), focusPrompt ? { focusPrompt } : {}, options);
const finished = async (): Promise<any> => (await client.poll(PATH(), done)).coverage;

async function projectWith(description: string): Promise<string> {
  return (await client.post('/story-projects', { name: 'Pitch', description })).body.project.id as string;
}

/** Changes the description and moves its time of change on by 5 seconds, because versions count whole seconds. */
async function rewrite(description: string): Promise<void> {
  await client.patch(`/story-projects/${deck}`, { description });
  await stand.api.services.db.query(`UPDATE projects SET updated_at = updated_at + interval '5 seconds' WHERE id = $1`, [deck]);
}

describe('a report', () => {
  it('is queued, polled, and holds what the rubric says', async () => {
    expect((await client.get(PATH())).body).toMatchObject({ coverage: null, next: { method: 'POST', path: PATH() } });
    const asked = await ask();
    expect([asked.status, asked.body.coverage.report]).toEqual([202, null]);
    expect(asked.body.coverage).toMatchObject({ status: 'generating', current: true, stale: false, reportVersion: 1, overallScore: null, gatePassed: false });
    const coverageState = await finished();
    expect(coverageState).toMatchObject({
      status: 'complete', current: true, stale: false, gatePassed: true, gateThreshold: 60, overallScore: 95, exemplarIds: [],
      reportId: asked.body.coverage.reportId, documentVersion: asked.body.coverage.documentVersion, failureMessage: null, progressDetail: null,
      report: {
        reportId: asked.body.coverage.reportId, subject: 'test_pitch', rubricVersion: 'pitch-1', verdict: 'recommend', overallScore: 95,
        logline: text.split('.')[0], synopsis: null, provider: 'embedded', focusPrompt: null, notes: [], comparables: [],
        scores: [{ category: 'premise', score: 100, weight: 3 }, { category: 'pacing', score: 80, weight: 1 }],
        strengths: ['130 characters', 'how loud it is'], weaknesses: [],
        checks: [{ id: 'format', passed: true }, { id: 'length', passed: true }, { id: 'weather', details: 'rain, says the worker' }],
      },
    });
    const { reports, nextCursor } = (await client.get(`${PATH()}/versions`)).body;
    expect([reports.length, nextCursor, reports[0].overallScore, 'report' in reports[0]]).toEqual([1, null, 95, false]);
    const one = await client.get(`${PATH()}/reports/${coverageState.reportId}`);
    expect(one.body.coverage).toEqual(coverageState);
  });

  it('is not made again for a version that is judged', async () => {
    const first = (await ask()).body.coverage;
    await finished();
    const again = await ask();
    expect([again.status, again.body.coverage.reportId, again.body.coverage.status, judged]).toEqual([200, first.reportId, 'complete', 1]);
  });

  it('is stale once the document changes, and the next one says what changed', async () => {
    await ask();
    const before = await finished();
    await rewrite('A keeper tends a lamp! And the sea goes on and on, and nobody comes.');
    expect((await client.get(PATH())).body.coverage).toMatchObject({ reportId: before.reportId, current: false, stale: true, gatePassed: true });
    expect((await ask()).status).toBe(202);
    const after = await finished();
    expect(after).toMatchObject({ reportVersion: 2, current: true, overallScore: 56, gatePassed: false, report: { verdict: 'pass' } });
    expect(after.report.notes).toEqual([{
      severity: 'major', category: 'pacing', message: 'It shouts.', anchor: { field: 'description', quote: 'A keeper t' }, suggestion: 'Say it.',
    }]);
    expect((await client.get(`${PATH()}/reports/${before.reportId}`)).body.coverage).toMatchObject({ stale: true, report: before.report });
    const page = (await client.get(`${PATH()}/versions?limit=1`)).body;
    expect(page.reports.map((each: any) => each.reportId)).toEqual([after.reportId]);
    const rest = (await client.get(`${PATH()}/versions?limit=1&cursor=${page.nextCursor}`)).body;
    expect([rest.reports.map((each: any) => each.reportId), rest.nextCursor]).toEqual([[before.reportId], null]);
  });

  it('is compared with what stands beside the document by the worker alone, and stays current when only that changes', async () => {
    await ask();
    await finished();
    weather = 'fog';
    for (const read of [PATH(), `${PATH()}/versions`]) expect((await client.get(read)).status).toBe(200);
    expect([compared, (await client.get(PATH())).body.coverage.current]).toEqual([1, true]);
    expect((await ask()).status).toBe(202);
    expect((await finished()).report.checks).toContainEqual({ id: 'weather', passed: true, details: 'fog, says the worker' });
    expect([compared, judged]).toEqual([2, 2]);
  });

  it('judges the document as it was when it was asked for', async () => {
    const release = holdJudging();
    await ask();
    await rewrite('Short.');
    release();
    expect(await finished()).toMatchObject({ overallScore: 95, current: false, stale: true });
  });

  it('has the same scores for the same document in any project, and the document is judged once', async () => {
    await ask();
    const mine = await finished();
    deck = await projectWith(text);
    await ask();
    const other = await finished();
    expect(other.reportId).not.toBe(mine.reportId);
    expect({ ...other.report, reportId: '', subjectVersion: 0 }).toEqual({ ...mine.report, reportId: '', subjectVersion: 0 });
    expect(judged).toBe(1);
  });

  it('doubles the weight of the category that the focus names, and warns when the focus names none', async () => {
    expect((await ask('How is the Pacing?')).body.warnings).toEqual([]);
    const focused = await finished();
    expect(focused.report).toMatchObject({ focusPrompt: 'How is the Pacing?', overallScore: 92, scores: [{ weight: 3 }, { category: 'pacing', weight: 2 }] });
    const idle = await ask('Is it any good?');
    expect(idle.body.warnings).toEqual([{ field: 'focusPrompt', message: expect.stringContaining('names no category') }]);
  });

  it('is refused for a document that is not ready and for a blank focus; an unknown report answers 404', async () => {
    const { body } = await client.post('/story-projects', { name: 'Empty' });
    deck = body.project.id;
    expect(refusal(await ask())).toEqual([409, 'artifact_not_ready', { status: 'empty' }]);
    expect(refusal(await client.get(`${PATH()}/reports/${newId('coverage')}`))).toEqual([404, 'coverage_not_found', undefined]);
    expect(refusal(await client.post(PATH(), { focusPrompt: ' ' }))).toEqual([400, 'validation_failed', { field: 'focusPrompt' }]);
  });

  it('answers 404 to another account', async () => {
    await ask();
    const { reportId } = await finished();
    const other = await stand.newAccount();
    for (const answer of [
      await other.post(PATH(), {}), await other.get(PATH()), await other.get(`${PATH()}/versions`), await other.get(`${PATH()}/reports/${reportId}`),
    ]) expect(refusal(answer)).toEqual([404, 'project_not_found', undefined]);
  });

  it('is deleted with its subject', async () => {
    await ask();
    await finished();
    await stand.api.services.db.transaction((tx) => deleteReports(tx, 'test_pitch', [deck]));
    expect((await client.get(PATH())).body).toMatchObject({ coverage: null, next: { method: 'POST', path: PATH() } });
  });
});

/** Makes judging wait until the returned function is called. */
function holdJudging(): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => { release = resolve; });
  atJudging(() => held);
  return release;
}

/** Calls `then` whenever judging begins, until the end of the test. */
function atJudging(then: () => Promise<void>): void {
  const { faults } = stand.worker!.services;
  const reach = faults.reach.bind(faults);
  faults.reach = (point) => (point === 'coverage.judging' ? then() : reach(point));
  restoreFaults = () => { faults.reach = reach; };
}

describe('the work behind a report', () => {
  const run = (reportId: string, epoch = 1): string => `coverage:${reportId}${epoch === 1 ? '' : `:e${epoch}`}`;

  it('is started once by a repeated call, even when the first answer was lost', async () => {
    const key = newId('request');
    await withLostAnswer(stand, () => ask(undefined, { key }));
    const again = await ask(undefined, { key });
    expect([200, 202]).toContain(again.status);
    const replayed = await ask(undefined, { key });
    expect([replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([again.text, 'true']);
    await finished();
    expect((await client.get(`${PATH()}/versions`)).body.reports).toHaveLength(1);
    expect(refusal(await ask('other', { key }))).toEqual([409, 'idempotency_conflict', { reason: 'mismatch' }]);
  });

  it('is shared by a storm of callers', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(new Set(answers.map(({ body }) => body.coverage.reportId)).size).toBe(1);
    await finished();
    expect(judged).toBe(1);
  });

  it('says why it failed, and is done again when asked for', async () => {
    const { store } = stand.worker!.services;
    const get = store.get.bind(store);
    store.get = async (key) => (key.startsWith('coverage/documents') ? get(`${key}.gone`) : get(key));
    const { reportId } = (await ask()).body.coverage;
    const failed = await finished().finally(() => { store.get = get; });
    expect(failed).toMatchObject({ status: 'failed', failureMessage: 'The document is no longer there; ask for the report again.', report: null });
    const again = await ask();
    expect([again.status, again.body.coverage.reportId]).toEqual([202, reportId]);
    expect(await finished()).toMatchObject({ reportId, status: 'complete', overallScore: 95, failureMessage: null });
  });

  it('continues after the worker died', async () => {
    let failures = 1;
    atJudging(async () => { if (failures-- > 0) throw new Error('the worker died'); });
    await ask();
    expect(await finished()).toMatchObject({ status: 'complete', overallScore: 95 });
    expect(failures).toBeLessThan(0);
  });

  it('is started again after an operator terminated it', async () => {
    const release = holdJudging();
    const { reportId } = (await ask()).body.coverage;
    await temporal.workflow.getHandle(run(reportId)).terminate('operator');
    await stand.api.services.db.query(`UPDATE works SET updated_at = updated_at - interval '1 minute' WHERE id = $1`, [coverageWorkId(reportId)]);
    release();
    expect((await ask()).body.coverage.reportId).toBe(reportId);
    expect(await finished()).toMatchObject({ reportId, status: 'complete', overallScore: 95 });
  });

  it('changes nothing when its run is reset', async () => {
    const { reportId } = (await ask()).body.coverage;
    const before = await finished();
    await closedStatus(temporal, run(reportId));
    await resetRun(temporal, run(reportId), 'first');
    expect(await closedStatus(temporal, run(reportId))).toBe('COMPLETED');
    expect([(await client.get(PATH())).body.coverage, judged]).toEqual([before, 1]);
  });
});

describe('a rubric', () => {
  it('keeps the gate shut when a check that holds it fails, whatever the score', () => {
    const text = `<b>${'A long and quiet pitch. '.repeat(8)}</b>`;
    expect(judge(RUBRIC, { text }, null)).toMatchObject({ overallScore: 95, gatePassed: false, checks: [{ id: 'format', passed: false }, {}, {}] });
    expect(judge(RUBRIC, { text: 'Short.' }, null)).toMatchObject({ overallScore: 25, verdict: 'pass', weaknesses: ['6 characters'] });
  });

  it('puts the gravest notes first', () => {
    const note = (severity: Note['severity']): Note => ({ severity, category: 'craft', message: severity, anchor: null, suggestion: null });
    const category = { category: 'craft', weight: 1, judge: () => ({ score: 60, rationale: 'x', notes: [note('minor'), note('critical')] }) };
    const check = { id: 'cast', run: () => ({ passed: false, details: 'x', notes: [note('major')] }) };
    const { notes, verdict, gatePassed } = judge({ ...RUBRIC, categories: [category], checks: [check] }, { text: '' }, null);
    expect([notes.map(({ severity }) => severity), verdict, gatePassed]).toEqual([['critical', 'major', 'minor'], 'consider', true]);
  });

  it('refuses a score that is not from 0 to 100', () => {
    const category = { category: 'craft', weight: 1, judge: () => ({ score: Number.NaN, rationale: 'x' }) };
    expect(() => judge({ ...RUBRIC, categories: [category] }, { text: '' }, null)).toThrow('which is not from 0 to 100');
  });

  it('cannot be declared twice for a type of document', () => {
    expect(() => defineCoverage(pitch)).toThrow('declared twice');
  });
});
