import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Allowed transitions of the status. */
const MOVES = [
  ['draft', 'rendering'], ['rendering', 'draft'], ['rendering', 'review'], ['review', 'finishing'], ['finishing', 'review'], ['finishing', 'complete'],
  ['complete', 'review'],
];

/** Adds trailers, and fields of a storyboard as a whole. */
export class AddTrailers1796991000000 implements MigrationInterface {
  name = 'AddTrailers1796991000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "trailers" (
        "id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "artifact_id" text NOT NULL, "read_revision" integer NOT NULL,
        "title" text NOT NULL, "seconds" integer NOT NULL, "aspect" text NOT NULL, "intent" text, "status" text NOT NULL, "resolution" text,
        "approved_revision" integer, "draft" jsonb, "film" jsonb, "created_by" text NOT NULL, "request_id" text NOT NULL, "failure_code" text,
        "failure_message" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        CONSTRAINT "trailers_seconds" CHECK (seconds BETWEEN 15 AND 180), CONSTRAINT "trailers_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query('CREATE INDEX "trailers_project" ON "trailers" ("project_id", "id")');
    await queryRunner.query('CREATE INDEX "trailers_artifact" ON "trailers" ("artifact_id")');
    await queryRunner.query(`ALTER TABLE "trailers" ADD CONSTRAINT "trailers_account_id_fkey" FOREIGN KEY ("account_id") `
      + 'REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION');
    await queryRunner.query(`ALTER TABLE "trailers" ADD CONSTRAINT "trailers_project_id_fkey" FOREIGN KEY ("project_id") `
      + 'REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION');
    await queryRunner.query(`ALTER TABLE "trailers" ADD CONSTRAINT "trailers_artifact_id_fkey" FOREIGN KEY ("artifact_id") `
      + 'REFERENCES "artifacts"("id") ON DELETE CASCADE ON UPDATE NO ACTION');
    await queryRunner.query(`ALTER TABLE "storyboards" ADD "fields" jsonb NOT NULL DEFAULT '{}'`);
    for (const [from, to] of MOVES) await queryRunner.query(`INSERT INTO legal_transitions VALUES ('trailers', $1, $2)`, [from, to]);
    await queryRunner.query(`CREATE TRIGGER trailers_legal_transition BEFORE UPDATE OF status ON trailers
      FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "storyboards" DROP COLUMN "fields"');
    await queryRunner.query('DROP TABLE "trailers"');
    await queryRunner.query(`DELETE FROM legal_transitions WHERE table_name = 'trailers'`);
  }
}
