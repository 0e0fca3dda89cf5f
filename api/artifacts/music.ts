import Type from 'typebox';
import { requireLockedArtifact, requireTableRead, touchArtifact, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { musicLane, type MusicCue, type MusicGround } from '../../src/domain/artifacts/music/music-lane.js';
import { placeMusic } from '../../src/domain/artifacts/music/place-music.js';
import { groundOf, musicKeyOf } from '../../src/domain/artifacts/music/read-music.js';
import { findPerformance, listPerformedLines } from '../../src/domain/artifacts/performance/performance-store.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { closed, nullable, oneOf } from '../../src/kernel/contract/models.js';
import type { Staleness } from '../../src/kernel/contract/staleness.js';
import type { Services } from '../../src/kernel/services.js';
import { cues } from '../families/cues.js';
import { artifactAnswer } from './answers.js';
import { artifactPath } from './overlays.js';

const Milliseconds = Type.Integer({ minimum: 0 });

const SHOWN = {
  status: oneOf(['silent', 'chosen', 'stale', 'rendering', 'failed', 'complete'], {
    description: '`silent`: no music. `chosen`: there is no MP3 yet, which will have it. `stale`: the MP3 has other music; '
      + '`rendering`: it is being mixed again; `failed`: that failed. `complete`: the MP3 has this music',
  }),
  spans: nullable(Type.Array(closed({ cueId: Type.String(), assetId: Type.String(), startMs: Milliseconds, endMs: Milliseconds })), {
    description: 'Where each cue is heard in the recording; null before it is performed',
  }),
};

function statusOf(hasMusic: boolean, hasRecording: boolean, staleness: Staleness | null) {
  if (hasRecording && staleness?.music) return staleness.update ? (staleness.update.status === 'failed' ? 'failed' : 'rendering') : 'stale';
  if (!hasMusic) return 'silent';
  return hasRecording ? 'complete' : 'chosen';
}

async function spansOf({ db }: Services, { id, revision }: ArtifactRow, held: readonly MusicCue[], ground: MusicGround) {
  const performance = await findPerformance(db, id, revision!.revision);
  if (performance?.status !== 'complete') return null;
  const lines = await listPerformedLines(db, id, revision!.revision);
  return placeMusic(held, ground, lines, performance.durationMs!).map(({ cue, startMs, endMs }) =>
    ({ cueId: cue.cueId, assetId: cue.clip.assetId, startMs, endMs }));
}

export const musicOperations = cues(artifactPath, musicLane, {
  read: { scopes: ['artifact:read'], idempotency: 'none' }, write: { scopes: ['artifact:publish'], idempotency: 'required' },
  errors: ['artifact_not_ready'],
  ground: async ({ store }, row) => groundOf(await getScreenplay(store, requireTableRead(row).revision.scriptKey)),
  lock: (tx, { id }) => requireLockedArtifact(tx, id), onChange: (tx, { id }) => touchArtifact(tx, id),
  shown: {
    fields: SHOWN,
    async load(services, row, held, ground) {
      const [{ artifact, next }, spans] = await Promise.all([artifactAnswer(services, row), spansOf(services, row, held, ground)]);
      const hasRecording = (artifact.manifest?.audio.recordingUrl ?? null) !== null;
      return { fields: { status: statusOf(musicKeyOf(held, ground) !== null, hasRecording, artifact.staleness), spans }, next: next ?? null };
    },
  },
});
