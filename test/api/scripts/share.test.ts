import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { creditsSummary } from '../../../src/kernel/credits/summary.js';
import type { ApiClient, Answer } from '../../support/api-client.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { LAMP, parsed, uploaded } from '../../support/stands/script-stand.js';
import { performedScript, performs, threeScenes } from '../../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];
const daysFromNow = (iso: string): number => (new Date(iso).getTime() - Date.now()) / 86_400_000;
const shareOf = async (script: { scriptId: string }, body?: object): Promise<any> => {
  const answer = await client.post(`/scripts/${script.scriptId}/share`, body);
  // The first call makes the share (201); later ones refresh it (200).
  expect([[200, 201].includes(answer.status), answer.body.error]).toEqual([true, undefined]);
  return answer.body.share;
};

describe('before anything is performed', () => {
  it('nothing is shared, and nothing can be', async () => {
    const script = await uploaded(client);
    expect((await client.get(`/scripts/${script.id}/share`)).body).toEqual({ share: null, jobId: null });
    expect(refusal(await client.post(`/scripts/${script.id}/share`))).toEqual([400, 'validation_failed', expect.objectContaining({ reason: 'no_performed_read', next: expect.objectContaining({ method: 'POST' }) })]);
    const read = await insertReadyRead(stand, client.accountId, threeScenes());
    await performs(stand, read, script.scriptUploadId);
    const { db } = stand.api.services;
    await db.query(`UPDATE projects SET deleted_at = now() WHERE id = $1`, [read.projectId]);
    expect((await client.get(`/scripts/${script.slug}/share`)).body).toEqual({ share: null, jobId: read.jobId });
    expect(refusal(await client.post(`/scripts/${script.id}/share`))).toEqual([400, 'validation_failed', expect.objectContaining({ reason: 'no_performed_read', next: expect.objectContaining({ method: 'POST' }) })]);
  });

  it('scripts of other accounts are answered 404, and a key that may only read cannot share', async () => {
    const script = await performedScript(stand, client);
    await shareOf(script);
    const other = await stand.newAccount();
    for (const id of [script.scriptId, script.scriptUploadId, 'scr_none', 'no-such-slug']) {
      expect(refusal(await other.get(`/scripts/${id}/share`))).toEqual([404, 'script_not_found', undefined]);
      expect(refusal(await other.post(`/scripts/${id}/share`, {}))).toEqual([404, 'script_not_found', undefined]);
    }
    const reader = await stand.keyFor(client.accountId, ['story:read']);
    expect((await reader.get(`/scripts/${script.scriptId}/share`)).status).toBe(200);
    expect((await reader.post(`/scripts/${script.scriptId}/share`)).body.error.code).toBe('insufficient_scope');
  });
});

describe('a script that is prepared', () => {
  it('can be shared as soon as its read is READY, by the line indexes of the script', async () => {
    const own = await stand.newAccount({ credits: 20 });
    const script = await uploaded(own);
    await own.patch(`/story-projects/${script.projectId}/series-bible`, { content: { productionMedium: 'audio' } });
    await own.patch(`/story-projects/${script.projectId}/cast-canon`, {
      narrator: { voiceId: 'stage-narrator-m' },
      characters: [{ name: 'Ada', voice: { voiceId: 'stage-woman-alto' } }, { name: 'Tom', voice: { voiceId: 'stage-scot' } }],
    });
    const { jobId } = (await own.post(`/scripts/${script.id}/table-read/prepare`, { confirmed: true })).body;
    const line = (await own.get(`/scripts/${script.id}/lines/7`)).body.line;
    let answer: Answer;
    for (let tries = 0; ; tries++) {
      expect((await own.get(`/scripts/${script.id}/share`)).body).toEqual({ share: null, jobId });
      answer = await own.post(`/scripts/${script.id}/share`, { descriptor: { mode: 'audio', scope: 'entries', startEntry: 6, endEntry: 7 } });
      if (answer.status === 201 || tries > 300) break;
      expect(refusal(answer)).toEqual([400, 'validation_failed', expect.objectContaining({ reason: 'no_performed_read', next: expect.objectContaining({ method: 'POST' }) })]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(answer.body).toMatchObject({ jobId, share: { jobId, scriptUploadId: script.scriptUploadId, render: { kind: 'mp3' } } });
    const { share } = await own.poll(`/scripts/${script.slug}/share`, (body) => body.share.render.status === 'complete');
    const captions = await (await fetch(`${share.shareUrl}/captions.vtt`)).text();
    expect(captions.replace(/<\d[^>]*>/g, '').split('\n').filter((text) => text.startsWith('<v '))).toEqual([
      '<v ADA>Only the wind?</v>', `<v TOM>${line.text.replace(/\s+/g, ' ')}</v>`]);
    expect(captions).toContain('6\n00:00:00.000 --> ');
    expect((await creditsSummary(stand.api.services.db, own.accountId, stand.config.billingCycleDays)).balance).toBe(10);
  });
});

describe('a share', () => {
  it('without a body is public, the whole read in the theater, for thirty days, and free', async () => {
    const script = await performedScript(stand, client);
    const before = (await creditsSummary(stand.api.services.db, client.accountId, stand.config.billingCycleDays)).balance;
    const { status, body } = await client.call('POST', `/scripts/${script.scriptId}/share`);
    expect(status).toBe(201);
    expect(body).toEqual({
      jobId: script.jobId,
      share: {
        shareUrl: expect.stringMatching(new RegExp(`^${stand.config.appUrl}/share/table-read/[\\w-]+\\.[\\w-]+$`)),
        audience: 'public', includeOnProfile: false, expiresAt: expect.any(String),
        descriptor: { mode: 'theater', scope: 'whole', sceneIndex: null, startEntry: null, endEntry: null, conversationId: null },
        render: { kind: 'mp4', status: 'not_rendered', url: null, durationMs: null, byteSize: null },
        scriptUploadId: script.scriptUploadId, jobId: script.jobId, artifactId: script.artifactId,
        stale: false, staleness: null, createdAt: expect.any(String), updatedAt: expect.any(String),
      },
    });
    expect(daysFromNow(body.share.expiresAt)).toBeCloseTo(30, 2);
    for (const id of [script.scriptId, script.scriptUploadId]) expect((await client.get(`/scripts/${id}/share`)).body).toEqual(body);
    expect((await client.post(`/scripts/${script.scriptId}/share`)).status).toBe(200);
    expect((await fetch(body.share.shareUrl)).status).toBe(200);
    expect((await creditsSummary(stand.api.services.db, client.accountId, stand.config.billingCycleDays)).balance).toBe(before);
    const rows = await stand.api.services.db.query(`SELECT status FROM works WHERE kind = 'perform' AND subject_id = $1`, [script.artifactId]);
    expect(rows).toEqual([]);
  });

  it('keeps its link and what is not sent when it is refreshed', async () => {
    const script = await performedScript(stand, client);
    const first = await shareOf(script);
    const second = await shareOf(script, {
      audience: 'team', includeOnProfile: true, expiresInDays: 365, descriptor: { scope: 'scene', sceneIndex: 1 },
    });
    expect(second).toMatchObject({ shareUrl: first.shareUrl, createdAt: first.createdAt, audience: 'team', includeOnProfile: true });
    expect(second.descriptor).toMatchObject({ mode: 'theater', scope: 'scene', sceneIndex: 1, startEntry: null });
    expect(daysFromNow(second.expiresAt)).toBeCloseTo(365, 2);
    const third = await shareOf(script);
    expect(third).toEqual({ ...second, expiresAt: third.expiresAt, updatedAt: third.updatedAt });
    expect(daysFromNow(third.expiresAt)).toBeCloseTo(365, 2);
    const fourth = await shareOf(script, { expiresInDays: 1, audience: 'private_review', descriptor: { mode: 'audio' } });
    expect(fourth).toMatchObject({ shareUrl: first.shareUrl, audience: 'private_review', includeOnProfile: true });
    expect(fourth.descriptor).toEqual({ ...second.descriptor, mode: 'audio' });
    expect(daysFromNow(fourth.expiresAt)).toBeCloseTo(1, 2);
    const fifth = await shareOf(script, { descriptor: { ...fourth.descriptor, scope: 'whole', sceneIndex: null } });
    expect(fifth.descriptor).toMatchObject({ mode: 'audio', scope: 'whole', sceneIndex: null });
    const sent = await shareOf(script, { descriptor: fifth.descriptor });
    expect([sent.shareUrl, sent.descriptor]).toEqual([first.shareUrl, fifth.descriptor]);
  });

  it('is one, also for many calls at once', async () => {
    const script = await performedScript(stand, client);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => client.post(`/scripts/${script.scriptId}/share`, { expiresInDays: i + 1 })));
    expect(new Set(answers.map(({ body }) => body.share.shareUrl)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
    const rows = await stand.api.services.db.query('SELECT window_days FROM script_shares WHERE script_id = $1', [script.scriptId]);
    expect(rows).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['audience', { audience: 'friends' }], ['includeOnProfile', { includeOnProfile: 'yes' }], ['expiresInDays', { expiresInDays: 0 }],
    ['expiresInDays', { expiresInDays: 366 }], ['expiresInDays', { expiresInDays: 1.5 }], ['title', { title: 'Mine' }],
    ['descriptor.mode', { descriptor: { mode: 'film' } }], ['descriptor.scope', { descriptor: { scope: 'page' } }],
    ['descriptor.page', { descriptor: { scope: 'whole', page: 1 } }],
    ['descriptor.sceneIndex', { descriptor: { scope: 'scene' } }], ['descriptor.sceneIndex', { descriptor: { scope: 'scene', sceneIndex: null } }],
    ['descriptor.sceneIndex', { descriptor: { scope: 'scene', sceneIndex: 3 } }], ['descriptor.sceneIndex', { descriptor: { scope: 'scene', sceneIndex: -1 } }],
    ['descriptor.sceneIndex', { descriptor: { sceneIndex: 1 } }], ['descriptor.sceneIndex', { descriptor: { scope: 'whole', sceneIndex: 1 } }],
    ['descriptor.startEntry', { descriptor: { scope: 'scene', sceneIndex: 1, startEntry: 4 } }],
    ['descriptor.endEntry', { descriptor: { scope: 'scene', sceneIndex: 1, endEntry: 4 } }],
    ['descriptor.sceneIndex', { descriptor: { scope: 'entries', sceneIndex: 1, startEntry: 1, endEntry: 2 } }],
    ['descriptor.startEntry', { descriptor: { scope: 'entries', endEntry: 2 } }], ['descriptor.endEntry', { descriptor: { scope: 'entries', startEntry: 2 } }],
    ['descriptor.endEntry', { descriptor: { scope: 'entries', startEntry: 3, endEntry: 2 } }],
    ['descriptor.endEntry', { descriptor: { scope: 'entries', startEntry: 3, endEntry: 13 } }],
    ['descriptor.startEntry', { descriptor: { scope: 'entries', startEntry: 13, endEntry: 14 } }],
    ['descriptor.startEntry', { descriptor: { scope: 'entries', startEntry: '1', endEntry: 2 } }],
    ['descriptor.conversationId', { descriptor: { conversationId: 'cnv_1' } }],
    ['descriptor.conversationId', { descriptor: { scope: 'entries', startEntry: 1, endEntry: 2, conversationId: 'cnv_1' } }],
  ])('refuses a bad %s: %j', async (field, body) => {
    badScript ??= performedScript(stand, client);
    const { scriptId } = await badScript;
    expect(refusal(await client.post(`/scripts/${scriptId}/share`, body))).toEqual([400, 'validation_failed', { field }]);
    expect((await client.get(`/scripts/${scriptId}/share`)).body.share).toBeNull();
  });
  let badScript: ReturnType<typeof performedScript> | undefined;

  it('refuses conversations, and parts in which nobody speaks, with the reason', async () => {
    const { scriptId } = await performedScript(stand, client);
    const told = async (descriptor: object) => refusal(await client.post(`/scripts/${scriptId}/share`, { descriptor }))[2];
    expect(await told({ scope: 'conversation', conversationId: 'cnv_1' })).toEqual({ field: 'descriptor.scope', reason: 'no_conversations' });
    expect(await told({ scope: 'conversation' })).toEqual({ field: 'descriptor.scope', reason: 'no_conversations' });
    expect(await told({ scope: 'entries', startEntry: 7, endEntry: 7 })).toEqual({ field: 'descriptor.startEntry', reason: 'nothing_spoken' });
    expect((await client.post(`/scripts/${scriptId}/share`, { descriptor: { scope: 'entries', startEntry: 0, endEntry: 12 } })).status).toBe(201);
  });
});

describe('which read is shared', () => {
  it('the newest one that is READY, or that of the version that is named', async () => {
    const script = await performedScript(stand, client);
    const second = (await client.post(`/scripts/${script.scriptId}/versions`, { content: LAMP })).body.version.scriptUploadId as string;
    const third = (await client.post(`/scripts/${script.scriptId}/versions`, { content: LAMP })).body.version.scriptUploadId as string;
    await parsed(client, script.scriptId);
    expect(await shareOf(script)).toMatchObject({ artifactId: script.artifactId, scriptUploadId: script.scriptUploadId });
    const newer = await insertReadyRead(stand, client.accountId, threeScenes());
    await performs(stand, newer, second);
    expect(await shareOf(script)).toMatchObject({ artifactId: newer.artifactId, scriptUploadId: second });
    const named = async (id: string) => (await client.post(`/scripts/${id}/share`)).body;
    expect((await named(script.scriptUploadId)).share).toMatchObject({ artifactId: script.artifactId, jobId: script.jobId });
    expect((await named(script.scriptUploadId)).jobId).toBe(newer.jobId);
    expect((await named(second)).share.artifactId).toBe(newer.artifactId);
    expect((await named(third)).share.artifactId).toBe(newer.artifactId);
  });

  it('a part stays with its read until a part is named again; the whole follows', async () => {
    const script = await performedScript(stand, client);
    await shareOf(script, { descriptor: { scope: 'scene', sceneIndex: 2 } });
    const newer = await insertReadyRead(stand, client.accountId, threeScenes());
    await performs(stand, newer, script.scriptUploadId);
    expect(await shareOf(script, { audience: 'team' })).toMatchObject({ artifactId: script.artifactId, descriptor: { sceneIndex: 2 } });
    expect(await shareOf(script, { descriptor: { scope: 'scene', sceneIndex: 2 } })).toMatchObject({ artifactId: newer.artifactId });
  });
});

describe('the end of a share', () => {
  const seen = async (url: string): Promise<unknown[]> => {
    const token = url.slice(url.lastIndexOf('/') + 1);
    const answers = await Promise.all([url, `${url}/audio`, `${url}?view=fullscreen`, `${url}/state`, `${url}/captions.vtt`,
      `${url}/media/read.mp3`, `${url}/pictures/scene-0.svg`, `${url}/pictures/cover.svg`].map((path) => fetch(path)));
    answers.push(await fetch(`${stand.config.appUrl}/live/start`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
    }));
    return Promise.all(answers.map(async (answer) => [
      answer.status, (await answer.text()).replace(/nonce="[^"]+"/g, '').replace(/req_\w+/g, ''), answer.headers.get('content-type')]));
  };
  const unknown = (): Promise<unknown[]> => {
    const token = stand.api.services.tokens.sign('script-share', 'shr_none', new Date('9999-01-01'));
    return seen(`${stand.config.appUrl}/share/table-read/${token}`);
  };

  it('shows visitors an expired link, its owner no share, and sharing again gives a new link', async () => {
    const { db } = stand.api.services;
    const script = await performedScript(stand, client);
    const first = await shareOf(script, { audience: 'team', descriptor: { mode: 'audio', scope: 'scene', sceneIndex: 0 } });
    const token = first.shareUrl.slice(first.shareUrl.lastIndexOf('/') + 1) as string;
    const start = await fetch(`${stand.config.appUrl}/live/start`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
    });
    const room = await start.json() as { liveRoomUrl: string };
    expect((await fetch(room.liveRoomUrl)).status).toBe(200);
    await db.query(`UPDATE script_shares SET expires_at = now() - interval '1 second' WHERE script_id = $1`, [script.scriptId]);
    const ofArtifact = stand.api.services.tokens.sign('share', script.artifactId, new Date(Date.now() - 1000));
    const closed = await seen(`${stand.config.appUrl}/share/table-read/${ofArtifact}`);
    expect(await seen(first.shareUrl)).toEqual(closed);
    expect(await unknown()).toEqual(closed);
    expect((await fetch(room.liveRoomUrl)).status).toBe(404);
    expect((await client.get(`/scripts/${script.scriptId}/share`)).body.share).toBeNull();
    const next = await shareOf(script);
    expect(next).toMatchObject({ audience: 'public', descriptor: { mode: 'theater', scope: 'whole' } });
    expect(next.shareUrl).not.toBe(first.shareUrl);
    expect(await seen(first.shareUrl)).toEqual(closed);
  });

  it('comes when its version or script is deleted, and while its project is', async () => {
    const { db } = stand.api.services;
    const script = await performedScript(stand, client);
    const { shareUrl } = await shareOf(script);
    await client.post(`/scripts/${script.scriptId}/versions`, { content: LAMP });
    await db.query('UPDATE projects SET deleted_at = now() WHERE id = $1', [script.projectId]);
    expect(await seen(shareUrl)).toEqual(await unknown());
    expect((await client.get(`/scripts/${script.scriptId}/share`)).body.share).toBeNull();
    await db.query('UPDATE projects SET deleted_at = NULL WHERE id = $1', [script.projectId]);
    expect((await fetch(shareUrl)).status).toBe(200);
    expect((await client.delete(`/scripts/${script.scriptId}/versions/${script.scriptUploadId}?confirmed=true`)).status).toBe(200);
    expect(await seen(shareUrl)).toEqual(await unknown());
    expect((await client.get(`/scripts/${script.scriptId}/share`)).body).toEqual({ share: null, jobId: null });

    const other = await performedScript(stand, client);
    const link = (await shareOf(other, { descriptor: { scope: 'entries', startEntry: 5, endEntry: 8 } })).shareUrl as string;
    expect((await fetch(link)).status).toBe(200);
    for (let i = 0; i < 300; i++) {
      const [row] = await db.query<{ status: string }>(`SELECT status FROM works WHERE kind = 'perform' AND subject_id = $1`, [other.artifactId]);
      if (row?.status === 'READY') break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await client.delete(`/scripts/${other.scriptId}?confirmed=true`)).status).toBe(200);
    expect(await seen(link)).toEqual(await unknown());
    expect(await db.query('SELECT 1 FROM script_shares WHERE script_id = ANY($1)', [[script.scriptId, other.scriptId]])).toEqual([]);
  });

  it('is the same whichever comes first, sharing or deleting', async () => {
    for (let round = 0; round < 6; round++) {
      const script = await performedScript(stand, client);
      const path = round % 2 === 0 ? `/scripts/${script.scriptId}` : `/scripts/${script.scriptId}/versions/${script.scriptUploadId}`;
      if (round % 2 === 1) await client.post(`/scripts/${script.scriptId}/versions`, { content: LAMP });
      const calls = Array.from({ length: 5 }, () => client.post(`/scripts/${script.scriptId}/share`));
      const answers = await Promise.all([...calls, client.delete(`${path}?confirmed=true`)]);
      expect(answers.at(-1)!.status).toBe(200);
      for (const { status, body } of answers.slice(0, -1)) {
        expect([200, 201, 404, 400]).toContain(status);
        if (status === 400) expect(body.error.details).toMatchObject({ reason: 'no_performed_read', next: { path: `/scripts/${script.scriptId}/table-read/prepare` } });
      }
      expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
      const links = new Set(answers.flatMap(({ body }) => body.share?.shareUrl ?? []));
      expect(links.size).toBeLessThanOrEqual(1);
      for (const link of links) expect((await fetch(link as string)).status).toBe(404);
      expect(await stand.api.services.db.query('SELECT 1 FROM script_shares WHERE script_id = $1', [script.scriptId])).toEqual([]);
    }
  });

  it('a token of one kind opens nothing of another', async () => {
    const { tokens } = stand.api.services;
    const script = await performedScript(stand, client);
    const { shareUrl } = await shareOf(script);
    const [row] = await stand.api.services.db.query<{ id: string }>('SELECT id FROM script_shares WHERE script_id = $1', [script.scriptId]);
    const end = new Date('9999-01-01T00:00:00Z');
    expect(shareUrl).toBe(`${stand.config.appUrl}/share/table-read/${tokens.sign('script-share', row!.id, end)}`);
    for (const token of [tokens.sign('share', row!.id, end), tokens.sign('script-share', script.artifactId, end), row!.id, `${shareUrl.slice(-97)}A`]) {
      expect((await fetch(`${stand.config.appUrl}/share/table-read/${token}`)).status).toBe(404);
    }
  });
});
