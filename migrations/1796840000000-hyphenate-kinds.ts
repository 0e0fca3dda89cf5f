import type { MigrationInterface, QueryRunner } from 'typeorm';

const RENAMED = [['portrait_design', 'portrait-design'], ['mood_frames', 'mood-frames'], ['series_bible', 'series-bible']] as const;

/** Renames three kinds of work to the spelling of the other kinds. Existing works keep their ids; only the ids of new works are made from the new names. */
export class HyphenateKinds1796840000000 implements MigrationInterface {
  name = 'HyphenateKinds1796840000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await rename(queryRunner, RENAMED);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await rename(queryRunner, RENAMED.map(([before, after]) => [after, before]));
  }
}

async function rename(queryRunner: QueryRunner, names: readonly (readonly [string, string])[]): Promise<void> {
  for (const [from, to] of names) {
    for (const table of ['works', 'image_renders']) await queryRunner.query(`UPDATE "${table}" SET kind = $2 WHERE kind = $1`, [from, to]);
  }
}
