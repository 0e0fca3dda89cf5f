import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { PICTURE_FIELDS, type CharacterPatch } from '../cast-canon.js';
import { saveCastCanon } from '../cast-canon-store.js';
import { statementHash } from '../looks/canon-people.js';
import { storeLook } from '../looks/look-store.js';
import { personNamed, projectLooks } from '../looks/project-looks.js';
import { imageUrlOf, isProjectImage } from '../images/project-images.js';
import { findRenderOf, markChosen, PORTRAIT_DESIGN } from '../images/render-store.js';

export interface PortraitChoice { designId: string; candidateId: string; expectedVersion?: number }

/**
 * Makes a candidate the portrait of its character: every later picture shows this person. The canon gets the headshot; a body and a
 * sheet of ours that show the former person are cleared, so that they are missing until they are made again. Raises
 * `image_design_not_found`, `artifact_not_ready` and `version_conflict`.
 */
export async function choosePortrait(
  services: Services, project: { id: string; accountId: string }, { designId, candidateId, expectedVersion }: PortraitChoice,
) {
  const { db, store } = services;
  const design = await findRenderOf(db, project.id, PORTRAIT_DESIGN, designId);
  if (!design) throw new ApiError('image_design_not_found');
  const candidate = design.candidates.find((one) => one.candidateId === candidateId);
  if (!candidate?.look) {
    if (design.status !== 'READY') throw new ApiError('artifact_not_ready', 'the design is still being made', { status: design.status });
    throw new ApiError('validation_failed', 'candidateId is none of this design', { field: 'candidateId' });
  }
  const looks = await projectLooks(services, project.id, design.character!);
  const person = personNamed(looks, design.character!);
  const character = looks.canon.characters.find(({ name }) => name === person.name);
  const headshotUrl = imageUrlOf(services, { id: candidate.imageId, mime: candidate.mime });
  const patch: CharacterPatch = { name: person.name, headshotUrl };
  for (const field of PICTURE_FIELDS) {
    const url = character?.[field];
    if (field !== 'headshotUrl' && url && character?.headshotUrl !== headshotUrl && isProjectImage(services, url)) patch[field] = null;
  }
  const canon = await saveCastCanon(db, { accountId: project.accountId, projectId: project.id }, { characters: [patch], mode: 'merge' }, expectedVersion);
  await storeLook(store, project.id, person.name, { ...candidate.look, name: person.name, chosenFor: statementHash(person.statement) });
  await markChosen(db, design.id, candidateId);
  return { character: person.name, headshotUrl, canon };
}
