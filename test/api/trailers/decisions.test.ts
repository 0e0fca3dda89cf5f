import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { applyOwnEdit } from '../../../src/kernel/families/storyboards/storyboard-store.js';
import { failTrailer } from '../../../src/domain/trailers/orders.js';
import { trailerSubject } from '../../../src/domain/trailers/trailer-model.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { testScreenplay, insertReadyRead } from '../../support/ready-read.js';
import { insertPerformedRead, insertTrailerIn, type TrailerPhase } from '../../support/stands/trailer-rows.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { boardOf, cutTrailer } from '../../support/stands/trailer-stand.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;
let artifactId: string;

beforeAll(async () => {
  // No worker renders: the runs decide, and the renders that they order wait.
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount({ credits: 1_000 });
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
});
afterAll(() => stand.close());

const trailerIn = (phase: TrailerPhase): Promise<string> => insertTrailerIn(stand.api.services, { accountId: client.accountId, projectId, artifactId }, phase);
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];
const storyboard = async (id: string): Promise<any> => (await boardOf(client, id)).body;

describe('a trailer is called', () => {
  const titleFor = async (part: number): Promise<string> => {
    const read = await insertPerformedRead(stand.api.services, client.accountId, projectId);
    await stand.api.services.db.query('UPDATE artifacts SET title = $2 WHERE id = $1', [read, 'Corran Head, part 3']);
    await stand.api.services.db.query(`UPDATE plans SET envelope = jsonb_build_object('parts', jsonb_build_object('index', $2::int)) WHERE id = (
      SELECT j.plan_id FROM jobs j JOIN artifacts a ON a.job_id = j.id WHERE a.id = $1)`, [read, part]);
    return (await client.post(`/story-projects/${projectId}/trailers`, { sourceArtifactId: read, seconds: 15 })).body.trailer.title;
  };

  it('by the title of its text, without the number of the part that was read', async () => {
    expect([await titleFor(3), await titleFor(1)]).toEqual(['Corran Head', 'Corran Head, part 3']);
  });
});

describe('a trailer is refused', () => {
  const create = (body: object, caller = client): Promise<Answer> => caller.post(`/story-projects/${projectId}/trailers`, { sourceArtifactId: artifactId, seconds: 15, ...body });

  it('for a read that is too short for the wanted length, with the longest length that fits', async () => {
    const answer = await create({ seconds: 180 });
    expect(refusal(answer)).toEqual([400, 'validation_failed', { field: 'seconds', maximum: expect.any(Number) }]);
    const { maximum } = answer.body.error.details;
    expect(answer.body.error.message).toContain(`${maximum} s`);
    expect(maximum).toBeGreaterThanOrEqual(15);
    expect((await create({ seconds: maximum })).status).toBe(202);
    expect((await create({ seconds: 14 })).status).toBe(400);
  });

  it('for a read that is not performed, with the call that performs it', async () => {
    const { artifactId: silent } = await insertReadyRead(stand, client.accountId, testScreenplay(2), undefined, projectId);
    expect(refusal(await create({ sourceArtifactId: silent }))).toEqual([409, 'artifact_not_ready', {
      status: 'needs_recording', next: expect.objectContaining({ method: 'POST', path: `/artifacts/${silent}/finalize` }),
    }]);
  });

  it('for a read of another project, and for an unknown read', async () => {
    const other = (await client.post('/story-projects', { name: 'Other' })).body.project.id as string;
    const answer = await client.post(`/story-projects/${other}/trailers`, { sourceArtifactId: artifactId, seconds: 15 });
    expect(refusal(answer).slice(0, 2)).toEqual([404, 'artifact_not_found']);
    expect(refusal(await create({ sourceArtifactId: 'art_unknown' })).slice(0, 2)).toEqual([404, 'artifact_not_found']);
  });
});

describe('the trailers of a project', () => {
  it('are listed in pages, newest first, and are found by their account alone', async () => {
    const own = (await client.post('/story-projects', { name: 'Lists' })).body.project.id as string;
    const read = await insertPerformedRead(stand.api.services, client.accountId, own);
    const ids: string[] = [];
    for (const phase of ['draft', 'review', 'complete'] as const) {
      ids.push(await insertTrailerIn(stand.api.services, { accountId: client.accountId, projectId: own, artifactId: read }, phase));
    }
    const first = (await client.get(`/story-projects/${own}/trailers?limit=2`)).body;
    expect(first.trailers.map(({ id, status }: any) => [id, status])).toEqual([[ids[2], 'complete'], [ids[1], 'review']]);
    const rest = (await client.get(`/story-projects/${own}/trailers?limit=2&cursor=${first.nextCursor}`)).body;
    expect([rest.trailers.map(({ id }: any) => id), rest.nextCursor]).toEqual([[ids[0]], null]);
    const stranger = await stand.newAccount({ credits: 1_000 });
    const calls: [string, string, object?][] = [
      ['GET', '/storyboard'], ['GET', '/narrator'], ['GET', '/storyboard/audio'], ['GET', '/storyboard/audio-timeline'], ['POST', '/plan/approve', {}], ['POST', '/storyboard/approve', {}],
      ['POST', '/draft/approve', {}], ['POST', '/video-export', {}], ['POST', '/storyboard/music', { muted: true }], ['POST', '/storyboard/regenerate-clip', { beatIndex: 0 }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await stranger.call(method, `/trailers/${ids[1]}${path}`, body ? { body, key: `stranger-${path}` } : {});
      expect([path, ...refusal(answer).slice(0, 2)]).toEqual([path, 404, 'story_job_not_found']);
    }
    expect((await storyboard(ids[1]!)).storyboard.revision).toBe(2);
  });
});

describe('decisions out of their order', () => {
  const statusOf = async (phase: TrailerPhase, path: string): Promise<unknown[]> => {
    const [status, code, details] = refusal(await client.post(`/trailers/${await trailerIn(phase)}${path}`, {})) as [number, string, any];
    return [status, code, details.status, details.allowed, details.reason];
  };

  it.each([
    ['the plan of one that is not cut', 'uncut', '/plan/approve', ['draft', ['draft'], 'not_cut']],
    ['the storyboard before the draft', 'draft', '/storyboard/approve', ['draft', ['review'], undefined]],
    ['the draft before there is one', 'draft', '/draft/approve', ['draft', ['review', 'finishing', 'complete'], undefined]],
    ['the draft before its storyboard', 'review', '/draft/approve', ['review', ['review'], 'storyboard_not_approved']],
  ] as const)('are refused before a price is quoted: %s', async (_what, phase, path, details) => {
    expect(await statusOf(phase, path)).toEqual([409, 'story_job_state_invalid', ...details]);
  });

  it('are refused with the call that comes next, and export waits for the end', async () => {
    const id = await trailerIn('review');
    const { details } = (await client.post(`/trailers/${id}/draft/approve`, {})).body.error;
    expect(details.next).toMatchObject({ method: 'POST', path: `/trailers/${id}/storyboard/approve`, body: {} });
    for (const phase of ['draft', 'review', 'approved'] as const) {
      const answer = await client.post(`/trailers/${await trailerIn(phase)}/video-export`, {});
      expect(refusal(answer).slice(0, 2)).toEqual([409, 'artifact_not_ready']);
      expect(answer.body.error.details).toMatchObject({ status: phase === 'approved' ? 'review' : phase, allowed: ['complete'] });
    }
  });

  it('are refused when the storyboard is edited meanwhile, and approve nothing', async () => {
    const id = await trailerIn('review');
    const { db, faults } = stand.api.services;
    const reach = faults.reach.bind(faults);
    faults.reach = async (point) => {
      if (point !== 'decision.stored') return;
      faults.reach = reach;
      const edit = { id: newId('storyboardEdit'), edit: { kind: 'set' as const, fields: {} }, by: 'another' };
      await db.transaction((tx) => applyOwnEdit(tx, trailerSubject({ id, projectId }), edit, 'beat'));
    };
    const answer = await client.post(`/trailers/${id}/storyboard/approve`, {});
    expect(refusal(answer)).toEqual([409, 'version_conflict', { expected: 2, actual: 3 }]);
    expect((await storyboard(id)).trailer.approvals.storyboard).toBe(false);
  });

  it('and edits are refused while the trailer is being rendered', async () => {
    const id = await trailerIn('draft');
    await stand.api.services.db.query(`UPDATE trailers SET status = 'rendering' WHERE id = $1`, [id]);
    const { jobs } = (await client.get('/background-activity?limit=100')).body;
    const total = (await storyboard(id)).storyboard.beats.length;
    expect(jobs.find((item: any) => item.id === id)).toMatchObject({ kind: 'trailer', assets: { completed: 0, total: 1 }, progress: { unit: 'beats', completed: 0, total } });
    for (const [path, body] of [['/storyboard/music', { muted: true }], ['/storyboard/regenerate-clip', { beatIndex: 0 }], ['/narrator', { voiceId: null }]] as const) {
      expect(refusal(await client.post(`/trailers/${id}${path}`, body))).toEqual([409, 'story_job_state_invalid', { status: 'rendering', allowed: ['draft', 'review', 'complete'] }]);
    }
  });

  it('change nothing when they were made before', async () => {
    const id = await trailerIn('complete');
    const { answer, credits } = await confirmed(client, `/trailers/${id}/plan/approve`);
    expect([answer.status, answer.body.trailer.status, credits]).toEqual([200, 'complete', 0]);
  });
});

describe('the storyboard', () => {
  it('is approved as it is, and an edit takes the approval back', async () => {
    const id = await trailerIn('review');
    const approved = await client.post(`/trailers/${id}/storyboard/approve`, {});
    expect([approved.status, approved.body.trailer.approvals]).toEqual([200, { plan: true, storyboard: true, draft: false }]);
    expect(approved.body.next).toMatchObject({ path: `/trailers/${id}/draft/approve` });
    const edited = await client.post(`/trailers/${id}/storyboard/music`, { levelDb: -3 });
    expect([edited.body.trailer.status, edited.body.trailer.approvals.storyboard, edited.body.trailer.draft.stale]).toEqual(['review', false, true]);
    expect(refusal(await client.post(`/trailers/${id}/draft/approve`, {}))[2]).toMatchObject({ reason: 'storyboard_not_approved' });
  });

  it('stays approved when its finish fails, which is asked for again', async () => {
    const id = await trailerIn('approved');
    await stand.api.services.db.query(`UPDATE trailers SET status = 'finishing' WHERE id = $1`, [id]);
    await failTrailer(stand.api.services, id, { code: 'artifact_generation_failed', message: 'the encoder stopped' });
    const { trailer, next } = await storyboard(id);
    expect([trailer.status, trailer.failureMessage, trailer.approvals.storyboard, trailer.draft.stale]).toEqual(['review', 'the encoder stopped', true, false]);
    expect(next).toMatchObject({ path: `/trailers/${id}/draft/approve` });
  });

  it('with a beat that was changed after its take was made cannot be finished', async () => {
    const id = await trailerIn('review');
    await client.post(`/trailers/${id}/storyboard/apply-component`, { beatIndex: 1, component: { kind: 'card', words: 'This winter' } });
    expect((await storyboard(id)).storyboard.beats.flatMap(({ index, stale }: any) => (stale ? [index] : []))).toEqual([1]);
    expect((await storyboard(id)).next).toMatchObject({ path: `/trailers/${id}/storyboard/regenerate-clip`, body: { beatIndex: 1 } });
    await client.post(`/trailers/${id}/storyboard/approve`, {});
    const answer = await client.post(`/trailers/${id}/draft/approve`, {});
    expect(refusal(answer)).toEqual([409, 'story_job_state_invalid', expect.objectContaining({ status: 'review', reason: 'takes_stale', beats: [1] })]);
    // The existing take brings back what it shows, and the beat is no longer stale.
    const [take] = (await storyboard(id)).storyboard.beats[1].takes;
    const back = await client.post(`/trailers/${id}/storyboard/apply-component`, { beatIndex: 1, component: { kind: 'take', takeId: take.takeId } });
    expect([back.status, back.body.storyboard.beats[1].card, back.body.storyboard.beats[1].stale]).toEqual([200, null, false]);
  });

  it('keeps the takes of its beats and the words of a person when it is cut again at another tempo', async () => {
    const id = await trailerIn('review');
    const { index: card } = (await storyboard(id)).storyboard.beats.find(({ slot }: any) => slot === 'title');
    await client.post(`/trailers/${id}/storyboard/apply-component`, { beatIndex: card, component: { kind: 'card', words: 'This winter' } });
    const { beats: before, countsPerMinute } = (await storyboard(id)).storyboard;
    const answers: { status: number; body: any }[] = [];
    for (const instruction of ['slower', 'faster']) {
      if (answers.every(({ status }) => status !== 200)) answers.push(await client.post(`/trailers/${id}/storyboard/refine`, { instruction }));
    }
    const { storyboard: cut } = answers.at(-1)!.body;
    expect([answers.at(-1)!.status, cut.countsPerMinute === countsPerMinute]).toEqual([200, false]);
    const same = (one: any, other: any): boolean => one.line?.entryIndex === other.line?.entryIndex && one.line?.sentence === other.line?.sentence
      && JSON.stringify(one.picture) === JSON.stringify(other.picture) && one.card === other.card;
    const stayed = cut.beats.flatMap((beat: any) => (beat.line !== null ? before.filter((old: any) => same(old, beat)).map((old: any) => [old, beat]) : []));
    const title = cut.beats.find(({ slot }: any) => slot === 'title');
    const takesOf = ({ id: beatId, selectedTake, takes }: any): unknown => [beatId, selectedTake, takes.map(({ takeId }: any) => takeId)];
    expect([title.card, takesOf(title)]).toEqual(['This winter', takesOf(before[card])]);
    expect(stayed.map(([, beat]: any) => takesOf(beat))).toEqual(stayed.map(([old]: any) => takesOf(old)));
    expect(new Set(cut.beats.map((beat: any) => beat.id)).size).toBe(cut.beats.length);
  });

  it('cannot be approved while a take is being made, and shows that take as queued', async () => {
    const id = await trailerIn('approved');
    const { answer } = await confirmed(client, `/trailers/${id}/storyboard/regenerate-clip`, { beatIndex: 0 });
    expect(answer.status).toBe(200);
    const { storyboard: making, next } = await client.poll(`/trailers/${id}/storyboard`, ({ storyboard: { beats } }: any) => beats[0].takes.length === 2);
    expect([making.beats[0].takes.map(({ status, credits }: any) => [status, credits]), next.afterMs]).toEqual([[['queued', PRICES.CLIP], ['ready', expect.any(Number)]], expect.any(Number)]);
    const open = { status: 'review', allowed: ['review'], reason: 'takes_open' };
    expect(refusal(await client.post(`/trailers/${id}/storyboard/approve`, {}))).toEqual([409, 'story_job_state_invalid', open]);
  });
});

describe('an account that cannot pay', () => {
  it('is refused with 402, and its trailer stays as it was', async () => {
    const poor = await stand.newAccount({ credits: PRICES.TRAILER_DRAFT - 1 });
    const own = (await poor.post('/story-projects', { name: 'Poor' })).body.project.id as string;
    const read = await insertPerformedRead(stand.api.services, poor.accountId, own);
    const { trailer } = await cutTrailer(poor, { artifactId: read, projectId: own }, { seconds: 15 });
    const { answer } = await confirmed(poor, `/trailers/${trailer.id}/plan/approve`);
    expect(refusal(answer)).toEqual([402, 'insufficient_credits', expect.objectContaining({ required: PRICES.TRAILER_DRAFT, available: PRICES.TRAILER_DRAFT - 1 })]);
    const after = (await poor.get(`/trailers/${trailer.id}/storyboard`)).body;
    expect([after.trailer.status, after.trailer.failureCode, after.storyboard.revision]).toEqual(['draft', null, 1]);
    const broke = await stand.newAccount({ credits: 0 });
    const id = await insertTrailerIn(stand.api.services, { accountId: broke.accountId, projectId: own, artifactId: read }, 'draft');
    const clip = await confirmed(broke, `/trailers/${id}/storyboard/regenerate-clip`, { beatIndex: 0 });
    expect(refusal(clip.answer).slice(0, 2)).toEqual([402, 'insufficient_credits']);
    expect((await broke.get(`/trailers/${id}/storyboard`)).body.storyboard.revision).toBe(1);
  });
});

describe('the files of a trailer', () => {
  it('are found by their address alone, which cannot be made up and does not outlive its time', async () => {
    const { tokens, config } = stand.api.services;
    const id = await trailerIn('complete');
    const { url } = (await client.post(`/trailers/${id}/video-export`, {})).body.export;
    const found = await fetch(url);
    expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([200, 'video/mp4', 'film']);
    const name = 'film-a.mp4';
    const [late, soon] = [-1_000, 60_000].map((ms) => new Date(Date.now() + ms));
    const at = (token: string): Promise<Response> => fetch(`${config.baseUrl}/trailer-files/${token}`);
    expect((await at(tokens.sign('trailer', `${id}.${name}`, soon!))).status).toBe(200);
    const token = url.split('/').at(-1) as string;
    const refused = [
      tokens.sign('trailer', `${id}.${name}`, late!), tokens.sign('trailer', `${id}.none.mp4`, soon!),
      tokens.sign('share', `${id}.${name}`, soon!), `${token.slice(0, -4)}AAAA`, 'none',
    ];
    expect(await Promise.all(refused.map(async (one) => (await at(one)).status))).toEqual(refused.map(() => 404));
  });
});

it('the ledger is in order after all decisions about trailers', async () => {
  expect(await checkLedger(stand.api.services.db)).toEqual([]);
});
