import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The indexes of long lists, with their table and the columns that say whose list it is. */
const LISTS = [['artifacts_account', 'artifacts', '"account_id"'], ['scripts_account', 'scripts', '"account_id"'], ['projects_account', 'projects', '"account_id"'],
  ['plans_project', 'plans', '"project_id"'], ['candidate_requests_of_project', 'candidate_requests', '"project_id", "kind"']] as const;

/** Lists are ordered by time: the indexes of the long ones have it before the id. */
export class OrderListsByTime1797100000000 implements MigrationInterface {
  name = 'OrderListsByTime1797100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [index, table, owner] of LISTS) {
      await queryRunner.query(`DROP INDEX "${index}"`);
      await queryRunner.query(`CREATE INDEX "${index}" ON "${table}" (${owner}, "created_at", "id")`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [index, table, owner] of LISTS) {
      await queryRunner.query(`DROP INDEX "${index}"`);
      await queryRunner.query(`CREATE INDEX "${index}" ON "${table}" (${owner}, "id")`);
    }
  }
}
