import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The statements that TypeORM generates from the entities. */
const UP = [
  `CREATE TABLE "accounts" ( "id" text NOT NULL, "name" text NOT NULL, "status" text NOT NULL, "tier" text NOT NULL,
    "monthly_allocation" integer NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH
    TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "accounts_status" CHECK (status IN ('active', 'disabled')), CONSTRAINT "accounts_pkey"
    PRIMARY KEY ("id") )`,
  `CREATE TABLE "api_keys" ( "id" text NOT NULL, "account_id" text NOT NULL, "name" text NOT NULL, "prefix" text NOT NULL,
    "secret_hash" text NOT NULL, "scopes" text array NOT NULL, "rate_tier" text NOT NULL, "allowed_ips" text array NOT NULL,
    "expires_at" TIMESTAMP WITH TIME ZONE, "revoked_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT
    now(), CONSTRAINT "api_keys_prefix" UNIQUE ("prefix"), CONSTRAINT "api_keys_rate_tier" CHECK (rate_tier IN ('default', 'elevated')),
    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id") )`,
  `CREATE INDEX "api_keys_account" ON "api_keys" ("account_id")`,
  `CREATE TABLE "idempotency_keys" ( "account_id" text NOT NULL, "key" text NOT NULL, "fingerprint" text NOT NULL, "resource_id" text
    NOT NULL, "state" text NOT NULL, "lease_until" TIMESTAMP WITH TIME ZONE NOT NULL, "status" integer, "body" text, "created_at"
    TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "idempotency_keys_state" CHECK (state IN ('busy', 'done')), CONSTRAINT
    "idempotency_keys_pkey" PRIMARY KEY ("account_id", "key") )`,
  `CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" ("created_at")`,
  `CREATE TABLE "rate_windows" ( "bucket" text NOT NULL, "window_start" TIMESTAMP WITH TIME ZONE NOT NULL, "hits" integer NOT NULL,
    CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("bucket", "window_start") )`,
  `CREATE TABLE "signing_keys" ( "id" text NOT NULL, "secret" bytea NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT
    now(), CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("id") )`,
  `CREATE TABLE "projects" ( "id" text NOT NULL, "account_id" text NOT NULL, "name" text NOT NULL, "description" text, "metadata"
    jsonb, "season_cadence" text, "archived_at" TIMESTAMP WITH TIME ZONE, "deleted_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP
    WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "projects_pkey"
    PRIMARY KEY ("id") )`,
  `CREATE INDEX "projects_account" ON "projects" ("account_id", "id")`,
  `CREATE TABLE "sources" ( "id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "type" text NOT NULL, "label"
    text, "uri" text, "status" text NOT NULL, "retention_policy" text NOT NULL, "byte_size" integer, "token_estimate" integer,
    "content_hash" text, "preview" text, "extracted_at" TIMESTAMP WITH TIME ZONE, "metadata" jsonb NOT NULL, "failure_code" text,
    "failure_message" text, "failure_details" jsonb, "digest_status" text NOT NULL, "digest" jsonb, "text_key" text, "original_key"
    text, "deleted_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP
    WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "sources_digest_status" CHECK ( digest_status IN ( 'NOT_STARTED', 'PENDING',
    'RUNNING', 'READY', 'FAILED', 'SKIPPED' ) ), CONSTRAINT "sources_status" CHECK ( status IN ('PENDING', 'EXTRACTING', 'READY',
    'FAILED') ), CONSTRAINT "sources_pkey" PRIMARY KEY ("id") )`,
  `CREATE INDEX "sources_original_key" ON "sources" ("original_key")`,
  `CREATE INDEX "sources_text_key" ON "sources" ("text_key")`,
  `CREATE INDEX "sources_project" ON "sources" ("project_id", "id")`,
  `CREATE TABLE "series_bibles" ( "id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "title" text NOT NULL,
    "generated_from" text, "current_version" integer NOT NULL, "content" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL
    DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "series_bibles_project" UNIQUE
    ("project_id"), CONSTRAINT "series_bibles_pkey" PRIMARY KEY ("id") )`,
  `CREATE TABLE "series_bible_versions" ( "bible_id" text NOT NULL, "version" integer NOT NULL, "content" jsonb NOT NULL, "created_at"
    TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "series_bible_versions_pkey" PRIMARY KEY ("bible_id", "version") )`,
  `CREATE TABLE "cast_canons" ( "project_id" text NOT NULL, "account_id" text NOT NULL, "version" integer NOT NULL, "narrator" jsonb,
    "characters" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT
    NULL DEFAULT now(), CONSTRAINT "cast_canons_pkey" PRIMARY KEY ("project_id") )`,
  `CREATE TABLE "plans" ( "id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "title" text NOT NULL, "status"
    text NOT NULL, "version" integer NOT NULL, "epoch" integer NOT NULL, "request" jsonb NOT NULL, "envelope" jsonb, "quote" jsonb NOT
    NULL, "decided_by" text, "decided_at" TIMESTAMP WITH TIME ZONE, "failure_code" text, "failure_message" text, "created_at" TIMESTAMP
    WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "plans_status" CHECK
    ( status IN ( 'PENDING', 'RUNNING', 'REQUIRES_APPROVAL', 'APPROVED', 'FAILED', 'SUPERSEDED', 'REJECTED' ) ), CONSTRAINT "plans_pkey"
    PRIMARY KEY ("id") )`,
  `CREATE INDEX "plans_project" ON "plans" ("project_id", "id")`,
  `CREATE TABLE "jobs" ( "id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "plan_id" text NOT NULL,
    "script_upload_id" text, "status" text NOT NULL, "epoch" integer NOT NULL, "progress" jsonb NOT NULL, "quote" jsonb NOT NULL,
    "voice_map" jsonb NOT NULL, "request_id" text NOT NULL, "credits_quoted" integer NOT NULL, "credits_reserved" integer NOT NULL,
    "credits_settled" integer NOT NULL, "credits_released" integer NOT NULL, "failure_code" text, "failure_message" text,
    "failure_details" jsonb, "finished_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "jobs_status_known" CHECK ( status IN ( 'PENDING',
    'RESERVED', 'RUNNING', 'READY', 'PARTIAL', 'FAILED', 'CANCELED' ) ), CONSTRAINT "jobs_pkey" PRIMARY KEY ("id") )`,
  `CREATE INDEX "jobs_status" ON "jobs" ("status")`,
  `CREATE INDEX "jobs_plan" ON "jobs" ("plan_id")`,
  `CREATE INDEX "jobs_account" ON "jobs" ("account_id", "id")`,
  `CREATE TABLE "artifacts" ( "id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "job_id" text NOT NULL,
    "line" integer NOT NULL, "type" text NOT NULL, "title" text NOT NULL, "status" text NOT NULL, "current_version" integer NOT NULL,
    "refine_count" integer NOT NULL, "share_expires_at" TIMESTAMP WITH TIME ZONE, "failure_code" text, "failure_message" text,
    "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    CONSTRAINT "artifacts_job_line" UNIQUE ("job_id", "line"), CONSTRAINT "artifacts_status" CHECK (status IN ('PENDING', 'RUNNING',
    'READY', 'FAILED')), CONSTRAINT "artifacts_pkey" PRIMARY KEY ("id") )`,
  `CREATE INDEX "artifacts_account" ON "artifacts" ("account_id", "id")`,
  `CREATE TABLE "artifact_revisions" ( "artifact_id" text NOT NULL, "revision" integer NOT NULL, "title" text NOT NULL, "mode" text NOT
    NULL, "narration_policy" text NOT NULL, "script_key" text NOT NULL, "voice_map" jsonb NOT NULL, "cast_list" jsonb NOT NULL,
    "entry_count" integer NOT NULL, "spoken_count" integer NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    CONSTRAINT "artifact_revisions_pkey" PRIMARY KEY ("artifact_id", "revision") )`,
  `CREATE TABLE "performances" ( "artifact_id" text NOT NULL, "revision" integer NOT NULL, "status" text NOT NULL, "fence" integer NOT
    NULL, "line_count" integer NOT NULL, "performed_count" integer NOT NULL, "duration_ms" integer, "byte_size" integer NOT NULL,
    "failure_code" text, "failure_message" text, "next_attempt_at" TIMESTAMP WITH TIME ZONE, "completed_at" TIMESTAMP WITH TIME ZONE,
    "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    CONSTRAINT "performances_status" CHECK ( status IN ( 'queued', 'performing', 'backoff', 'complete', 'failed' ) ), CONSTRAINT
    "performances_pkey" PRIMARY KEY ("artifact_id", "revision") )`,
  `CREATE TABLE "performance_lines" ( "artifact_id" text NOT NULL, "revision" integer NOT NULL, "position" integer NOT NULL,
    "entry_index" integer NOT NULL, "scene_index" integer NOT NULL, "character" text NOT NULL, "line_key" text NOT NULL, "start_ms"
    integer NOT NULL, "end_ms" integer NOT NULL, "chunk_key" text NOT NULL, "byte_start" integer NOT NULL, "byte_size" integer NOT NULL,
    "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "performance_lines_pkey" PRIMARY KEY ("artifact_id",
    "revision", "position") )`,
  `CREATE TABLE "finalizes" ( "artifact_id" text NOT NULL, "revision" integer NOT NULL, "mode" text NOT NULL, "id" text NOT NULL,
    "account_id" text NOT NULL, "epoch" integer NOT NULL, "status" text NOT NULL, "amount_credits" integer NOT NULL, "failure_code"
    text, "failure_message" text, "media_key" text, "sha256" text, "byte_size" integer, "duration_ms" integer, "integrated_lufs" double
    precision, "true_peak_db" double precision, "build_manifest" jsonb, "completed_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP
    WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "finalizes_id"
    UNIQUE ("id"), CONSTRAINT "finalizes_status" CHECK ( status IN ( 'queued', 'rendering', 'uploading', 'complete', 'failed' ) ),
    CONSTRAINT "finalizes_pkey" PRIMARY KEY ("artifact_id", "revision", "mode") )`,
  `CREATE TABLE "system_checks" ( "name" text NOT NULL, "findings" jsonb NOT NULL, "mended" jsonb NOT NULL, "checked_at" TIMESTAMP WITH
    TIME ZONE NOT NULL, CONSTRAINT "system_checks_pkey" PRIMARY KEY ("name") )`,
  `CREATE TABLE "credit_buckets" ( "account_id" text NOT NULL, "bucket" text NOT NULL, "granted" integer NOT NULL, "available" integer
    NOT NULL, "held" integer NOT NULL, "settled" integer NOT NULL, "expired" integer NOT NULL, "cycle_allocated" integer NOT NULL,
    "cycle_started_at" TIMESTAMP WITH TIME ZONE, "cycle_expires_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT
    NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "credit_buckets_adds_up" CHECK (granted
    = available + held + settled + expired), CONSTRAINT "credit_buckets_not_negative" CHECK ( available >= 0 AND held >= 0 ), CONSTRAINT
    "credit_buckets_kind" CHECK (bucket IN ('monthly', 'perpetual')), CONSTRAINT "credit_buckets_pkey" PRIMARY KEY ("account_id",
    "bucket") )`,
  `CREATE TABLE "credit_holds" ( "ref_type" text NOT NULL, "ref_id" text NOT NULL, "epoch" integer NOT NULL, "line" integer NOT NULL,
    "account_id" text NOT NULL, "credits" integer NOT NULL, "monthly_credits" integer NOT NULL, "perpetual_credits" integer NOT NULL,
    "cycle_started_at" TIMESTAMP WITH TIME ZONE, "state" text NOT NULL, "moved_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH
    TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "credit_holds_split" CHECK ( credits = monthly_credits + perpetual_credits AND
    monthly_credits >= 0 AND perpetual_credits >= 0 ), CONSTRAINT "credit_holds_state" CHECK (state IN ('held', 'settled', 'released')),
    CONSTRAINT "credit_holds_pkey" PRIMARY KEY ("ref_type", "ref_id", "epoch", "line") )`,
  `CREATE INDEX "credit_holds_account" ON "credit_holds" ("account_id")`,
  `CREATE TABLE "ledger_entries" ( "entry_id" text NOT NULL, "account_id" text NOT NULL, "kind" text NOT NULL, "credits" integer NOT
    NULL, "bucket" text NOT NULL, "ref_type" text NOT NULL, "ref_id" text NOT NULL, "epoch" integer NOT NULL, "line" integer NOT NULL,
    "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "ledger_entries_once" UNIQUE ( "kind", "bucket",
    "ref_type", "ref_id", "epoch", "line" ), CONSTRAINT "ledger_entries_positive" CHECK (credits > 0), CONSTRAINT "ledger_entries_kind"
    CHECK ( kind IN ('grant', 'reserve', 'settle', 'release', 'expire') ), CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("entry_id") )`,
  `CREATE INDEX "ledger_entries_account" ON "ledger_entries" ("account_id", "created_at")`,
  `ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE
    CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE
    CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "sources" ADD CONSTRAINT "sources_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE
    CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "series_bibles" ADD CONSTRAINT "series_bibles_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON
    DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "series_bible_versions" ADD CONSTRAINT "series_bible_versions_bible_id_fkey" FOREIGN KEY ("bible_id") REFERENCES
    "series_bibles"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "cast_canons" ADD CONSTRAINT "cast_canons_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON
    DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "plans" ADD CONSTRAINT "plans_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE
    ON UPDATE NO ACTION`,
  `ALTER TABLE "jobs" ADD CONSTRAINT "jobs_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON
    UPDATE NO ACTION`,
  `ALTER TABLE "jobs" ADD CONSTRAINT "jobs_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE CASCADE ON UPDATE
    NO ACTION`,
  `ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON
    UPDATE NO ACTION`,
  `ALTER TABLE "artifact_revisions" ADD CONSTRAINT "artifact_revisions_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES
    "artifacts"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "performances" ADD CONSTRAINT "performances_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id")
    ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "performance_lines" ADD CONSTRAINT "performance_lines_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES
    "artifacts"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "finalizes" ADD CONSTRAINT "finalizes_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON
    DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "credit_buckets" ADD CONSTRAINT "credit_buckets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
    ON DELETE RESTRICT ON UPDATE NO ACTION`,
  `ALTER TABLE "credit_holds" ADD CONSTRAINT "credit_holds_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON
    DELETE RESTRICT ON UPDATE NO ACTION`,
  `ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
    ON DELETE RESTRICT ON UPDATE NO ACTION`,
];

const DOWN = [
  `ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_id_fkey"`,
  `ALTER TABLE "credit_holds" DROP CONSTRAINT "credit_holds_account_id_fkey"`,
  `ALTER TABLE "credit_buckets" DROP CONSTRAINT "credit_buckets_account_id_fkey"`,
  `ALTER TABLE "finalizes" DROP CONSTRAINT "finalizes_artifact_id_fkey"`,
  `ALTER TABLE "performance_lines" DROP CONSTRAINT "performance_lines_artifact_id_fkey"`,
  `ALTER TABLE "performances" DROP CONSTRAINT "performances_artifact_id_fkey"`,
  `ALTER TABLE "artifact_revisions" DROP CONSTRAINT "artifact_revisions_artifact_id_fkey"`,
  `ALTER TABLE "artifacts" DROP CONSTRAINT "artifacts_job_id_fkey"`,
  `ALTER TABLE "jobs" DROP CONSTRAINT "jobs_plan_id_fkey"`,
  `ALTER TABLE "jobs" DROP CONSTRAINT "jobs_project_id_fkey"`,
  `ALTER TABLE "plans" DROP CONSTRAINT "plans_project_id_fkey"`,
  `ALTER TABLE "cast_canons" DROP CONSTRAINT "cast_canons_project_id_fkey"`,
  `ALTER TABLE "series_bible_versions" DROP CONSTRAINT "series_bible_versions_bible_id_fkey"`,
  `ALTER TABLE "series_bibles" DROP CONSTRAINT "series_bibles_project_id_fkey"`,
  `ALTER TABLE "sources" DROP CONSTRAINT "sources_project_id_fkey"`,
  `ALTER TABLE "projects" DROP CONSTRAINT "projects_account_id_fkey"`,
  `ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_account_id_fkey"`,
  `DROP INDEX "public"."ledger_entries_account"`,
  `DROP TABLE "ledger_entries"`,
  `DROP INDEX "public"."credit_holds_account"`,
  `DROP TABLE "credit_holds"`,
  `DROP TABLE "credit_buckets"`,
  `DROP TABLE "system_checks"`,
  `DROP TABLE "finalizes"`,
  `DROP TABLE "performance_lines"`,
  `DROP TABLE "performances"`,
  `DROP TABLE "artifact_revisions"`,
  `DROP INDEX "public"."artifacts_account"`,
  `DROP TABLE "artifacts"`,
  `DROP INDEX "public"."jobs_account"`,
  `DROP INDEX "public"."jobs_plan"`,
  `DROP INDEX "public"."jobs_status"`,
  `DROP TABLE "jobs"`,
  `DROP INDEX "public"."plans_project"`,
  `DROP TABLE "plans"`,
  `DROP TABLE "cast_canons"`,
  `DROP TABLE "series_bible_versions"`,
  `DROP TABLE "series_bibles"`,
  `DROP INDEX "public"."sources_project"`,
  `DROP INDEX "public"."sources_text_key"`,
  `DROP INDEX "public"."sources_original_key"`,
  `DROP TABLE "sources"`,
  `DROP INDEX "public"."projects_account"`,
  `DROP TABLE "projects"`,
  `DROP TABLE "signing_keys"`,
  `DROP TABLE "rate_windows"`,
  `DROP INDEX "public"."idempotency_keys_created"`,
  `DROP TABLE "idempotency_keys"`,
  `DROP INDEX "public"."api_keys_account"`,
  `DROP TABLE "api_keys"`,
  `DROP TABLE "accounts"`,
];

export class CreateTables1795200000000 implements MigrationInterface {
  name = 'CreateTables1795200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
