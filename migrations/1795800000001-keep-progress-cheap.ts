import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPEN = `WHERE status NOT IN ('READY','FAILED','CANCELED')`;

/** Removes the time of the last change from the index of open work. With it, each progress note wrote to every index of the table. */
export class KeepProgressCheap1795800000001 implements MigrationInterface {
  name = 'KeepProgressCheap1795800000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "works_open"');
    await queryRunner.query(`CREATE INDEX "works_open" ON "works" ("kind") ${OPEN}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "works_open"');
    await queryRunner.query(`CREATE INDEX "works_open" ON "works" ("kind", "updated_at") ${OPEN}`);
  }
}
