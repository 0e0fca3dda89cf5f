import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the list of runs that wait until work has ended. */
export class AddWorkWaiters1796850000001 implements MigrationInterface {
  name = 'AddWorkWaiters1796850000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "work_waiters" ("work_id" text NOT NULL, "workflow_id" text NOT NULL, "turn" integer NOT NULL DEFAULT '1', `
      + `"created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "work_waiters_pkey" PRIMARY KEY ("work_id", "workflow_id"))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "work_waiters"');
  }
}
