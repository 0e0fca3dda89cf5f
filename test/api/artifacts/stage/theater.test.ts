import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../../src/kernel/db/ids.js';
import { insertNextRevision } from '../../../../src/domain/artifacts/revision-store.js';
import { newRoom } from '../../../../src/domain/artifacts/shares/shared-read.js';
import { findCurrentRead } from '../../../../src/domain/artifacts/read-store.js';
import type { ApiClient } from '../../../support/api-client.js';
import { insertReadyRead, type ReadyRead } from '../../../support/ready-read.js';
import { performedScript } from '../../../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../../support/stands/stand.js';

const AS_IT_IS = { scenes: [], motions: [], canvas: [], clips: [], versions: { scenes: 0, motions: 0, canvas: 0 } };
const DEFAULTS = {
  enabled: true, title: null, subtitle: null, titleLayout: 'bar', backgrounds: 'drawn', transition: 'fade', transitionMs: 600,
  nounImagery: 'off',
};
const TITLE = 'The Light at Corran Head';

let stand: Stand;
let client: ApiClient;
let read: ReadyRead;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
beforeEach(async () => { read = await insertReadyRead(stand, client.accountId); });
afterAll(() => stand.close());

const path = (): string => `/artifacts/${read.artifactId}/theater`;
const choose = (fields: object, from = client) => from.post(path(), fields);
const refusal = ({ status, body }: { status: number; body: any }): unknown => [status, body.error.code, body.error.details];
const artifact = async (query = ''): Promise<any> => (await client.get(`/artifacts/${read.artifactId}${query}`)).body.artifact;
const link = (of = read): string => `${stand.config.appUrl}/share/table-read/${of.shareToken}`;
const pageAt = async (url: string): Promise<string> => (await fetch(url)).text();
const headings = (page: string): string[] => [...page.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, text]) => text!);
const dataOf = (page: string): any => JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]!);
const viewOf = (page: string): string | undefined => /<html[^>]* data-view="(\w+)"/.exec(page)?.[1];
const storedSettings = async (artifactId: string): Promise<number> =>
  (await stand.api.services.db.query(`SELECT 1 FROM settings WHERE subject_type = 'artifact' AND subject_id = $1`, [artifactId])).length;

describe('the theater of a table read', () => {
  it('has defaults until one is chosen, in its own answer and in the manifest', async () => {
    const answer = await client.get(path());
    expect([answer.status, answer.body]).toEqual([200, { theater: { ...DEFAULTS, ...AS_IT_IS, version: 0, updatedAt: null, updatedBy: null } }]);
    expect((await artifact()).manifest.overlays).toEqual({ theater: DEFAULTS });
  });

  it('keeps what is chosen and changes neither revision nor links', async () => {
    const before = await artifact();
    const { status, body } = await choose({ title: 'Corran Head', backgrounds: 'light' });
    expect([status, body.theater]).toEqual([200, {
      ...DEFAULTS, title: 'Corran Head', backgrounds: 'light', ...AS_IT_IS, version: 1, updatedAt: expect.any(String),
      updatedBy: expect.stringMatching(/^key_/),
    }]);
    expect((await choose({ title: null, expectedVersion: 1 })).body.theater).toMatchObject({ title: null, backgrounds: 'light', version: 2 });
    const after = await artifact();
    expect(after).toEqual({
      ...before, updatedAt: after.updatedAt, manifest: { ...before.manifest, overlays: { theater: { ...DEFAULTS, backgrounds: 'light' } } },
    });
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    const [listed] = (await client.get(`/story-jobs/${read.jobId}/artifacts`)).body.artifacts;
    expect(listed).toEqual(after);
  });

  it('survives a new revision', async () => {
    const { db } = stand.api.services;
    await choose({ title: 'Corran Head', subtitle: 'A night in two scenes' });
    const [made] = await db.query<{ title: string; content: object }>(
      'SELECT title, content FROM artifact_revisions WHERE artifact_id = $1', [read.artifactId]);
    await db.transaction((tx) => insertNextRevision(tx, read.artifactId, { ...made!, cause: 'edit', raises: 'revision', expected: 1 }, () => 'wrk_edit'));
    await db.query('UPDATE artifacts SET current_version = 2 WHERE id = $1', [read.artifactId]);
    const chosen = { title: 'Corran Head', subtitle: 'A night in two scenes' };
    expect(await artifact()).toMatchObject({ currentVersion: 2, manifest: { overlays: { theater: chosen } } });
    expect((await artifact('?revision=1')).manifest.overlays.theater).toMatchObject(chosen);
    expect((await client.get(path())).body.theater).toMatchObject({ ...chosen, version: 1 });
    expect(headings(await pageAt(link()))).toEqual(['Corran Head']);
  });

  it('is changed only from the version that the caller saw', async () => {
    await choose({ title: 'First' });
    expect(refusal(await choose({ title: 'Late', expectedVersion: 0 }))).toEqual([409, 'version_conflict', { expected: 0, actual: 1 }]);
    const raced = await Promise.all(['Left', 'Right'].map((title) => choose({ title, expectedVersion: 1 })));
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await client.get(path())).body).toEqual(raced.find(({ status }) => status === 200)!.body);
  });

  it('accepts an idempotency key and does not require one', async () => {
    const key = randomUUID();
    const first = await client.post(path(), { title: 'Once' }, { key });
    const again = await client.post(path(), { title: 'Once' }, { key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(refusal(await client.post(path(), { title: 'Twice' }, { key }))).toEqual([409, 'idempotency_conflict', { reason: 'mismatch' }]);
    expect((await client.post(path(), { title: 'Keyless' }, { key: null })).body.theater).toMatchObject({ title: 'Keyless', version: 2 });
  });

  const refused: [string, object, string][] = [
    ['a field that is not there yet', { enabled: true, fonts: 'serif' }, 'fonts'], ['a field of the answer', { version: 3 }, 'version'],
    ['a blank title', { title: ' ' }, 'title'], ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
    ['markup where words are kept in a set', { transition: '<b>' }, 'transition'], ['a fade of no length', { transitionMs: 0 }, 'transitionMs'],
    ['null where there is no null', { enabled: null }, 'enabled'], ['no choice', { expectedVersion: 0 }, 'body'],
  ];
  it.each(refused)('refuses %s and names it', async (_name, body, field) => {
    const answer = await choose(body);
    expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([400, 'validation_failed', field]);
    expect((await client.get(path())).body.theater.version).toBe(0);
  });

  it('is for the account of the artifact, with the scopes to read and to publish', async () => {
    const other = await stand.newAccount();
    for (const answer of [await other.get(path()), await choose({ title: 'Mine' }, other)]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'artifact_not_found']);
    }
    const reader = await stand.keyFor(client.accountId, ['artifact:read']);
    expect((await reader.get(path())).status).toBe(200);
    expect(refusal(await choose({ title: 'Mine' }, reader))).toEqual([403, 'insufficient_scope', { missingScopes: ['artifact:publish'] }]);
    expect((await client.get(path())).body.theater.version).toBe(0);
  });

  it('cannot be set for a read that is not ready', async () => {
    const artifactId = newId('artifact');
    await stand.api.services.db.query(
      `INSERT INTO artifacts (id, account_id, project_id, job_id, line, type, title, status, current_version, refine_count)
       VALUES ($1, $2, $3, $4, 1, 'table_read', 'Later', 'RUNNING', 1, 0)`, [artifactId, client.accountId, read.projectId, read.jobId]);
    read = { ...read, artifactId };
    expect(refusal(await choose({ title: 'Early' }))).toEqual([409, 'artifact_not_ready', { status: 'RUNNING' }]);
    expect((await client.get(path())).body.theater).toMatchObject(DEFAULTS);
  });

  it('goes when the artifact is deleted, also when both happen at once', async () => {
    const { db } = stand.api.services;
    const script = await performedScript(stand, client);
    read = script;
    await choose({ title: 'Three Houses, Revisited' });
    expect(await storedSettings(read.artifactId)).toBe(1);
    expect((await client.delete(`/scripts/${script.scriptId}?confirmed=true`)).status).toBe(200);
    expect(await storedSettings(read.artifactId)).toBe(0);
    expect((await client.get(path())).status).toBe(404);

    read = await insertReadyRead(stand, client.accountId);
    const late = await db.transaction(async (tx) => {
      await tx.query('DELETE FROM artifacts WHERE id = $1', [read.artifactId]);
      const waiting = choose({ title: 'Too late' });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { waiting };
    });
    expect((await late.waiting).body.error.code).toBe('artifact_not_found');
    expect(await storedSettings(read.artifactId)).toBe(0);
  });
});

/** The page of a live room of the read, as a start gives it. */
async function roomPage(): Promise<string> {
  const { db } = stand.api.services;
  const shared = { read: (await findCurrentRead(db, read.artifactId))!, token: read.shareToken, part: null, lineCount: 7, share: null };
  return pageAt(`${stand.config.appUrl}/live/${newRoom(stand.api.services, { ...shared, mixKey: null }).roomToken}`);
}

describe('the pages of a table read', () => {
  it('show a new title and subtitle at once in the theater, the embed and live rooms, but not in the audio player', async () => {
    expect(headings(await pageAt(link()))).toEqual([TITLE]);
    await choose({ title: 'Corran Head', subtitle: 'A night in two scenes' });
    for (const page of [await pageAt(link()), await roomPage()]) {
      expect(headings(page)).toEqual(['Corran Head']);
      expect(page).toMatch(/<title>Corran Head: /);
      expect(page).toContain('<p>A night in two scenes</p>');
    }
    const embed = await pageAt(`${link()}?view=fullscreen`);
    expect([headings(embed), embed.includes('A night in two scenes')]).toEqual([['Corran Head'], false]);
    expect(await pageAt(link())).toContain('&lt;iframe src=');
    const audio = await pageAt(`${link()}/audio`);
    expect([headings(audio), audio.includes('A night in two scenes')]).toEqual([[TITLE], false]);
  });

  it('put a title card on the stage, in the embed too', async () => {
    expect(await pageAt(link())).not.toContain('curtain-card');
    await choose({ titleLayout: 'card', subtitle: 'A night in two scenes' });
    for (const view of ['', '?view=fullscreen']) {
      const page = await pageAt(link() + view);
      expect(page).toContain(`<span class="curtain-card">${TITLE}</span><span class="curtain-subtitle">A night in two scenes</span>`);
    }
  });

  it('leave drawings of places off the stage, and say how scenes change', async () => {
    const before = await pageAt(link());
    expect(before).toMatch(/id="picture"><div class="backdrop"[^>]*>\n<img src="[^"]+scene-0\.svg/);
    expect(dataOf(before)).toMatchObject({ scenes: [1, 2].map(() => ({ changeMs: 600, backdrop: { url: expect.any(String) } })) });
    await choose({ backgrounds: 'light', transitionMs: 2500 });
    const light = await pageAt(link());
    expect(light).toMatch(/id="picture"><div class="backdrop"[^>]*>\n<img hidden/);
    expect(dataOf(light)).toMatchObject({ scenes: [{ changeMs: 2500, backdrop: null }, { changeMs: 2500, backdrop: null }] });
    await choose({ transition: 'cut' });
    expect(dataOf(await pageAt(link())).scenes.map(({ changeMs }: any) => changeMs)).toEqual([0, 0]);
  });

  it('are audio players everywhere when the theater is off', async () => {
    await choose({ enabled: false, title: 'Elsewhere' });
    for (const url of [link(), `${link()}?view=fullscreen`, `${link()}/audio`]) {
      const answer = await fetch(url);
      const page = await answer.text();
      expect([answer.status, viewOf(page), headings(page)]).toEqual([200, 'audio', [TITLE]]);
      expect([page.includes('id="stage"'), page.includes('iframe'), page.includes('Elsewhere')]).toEqual([false, false, false]);
      expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors 'self'`);
    }
    const room = await roomPage();
    expect([viewOf(room), room.includes('id="stage"'), dataOf(room).room.stage]).toEqual(['audio', false, 'opening']);
    await choose({ enabled: true });
    const embed = await fetch(`${link()}?view=fullscreen`);
    expect([viewOf(await embed.text()), embed.headers.get('content-security-policy')]).toEqual(['full', expect.stringContaining('frame-ancestors *')]);
  });

  it('show text as text, even when it looks like markup', async () => {
    const words = '</title></script><script>alert(1)</script><img src=x onerror="alert(2)">';
    await choose({ title: words, subtitle: `"'${words}`, titleLayout: 'card' });
    for (const page of [await pageAt(link()), await pageAt(`${link()}?view=fullscreen`), await roomPage()]) {
      expect(page).toContain('&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img');
      expect(page).not.toMatch(/<script>alert|<img src=x|<\/script><script>a/);
      expect(dataOf(page).title).toBe(words);
    }
  });

  it('of a part show nothing of the rest of the read', async () => {
    const script = await performedScript(stand, client);
    read = script;
    const descriptor = { mode: 'theater', scope: 'scene', sceneIndex: 1 };
    const { shareUrl } = (await client.post(`/scripts/${script.scriptId}/share`, { audience: 'public', descriptor })).body.share;
    const before = [await pageAt(shareUrl), await pageAt(`${shareUrl}?view=fullscreen`), await pageAt(`${shareUrl}/audio`)];
    await choose({ title: 'Houses', subtitle: 'Gaspard drained the barrels', titleLayout: 'card', backgrounds: 'light' });
    const after = [await pageAt(shareUrl), await pageAt(`${shareUrl}?view=fullscreen`), await pageAt(`${shareUrl}/audio`)];
    expect(headings(after[0]!)).toEqual(['Houses']);
    expect(after[0]).toContain('<title>Houses, Scene 2: table read</title>');
    for (const [index, page] of after.entries()) {
      expect(page).not.toContain('Gaspard');
      expect([...page.matchAll(/data-i="(\d+)"/g)].map(([, entry]) => entry)).toEqual([...before[index]!.matchAll(/data-i="(\d+)"/g)].map(([, entry]) => entry));
    }
    await choose({ enabled: false });
    expect([viewOf(await pageAt(shareUrl)), (await pageAt(shareUrl)).includes('Gaspard')]).toEqual(['audio', false]);
  });
});
