import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds renders of candidates to choose from: portraits of a character and frames of a mood board. */
export class AddImageRenders1796500000001 implements MigrationInterface {
  name = 'AddImageRenders1796500000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "image_renders" ("id" text NOT NULL, "project_id" text NOT NULL, "kind" text NOT NULL,
      "character" text, "words" text, "aspect" text NOT NULL, "format" text NOT NULL, "wanted" integer NOT NULL, "ordinal" integer NOT NULL,
      "candidates" jsonb NOT NULL DEFAULT '[]', "chosen_id" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
      "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "image_renders_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query(`CREATE INDEX "image_renders_of_project" ON "image_renders" ("project_id", "kind", "id")`);
    await queryRunner.query(`ALTER TABLE "image_renders" ADD CONSTRAINT "image_renders_project_id_fkey" FOREIGN KEY ("project_id")
      REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`);
    await queryRunner.query(`CREATE TABLE "mood_boards" ("project_id" text NOT NULL, "version" integer NOT NULL,
      "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "mood_boards_pkey" PRIMARY KEY ("project_id"))`);
    await queryRunner.query(`CREATE TABLE "mood_frames" ("id" text NOT NULL, "project_id" text NOT NULL, "candidate_id" text NOT NULL,
      "candidate" jsonb NOT NULL, "aspect" text NOT NULL, "position" integer NOT NULL, "kept_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
      CONSTRAINT "mood_frames_candidate" UNIQUE ("project_id", "candidate_id"), CONSTRAINT "mood_frames_pkey" PRIMARY KEY ("id"))`);
    for (const table of ['mood_boards', 'mood_frames']) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD CONSTRAINT "${table}_project_id_fkey" FOREIGN KEY ("project_id")
        REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`);
    }
    await queryRunner.query(`ALTER TABLE "images" ADD "fingerprint" text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "images" DROP COLUMN "fingerprint"`);
    await queryRunner.query(`DROP TABLE "mood_frames"`);
    await queryRunner.query(`DROP TABLE "mood_boards"`);
    await queryRunner.query(`DROP TABLE "image_renders"`);
  }
}
