import type { Db } from '../../kernel/db/database.js';
import type { Services } from '../../kernel/services.js';
import { PLAN_TYPES } from '../plans/types/plan-types.js';
import type { ArtifactKind } from './artifact-kind.js';
import { getDirectedRead, type DirectedRead } from './directed-read.js';
import { tableReadManifest, type TableReadManifest } from './manifest.js';
import { theater } from './overlays/theater.js';
import { publishFirstRevision } from './revision-store.js';

/** The result of making a table read: the key of its directed screenplay with voices and cast. */
export interface MadeTableRead { directedKey: string }

interface LoadedTableRead { read: DirectedRead; shareTtlDays: number }

const overlays = { theater };

export const tableReadKind: ArtifactKind<MadeTableRead, LoadedTableRead, TableReadManifest, typeof overlays> = {
  plan: PLAN_TYPES.table_read,
  overlays,
  async load({ store, config }: Services, { directedKey }: MadeTableRead) {
    return { read: await getDirectedRead(store, directedKey), shareTtlDays: config.shareTtlDays };
  },
  publish(tx: Db, { artifactId, workId }, { read: { title, ...content }, shareTtlDays }: LoadedTableRead) {
    return publishFirstRevision(tx, artifactId, { title, workId, content }, shareTtlDays);
  },
  manifest: tableReadManifest,
};
