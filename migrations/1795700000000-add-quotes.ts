import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "quotes" ("id" text NOT NULL, "account_id" text NOT NULL, "operation" text NOT NULL, "fingerprint" text NOT NULL, `
    + `"credits" integer NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_by" text, `
    + `"created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "quotes_credits" CHECK (credits >= 0), `
    + `CONSTRAINT "quotes_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "quotes_expiry" ON "quotes" ("expires_at")`,
  `ALTER TABLE "quotes" ADD CONSTRAINT "quotes_account_id_fkey" FOREIGN KEY ("account_id") `
    + `REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [`DROP TABLE "quotes"`];

/** Adds quotes of priced calls. */
export class AddQuotes1795700000000 implements MigrationInterface {
  name = 'AddQuotes1795700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
