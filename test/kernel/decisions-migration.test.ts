import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { GatherDecisions1796850000000 } from '../../migrations/1796850000000-gather-decisions.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
beforeAll(async () => { stand = await openStand(); });
afterAll(() => stand.close());

const AT = '2026-01-02T03:04:05.000Z';

it('the migration moves decisions into one table and back, with who, when and the outcome', async () => {
  const { db } = stand.api.services;
  const runner = { query: (sql: string, values?: unknown[]) => db.query(sql, values) } as unknown as QueryRunner;
  const migration = new GatherDecisions1796850000000();
  const client = await stand.newAccount();
  const { id: projectId } = (await client.post('/story-projects', { name: 'Moved' })).body.project;
  const former = async (): Promise<unknown[]> => Promise.all(['gate_decisions', 'storyboard_edits', 'season_run_actions'].map(
    (table) => db.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`)));
  await migration.down(runner);
  await db.query(`INSERT INTO season_runs (id, account_id, project_id, season_number, title, dry_run, status, gate_threshold, created_by, request_id)
    VALUES ('ssr_1', $1, $2, 1, 'One', false, 'mapping', 60, 'key_1', 'req_1')`, [client.accountId, projectId]);
  await db.query(`INSERT INTO gate_decisions VALUES ('plan', 'pln_1', 'plan', 2, $1, 'APPROVED', 'cal_1', 'key_1', $2),
    ('season_run', 'ssr_1', 'season_map', 1, $1, 'REJECTED', NULL, 'ann', $2)`, [projectId, AT]);
  await db.query(`INSERT INTO storyboard_edits VALUES ('sbe_1', 'deck', 'dck_1', $1, '{"kind":"remove","at":1}', 3, 'key_1', NULL, $2, NULL),
    ('sbe_2', 'deck', 'dck_1', $1, '{"kind":"remove","at":9}', NULL, 'key_1', '{"refusal":{"code":"validation_failed"}}', $2, $2)`, [projectId, AT]);
  await db.query(`INSERT INTO season_run_actions (id, run_id, episode_id, action, step, status, episode_status, payload, map_version, decided_by, request_id,
      work_id, outcome, created_at, ended_at, ordered, begun_at)
    VALUES ('sra_1', 'ssr_1', 'sre_1', 'advance', 'write', 'open', 'mapped', '{}', 1, 'key_1', 'req_2', NULL, NULL, $1, NULL, '{"draft":"scv_1"}', $1),
      ('sra_2', 'ssr_1', 'sre_1', 'advance', 'perform', 'done', 'gate_passed', '{}', 1, 'key_1', 'req_3', 'job_1', '{"jobId":"job_1"}', $1, $1, '{}', $1)`, [AT]);
  const before = await former();
  await migration.up(runner);
  const rows = await db.query<{ id: string }>(
    'SELECT id, subject_type, subject_id, place, verb, revision, status, notes, outcome, decided_by, created_at FROM decisions ORDER BY subject_id, verb, id');
  expect(rows.map(({ id, ...row }) => ({ ...row, id: id.replace(/^dec_\w+$/, 'dec') }))).toEqual([
    ['sbe_1', 'deck', 'dck_1', 'edits', 'remove', 3, 'open', {}, null],
    ['sbe_2', 'deck', 'dck_1', 'edits', 'remove', null, 'refused', {}, { refusal: { code: 'validation_failed' } }],
    ['cal_1', 'plan', 'pln_1', 'plan', 'APPROVED', 2, 'done', {}, {}],
    ['dec', 'season_run', 'ssr_1', 'season_map', 'REJECTED', 1, 'done', {}, {}],
    ['sra_1', 'season_run', 'ssr_1', 'sre_1', 'advance', 1, 'open', { step: 'write', before: 'mapped', ordered: { draft: 'scv_1' } }, null],
    ['sra_2', 'season_run', 'ssr_1', 'sre_1', 'advance', 1, 'done', { step: 'perform', before: 'gate_passed', workId: 'job_1', ordered: {} }, { jobId: 'job_1' }],
  ].map(([id, type, subjectId, place, verb, revision, status, notes, outcome]) => ({
    id, subject_type: type, subject_id: subjectId, place, verb, revision, status, notes, outcome, created_at: new Date(AT),
    decided_by: id === 'dec' ? 'ann' : 'key_1',
  })));
  await migration.down(runner);
  expect(await former()).toEqual(before);
  await migration.up(runner);
});
