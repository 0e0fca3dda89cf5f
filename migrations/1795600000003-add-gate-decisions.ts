import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "gate_decisions" ("subject_type" text NOT NULL, "subject_id" text NOT NULL, "gate" text NOT NULL, "revision" integer NOT NULL, `
    + `"project_id" text NOT NULL, "verdict" text NOT NULL, "call_id" text, "decided_by" text NOT NULL, `
    + `"decided_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "gate_decisions_verdict" CHECK (verdict IN ('APPROVED','REJECTED')), `
    + `CONSTRAINT "gate_decisions_pkey" PRIMARY KEY ("subject_type", "subject_id", "gate", "revision"))`,
  `CREATE INDEX "gate_decisions_project" ON "gate_decisions" ("project_id")`,
  `ALTER TABLE "gate_decisions" ADD CONSTRAINT "gate_decisions_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `INSERT INTO gate_decisions SELECT 'plan', p.id, 'plan', p.version, p.project_id,
     CASE p.status WHEN 'REJECTED' THEN 'REJECTED' ELSE 'APPROVED' END, NULL, p.decided_by, p.decided_at
   FROM plans p WHERE p.decided_by IS NOT NULL AND p.decided_at IS NOT NULL`,
];

const DOWN = [`DROP TABLE "gate_decisions"`];

/** Adds people's decisions at the gates of any subject, and copies those about plans. */
export class AddGateDecisions1795600000003 implements MigrationInterface {
  name = 'AddGateDecisions1795600000003';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
