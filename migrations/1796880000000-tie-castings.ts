import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletes orders whose work was never opened, because no caller ever saw them. */
const UP = [
  `ALTER TABLE "castings" ADD "work_id" text`,
  `UPDATE "castings" c SET "work_id" = w.id FROM "works" w WHERE w.kind = 'casting' AND w.subject_id = c.id`,
  `DELETE FROM "castings" WHERE "work_id" IS NULL`,
  `ALTER TABLE "castings" ALTER COLUMN "work_id" SET NOT NULL`,
  `ALTER TABLE "castings" ADD CONSTRAINT "castings_work" UNIQUE ("work_id")`,
  `ALTER TABLE "castings" ADD CONSTRAINT "castings_work_id_fkey" FOREIGN KEY ("work_id") REFERENCES "works"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Ties every casting order to its work, so that no order exists without one. */
export class TieCastings1796880000000 implements MigrationInterface {
  name = 'TieCastings1796880000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "castings" DROP COLUMN "work_id"`);
  }
}
