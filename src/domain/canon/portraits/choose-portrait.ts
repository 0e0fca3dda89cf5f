import type { Services } from '../../../kernel/services.js';
import { PICTURE_FIELDS, type CharacterPatch } from '../cast-canon.js';
import { saveCastCanon } from '../cast-canon-store.js';
import { statementHash } from '../looks/canon-people.js';
import { storeLook } from '../looks/look-store.js';
import { personNamed, projectLooks } from '../looks/project-looks.js';
import { imageUrlOf, isProjectImage } from '../images/project-images.js';
import type { ImageFacts } from '../images/candidate.js';

/**
 * Makes a candidate the portrait of its character: every later picture shows this person. The canon gets the headshot. A body picture and a sheet that this
 * server drew of the former person are cleared, so they count as missing until they are made again. Raises `version_conflict`.
 */
export async function choosePortrait(
  services: Services, owner: { projectId: string; accountId: string }, named: string, candidate: ImageFacts, expectedVersion?: number,
) {
  const { projectId } = owner;
  const looks = await projectLooks(services, projectId, named);
  const person = personNamed(looks, named);
  const character = looks.canon.characters.find(({ name }) => name === person.name);
  const headshotUrl = imageUrlOf(services, { id: candidate.imageId, mime: candidate.mime });
  const patch: CharacterPatch = { name: person.name, headshotUrl };
  for (const field of PICTURE_FIELDS) {
    const url = character?.[field];
    if (field !== 'headshotUrl' && url && character?.headshotUrl !== headshotUrl && isProjectImage(services, url)) patch[field] = null;
  }
  const canon = await saveCastCanon(services.db, owner, { characters: [patch], mode: 'merge' }, expectedVersion);
  await storeLook(services.store, projectId, person.name, { ...candidate.look!, name: person.name, chosenFor: statementHash(person.statement) });
  return { character: person.name, headshotUrl, canon };
}
