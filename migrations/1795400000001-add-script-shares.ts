import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The statements that TypeORM generates from the entity. */
const UP = [
  `CREATE TABLE "script_shares" ( "id" text NOT NULL, "script_id" text NOT NULL, "artifact_id" text NOT NULL, "revision" integer, "audience"
    text NOT NULL, "include_on_profile" boolean NOT NULL, "mode" text NOT NULL, "scope" text NOT NULL, "scene_index" integer, "first_entry"
    integer, "last_entry" integer, "window_days" integer NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP
    WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "script_shares_scope"
    CHECK ((scope = 'whole' AND revision IS NULL AND scene_index IS NULL AND first_entry IS NULL AND last_entry IS NULL)
  OR (scope IN ('scene','entries') AND revision IS NOT NULL AND first_entry BETWEEN 0 AND last_entry AND (scope = 'scene') = (scene_index IS NOT NULL))),
    CONSTRAINT "script_shares_mode_known" CHECK (mode IN ('theater','audio')), CONSTRAINT "script_shares_audience_known" CHECK (audience IN
    ('public','private_review','team')), CONSTRAINT "script_shares_pkey" PRIMARY KEY ("id") )`,
  `CREATE INDEX "script_shares_artifact" ON "script_shares" ("artifact_id")`,
  `CREATE UNIQUE INDEX "script_shares_script" ON "script_shares" ("script_id")`,
  `ALTER TABLE "script_shares" ADD CONSTRAINT "script_shares_script_id_fkey" FOREIGN KEY ("script_id") REFERENCES "scripts"("id") ON DELETE
    CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "script_shares" ADD CONSTRAINT "script_shares_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON
    DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Adds share links to the performed read of a script. */
export class AddScriptShares1795400000001 implements MigrationInterface {
  name = 'AddScriptShares1795400000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "script_shares"');
  }
}
