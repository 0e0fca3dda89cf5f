import type { MigrationInterface, QueryRunner } from 'typeorm';

const TIME = 'TIMESTAMP WITH TIME ZONE';

/** An id for a decision without a call, which an operator's signal made. */
const OWN_ID = `'dec_' || substr(encode(sha256(convert_to(concat_ws(E'\\n', g.subject_type, g.subject_id, g.gate, g.revision), 'UTF8')), 'hex'), 1, 26)`;

const UP = [
  `CREATE TABLE "decisions" ("id" text NOT NULL, "subject_type" text NOT NULL, "subject_id" text NOT NULL, "project_id" text NOT NULL, `
    + `"place" text NOT NULL, "verb" text NOT NULL, "revision" integer, "payload" jsonb NOT NULL DEFAULT '{}', "decided_by" text NOT NULL, `
    + `"request_id" text NOT NULL, "status" text NOT NULL DEFAULT 'open', "notes" jsonb NOT NULL DEFAULT '{}', "outcome" jsonb, `
    + `"created_at" ${TIME} NOT NULL DEFAULT now(), "taken_at" ${TIME}, "ended_at" ${TIME}, `
    + `CONSTRAINT "decisions_ended" CHECK ((status = 'open') = (ended_at IS NULL)), CONSTRAINT "decisions_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "decisions_verdict" ON "decisions" ("subject_type", "subject_id", "place", "revision") `
    + `WHERE status = 'done' AND verb IN ('APPROVED','REJECTED')`,
  `CREATE INDEX "decisions_open" ON "decisions" ("created_at") WHERE status = 'open'`,
  `CREATE INDEX "decisions_project" ON "decisions" ("project_id")`,
  `CREATE INDEX "decisions_subject" ON "decisions" ("subject_type", "subject_id", "created_at", "id")`,
  `ALTER TABLE "decisions" ADD CONSTRAINT "decisions_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `INSERT INTO decisions (id, subject_type, subject_id, project_id, place, verb, revision, decided_by, request_id, status, outcome, created_at, ended_at)
   SELECT coalesce(g.call_id, ${OWN_ID}), g.subject_type, g.subject_id, g.project_id, g.gate, g.verdict, g.revision, g.decided_by,
     coalesce(g.call_id, ${OWN_ID}), 'done', '{}',
     g.decided_at, g.decided_at FROM gate_decisions g`,
  `INSERT INTO decisions (id, subject_type, subject_id, project_id, place, verb, revision, payload, decided_by, request_id, status, outcome,
     created_at, taken_at, ended_at)
   SELECT e.id, e.subject_type, e.subject_id, e.project_id, 'edits', e.edit->>'kind', e.expected_revision, e.edit, e.asked_by, e.id,
     CASE WHEN e.ended_at IS NULL THEN 'open' WHEN e.outcome ? 'refusal' THEN 'refused' ELSE 'done' END, e.outcome, e.created_at, e.ended_at, e.ended_at
   FROM storyboard_edits e`,
  `INSERT INTO decisions (id, subject_type, subject_id, project_id, place, verb, revision, payload, decided_by, request_id, status, notes, outcome,
     created_at, taken_at, ended_at)
   SELECT a.id, 'season_run', a.run_id, r.project_id, a.episode_id, a.action, a.map_version, a.payload, a.decided_by, a.request_id, a.status,
     jsonb_strip_nulls(jsonb_build_object('step', a.step, 'before', a.episode_status, 'workId', a.work_id)) || jsonb_build_object('ordered', a.ordered),
     a.outcome, a.created_at, a.begun_at, a.ended_at
   FROM season_run_actions a JOIN season_runs r ON r.id = a.run_id`,
  `DELETE FROM legal_transitions WHERE table_name = 'season_run_actions'`,
  `INSERT INTO legal_transitions VALUES ('decisions', 'open', 'done'), ('decisions', 'open', 'failed'), ('decisions', 'open', 'refused')`,
  `CREATE TRIGGER decisions_legal_transition BEFORE UPDATE OF status ON decisions FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`,
  `DROP TABLE "season_run_actions"`, `DROP TABLE "storyboard_edits"`, `DROP TABLE "gate_decisions"`,
];

const DOWN = [
  `CREATE TABLE "gate_decisions" ("subject_type" text NOT NULL, "subject_id" text NOT NULL, "gate" text NOT NULL, "revision" integer NOT NULL, `
    + `"project_id" text NOT NULL, "verdict" text NOT NULL, "call_id" text, "decided_by" text NOT NULL, `
    + `"decided_at" ${TIME} NOT NULL, CONSTRAINT "gate_decisions_verdict" CHECK (verdict IN ('APPROVED','REJECTED')), `
    + `CONSTRAINT "gate_decisions_pkey" PRIMARY KEY ("subject_type", "subject_id", "gate", "revision"))`,
  `CREATE INDEX "gate_decisions_project" ON "gate_decisions" ("project_id")`,
  `ALTER TABLE "gate_decisions" ADD CONSTRAINT "gate_decisions_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `INSERT INTO gate_decisions SELECT d.subject_type, d.subject_id, d.place, d.revision, d.project_id, d.verb,
     CASE WHEN d.id LIKE 'dec\\_%' THEN NULL ELSE d.id END, d.decided_by, d.created_at
   FROM decisions d WHERE d.status = 'done' AND d.verb IN ('APPROVED','REJECTED')`,
  `CREATE TABLE "storyboard_edits" ("id" text NOT NULL, "subject_type" text NOT NULL, "subject_id" text NOT NULL, "project_id" text NOT NULL, `
    + `"edit" jsonb NOT NULL, "expected_revision" integer, "asked_by" text NOT NULL, "outcome" jsonb, `
    + `"created_at" ${TIME} NOT NULL DEFAULT now(), "ended_at" ${TIME}, `
    + `CONSTRAINT "storyboard_edits_ended" CHECK ((outcome IS NULL) = (ended_at IS NULL)), CONSTRAINT "storyboard_edits_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "storyboard_edits_project" ON "storyboard_edits" ("project_id")`,
  `CREATE INDEX "storyboard_edits_subject" ON "storyboard_edits" ("subject_type", "subject_id", "id")`,
  `ALTER TABLE "storyboard_edits" ADD CONSTRAINT "storyboard_edits_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `INSERT INTO storyboard_edits SELECT d.id, d.subject_type, d.subject_id, d.project_id, d.payload, d.revision, d.decided_by, d.outcome, d.created_at, d.ended_at
   FROM decisions d WHERE d.place = 'edits'`,
  `CREATE TABLE "season_run_actions" ("id" text NOT NULL, "run_id" text NOT NULL, "episode_id" text NOT NULL, "action" text NOT NULL, `
    + `"step" text NOT NULL, "status" text NOT NULL, "episode_status" text NOT NULL, "payload" jsonb NOT NULL, "map_version" integer NOT NULL, `
    + `"decided_by" text NOT NULL, "request_id" text NOT NULL, "work_id" text, "outcome" jsonb, "created_at" ${TIME} NOT NULL DEFAULT now(), `
    + `"ended_at" ${TIME}, "ordered" jsonb NOT NULL DEFAULT '{}', "begun_at" ${TIME}, `
    + `CONSTRAINT "season_run_actions_ended" CHECK ((status = 'open') = (ended_at IS NULL)), CONSTRAINT "season_run_actions_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "season_run_actions_run" ON "season_run_actions" ("run_id", "id")`,
  `ALTER TABLE "season_run_actions" ADD CONSTRAINT "season_run_actions_run_id_fkey" FOREIGN KEY ("run_id") `
    + `REFERENCES "season_runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `INSERT INTO season_run_actions (id, run_id, episode_id, action, step, status, episode_status, payload, map_version, decided_by, request_id, work_id,
     outcome, created_at, ended_at, ordered, begun_at)
   SELECT d.id, d.subject_id, d.place, d.verb, coalesce(d.notes->>'step', 'edit'), d.status, coalesce(d.notes->>'before', 'planned'), d.payload, d.revision,
     d.decided_by, d.request_id, d.notes->>'workId', d.outcome, d.created_at, d.ended_at, coalesce(d.notes->'ordered', '{}'), d.taken_at
   FROM decisions d WHERE d.subject_type = 'season_run' AND d.verb NOT IN ('APPROVED','REJECTED')`,
  `DELETE FROM legal_transitions WHERE table_name = 'decisions'`,
  `INSERT INTO legal_transitions VALUES ('season_run_actions', 'open', 'done'), ('season_run_actions', 'open', 'failed'), ('season_run_actions', 'open', 'refused')`,
  `CREATE TRIGGER season_run_actions_legal_transition BEFORE UPDATE OF status ON season_run_actions FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`,
  `DROP TABLE "decisions"`,
];

/** Gathers people's decisions in one table: decisions at gates, edits of storyboards, and actions and edits of season runs. */
export class GatherDecisions1796850000000 implements MigrationInterface {
  name = 'GatherDecisions1796850000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
