import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the pieces of music that services make for reads. */
export class KeepServedPieces1796995000000 implements MigrationInterface {
  name = 'KeepServedPieces1796995000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "served_pieces" (
      "artifact_id" text NOT NULL, "sound_key" text NOT NULL, "duration_ms" integer NOT NULL, "lufs" double precision NOT NULL, "provider" text NOT NULL,
      "created_at" timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT "served_pieces_pkey" PRIMARY KEY ("artifact_id", "sound_key", "duration_ms"),
      CONSTRAINT "served_pieces_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts" ("id") ON DELETE CASCADE)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "served_pieces"');
  }
}
