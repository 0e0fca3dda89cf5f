import { VoiceDesign } from '../../../../entities/voice-design.js';
import type { VoicePrint } from '../../../craft/speech/sound/voice-print.js';
import { pageQuerySize, startAfter, type Page } from '../../../kernel/contract/paging.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf, tableOf, type Known } from '../../../kernel/db/rows.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { WorkStatus } from '../../../kernel/works/model.js';
import { castKey } from '../cast-canon.js';
import type { VoiceBrief } from './voice-brief.js';

/** Name of the kind of work that designs voices. */
export const VOICE_DESIGN = 'voice-design';

/** The member of the cast whose voice is nearest, and how far it is; 1 is how far a voice is from itself on another sentence. */
export interface NearestVoice { character: string; voiceName: string; distance: number }

/** One voice of a design, as it was measured on its recorded sentence. */
export interface DesignVariant extends VoicePrint {
  voiceId: string;
  name: string;
  provider: string;
  measuredLufs: number;
  /** In the rest of the cast, when the voice was designed. */
  nearest: NearestVoice | null;
}

interface Json { brief: VoiceBrief; variants: DesignVariant[] }
export type VoiceDesignRow = Known<VoiceDesign, Json>;
/** A design with the state of its work. */
export type DesignRow = VoiceDesignRow & { workStatus: WorkStatus; failureCode: string | null; failureMessage: string | null };

const DESIGNS = tableOf<VoiceDesign, VoiceDesignRow>(VoiceDesign);

// A design whose work was never opened was refused, so nobody sees it.
const SELECT = `SELECT ${columnsOf(VoiceDesign, 'd')}, w.status AS "workStatus", w.failure_code AS "failureCode", w.failure_message AS "failureMessage"
  FROM voice_designs d JOIN works w ON w.kind = '${VOICE_DESIGN}' AND w.subject_id = d.id`;

export async function insertDesign(
  db: Db, { id, accountId, projectId, brief }: { id: string; accountId: string; projectId: string; brief: VoiceBrief },
): Promise<void> {
  const { character } = brief;
  await db.query(
    `INSERT INTO voice_designs (id, account_id, project_id, character, character_key, brief) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
    [id, accountId, projectId, character, castKey(character), JSON.stringify(brief)]);
}

/** The stored row, also of a design whose work is not open yet; null when it was deleted. */
export async function findDesignRow(db: Db, designId: string): Promise<VoiceDesignRow | null> {
  return db.repository(DESIGNS).findOneBy({ id: designId });
}

/** A design of the project. Raises `voice_design_not_found`. */
export async function getDesign(db: Db, projectId: string, designId: string): Promise<DesignRow> {
  const [row] = await db.query<DesignRow>(`${SELECT} WHERE d.project_id = $1 AND d.id = $2`, [projectId, designId]);
  if (!row) throw new ApiError('voice_design_not_found');
  return row;
}

/** A design of a project that the account has and that is not deleted. Raises `voice_design_not_found`. */
export async function getOwnDesign(db: Db, accountId: string, projectId: string, designId: string): Promise<DesignRow> {
  const [row] = await db.query<DesignRow>(
    `${SELECT} JOIN projects p ON p.id = d.project_id AND p.deleted_at IS NULL WHERE p.account_id = $1 AND d.project_id = $2 AND d.id = $3`,
    [accountId, projectId, designId]);
  if (!row) throw new ApiError('voice_design_not_found');
  return row;
}

/** One page of the designs of a project, newest first; of one character when it is named. */
export async function listDesigns(db: Db, projectId: string, character: string | null, page: Page): Promise<DesignRow[]> {
  return db.query<DesignRow>(
    `${SELECT} WHERE d.project_id = $1 AND ($2::text IS NULL OR d.character_key = $2) AND ($3::text IS NULL OR d.id < $3) ORDER BY d.id DESC LIMIT $4`,
    [projectId, character === null ? null : castKey(character), startAfter(page), pageQuerySize(page)]);
}

/** How often voices were designed for the character. */
export async function countDesigns(db: Db, projectId: string, character: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM voice_designs d JOIN works w ON w.kind = '${VOICE_DESIGN}' AND w.subject_id = d.id
     WHERE d.project_id = $1 AND d.character_key = $2`, [projectId, castKey(character)]);
  return row!.count;
}

/** Writes the variants of a design; false when it was deleted with its project. */
export async function completeDesign(tx: Db, designId: string, variants: readonly DesignVariant[]): Promise<boolean> {
  const done = await tx.query('UPDATE voice_designs SET variants = $2, updated_at = now() WHERE id = $1 RETURNING id', [designId, JSON.stringify(variants)]);
  return done.length > 0;
}

export async function noteChosen(tx: Db, designId: string, voiceId: string): Promise<void> {
  await tx.query('UPDATE voice_designs SET chosen_voice_id = $2, updated_at = now() WHERE id = $1', [designId, voiceId]);
}

/** The variants that the account has chosen, in projects that are not deleted; each voice once, the first chosen first. */
export async function listChosen(db: Db, accountId: string): Promise<DesignVariant[]> {
  const rows = await db.query<{ variant: DesignVariant }>(
    `SELECT variant FROM voice_designs d JOIN projects p ON p.id = d.project_id AND p.deleted_at IS NULL
       CROSS JOIN LATERAL jsonb_array_elements(d.variants) variant
     WHERE d.account_id = $1 AND d.chosen_voice_id IS NOT NULL AND variant->>'voiceId' = d.chosen_voice_id ORDER BY d.id`, [accountId]);
  const seen = new Map(rows.map(({ variant }) => [variant.voiceId, variant]));
  return [...seen.values()];
}
