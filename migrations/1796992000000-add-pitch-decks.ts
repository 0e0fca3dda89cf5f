import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Allowed transitions of the status. */
const MOVES = [
  ['plan', 'drawing'], ['drawing', 'plan'], ['drawing', 'storyboard'], ['storyboard', 'drafting'], ['drafting', 'storyboard'], ['drafting', 'draft'],
  ['draft', 'storyboard'], ['draft', 'review'], ['review', 'storyboard'], ['review', 'finishing'], ['finishing', 'review'], ['finishing', 'finished'],
  ['finished', 'storyboard'], ['finished', 'published'], ['published', 'storyboard'], ['published', 'finished'],
];

const foreignKey = (table: string, name: string, column: string, target: string, onDelete: string): string =>
  `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" FOREIGN KEY ("${column}") REFERENCES "${target}"("id") ON DELETE ${onDelete} ON UPDATE NO ACTION`;

/** Adds pitch decks and their versions. */
export class AddPitchDecks1796992000000 implements MigrationInterface {
  name = 'AddPitchDecks1796992000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "pitch_decks" (
        "id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "deck_artifact_id" text, "artifact_id" text NOT NULL,
        "read_revision" integer NOT NULL, "plan_id" text, "title" text NOT NULL, "status" text NOT NULL, "approved_revision" integer, "draft" jsonb, "film" jsonb,
        "files" jsonb NOT NULL DEFAULT '{}', "published_version" integer, "share_serial" integer NOT NULL DEFAULT 0, "created_by" text NOT NULL, "request_id" text NOT NULL, "failure_code" text,
        "failure_message" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        CONSTRAINT "pitch_decks_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query('CREATE INDEX "pitch_decks_project" ON "pitch_decks" ("project_id", "id")');
    await queryRunner.query('CREATE INDEX "pitch_decks_artifact" ON "pitch_decks" ("artifact_id")');
    await queryRunner.query('CREATE UNIQUE INDEX "pitch_decks_deck_artifact" ON "pitch_decks" ("deck_artifact_id")');
    await queryRunner.query(foreignKey('pitch_decks', 'pitch_decks_account_id_fkey', 'account_id', 'accounts', 'NO ACTION'));
    await queryRunner.query(foreignKey('pitch_decks', 'pitch_decks_project_id_fkey', 'project_id', 'projects', 'CASCADE'));
    await queryRunner.query(foreignKey('pitch_decks', 'pitch_decks_deck_artifact_id_fkey', 'deck_artifact_id', 'artifacts', 'CASCADE'));
    await queryRunner.query(foreignKey('pitch_decks', 'pitch_decks_artifact_id_fkey', 'artifact_id', 'artifacts', 'CASCADE'));
    await queryRunner.query(`
      CREATE TABLE "pitch_deck_versions" (
        "deck_id" text NOT NULL, "number" integer NOT NULL, "revision" integer NOT NULL, "title" text NOT NULL, "board" jsonb NOT NULL, "film" jsonb NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "pitch_deck_versions_pkey" PRIMARY KEY ("deck_id", "number"))`);
    await queryRunner.query(foreignKey('pitch_deck_versions', 'pitch_deck_versions_deck_id_fkey', 'deck_id', 'pitch_decks', 'CASCADE'));
    for (const [from, to] of MOVES) await queryRunner.query(`INSERT INTO legal_transitions VALUES ('pitch_decks', $1, $2)`, [from, to]);
    await queryRunner.query(`CREATE TRIGGER pitch_decks_legal_transition BEFORE UPDATE OF status ON pitch_decks
      FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "pitch_deck_versions"');
    await queryRunner.query('DROP TABLE "pitch_decks"');
    await queryRunner.query(`DELETE FROM legal_transitions WHERE table_name = 'pitch_decks'`);
  }
}
