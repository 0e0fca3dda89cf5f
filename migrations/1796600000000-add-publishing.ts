import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "publishing_series" ("id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL,
    "title" text NOT NULL, "slug" text NOT NULL, "description" text, "medium" text NOT NULL, "format" text NOT NULL,
    "cadence" jsonb, "standing" text NOT NULL, "category" text, "subcategory" text, "podcast_guid" text NOT NULL,
    "art" jsonb, "art_version" integer NOT NULL, "feed_version" integer NOT NULL, "fed_at" TIMESTAMP WITH TIME ZONE
    NOT NULL DEFAULT now(), "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP
    WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "publishing_series_standing" CHECK (standing IN
    ('active','paused','completed')), CONSTRAINT "publishing_series_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "publishing_series_project" ON "publishing_series" ("project_id", "id")`,
  `CREATE UNIQUE INDEX "publishing_series_slug" ON "publishing_series" ("slug")`,
  `CREATE TABLE "publishing_destinations" ("id" text NOT NULL, "series_id" text NOT NULL, "provider" text NOT NULL,
    "enabled" boolean NOT NULL, "config" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT
    now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT
    "publishing_destinations_provider" UNIQUE ("series_id", "provider"), CONSTRAINT "publishing_destinations_pkey"
    PRIMARY KEY ("id"))`,
  `CREATE TABLE "publishing_provider_configs" ("id" text NOT NULL, "account_id" text NOT NULL, "provider" text NOT
    NULL, "medium" text NOT NULL, "enabled" boolean NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT
    now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT
    "publishing_provider_configs_provider" UNIQUE ("account_id", "provider", "medium"), CONSTRAINT
    "publishing_provider_configs_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "publishing_releases" ("id" text NOT NULL, "account_id" text NOT NULL, "series_id" text NOT NULL,
    "title" text NOT NULL, "slug" text NOT NULL, "description" text, "source_artifact_id" text NOT NULL,
    "source_revision" integer NOT NULL, "season_number" integer, "episode_number" integer, "episode_type" text NOT
    NULL, "explicit" boolean NOT NULL, "guid" text NOT NULL, "status" text NOT NULL, "asset_version" integer NOT
    NULL, "schedule_version" integer NOT NULL, "scheduled_at" TIMESTAMP WITH TIME ZONE, "published_at" TIMESTAMP
    WITH TIME ZONE, "dated_at" TIMESTAMP WITH TIME ZONE, "cancelled_at" TIMESTAMP WITH TIME ZONE, "failure_code"
    text, "failure_message" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at"
    TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "publishing_releases_slug" UNIQUE ("series_id",
    "slug"), CONSTRAINT "publishing_releases_guid" UNIQUE ("guid"), CONSTRAINT "publishing_releases_published" CHECK
    (status <> 'published' OR (published_at IS NOT NULL AND dated_at IS NOT NULL)), CONSTRAINT
    "publishing_releases_scheduled" CHECK (status <> 'scheduled' OR scheduled_at IS NOT NULL), CONSTRAINT
    "publishing_releases_status" CHECK (status IN ('ready','scheduled','published','cancelled')), CONSTRAINT
    "publishing_releases_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "publishing_releases_due" ON "publishing_releases" ("scheduled_at") WHERE status = 'scheduled'`,
  `CREATE INDEX "publishing_releases_artifact" ON "publishing_releases" ("source_artifact_id")`,
  `CREATE INDEX "publishing_releases_series" ON "publishing_releases" ("series_id", "id")`,
  `CREATE TABLE "publishing_assets" ("token" text NOT NULL, "release_id" text NOT NULL, "version" integer NOT NULL,
    "media_key" text NOT NULL, "programme_key" text NOT NULL, "facts" jsonb NOT NULL, "sha256" text NOT NULL,
    "byte_size" integer NOT NULL, "sound_from" integer NOT NULL, "duration_ms" integer NOT NULL, "created_at"
    TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "publishing_assets_version" UNIQUE ("release_id",
    "version"), CONSTRAINT "publishing_assets_pkey" PRIMARY KEY ("token"))`,
  `CREATE TABLE "publishing_targets" ("id" text NOT NULL, "release_id" text NOT NULL, "destination_id" text NOT
    NULL, "published_at" TIMESTAMP WITH TIME ZONE, "removed_at" TIMESTAMP WITH TIME ZONE, "failure_code" text,
    "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL
    DEFAULT now(), CONSTRAINT "publishing_targets_destination" UNIQUE ("release_id", "destination_id"), CONSTRAINT
    "publishing_targets_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "publishing_listens" ("release_id" text NOT NULL, "day" date NOT NULL, "listener" text NOT NULL,
    "app" text NOT NULL, "heard" int8multirange NOT NULL, "needed" integer NOT NULL, "bytes" bigint NOT NULL,
    CONSTRAINT "publishing_listens_pkey" PRIMARY KEY ("release_id", "day", "listener"))`,
  `CREATE TABLE "publishing_salts" ("day" date NOT NULL, "salt" bytea NOT NULL, CONSTRAINT "publishing_salts_pkey"
    PRIMARY KEY ("day"))`,
  `ALTER TABLE "publishing_series" ADD CONSTRAINT "publishing_series_account_id_fkey" FOREIGN KEY ("account_id")
    REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "publishing_series" ADD CONSTRAINT "publishing_series_project_id_fkey" FOREIGN KEY ("project_id")
    REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "publishing_destinations" ADD CONSTRAINT "publishing_destinations_series_id_fkey" FOREIGN KEY
    ("series_id") REFERENCES "publishing_series"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "publishing_provider_configs" ADD CONSTRAINT "publishing_provider_configs_account_id_fkey" FOREIGN
    KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "publishing_releases" ADD CONSTRAINT "publishing_releases_series_id_fkey" FOREIGN KEY ("series_id")
    REFERENCES "publishing_series"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "publishing_assets" ADD CONSTRAINT "publishing_assets_release_id_fkey" FOREIGN KEY ("release_id")
    REFERENCES "publishing_releases"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "publishing_targets" ADD CONSTRAINT "publishing_targets_release_id_fkey" FOREIGN KEY ("release_id")
    REFERENCES "publishing_releases"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "publishing_targets" ADD CONSTRAINT "publishing_targets_destination_id_fkey" FOREIGN KEY
    ("destination_id") REFERENCES "publishing_destinations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "publishing_listens" ADD CONSTRAINT "publishing_listens_release_id_fkey" FOREIGN KEY ("release_id")
    REFERENCES "publishing_releases"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Repeats `TRANSITIONS` in src/kernel/contract/states.ts; a test compares the two. */
const MOVES = [['ready', 'scheduled'], ['ready', 'published'], ['ready', 'cancelled'], ['scheduled', 'published'], ['scheduled', 'cancelled'],
  ['published', 'cancelled']];

const TABLES = ['publishing_salts', 'publishing_listens', 'publishing_targets', 'publishing_assets', 'publishing_releases',
  'publishing_provider_configs', 'publishing_destinations', 'publishing_series'];

/** Adds series, destinations, releases with their published media, and counts of listeners. */
export class AddPublishing1796600000000 implements MigrationInterface {
  name = 'AddPublishing1796600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
    for (const [from, to] of MOVES) await queryRunner.query(`INSERT INTO legal_transitions VALUES ('publishing_releases', $1, $2)`, [from, to]);
    await queryRunner.query(`CREATE TRIGGER publishing_releases_legal_transition BEFORE UPDATE OF status ON publishing_releases
      FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`DROP TABLE "${table}"`);
    await queryRunner.query(`DELETE FROM legal_transitions WHERE table_name = 'publishing_releases'`);
  }
}
