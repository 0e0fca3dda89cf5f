import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "captures" ("id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "kind" text NOT NULL, "label" text, `
    + `"status" text NOT NULL, "byte_size" bigint, "upload_expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "duration_ms" integer, `
    + `"frame_count" integer NOT NULL DEFAULT '0', "source_id" text, "failure_message" text, `
    + `"created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), `
    + `CONSTRAINT "captures_status" CHECK (status IN ('uploading', 'finalizing', 'ready', 'failed')), `
    + `CONSTRAINT "captures_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "captures_project" ON "captures" ("project_id", "id")`,
  `ALTER TABLE "captures" ADD CONSTRAINT "captures_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Allowed transitions of `captures`. Repeats `TRANSITIONS` in src/kernel/contract/states.ts; a test compares the two. */
const MOVES = [['uploading', 'finalizing'], ['finalizing', 'ready'], ['finalizing', 'failed'], ['failed', 'finalizing']] as const;

/** Adds captures: uploads that become sources. */
export class AddCaptures1796300000001 implements MigrationInterface {
  name = 'AddCaptures1796300000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
    for (const [from, to] of MOVES) await queryRunner.query(`INSERT INTO legal_transitions VALUES ('captures', $1, $2)`, [from, to]);
    await queryRunner.query(`CREATE TRIGGER captures_legal_transition BEFORE UPDATE OF status ON captures
      FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "captures"');
    await queryRunner.query(`DELETE FROM legal_transitions WHERE table_name = 'captures'`);
  }
}
