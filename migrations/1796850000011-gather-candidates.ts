import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE = [
  `CREATE TABLE "candidate_requests" ("id" text NOT NULL, "project_id" text NOT NULL, "kind" text NOT NULL, "subject_type" text NOT NULL,
    "subject_id" text NOT NULL, "brief" jsonb NOT NULL, "wanted" integer NOT NULL, "round" integer NOT NULL, "work_id" text NOT NULL,
    "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    CONSTRAINT "candidate_requests_work" UNIQUE ("work_id"), CONSTRAINT "candidate_requests_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "candidate_requests_of_project" ON "candidate_requests" ("project_id", "kind", "id")`,
  `CREATE INDEX "candidate_requests_of_subject" ON "candidate_requests" ("subject_type", "subject_id", "kind")`,
  `CREATE TABLE "candidates" ("request_id" text NOT NULL, "ordinal" integer NOT NULL, "facts" jsonb NOT NULL, "chosen" boolean NOT NULL DEFAULT false,
    CONSTRAINT "candidates_pkey" PRIMARY KEY ("request_id", "ordinal"))`,
  `ALTER TABLE "candidate_requests" ADD CONSTRAINT "candidate_requests_project_id_fkey" FOREIGN KEY ("project_id")
    REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "candidate_requests" ADD CONSTRAINT "candidate_requests_work_id_fkey" FOREIGN KEY ("work_id")
    REFERENCES "works"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "candidates" ADD CONSTRAINT "candidates_request_id_fkey" FOREIGN KEY ("request_id")
    REFERENCES "candidate_requests"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Requests whose work was never opened are not moved, because no caller ever saw them. */
const MOVE = [
  `INSERT INTO "candidate_requests" SELECT d.id, d.project_id, w.kind, 'character', d.character_key, d.brief - 'round', (d.brief->>'count')::int,
     (d.brief->>'round')::int, w.id, d.created_at, d.updated_at
   FROM "voice_designs" d JOIN "works" w ON w.kind = 'voice-design' AND w.subject_id = d.id`,
  `INSERT INTO "candidates" SELECT d.id, v.place - 1, v.variant, v.variant->>'voiceId' IS NOT DISTINCT FROM d.chosen_voice_id
   FROM "voice_designs" d JOIN "candidate_requests" r ON r.id = d.id, jsonb_array_elements(d.variants) WITH ORDINALITY AS v(variant, place)`,
  `INSERT INTO "candidate_requests" SELECT i.id, i.project_id, i.kind, CASE WHEN i.character IS NULL THEN 'project' ELSE 'character' END,
     coalesce(lower(i.character), i.project_id), jsonb_build_object('character', i.character, 'words', i.words, 'aspect', i.aspect, 'format', i.format),
     i.wanted, i.ordinal, w.id, i.created_at, i.updated_at
   FROM "image_renders" i JOIN "works" w ON w.kind = i.kind AND w.subject_id = i.id`,
  `INSERT INTO "candidates" SELECT i.id, split_part(c.candidate->>'candidateId', '.', 2)::int - 1, c.candidate - 'candidateId',
     c.candidate->>'candidateId' IS NOT DISTINCT FROM i.chosen_id
   FROM "image_renders" i JOIN "candidate_requests" r ON r.id = i.id, jsonb_array_elements(i.candidates) AS c(candidate)`,
];

const RESTORE = [
  `CREATE TABLE "voice_designs" ("id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "character" text NOT NULL,
    "character_key" text NOT NULL, "brief" jsonb NOT NULL, "variants" jsonb NOT NULL DEFAULT '[]', "chosen_voice_id" text,
    "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    CONSTRAINT "voice_designs_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "voice_designs_project" ON "voice_designs" ("project_id", "id")`,
  `CREATE INDEX "voice_designs_chosen" ON "voice_designs" ("account_id") WHERE chosen_voice_id IS NOT NULL`,
  `CREATE TABLE "image_renders" ("id" text NOT NULL, "project_id" text NOT NULL, "kind" text NOT NULL,
    "character" text, "words" text, "aspect" text NOT NULL, "format" text NOT NULL, "wanted" integer NOT NULL, "ordinal" integer NOT NULL,
    "candidates" jsonb NOT NULL DEFAULT '[]', "chosen_id" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
    "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "image_renders_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "image_renders_of_project" ON "image_renders" ("project_id", "kind", "id")`,
  ...['voice_designs', 'image_renders'].map((table) => `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_project_id_fkey" FOREIGN KEY ("project_id")
    REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`),
];

const MADE = `(SELECT coalesce(jsonb_agg(c.facts ORDER BY c.ordinal), '[]') FROM "candidates" c WHERE c.request_id = r.id)`;
const MADE_IMAGES = `(SELECT coalesce(jsonb_agg(c.facts || jsonb_build_object('candidateId', r.id || '.' || c.ordinal + 1) ORDER BY c.ordinal), '[]')
  FROM "candidates" c WHERE c.request_id = r.id)`;

const MOVE_BACK = [
  `INSERT INTO "voice_designs" SELECT r.id, w.account_id, r.project_id, r.brief->>'character', r.subject_id,
     r.brief || jsonb_build_object('round', r.round), ${MADE}, (SELECT c.facts->>'voiceId' FROM "candidates" c WHERE c.request_id = r.id AND c.chosen),
     r.created_at, r.updated_at FROM "candidate_requests" r JOIN "works" w ON w.id = r.work_id WHERE r.kind = 'voice-design'`,
  `INSERT INTO "image_renders" SELECT r.id, r.project_id, r.kind, r.brief->>'character', r.brief->>'words', r.brief->>'aspect', r.brief->>'format',
     r.wanted, r.round, ${MADE_IMAGES}, (SELECT r.id || '.' || c.ordinal + 1 FROM "candidates" c WHERE c.request_id = r.id AND c.chosen),
     r.created_at, r.updated_at FROM "candidate_requests" r WHERE r.kind <> 'voice-design'`,
];

/** Turns voice designs, portrait designs and frames into requests with candidates, which are inserted together with their work. */
export class GatherCandidates1796850000011 implements MigrationInterface {
  name = 'GatherCandidates1796850000011';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...CREATE, ...MOVE, 'DROP TABLE "image_renders"', 'DROP TABLE "voice_designs"']) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...RESTORE, ...MOVE_BACK, 'DROP TABLE "candidates"', 'DROP TABLE "candidate_requests"']) await queryRunner.query(statement);
  }
}
