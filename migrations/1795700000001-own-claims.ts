import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the holding attempt to the claim of an Idempotency-Key. */
export class OwnClaims1795700000001 implements MigrationInterface {
  name = 'OwnClaims1795700000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "idempotency_keys" ADD "owner" text NOT NULL DEFAULT ''`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "idempotency_keys" DROP COLUMN "owner"`);
  }
}
