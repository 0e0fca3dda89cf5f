import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a record of the work that the step of an action has ordered, so that a failure of this work is shown and the work is not ordered again. */
export class NoteOrderedWork1796810000000 implements MigrationInterface {
  name = 'NoteOrderedWork1796810000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "season_run_actions" ADD "ordered" jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "season_run_actions" DROP COLUMN "ordered"');
  }
}
