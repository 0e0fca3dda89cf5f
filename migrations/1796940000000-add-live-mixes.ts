import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the streams of live rooms that play music, effects and soundscapes besides the voices, and the loudness of the voices of a performance. */
export class AddLiveMixes1796940000000 implements MigrationInterface {
  name = 'AddLiveMixes1796940000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "live_mixes" (
        "artifact_id" text NOT NULL, "revision" integer NOT NULL, "mix_key" text NOT NULL, "work_id" text NOT NULL, "first_entry" integer,
        "last_entry" integer, "lanes" jsonb NOT NULL, "byte_size" integer NOT NULL DEFAULT 0, "hearable_at" TIMESTAMP WITH TIME ZONE,
        "completed_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        CONSTRAINT "live_mixes_pkey" PRIMARY KEY ("artifact_id", "revision", "mix_key"),
        CONSTRAINT "live_mixes_work" UNIQUE ("work_id"),
        CONSTRAINT "live_mixes_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON DELETE CASCADE,
        CONSTRAINT "live_mixes_work_id_fkey" FOREIGN KEY ("work_id") REFERENCES "works"("id") ON DELETE CASCADE)`);
    await queryRunner.query('ALTER TABLE "performances" ADD "voices_lufs" double precision');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "performances" DROP COLUMN "voices_lufs"');
    await queryRunner.query('DROP TABLE "live_mixes"');
  }
}
