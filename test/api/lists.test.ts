import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cutPage } from '../../src/kernel/contract/paging.js';
import { findReport, listReports, openReport } from '../../src/kernel/families/coverage/coverage-store.js';
import type { ApiClient } from '../support/api-client.js';
import { insertReadyRead } from '../support/ready-read.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const LAMP = 'INT. LAMP ROOM - NIGHT\n\nThe lamp goes out.\n\nADA\nWho is there?\n';
const idsOf = (body: any, list: string): string[] => body[list].map(({ id }: { id: string }) => id);

describe('GET /scripts', () => {
  it('lists and searches the live scripts of the account, newest first, page by page', async () => {
    const made: string[] = [];
    for (const title of ['The Lamp', '100% Proof', 'A lamp at sea']) made.unshift((await client.post('/scripts', { title, content: LAMP })).body.script.id);
    const { body } = await client.get('/scripts');
    expect(idsOf(body, 'scripts')).toEqual(made);
    expect(body.scripts[0]).toMatchObject({ title: 'A lamp at sea', versions: 1, parseStatus: expect.any(String), projectId: expect.stringMatching(/^prj_/) });
    await client.post(`/scripts/${made[0]}/versions`, { content: `${LAMP}\n\nTOM\nNobody.\n` });
    const [first] = (await client.get('/scripts')).body.scripts;
    expect(first.versions).toBe(2);
    expect(first.scriptUploadId).toBe((await client.get(`/scripts/${made[0]}`)).body.script.versions[0].scriptUploadId);
    const firstPage = (await client.get('/scripts?limit=2')).body;
    expect(idsOf((await client.get(`/scripts?limit=2&cursor=${firstPage.nextCursor}`)).body, 'scripts')).toEqual([made[2]]);
    expect(idsOf((await client.get('/scripts?query=LAMP')).body, 'scripts')).toEqual([made[0], made[2]]);
    expect(idsOf((await client.get('/scripts?query=0%25')).body, 'scripts')).toEqual([made[1]]);
    expect(idsOf((await client.get('/scripts?query=_')).body, 'scripts')).toEqual([]);
    expect(idsOf((await client.get(`/scripts?projectId=${first.projectId}`)).body, 'scripts')).toEqual([made[0]]);
    for (const other of ['/story-projects', '/story-jobs', '/artifacts', '/credits/entries', '/script-shares', `/story-projects/${first.projectId}/sources`]) {
      const refused = await client.get(`${other}?cursor=${firstPage.nextCursor}`);
      expect([other, refused.status, refused.body.error?.details]).toEqual([other, 400, { field: 'cursor' }]);
    }
    await client.delete(`/scripts/${made[1]}?confirmed=true`);
    expect(idsOf((await client.get('/scripts')).body, 'scripts')).toEqual([made[0], made[2]]);
    expect((await (await stand.newAccount()).get('/scripts')).body).toEqual({ scripts: [], nextCursor: null });
  });
});

describe('GET /artifacts', () => {
  it('lists and searches the artifacts of the account by project, type, status and title', async () => {
    const [first, second] = [await insertReadyRead(stand, client.accountId), await insertReadyRead(stand, client.accountId)];
    await client.patch(`/artifacts/${second.artifactId}`, { title: 'Night Ferry' });
    const found = async (query: string) => idsOf((await client.get(`/artifacts${query}`)).body, 'artifacts').sort();
    expect(await found('')).toEqual([first.artifactId, second.artifactId].sort());
    expect(await found('?query=ferry')).toEqual([second.artifactId]);
    expect(await found(`?projectId=${first.projectId}`)).toContain(first.artifactId);
    expect(await found('?type=table_read&status=READY')).toHaveLength(2);
    expect(await found('?status=FAILED')).toEqual([]);
    const page = (await client.get('/artifacts?limit=1')).body;
    expect(await found(`?limit=1&cursor=${page.nextCursor}`)).toHaveLength(1);
    expect((await (await stand.newAccount()).get('/artifacts')).body.artifacts).toEqual([]);

    // Ids do not tell the order: those of what follows from an operator's decision are hashes.
    const { db } = stand.api.services;
    const jobIds: string[] = [];
    for (const { artifactId } of [first, second]) {
      const [{ jobId }] = await db.query<{ jobId: string }>('SELECT job_id AS "jobId" FROM artifacts WHERE id = $1', [artifactId]) as [{ jobId: string }];
      jobIds.push(jobId);
    }
    await db.query(`UPDATE artifacts SET created_at = created_at + interval '1 hour' WHERE id = $1`, [first.artifactId]);
    await db.query(`UPDATE works SET created_at = created_at + interval '1 hour' WHERE id = $1`, [jobIds[0]]);
    for (const [path, list, ids] of [['/artifacts', 'artifacts', [first.artifactId, second.artifactId]], ['/story-jobs', 'jobs', jobIds]] as const) {
      const newest = (await client.get(`${path}?limit=1`)).body;
      const rest = (await client.get(`${path}?limit=1&cursor=${newest.nextCursor}`)).body;
      expect([...idsOf(newest, list), ...idsOf(rest, list), rest.nextCursor]).toEqual([...ids, null]);
    }
    const subject = { type: 'script', id: 'scv_1', projectId: first.projectId };
    const judged = { subject, subjectVersion: 1, documentHash: 'd', judgedHash: 'j', rubricVersion: '1', focusPrompt: null };
    const [older, newer] = [`cov_${'z'.repeat(26)}`, `cov_${'0'.repeat(26)}`];
    for (const id of [older, newer]) await openReport(db, { ...judged, id, judgementHash: id });
    expect(await findReport(db, subject)).toMatchObject({ id: newer, number: 2 });
    const [report] = await listReports(db, subject, { limit: 1 });
    const { nextCursor } = cutPage([report!, report!], { limit: 1 });
    expect([report!.id, ...(await listReports(db, subject, { limit: 1, cursor: nextCursor! })).map(({ id }) => id)]).toEqual([newer, older]);
  });
});
