import type { MigrationInterface, QueryRunner } from 'typeorm';

const TIME = 'TIMESTAMP WITH TIME ZONE';

const UP = [
  `CREATE TABLE "season_runs" ("id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "series_id" text, `
    + `"season_number" integer NOT NULL, "title" text NOT NULL, "brief" text, "episode_count" integer, "dry_run" boolean NOT NULL, `
    + `"status" text NOT NULL, "map_version" integer NOT NULL DEFAULT 0, "approved_map_version" integer, "gate_threshold" integer NOT NULL, `
    + `"created_by" text NOT NULL, "request_id" text NOT NULL, "failure_code" text, "failure_message" text, `
    + `"created_at" ${TIME} NOT NULL DEFAULT now(), "updated_at" ${TIME} NOT NULL DEFAULT now(), "finished_at" ${TIME}, `
    + `CONSTRAINT "season_runs_finished" CHECK ((finished_at IS NULL) = (status NOT IN ('completed','failed','cancelled'))), `
    + `CONSTRAINT "season_runs_threshold" CHECK (gate_threshold BETWEEN 0 AND 100), `
    + `CONSTRAINT "season_runs_season" CHECK (season_number BETWEEN 1 AND 99), CONSTRAINT "season_runs_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "season_runs_project" ON "season_runs" ("project_id", "id")`,
  `CREATE UNIQUE INDEX "season_runs_open" ON "season_runs" ("project_id", "season_number") WHERE finished_at IS NULL AND NOT dry_run`,
  `ALTER TABLE "season_runs" ADD CONSTRAINT "season_runs_account_id_fkey" FOREIGN KEY ("account_id") `
    + `REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "season_runs" ADD CONSTRAINT "season_runs_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `CREATE TABLE "season_run_episodes" ("id" text NOT NULL, "run_id" text NOT NULL, "bible_episode_id" text NOT NULL, `
    + `"episode_number" integer NOT NULL, "title" text NOT NULL, "logline" text NOT NULL, "beats" jsonb NOT NULL, "target_pages" real NOT NULL, `
    + `"status" text NOT NULL, "failed_from" text, "begun" boolean NOT NULL DEFAULT false, "action_id" text, "attempt" integer NOT NULL DEFAULT 0, `
    + `"script_upload_id" text, "report_id" text, "overall_score" integer, "gate_passed" boolean, "coverage_attempts" integer NOT NULL DEFAULT 0, `
    + `"page_count" integer, "story_job_id" text, "artifact_id" text, "release_id" text, "failure_code" text, "failure_message" text, `
    + `"failure_details" jsonb, "created_at" ${TIME} NOT NULL DEFAULT now(), "updated_at" ${TIME} NOT NULL DEFAULT now(), `
    + `CONSTRAINT "season_run_episodes_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "season_run_episodes_place" ON "season_run_episodes" ("run_id", "episode_number")`,
  `ALTER TABLE "season_run_episodes" ADD CONSTRAINT "season_run_episodes_run_id_fkey" FOREIGN KEY ("run_id") `
    + `REFERENCES "season_runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `CREATE TABLE "season_run_actions" ("id" text NOT NULL, "run_id" text NOT NULL, "episode_id" text NOT NULL, "action" text NOT NULL, `
    + `"step" text NOT NULL, "status" text NOT NULL, "episode_status" text NOT NULL, "payload" jsonb NOT NULL, "map_version" integer NOT NULL, `
    + `"decided_by" text NOT NULL, "request_id" text NOT NULL, "work_id" text, "outcome" jsonb, "created_at" ${TIME} NOT NULL DEFAULT now(), `
    + `"ended_at" ${TIME}, CONSTRAINT "season_run_actions_ended" CHECK ((status = 'open') = (ended_at IS NULL)), `
    + `CONSTRAINT "season_run_actions_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "season_run_actions_run" ON "season_run_actions" ("run_id", "id")`,
  `ALTER TABLE "season_run_actions" ADD CONSTRAINT "season_run_actions_run_id_fkey" FOREIGN KEY ("run_id") `
    + `REFERENCES "season_runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [`DROP TABLE "season_run_actions"`, `DROP TABLE "season_run_episodes"`, `DROP TABLE "season_runs"`];

/** Adds season runs with their episodes and the actions of people. */
export class AddSeasonRuns1796700000000 implements MigrationInterface {
  name = 'AddSeasonRuns1796700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
