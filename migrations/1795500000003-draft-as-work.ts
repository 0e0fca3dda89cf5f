import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Repeats `TRANSITIONS` in src/kernel/contract/states.ts; a test compares the two. */
const EDGES: [from: string, to: string[]][] = [
  ['open', ['drafting', 'finished']],
  ['drafting', ['open', 'failed']],
  ['failed', ['drafting', 'finished']],
];

const workId = (kind: string, revision: string): string =>
  `'wrk_' || left(encode(sha256(convert_to('${kind}:' || v.id || ':' || ${revision}, 'UTF8')), 'hex'), 26)`;
const progress = (completed: string, total: string): string =>
  `jsonb_build_object('stage', 'finishing', 'completed', ${completed}, 'total', ${total}, 'unit', 'scenes', 'nextAttemptAt', NULL, 'lastError', NULL)`;
const FROM_SCRIPTS = `JOIN scripts s ON s.id = v.script_id LEFT JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL`;

/** Fails unfinished parsing and drafting. When a caller sends the text or the draft again, the next epoch opens, whose run has another id. */
const FILL = [
  `INSERT INTO works SELECT ${workId('draft', 'd.number')}, 'draft', v.account_id, p.id, v.id, d.number, 'Drafting an episode: ' || v.title,
     CASE WHEN v.draft_status IN ('drafting', 'failed') THEN 'FAILED' ELSE 'READY' END, 1, ${progress('d.completed', 'jsonb_array_length(d.scenes)')},
     1, (v.draft_status NOT IN ('drafting', 'failed'))::int, (v.draft_status IN ('drafting', 'failed'))::int, 0, 0, 0, 0,
     CASE v.draft_status WHEN 'drafting' THEN 'internal_error' WHEN 'failed' THEN d.failure->>'code' END,
     CASE v.draft_status WHEN 'drafting' THEN 'The run was stopped by an upgrade.' WHEN 'failed' THEN d.failure->>'message' END,
     NULL, 'migration', d.updated_at, d.created_at, d.updated_at
   FROM script_drafts d JOIN script_versions v ON v.id = d.version_id ${FROM_SCRIPTS} WHERE v.draft_status IS NOT NULL`,
  `UPDATE script_versions SET draft_status = 'failed' WHERE draft_status = 'drafting'`,
  `INSERT INTO works SELECT ${workId('script', 'v.revision')}, 'script', v.account_id, p.id, v.id, v.revision, 'Reading a screenplay: ' || v.title,
     'FAILED', 1, ${progress('0', '0')}, 1, 0, 1, 0, 0, 0, 0, 'internal_error', 'The run was stopped by an upgrade.', NULL, 'migration',
     v.updated_at, v.created_at, v.updated_at
   FROM script_versions v ${FROM_SCRIPTS} WHERE v.status IN ('pending', 'parsing') AND v.deleted_at IS NULL`,
  `UPDATE script_versions SET status = 'failed', parse_failure =
     '{"code":"internal_error","message":"Parsing was stopped by an upgrade; write the content again.","line":null}'
   WHERE status IN ('pending', 'parsing') AND deleted_at IS NULL`,
];

const UP = [
  ...FILL,
  `ALTER TABLE "script_drafts" RENAME COLUMN "number" TO "revision"`,
  `ALTER TABLE "script_drafts" DROP COLUMN "failure"`,
  `CREATE FUNCTION refuse_illegal_move() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      moved_from text := to_jsonb(OLD) ->> TG_ARGV[0];
      moved_to text := to_jsonb(NEW) ->> TG_ARGV[0];
    BEGIN
      IF moved_to IS DISTINCT FROM moved_from AND NOT EXISTS (SELECT 1 FROM legal_transitions
          WHERE table_name = TG_TABLE_NAME || '.' || TG_ARGV[0] AND from_status = moved_from AND to_status = moved_to) THEN
        RAISE EXCEPTION 'illegal transition of %.% from % to %', TG_TABLE_NAME, TG_ARGV[0], moved_from, moved_to
          USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER script_versions_legal_draft BEFORE UPDATE OF draft_status ON script_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_illegal_move('draft_status')`,
];

const DOWN = [
  `DROP TRIGGER script_versions_legal_draft ON script_versions`,
  `DROP FUNCTION refuse_illegal_move()`,
  `DELETE FROM legal_transitions WHERE table_name = 'script_versions.draft_status'`,
  `ALTER TABLE "script_drafts" ADD "failure" jsonb`,
  `UPDATE script_drafts d SET failure = jsonb_build_object('code', w.failure_code, 'message', w.failure_message) FROM works w
   WHERE w.kind = 'draft' AND w.subject_id = d.version_id AND w.revision = d.revision AND w.failure_code IS NOT NULL`,
  `ALTER TABLE "script_drafts" RENAME COLUMN "revision" TO "number"`,
  `DELETE FROM works WHERE kind IN ('draft', 'script')`,
];

/** Moves the state of drafting and parsing into `works`, and guards the transitions of a draft's status. */
export class DraftAsWork1795500000003 implements MigrationInterface {
  name = 'DraftAsWork1795500000003';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
    for (const [from, targets] of EDGES) {
      for (const to of targets) {
        await queryRunner.query(`INSERT INTO legal_transitions VALUES ('script_versions.draft_status', $1, $2)`, [from, to]);
      }
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
