import type { Db } from '../../db/database.js';
import type { Services } from '../../services.js';
import type { ArtifactKind } from './artifact-kind.js';
import { getDirected, type NewRevision } from './directed-read.js';

/** What a finished table read names: its directed screenplay with voices and cast. */
export interface MadeTableRead { directedKey: string }

interface LoadedTableRead { revision: NewRevision; shareTtlDays: number }

const PUBLISH = `UPDATE artifacts SET status = 'READY', current_version = 1, title = $2, failure_code = NULL, failure_message = NULL,
    share_expires_at = date_trunc('second', now()) + make_interval(days => $3::int), updated_at = now()
  WHERE id = $1 AND status = 'RUNNING' RETURNING id`;

const INSERT_REVISION = `INSERT INTO artifact_revisions
    (artifact_id, revision, title, mode, narration_policy, script_key, voice_map, cast_list, entry_count, spoken_count)
  VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** The share link opens as the read becomes READY and holds for every later revision. */
export const tableReadKind: ArtifactKind<MadeTableRead, LoadedTableRead> = {
  type: 'table_read',
  async load({ store, config }: Services, { directedKey }: MadeTableRead) {
    return { revision: await getDirected(store, directedKey), shareTtlDays: config.shareTtlDays };
  },
  async publish(tx: Db, artifactId: string, { revision, shareTtlDays }: LoadedTableRead) {
    const published = await tx.query(PUBLISH, [artifactId, revision.title, shareTtlDays]);
    if (published.length === 0) return false;
    await tx.query(INSERT_REVISION, [
      artifactId, revision.title, revision.mode, revision.narrationPolicy, revision.scriptKey, JSON.stringify(revision.voiceMap),
      JSON.stringify(revision.castList), revision.entryCount, revision.spokenCount,
    ]);
    return true;
  },
};
