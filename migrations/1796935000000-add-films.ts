import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds films of reads and the pieces of which they are joined. */
export class AddFilms1796935000000 implements MigrationInterface {
  name = 'AddFilms1796935000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "films" ("artifact_id" text NOT NULL, "revision" integer NOT NULL, "work_id" text NOT NULL,
      "choice" jsonb NOT NULL, "film_key" text NOT NULL, "media_key" text NOT NULL, "sha256" text NOT NULL, "byte_size" integer NOT NULL,
      "duration_ms" integer NOT NULL, "build_manifest" jsonb NOT NULL, "object_keys" text array NOT NULL, "former_keys" text array NOT NULL DEFAULT '{}',
      "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "films_pkey" PRIMARY KEY ("artifact_id"),
      CONSTRAINT "films_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts" ("id") ON DELETE CASCADE)`);
    await queryRunner.query(`CREATE TABLE "film_objects" ("artifact_id" text NOT NULL, "object_key" text NOT NULL,
      "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "film_objects_pkey" PRIMARY KEY ("artifact_id", "object_key"),
      CONSTRAINT "film_objects_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts" ("id") ON DELETE CASCADE)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "film_objects"');
    await queryRunner.query('DROP TABLE "films"');
  }
}
