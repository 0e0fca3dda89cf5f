import type { Db } from '../../../kernel/db/database.js';
import { findRequest, listNewest } from '../../../kernel/families/candidates/candidate-store.js';
import { defineCandidates } from '../../../kernel/families/candidates/candidates.js';
import { changeSettingIn } from '../../../kernel/families/settings/settings-store.js';
import { ENDED, type WorkFailure } from '../../../kernel/works/model.js';
import { lockProjectOf } from '../../projects/project-store.js';
import { lockArtifact, touchArtifact } from '../artifact-store.js';
import { ARTIFACT_SUBJECT } from '../overlays/overlay.js';
import { chosenPictures, type ChosenPictures } from './chosen-pictures.js';
import { withMade, type PictureBrief, type PictureFacts, type PictureRequest } from './picture-brief.js';

const KIND = 'read-picture';

/** The newest request for each picture of a read. */
export const listPictureRequests = (db: Db, artifactId: string): Promise<PictureRequest[]> =>
  listNewest<PictureBrief, PictureFacts>(db, KIND, { type: ARTIFACT_SUBJECT, id: artifactId }, 'key');

/** The request with this id, or null. */
export const findPictureRequest = (db: Db, id: string): Promise<PictureRequest | null> => findRequest<PictureBrief, PictureFacts>(db, KIND, id);

/** The failure for a request while the same picture is being made; null when the picture can be requested. */
export async function pictureUnderWay(db: Db, artifactId: string, key: string): Promise<WorkFailure | null> {
  const open = (await listPictureRequests(db, artifactId)).find(({ brief, status }) => brief.key === key && !ENDED.includes(status));
  if (!open) return null;
  return { code: 'artifact_not_ready', message: 'this picture is being made; wait until it is there', details: { status: 'rendering', chatToolJobId: open.workId } };
}

/**
 * Changeable pictures of one read: portraits, figures, places, and nouns that it names. The subject of a request is the artifact. The finished picture
 * becomes one of the artifact's chosen pictures, which apply to all its revisions.
 */
export const readPictures = defineCandidates<PictureBrief, PictureFacts>({
  kind: KIND, workflow: 'readPictureWorkflow', queue: 'read-pictures', price: 'CAST_IMAGE', each: true, notFound: 'image_design_not_found', unit: 'pictures',
  provider: 'image', stopped: 'The run was stopped before the picture was there; ask for it again.',
  // With this lock, the later of two requests for one picture sees the earlier one.
  lock: lockProjectOf,
  async admit(tx, { subject, brief }) {
    const failure = await pictureUnderWay(tx, subject.id, brief.key);
    return failure && { outcome: 'refused', failure };
  },
  async publish(tx, { requestId, candidates }, add) {
    const request = await findRequest<PictureBrief, PictureFacts>(tx, KIND, requestId);
    if (!request || !await lockArtifact(tx, request.subjectId)) return false;
    await touchArtifact(tx, request.subjectId);
    if (!await add()) return false;
    await changeSettingIn(tx, { type: ARTIFACT_SUBJECT, id: request.subjectId, projectId: request.projectId }, chosenPictures, {
      fields: (current) => ({ ...withMade(current as unknown as ChosenPictures, candidates as PictureFacts[]) }), by: requestId,
    });
    return true;
  },
  step: { activity: 'drawReadPictures', group: 'imaging', stage: 'drawing', words: 'Making pictures of a read.', progress: 'rendering' },
  maker: async () => (await import('./draw-read-pictures.js')).drawReadPictures,
});
