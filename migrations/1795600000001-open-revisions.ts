import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONTENT: [column: string, key: string, type: string][] = [
  ['mode', 'mode', 'text'], ['narration_policy', 'narrationPolicy', 'text'], ['script_key', 'scriptKey', 'text'], ['voice_map', 'voiceMap', 'jsonb'],
  ['cast_list', 'castList', 'jsonb'], ['entry_count', 'entryCount', 'integer'], ['spoken_count', 'spokenCount', 'integer'],
];

const UP = [
  `ALTER TABLE "artifact_revisions" ADD "cause" text`,
  `ALTER TABLE "artifact_revisions" ADD "work_id" text`,
  `ALTER TABLE "artifact_revisions" ADD "content" jsonb`,
  `UPDATE artifact_revisions r SET cause = 'initial', work_id = a.job_id,
     content = jsonb_build_object(${CONTENT.map(([column, key]) => `'${key}', r.${column}`).join(', ')}) FROM artifacts a WHERE a.id = r.artifact_id`,
  ...['cause', 'work_id', 'content'].map((column) => `ALTER TABLE "artifact_revisions" ALTER COLUMN "${column}" SET NOT NULL`),
  ...CONTENT.map(([column]) => `ALTER TABLE "artifact_revisions" DROP COLUMN "${column}"`),
  `ALTER TABLE "artifact_revisions" ADD CONSTRAINT "artifact_revisions_from_one" CHECK (revision >= 1)`,
];

const read = (key: string, type: string): string => (type === 'jsonb' ? `content->'${key}'` : `(content->>'${key}')::${type}`);

const DOWN = [
  `ALTER TABLE "artifact_revisions" DROP CONSTRAINT "artifact_revisions_from_one"`,
  ...CONTENT.map(([column, , type]) => `ALTER TABLE "artifact_revisions" ADD "${column}" ${type}`),
  `UPDATE artifact_revisions SET ${CONTENT.map(([column, key, type]) => `${column} = ${read(key, type)}`).join(', ')}`,
  ...CONTENT.map(([column]) => `ALTER TABLE "artifact_revisions" ALTER COLUMN "${column}" SET NOT NULL`),
  ...['content', 'work_id', 'cause'].map((column) => `ALTER TABLE "artifact_revisions" DROP COLUMN "${column}"`),
];

/** Generalises revisions for artifacts of any type, with their cause and the work that made them. */
export class OpenRevisions1795600000001 implements MigrationInterface {
  name = 'OpenRevisions1795600000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
