import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { TieCastings1796880000000 } from '../../migrations/1796880000000-tie-castings.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { insertWorkRow } from '../support/work-rows.js';

let stand: Stand;
beforeAll(async () => { stand = await openStand(); });
afterAll(() => stand.close());

it('the migration ties castings to their work: those without work are deleted, and none can be inserted', async () => {
  const { db } = stand.api.services;
  const runner = { query: (sql: string, values?: unknown[]) => db.query(sql, values) } as unknown as QueryRunner;
  const client = await stand.newAccount();
  const { accountId } = client;
  const { id: projectId } = (await client.post('/story-projects', { name: 'Tied' })).body.project;
  const migration = new TieCastings1796880000000();
  await migration.down(runner);
  await insertWorkRow(db, { workId: 'wrk_opened', kind: 'casting', subjectId: 'cst_opened', accountId, projectId, status: 'READY' });
  await insertWorkRow(db, { workId: 'wrk_other', kind: 'perform', subjectId: 'cst_lost', accountId, projectId, status: 'READY' });
  await db.query(`INSERT INTO castings (id, account_id, project_id) VALUES ('cst_opened', $1, $2), ('cst_lost', $1, $2)`, [accountId, projectId]);
  await migration.up(runner);
  expect(await db.query('SELECT id, work_id AS "workId" FROM castings')).toEqual([{ id: 'cst_opened', workId: 'wrk_opened' }]);
  await expect(db.query(`INSERT INTO castings (id, account_id, project_id, work_id) VALUES ('cst_new', $1, $2, 'wrk_none')`, [accountId, projectId]))
    .rejects.toThrow(/castings_work_id_fkey/);
  await db.query(`DELETE FROM works WHERE id = 'wrk_opened'`);
  expect(await db.query('SELECT id FROM castings')).toEqual([]);
});
