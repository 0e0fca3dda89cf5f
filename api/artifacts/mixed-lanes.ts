import Type, { type TProperties } from 'typebox';
import { requireLockedArtifact, touchArtifact, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { findPerformance, listPerformedLines, type PerformedLine } from '../../src/domain/artifacts/performance/performance-store.js';
import { closed, nullable, oneOf } from '../../src/kernel/contract/models.js';
import type { MixLaneName, Staleness } from '../../src/kernel/contract/staleness.js';
import type { Db } from '../../src/kernel/db/database.js';
import type { Cue, CueGround } from '../../src/kernel/families/cues/lane.js';
import type { Services } from '../../src/kernel/services.js';
import type { CuesOptions } from '../families/cues.js';
import { artifactAnswer } from './answers.js';

const Milliseconds = Type.Integer({ minimum: 0 });

/** Where a cue is heard. */
interface Span { cueId: string; assetId: string; startMs: number; endMs: number }

/** What one lane of the MP3 adds to the answers that all such lanes share. */
export interface MixedLane<P extends TProperties, Ground extends CueGround> {
  name: MixLaneName;
  /** The content of the lane as a noun, as in "no music". */
  words: string;
  /** A key of what is heard, which changes with it; null when nothing is heard. */
  keyOf(cues: readonly Cue<P>[], ground: Ground): string | null;
  /** Further fields of the spans. */
  spanFields?: TProperties;
  /** Where the cues are heard on a performance. */
  place(cues: readonly Cue<P>[], ground: Ground, lines: readonly PerformedLine[], durationMs: number): Span[];
}

const shownFields = (words: string, spanFields: TProperties): TProperties => ({
  status: oneOf(['silent', 'chosen', 'stale', 'rendering', 'failed', 'complete'], {
    description: `\`silent\`: no ${words}. \`chosen\`: there is no MP3 yet, which will have it. \`stale\`: the MP3 has other ${words}; `
      + `\`rendering\`: it is being mixed again; \`failed\`: that failed. \`complete\`: the MP3 has this ${words}`,
  }),
  spans: nullable(Type.Array(closed({ cueId: Type.String(), assetId: Type.String(), startMs: Milliseconds, endMs: Milliseconds, ...spanFields })), {
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

/** How a lane of an artifact is locked and shown: its status, and where each cue is heard. */
export const mixedLane = <P extends TProperties, Ground extends CueGround>(
  { name, words, keyOf, place, spanFields = {} }: MixedLane<P, Ground>,
): Pick<CuesOptions<ArtifactRow, P, Ground>, 'errors' | 'lock' | 'onChange' | 'shown'> => ({
  errors: ['artifact_not_ready'],
  lock: (tx, { id }) => requireLockedArtifact(tx, id), onChange: (tx, { id }) => touchArtifact(tx, id),
  shown: {
    fields: shownFields(words, spanFields),
    async load(services: Services, row, held, ground) {
      const [{ artifact, next }, performed] = await Promise.all([artifactAnswer(services, row), performedLines(services.db, row)]);
      const hasRecording = artifact.manifest !== null && 'audio' in artifact.manifest && artifact.manifest.audio.recordingUrl !== null;
      return {
        fields: {
          status: statusOf(name, keyOf(held, ground) !== null, hasRecording, artifact.staleness),
          spans: performed && place(held, ground, performed.lines, performed.durationMs),
        },
        next: next ?? null,
      };
    },
  },
});
