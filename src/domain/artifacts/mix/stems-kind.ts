import { BOTH_CHANNELS_DB } from '../../../craft/audio/mix/mix.js';
import { writeStems } from '../../../craft/audio/mix/stem-files.js';
import { timelinePcm } from '../../../craft/audio/timeline-pcm.js';
import type { Services } from '../../../kernel/services.js';
import { sha256Of } from '../../../kernel/storage/file-hash.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { lockArtifact, touchArtifact } from '../artifact-store.js';
import { findRecording, insertRecording, replaceRecording, type StoredRecording } from '../finalize/recording-store.js';
import { inRenderFolder } from '../finalize/render-folder.js';
import { keepServedPieces } from '../music/served-pieces.js';
import { findCurrentRead } from '../read-store.js';
import { loadPerformed } from './performed-read.js';
import { laneKeysOf, mixOf, plainMix } from './read-mix.js';
import { STEMS_KIND } from './rounds-store.js';

/** Makes the archive of the stems of the current revision. The subject is the artifact, and the work's revision numbers its archives. */
type StemsInput = WorkInput & { projectId: string };

async function makeStems(services: Services, { subjectId: artifactId }: StemsInput, { signal, note }: Making): Promise<StoredRecording> {
  const { db, store, faults } = services;
  const current = await findCurrentRead(db, artifactId);
  const recording = current && await findRecording(db, artifactId, current.revision);
  if (!current || !recording) throw new MakingFailed('there is no MP3 whose parts could be kept apart', 'artifact_not_ready');
  const { revision } = current;
  await keepServedPieces(services, { artifactId, revision }, signal);
  const performed = await loadPerformed(services, artifactId, revision);
  const { read: { overlays, jobId, projectId }, screenplay, timeline, voicesLufs } = performed;
  const mix = await mixOf(services, { artifactId, overlays, screenplay, timeline, projectId, voicesLufs }, signal);
  const { gainDb } = recording.buildManifest as { gainDb: number };
  const isMono = Object.keys(recording.laneKeys).length === 0;
  return inRenderFolder(services, signal, async (folder) => {
    const made = await writeStems(await services.ffmpeg(), {
      voices: () => timelinePcm(store, timeline, signal), mix: mix ?? plainMix(performed), gainDb: isMono ? gainDb - BOTH_CHANNELS_DB : gainDb,
      folder, signal, jobId,
    });
    await note({ stage: 'finishing' });
    await faults.reach('render.before_rename', STEMS_KIND);
    const sha256 = await sha256Of(made.path);
    const mediaKey = `recordings/${artifactId}/r${revision}-${sha256.slice(0, 24)}.zip`;
    const { byteSize } = await store.putFile(mediaKey, made.path);
    return {
      artifactId, revision, mediaKey, sha256, byteSize, durationMs: timeline.durationMs, integratedLufs: made.lufs, truePeakDb: made.truePeakDb,
      laneKeys: laneKeysOf({ overlays, screenplay, projectId }), mixer: null, buildManifest: { files: made.files },
    };
  });
}

export const stemsKind = defineWork<StemsInput, StoredRecording>({
  kind: STEMS_KIND, workflow: 'stemsWorkflow', queue: 'stems', runOn: '<artifact>:r<archive>', whenCancelled: 'FAILED', unit: 'recordings',
  async publish(tx, { workId }, made) {
    if (!await lockArtifact(tx, made.artifactId)) return false;
    if (!await insertRecording(tx, workId, made, STEMS_KIND) && !await replaceRecording(tx, workId, made, STEMS_KIND)) return false;
    await touchArtifact(tx, made.artifactId);
    return true;
  },
  step: {
    activity: 'makeStems', group: 'render', stage: 'rendering', progress: 'rendering', words: 'Making an archive of the parts of the MP3.', make: makeStems,
  },
});
