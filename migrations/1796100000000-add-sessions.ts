import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds sessions: browsers that signed in with an API key. */
export class AddSessions1796100000000 implements MigrationInterface {
  name = 'AddSessions1796100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "sessions" ("id" text NOT NULL, "key_id" text NOT NULL, "token_hash" text NOT NULL,
      "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
      CONSTRAINT "sessions_token_hash" UNIQUE ("token_hash"), CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query(`CREATE INDEX "sessions_key" ON "sessions" ("key_id")`);
    await queryRunner.query(`ALTER TABLE "sessions" ADD CONSTRAINT "sessions_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id")
      ON DELETE CASCADE ON UPDATE NO ACTION`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "sessions"`);
  }
}
