import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an expiry to the share links of pitch decks, and counts how far viewers watch the shared films. */
export class SharePitchDecks1796993000000 implements MigrationInterface {
  name = 'SharePitchDecks1796993000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "pitch_decks" ADD "share_expires_at" TIMESTAMP WITH TIME ZONE');
    await queryRunner.query(`
      CREATE TABLE "pitch_deck_views" (
        "deck_id" text NOT NULL, "version" integer NOT NULL, "chapter" integer NOT NULL, "day" date NOT NULL, "begun" integer NOT NULL, "seen" integer NOT NULL,
        CONSTRAINT "pitch_deck_views_pkey" PRIMARY KEY ("deck_id", "version", "chapter", "day"))`);
    await queryRunner.query(`ALTER TABLE "pitch_deck_views" ADD CONSTRAINT "pitch_deck_views_deck_id_fkey"
      FOREIGN KEY ("deck_id") REFERENCES "pitch_decks"("id") ON DELETE CASCADE ON UPDATE NO ACTION`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "pitch_deck_views"');
    await queryRunner.query('ALTER TABLE "pitch_decks" DROP COLUMN "share_expires_at"');
  }
}
