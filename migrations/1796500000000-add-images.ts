import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds images of projects. */
export class AddImages1796500000000 implements MigrationInterface {
  name = 'AddImages1796500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "images" ("id" text NOT NULL, "project_id" text NOT NULL, "purpose" text NOT NULL, "prompt" text NOT NULL,
      "seed" text NOT NULL, "provider" text NOT NULL, "mime" text NOT NULL, "width_px" integer NOT NULL, "height_px" integer NOT NULL,
      "byte_size" integer NOT NULL, "sha256" text NOT NULL, "object_key" text NOT NULL,
      "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
      CONSTRAINT "images_of_project" UNIQUE ("project_id", "object_key"), CONSTRAINT "images_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query(`ALTER TABLE "images" ADD CONSTRAINT "images_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      ON DELETE CASCADE ON UPDATE NO ACTION`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "images"`);
  }
}
