import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A text may be judged again after its performance, and a cancelled release makes its episode publishable again. */
const MOVES = [['performing', 'covering'], ['ready_to_publish', 'covering'], ['published', 'ready_to_publish']];

/** Adds the hash of the words that the report on an episode judged, and allows a text to be judged again after its performance. */
export class HoldJudgedTexts1796820000000 implements MigrationInterface {
  name = 'HoldJudgedTexts1796820000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "season_run_episodes" ADD "judged_text_hash" text');
    for (const [from, to] of MOVES) await queryRunner.query(`INSERT INTO legal_transitions VALUES ('season_run_episodes', $1, $2)`, [from, to]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [from, to] of MOVES) {
      await queryRunner.query(`DELETE FROM legal_transitions WHERE table_name = 'season_run_episodes' AND from_status = $1 AND to_status = $2`, [from, to]);
    }
    await queryRunner.query('ALTER TABLE "season_run_episodes" DROP COLUMN "judged_text_hash"');
  }
}
