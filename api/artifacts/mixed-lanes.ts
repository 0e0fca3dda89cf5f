import Type, { type TProperties } from 'typebox';
import { requireLockedArtifact, requireTableRead, touchArtifact, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { groundOf, type MixLane } from '../../src/domain/artifacts/mix/mix-lane.js';
import { MIX_LANES } from '../../src/domain/artifacts/mix/mix-lanes.js';
import { findPerformance, listPerformedLines, type PerformedLine } from '../../src/domain/artifacts/performance/performance-store.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { closed, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { tableRow } from '../../src/kernel/contract/operation-table.js';
import { MIX_LANE_WORDS, type MixLaneName, type Staleness } from '../../src/kernel/contract/staleness.js';
import type { Db } from '../../src/kernel/db/database.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import { cues } from '../families/cues.js';
import type { Access } from '../families/subject.js';
import { artifactAnswer } from './answers.js';
import { artifactPath } from './overlays.js';

const Milliseconds = Type.Integer({ minimum: 0 });

const shownFields = (words: string, heardFields: TProperties): TProperties => ({
  status: oneOf(['silent', 'chosen', 'stale', 'rendering', 'failed', 'complete'], {
    description: `\`silent\`: no ${words}. \`chosen\`: there is no MP3 yet, which will have it. \`stale\`: the MP3 has other ${words}; `
      + `\`rendering\`: it is being mixed again; \`failed\`: that failed. \`complete\`: the MP3 has this ${words}`,
  }),
  spans: nullable(Type.Array(closed({ cueId: Type.String(), assetId: Type.String(), startMs: Milliseconds, endMs: Milliseconds, ...heardFields })), {
    description: 'Where each cue is heard in the recording; null before it is performed',
  }),
});

function statusOf(name: MixLaneName, isHeard: boolean, hasRecording: boolean, staleness: Staleness | null) {
  if (hasRecording && staleness?.mix.includes(name)) return staleness.update ? (staleness.update.status === 'failed' ? 'failed' : 'rendering') : 'stale';
  if (!isHeard) return 'silent';
  return hasRecording ? 'complete' : 'chosen';
}

type Performed = { lines: PerformedLine[]; durationMs: number } | null;

async function performedLines(db: Db, { id, revision }: ArtifactRow): Promise<Performed> {
  const performance = await findPerformance(db, id, revision!.revision);
  return performance?.status === 'complete' ? { lines: await listPerformedLines(db, id, revision!.revision), durationMs: performance.durationMs! } : null;
}

/** The scopes of a route and its use of an Idempotency-Key, as the table of operations has them. */
function accessOf(method: 'GET' | 'POST', { key }: Pick<MixLane['lane'], 'key'>): Access {
  const { scopes, idempotency } = tableRow({ method, path: `${artifactPath.base}/${key}` });
  return { scopes, idempotency };
}

/** The operations of a lane of the MP3: its cues, its status, and where each cue is heard. */
const laneOperations = ({ name, lane, ground, keyOf, heard, heardFields = {} }: MixLane): Operation[] => cues(artifactPath, lane, {
  read: accessOf('GET', lane), write: accessOf('POST', lane), errors: ['artifact_not_ready'],
  async ground(services, row) {
    const along = groundOf(await getScreenplay(services.store, requireTableRead(row).revision.scriptKey), row.projectId);
    return await ground?.(services, row, along) ?? along;
  },
  lock: (tx, { id }) => requireLockedArtifact(tx, id), onChange: (tx, { id }) => touchArtifact(tx, id),
  shown: {
    fields: shownFields(MIX_LANE_WORDS[name], heardFields),
    async load(services, row, held, along) {
      const [{ artifact, next }, performed] = await Promise.all([artifactAnswer(services, row), performedLines(services.db, row)]);
      const hasRecording = artifact.manifest !== null && 'audio' in artifact.manifest && artifact.manifest.audio.recordingUrl !== null;
      return {
        fields: {
          status: statusOf(name, keyOf(held, along) !== null, hasRecording, artifact.staleness),
          spans: performed && heard(held, along, performed.lines, performed.durationMs),
        },
        next: next ?? null,
      };
    },
  },
});

export const mixedLaneOperations = MIX_LANES.flatMap(laneOperations);
