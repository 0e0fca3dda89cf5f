import type { Db } from '../../../kernel/db/database.js';
import { defineCandidates } from '../../../kernel/families/candidates/candidates.js';
import { changeSettingIn, currentSetting } from '../../../kernel/families/settings/settings-store.js';
import type { Subject } from '../../../kernel/families/subject.js';
import { ENDED, type WorkFailure } from '../../../kernel/works/model.js';
import { lockProjectOf } from '../../projects/project-store.js';
import { lockArtifact, touchArtifact } from '../artifact-store.js';
import { ARTIFACT_SUBJECT } from '../overlays/overlay.js';
import { theaterScene, type StagedScene } from '../overlays/theater-scene.js';
import { chosenClips, type ChosenClips } from './chosen-clips.js';
import { withClips, type ClipBrief, type ClipFacts } from './clip-brief.js';
import { CLIP_KIND, findClipRequest, listClipRequests } from './clip-store.js';

/** The failure for a request while the same clip is being made; null when the clip can be requested. */
export async function clipUnderWay(db: Db, artifactId: string, key: string): Promise<WorkFailure | null> {
  const open = (await listClipRequests(db, artifactId)).find(({ brief, status }) => brief.key === key && !ENDED.includes(status));
  if (!open) return null;
  return { code: 'artifact_not_ready', message: 'this clip is being made; wait until it is there', details: { status: 'rendering', chatToolJobId: open.workId } };
}

/** Makes a scene show its new clip, even if it was set to show its picture. */
async function showClips(tx: Db, subject: Subject, made: readonly ClipFacts[], by: string): Promise<void> {
  const { value: { scenes } } = await currentSetting(tx, subject, theaterScene);
  for (const { sceneIndex, media } of scenes as StagedScene[]) {
    if (media !== 'image' || !made.some((facts) => facts.purpose === 'scene' && facts.sceneIndex === sceneIndex)) continue;
    await changeSettingIn(tx, subject, theaterScene, { fields: { sceneIndex, media: null }, by });
  }
}

/**
 * Clips of one read: portraits that speak, and camera moves through the places of scenes. The subject of a request is the artifact. The finished clip becomes
 * one of the artifact's chosen clips, which apply to all its revisions.
 */
export const readClips = defineCandidates<ClipBrief, ClipFacts>({
  kind: CLIP_KIND, workflow: 'readClipWorkflow', queue: 'read-clips', price: 'CLIP', notFound: 'image_design_not_found', unit: 'clips',
  provider: 'video', stopped: 'The run was stopped before the clip was there; ask for it again.',
  // With this lock, the later of two requests for one clip sees the earlier one.
  lock: lockProjectOf,
  async admit(tx, { subject, brief }) {
    const failure = await clipUnderWay(tx, subject.id, brief.key);
    return failure && { outcome: 'refused', failure };
  },
  async publish(tx, { requestId, candidates }, add) {
    const request = await findClipRequest(tx, requestId);
    if (!request || !await lockArtifact(tx, request.subjectId)) return false;
    await touchArtifact(tx, request.subjectId);
    if (!await add()) return false;
    const subject = { type: ARTIFACT_SUBJECT, id: request.subjectId, projectId: request.projectId };
    const made = candidates as ClipFacts[];
    await changeSettingIn(tx, subject, chosenClips, { fields: (current) => ({ ...withClips(current as unknown as ChosenClips, made) }), by: requestId });
    await showClips(tx, subject, made, requestId);
    return true;
  },
  clearAway: async (services, requestId) => (await import('./clear-clips.js')).clearClip(services, requestId),
  step: { activity: 'makeReadClips', group: 'imaging', stage: 'rendering', words: 'Making a clip of a read.', progress: 'rendering', clearsAway: true },
  maker: async () => (await import('./make-read-clips.js')).makeReadClips,
});
