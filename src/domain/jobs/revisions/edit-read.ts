import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { Correction, type Corrected, type ScreenplayEdit } from '../../../craft/screenplay/index.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { findReadVersion } from '../../artifacts/read-store.js';
import { resolveVoice } from '../../library/voice-choice.js';
import type { CastVoice, VoiceMap } from '../../library/voice-map.js';
import { makeEdits } from '../../scripts/edit-refusal.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { compareEntries } from '../updates/differences.js';
import { baseOfRevision, reviseRead, type Revised, type RevisionRequest } from './revise-read.js';

export interface EditRequest extends Omit<RevisionRequest, 'cause'> { artifactId: string; expectedRevision: number }

/** Makes corrections one after the other. Raises `validation_failed` with the field of the edit, such as `edits.2.into`, and `voice_retired`. */
async function correct(
  services: Services, base: { screenplay: Screenplay; voices: VoiceMap }, edits: readonly ScreenplayEdit[],
): Promise<Corrected<CastVoice>> {
  const catalogue = (await services.speech()).voices();
  let field = '';
  const correction = new Correction(base.screenplay, base.voices, (voiceId) => resolveVoice(catalogue, { voiceId }, `${field}.voiceId`));
  let corrected: Corrected<CastVoice> | null = null;
  makeEdits(edits, (edit, place) => {
    field = place;
    correction.make(edit);
    if (edit === edits.at(-1)) corrected = correction.result();
  });
  return corrected!;
}

/**
 * Corrects the script of a read and begins to speak what changed (see `reviseRead`). All edits are made, or none. Raises `validation_failed`
 * with the field of the edit that cannot be made.
 */
export async function editRead(
  services: Services, { artifactId, expectedRevision, ...request }: EditRequest, edits: readonly ScreenplayEdit[],
): Promise<Revised> {
  const base = await baseOfRevision(services, artifactId, expectedRevision);
  const was = await getScreenplay(services.store, base.content.scriptKey);
  return reviseRead(services, base, was, await correct(services, { screenplay: was, voices: base.content.voiceMap }, edits), { ...request, cause: 'edit' });
}

/**
 * Makes the script and voices of an earlier revision the next revision, which remembers whose they are. Raises `validation_failed` for a revision that never
 * existed.
 */
export async function restoreRead(services: Services, { artifactId, expectedRevision, ...request }: EditRequest, revision: number): Promise<Revised> {
  const base = await baseOfRevision(services, artifactId, expectedRevision);
  const earlier = await findReadVersion(services.db, artifactId, revision);
  if (!earlier) throw new ApiError('validation_failed', `the read has no revision ${revision}; the newest is ${base.newestVersion}`, { field: 'restoreRevision' });
  const [was, screenplay] = await Promise.all([base, earlier].map(({ content }) => getScreenplay(services.store, content.scriptKey)));
  const { keepsPlaces } = compareEntries(was!, screenplay!);
  const revised = { screenplay: screenplay!, voices: earlier.content.voiceMap, keepsPlaces, restores: revision };
  return reviseRead(services, base, was!, revised, { ...request, cause: 'edit' });
}
