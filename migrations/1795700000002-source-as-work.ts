import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repeats `TRANSITIONS` in src/kernel/contract/states.ts; a test compares the two. */
const EDGES: [from: string, to: string[]][] = [
  ['NOT_STARTED', ['PENDING']],
  ['PENDING', ['RUNNING', 'FAILED']],
  ['RUNNING', ['READY', 'SKIPPED', 'FAILED']],
];

/** Opens the work of unfinished sources, with `epoch` 2 where a run of an older version already uses the run id of epoch 1. */
const openWork = (kind: 'source' | 'digest', epoch: number, words: string, where: string): string => `
  INSERT INTO works (id, kind, account_id, project_id, subject_id, revision, label, status, epoch, progress, line_count, lines_ready,
    lines_failed, credits_quoted, credits_reserved, credits_settled, credits_released, request_id, input)
  SELECT w.id, '${kind}', w.account_id, w.project_id, w.source_id, 0, w.label, 'PENDING', ${epoch},
    jsonb_build_object('stage', 'queued', 'completed', 0, 'total', 0, 'unit', 'scenes', 'nextAttemptAt', NULL, 'lastError', NULL),
    1, 0, 0, 0, 0, 0, 0, 'migration',
    jsonb_build_object('workId', w.id, 'kind', '${kind}', 'accountId', w.account_id, 'projectId', w.project_id, 'subjectId', w.source_id,
      'revision', 0, 'label', w.label, 'requestId', 'migration', 'epoch', ${epoch}, 'lines', '[]'::jsonb)
  FROM (SELECT 'wrk_' || left(encode(sha256(convert_to('${kind}:' || s.id || ':0', 'UTF8')), 'hex'), 26) AS id, s.account_id, s.project_id,
      s.id AS source_id, '${words}: ' || coalesce(s.label, s.type) AS label
    FROM sources s WHERE ${where} AND s.deleted_at IS NULL) AS w`;

const UP = [
  openWork('source', 2, 'Reading a source', `s.status IN ('PENDING', 'EXTRACTING')`),
  openWork('digest', 1, 'Digesting a source', `s.status = 'READY' AND s.digest_status IN ('PENDING', 'RUNNING')`),
  `CREATE TRIGGER sources_legal_digest BEFORE UPDATE OF digest_status ON sources
    FOR EACH ROW EXECUTE FUNCTION refuse_illegal_move('digest_status')`,
];

const DOWN = [
  `DROP TRIGGER sources_legal_digest ON sources`,
  `DELETE FROM legal_transitions WHERE table_name = 'sources.digest_status'`,
  `DELETE FROM works WHERE kind IN ('source', 'digest')`,
];

/** Makes the extraction and the digest of a source work, and guards the transitions of a digest's status. */
export class SourceAsWork1795700000002 implements MigrationInterface {
  name = 'SourceAsWork1795700000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
    for (const [from, targets] of EDGES) {
      for (const to of targets) await queryRunner.query(`INSERT INTO legal_transitions VALUES ('sources.digest_status', $1, $2)`, [from, to]);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
