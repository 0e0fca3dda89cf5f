import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index for health, which measures the duration of the last finished works of each kind. */
export class IndexFinishedWork1795800000000 implements MigrationInterface {
  name = 'IndexFinishedWork1795800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE INDEX "works_ready" ON "works" ("kind", "finished_at") WHERE status = 'READY'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "works_ready"');
  }
}
