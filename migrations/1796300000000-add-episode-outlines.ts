import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "episode_outlines" ("project_id" text NOT NULL, "episode_id" text NOT NULL, "outline" jsonb NOT NULL, "origin" text NOT NULL, `
    + `"version" integer NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), `
    + `"updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "episode_outlines_version" CHECK (version > 0), `
    + `CONSTRAINT "episode_outlines_pkey" PRIMARY KEY ("project_id", "episode_id"))`,
  `ALTER TABLE "episode_outlines" ADD CONSTRAINT "episode_outlines_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Adds outlines of episodes. */
export class AddEpisodeOutlines1796300000000 implements MigrationInterface {
  name = 'AddEpisodeOutlines1796300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "episode_outlines"');
  }
}
