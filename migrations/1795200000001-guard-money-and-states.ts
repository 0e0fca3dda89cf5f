import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Triggers for rules that no code may break: the ledger is append-only, a hold leaves its state only once, and every status makes only allowed transitions.
 * They repeat `TRANSITIONS` in src/kernel/contract/states.ts; a test compares the two.
 */
const EDGES: [table: string, from: string, to: string[]][] = [
  ['sources', 'PENDING', ['EXTRACTING', 'FAILED']],
  ['sources', 'EXTRACTING', ['READY', 'FAILED']],
  ['plans', 'PENDING', ['RUNNING', 'FAILED', 'SUPERSEDED']],
  ['plans', 'RUNNING', ['REQUIRES_APPROVAL', 'APPROVED', 'FAILED', 'SUPERSEDED']],
  ['plans', 'REQUIRES_APPROVAL', ['APPROVED', 'REJECTED', 'SUPERSEDED']],
  ['plans', 'APPROVED', ['SUPERSEDED']],
  ['plans', 'FAILED', ['RUNNING', 'SUPERSEDED']],
  ['jobs', 'PENDING', ['RESERVED', 'FAILED', 'CANCELED']],
  ['jobs', 'RESERVED', ['RUNNING', 'FAILED', 'CANCELED']],
  ['jobs', 'RUNNING', ['PARTIAL', 'READY', 'FAILED', 'CANCELED']],
  ['jobs', 'PARTIAL', ['READY', 'FAILED']],
  ['jobs', 'FAILED', ['RESERVED']],
  ['artifacts', 'PENDING', ['RUNNING', 'FAILED']],
  ['artifacts', 'RUNNING', ['READY', 'FAILED']],
  ['artifacts', 'FAILED', ['PENDING', 'RUNNING']],
];

const STATEFUL = ['sources', 'plans', 'jobs', 'artifacts'];

export class GuardMoneyAndStates1795200000001 implements MigrationInterface {
  name = 'GuardMoneyAndStates1795200000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE legal_transitions (table_name text, from_status text, to_status text,
      PRIMARY KEY (table_name, from_status, to_status))`);
    for (const [table, from, targets] of EDGES) {
      for (const to of targets) await queryRunner.query('INSERT INTO legal_transitions VALUES ($1, $2, $3)', [table, from, to]);
    }
    await queryRunner.query(`CREATE FUNCTION refuse_illegal_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.status IS DISTINCT FROM OLD.status AND NOT EXISTS (SELECT 1 FROM legal_transitions
            WHERE table_name = TG_TABLE_NAME AND from_status = OLD.status AND to_status = NEW.status) THEN
          RAISE EXCEPTION 'illegal transition of % from % to %', TG_TABLE_NAME, OLD.status, NEW.status
            USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    for (const table of STATEFUL) {
      await queryRunner.query(`CREATE TRIGGER ${table}_legal_transition BEFORE UPDATE OF status ON ${table}
        FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`);
    }
    await queryRunner.query(`CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation'; END $$`);
    await queryRunner.query(`CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    await queryRunner.query(`CREATE FUNCTION refuse_second_move() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.state <> 'held' THEN
          RAISE EXCEPTION 'hold %/%/% was already %', OLD.ref_id, OLD.epoch, OLD.line, OLD.state USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`CREATE TRIGGER credit_holds_move_once BEFORE UPDATE ON credit_holds
      FOR EACH ROW EXECUTE FUNCTION refuse_second_move()`);
    await queryRunner.query(`CREATE FUNCTION announce_credential_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_notify('credentials', NEW.id); RETURN NULL; END $$`);
    for (const table of ['api_keys', 'accounts']) {
      await queryRunner.query(`CREATE TRIGGER ${table}_announce AFTER UPDATE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION announce_credential_change()`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['api_keys', 'accounts']) await queryRunner.query(`DROP TRIGGER ${table}_announce ON ${table}`);
    await queryRunner.query('DROP TRIGGER credit_holds_move_once ON credit_holds');
    await queryRunner.query('DROP TRIGGER ledger_entries_append_only ON ledger_entries');
    for (const table of STATEFUL) await queryRunner.query(`DROP TRIGGER ${table}_legal_transition ON ${table}`);
    for (const name of ['announce_credential_change', 'refuse_second_move', 'refuse_change', 'refuse_illegal_transition']) {
      await queryRunner.query(`DROP FUNCTION ${name}()`);
    }
    await queryRunner.query('DROP TABLE legal_transitions');
  }
}
