import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The statements that TypeORM generates from the entities. */
const UP = [
  `CREATE TABLE "scripts" ( "id" text NOT NULL, "account_id" text NOT NULL, "project_id" text, "title" text NOT NULL, "slug" text NOT
    NULL, "logline" text, "format" text, "genre" text, "season_number" integer, "version_count" integer NOT NULL, "deleted_at" TIMESTAMP
    WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT
    now(), CONSTRAINT "scripts_pkey" PRIMARY KEY ("id") )`,
  `CREATE UNIQUE INDEX "scripts_slug" ON "scripts" ("account_id", "slug") WHERE deleted_at IS NULL`,
  `CREATE INDEX "scripts_project" ON "scripts" ("project_id", "id")`,
  `CREATE INDEX "scripts_account" ON "scripts" ("account_id", "id")`,
  `CREATE TABLE "script_versions" ( "id" text NOT NULL, "script_id" text NOT NULL, "account_id" text NOT NULL, "number" integer NOT
    NULL, "title" text NOT NULL, "source_format" text NOT NULL, "read_format" text, "source_id" text, "status" text NOT NULL, "revision"
    integer NOT NULL, "edition" integer NOT NULL, "content_key" text NOT NULL, "sha256" text NOT NULL, "byte_size" integer NOT NULL,
    "fountain_sha256" text, "model_key" text, "lines_key" text, "page_count" integer, "entry_count" integer, "parse_failure" jsonb,
    "overrides" jsonb NOT NULL, "deleted_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "script_versions_parsed" CHECK ( status <> 'complete' OR (
    model_key IS NOT NULL AND lines_key IS NOT NULL AND page_count IS NOT NULL ) ), CONSTRAINT "script_versions_status_known" CHECK ( status
    IN ('pending', 'parsing', 'complete', 'failed') ), CONSTRAINT "script_versions_pkey" PRIMARY KEY ("id") )`,
  `CREATE INDEX "script_versions_status" ON "script_versions" ("status")`,
  `CREATE UNIQUE INDEX "script_versions_source" ON "script_versions" ("script_id", "source_id")`,
  `CREATE UNIQUE INDEX "script_versions_number" ON "script_versions" ("script_id", "number")`,
  `CREATE TABLE "script_line_edits" ( "version_id" text NOT NULL, "edition" integer NOT NULL, "line_id" text NOT NULL, "entry_index"
    integer NOT NULL, "revision" integer NOT NULL, "sha256" text NOT NULL, "snapshot_key" text NOT NULL, "created_at" TIMESTAMP WITH TIME
    ZONE NOT NULL DEFAULT now(), CONSTRAINT "script_line_edits_pkey" PRIMARY KEY ("version_id", "edition") )`,
  `CREATE INDEX "script_line_edits_line" ON "script_line_edits" ("version_id", "line_id", "edition")`,
  `CREATE TABLE "project_seasons" ( "project_id" text NOT NULL, "number" integer NOT NULL, "name" text NOT NULL, "created_at" TIMESTAMP
    WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "project_seasons_number" CHECK ( number BETWEEN 1 AND 99 ), CONSTRAINT
    "project_seasons_pkey" PRIMARY KEY ("project_id", "number") )`,
  `ALTER TABLE "scripts" ADD CONSTRAINT "scripts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE
    CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "scripts" ADD CONSTRAINT "scripts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET
    NULL ON UPDATE NO ACTION`,
  `ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_script_id_fkey" FOREIGN KEY ("script_id") REFERENCES "scripts"("id") ON
    DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "script_line_edits" ADD CONSTRAINT "script_line_edits_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES
    "script_versions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "project_seasons" ADD CONSTRAINT "project_seasons_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
    ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Repeats `TRANSITIONS` in src/kernel/contract/states.ts; a test compares the two. */
const EDGES: [from: string, to: string[]][] = [
  ['pending', ['parsing', 'failed']],
  ['parsing', ['complete', 'failed', 'pending']],
  ['complete', ['pending']],
  ['failed', ['pending']],
];

export class AddScripts1795300000000 implements MigrationInterface {
  name = 'AddScripts1795300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
    for (const [from, targets] of EDGES) {
      for (const to of targets) await queryRunner.query(`INSERT INTO legal_transitions VALUES ('script_versions', $1, $2)`, [from, to]);
    }
    await queryRunner.query(`CREATE TRIGGER script_versions_legal_transition BEFORE UPDATE OF status ON script_versions
      FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['project_seasons', 'script_line_edits', 'script_versions', 'scripts']) await queryRunner.query(`DROP TABLE "${table}"`);
    await queryRunner.query(`DELETE FROM legal_transitions WHERE table_name = 'script_versions'`);
  }
}
