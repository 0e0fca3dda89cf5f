import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Allowed transitions of every status, by table. */
const MOVES: Record<string, Record<string, string[]>> = {
  season_runs: {
    mapping: ['map_ready', 'completed', 'failed', 'cancelled'],
    map_ready: ['mapping', 'running', 'awaiting_approval', 'completed', 'failed', 'cancelled'],
    running: ['mapping', 'map_ready', 'awaiting_approval', 'completed', 'failed', 'cancelled'],
    awaiting_approval: ['mapping', 'map_ready', 'running', 'completed', 'failed', 'cancelled'],
    completed: [],
    failed: [],
    cancelled: [],
  },
  season_run_episodes: {
    planned: ['mapped', 'gate_failed', 'gate_passed', 'failed'],
    mapped: ['planned', 'drafting', 'gate_failed', 'gate_passed', 'failed'],
    drafting: ['covering', 'failed'],
    covering: ['gate_failed', 'gate_passed', 'failed'],
    gate_failed: ['planned', 'drafting', 'covering'],
    gate_passed: ['planned', 'drafting', 'covering', 'performing'],
    performing: ['planned', 'drafting', 'finalizing', 'failed'],
    finalizing: ['ready_to_publish', 'failed'],
    ready_to_publish: ['planned', 'drafting', 'published', 'failed'],
    published: [],
    failed: ['planned', 'mapped', 'drafting', 'covering', 'performing', 'finalizing', 'ready_to_publish'],
  },
  season_run_actions: {
    open: ['done', 'failed', 'refused'],
    done: [],
    failed: [],
    refused: [],
  },
};

/** Makes the database refuse forbidden transitions of the status of a season run, an episode or an action. */
export class GuardSeasonRuns1796700000001 implements MigrationInterface {
  name = 'GuardSeasonRuns1796700000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, moves] of Object.entries(MOVES)) {
      for (const [from, targets] of Object.entries(moves)) {
        for (const to of targets) await queryRunner.query('INSERT INTO legal_transitions VALUES ($1, $2, $3)', [table, from, to]);
      }
      await queryRunner.query(`CREATE TRIGGER ${table}_legal_transition BEFORE UPDATE OF status ON ${table}
        FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(MOVES)) {
      await queryRunner.query(`DROP TRIGGER ${table}_legal_transition ON ${table}`);
      await queryRunner.query('DELETE FROM legal_transitions WHERE table_name = $1', [table]);
    }
  }
}
