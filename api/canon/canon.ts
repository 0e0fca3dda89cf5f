import type { Static } from 'typebox';
import type { Voice } from '../../src/adapters/speech/port.js';
import { castKey, type CastCanonPatch, type CharacterPatch } from '../../src/domain/canon/cast-canon.js';
import { findCastCanon, saveCastCanon } from '../../src/domain/canon/cast-canon-store.js';
import { viewCastCanon, viewSeriesBible } from '../../src/domain/canon/canon-view.js';
import { findSeriesBible, getSeriesBible, saveSeriesBible } from '../../src/domain/canon/series-bible-store.js';
import { isAudioOnly } from '../../src/domain/canon/series-bible.js';
import { resolveVoice, type VoiceChoice } from '../../src/domain/library/voice-choice.js';
import { ApiError } from '../../src/errors/api-error.js';
import { defineOperation } from '../operation.js';
import type { Services } from '../../src/services.js';
import {
  CastCanonEnvelope, CastCanonUpdateRequest, SeriesBibleEnvelope, SeriesBibleUpdateRequest,
} from './schemas.js';

type CastBody = Static<typeof CastCanonUpdateRequest>;

/** Names must differ after case folding: the folded name is the key of a character or Bible entry. */
function refuseRepeats(entries: readonly { name: string }[], field: string): void {
  const seen = new Set<string>();
  entries.forEach(({ name }, index) => {
    const key = castKey(name);
    if (seen.has(key)) throw new ApiError('validation_failed', `${field}.${index}.name repeats ${name}`, { field: `${field}.${index}.name` });
    seen.add(key);
  });
}

function refuseRepeatedIds(entries: readonly { id?: string }[], field: string): void {
  const ids = entries.map(({ id }) => id);
  const index = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) !== at);
  if (index >= 0) throw new ApiError('validation_failed', `${field}.${index}.id repeats ${ids[index]}`, { field: `${field}.${index}.id` });
}

async function castPatchOf(body: CastBody, services: Services): Promise<CastCanonPatch> {
  const chosen = [body.narrator, ...(body.characters ?? []).map(({ voice }) => voice)];
  const catalogue: Voice[] = chosen.some(Boolean) ? (await services.speech()).voices() : [];
  const voice = (choice: VoiceChoice | null | undefined, field: string) =>
    (choice ? resolveVoice(catalogue, choice, `${field}.voiceId`) : choice);
  const characters = body.characters?.map((character, index): CharacterPatch => {
    const { voice: choice, ...fields } = character;
    return { ...fields, ...(choice === undefined ? {} : { voice: voice(choice, `characters.${index}.voice`) }) };
  });
  return {
    mode: body.mode ?? 'merge',
    ...(body.narrator === undefined ? {} : { narrator: voice(body.narrator, 'narrator') }),
    ...(body.characters === undefined ? {} : { characters: characters ?? null }),
  };
}

export const canonOperations = [
  defineOperation({
    id: 'getCastCanon', method: 'GET', path: '/story-projects/{projectId}/cast-canon', area: 'canon',
    scopes: ['story:read'], idempotency: 'none', summary: 'Read who plays whom in a project',
    description: 'A project without a saved cast canon answers an empty one of version 0.',
    response: { 200: CastCanonEnvelope },
    async handle({ project }, { db }) {
      const [canon, bible] = await Promise.all([findCastCanon(db, project.id), findSeriesBible(db, project.id)]);
      return { castCanon: viewCastCanon(project, canon, isAudioOnly(bible?.content ?? {})) };
    },
  }),
  defineOperation({
    id: 'updateCastCanon', method: 'PATCH', path: '/story-projects/{projectId}/cast-canon', area: 'canon',
    scopes: ['story:write'], idempotency: 'none', summary: 'Save the cast canon; merges by name unless told to replace',
    description: 'Characters are the same when their names are, apart from case. An omitted field stays, null clears it. '
      + 'With `expectedVersion`, another version answers 409 `version_conflict` with `details.expected` and `details.actual`.',
    request: { body: CastCanonUpdateRequest }, response: { 200: CastCanonEnvelope },
    errors: ['voice_retired', 'version_conflict'],
    check({ body }) {
      refuseRepeats(body.characters ?? [], 'characters');
    },
    async handle({ project, body, actor }, services) {
      const patch = await castPatchOf(body, services);
      const owner = { accountId: actor.accountId, projectId: project.id };
      const canon = await saveCastCanon(services.db, owner, patch, body.expectedVersion);
      const bible = await findSeriesBible(services.db, project.id);
      return { castCanon: viewCastCanon(project, canon, isAudioOnly(bible?.content ?? {})) };
    },
  }),
  defineOperation({
    id: 'getSeriesBible', method: 'GET', path: '/story-projects/{projectId}/series-bible', area: 'canon',
    scopes: ['story:read'], idempotency: 'none', summary: 'Read the Series Bible of a project',
    description: 'A project without one answers an empty document with `currentVersion` 0.',
    response: { 200: SeriesBibleEnvelope },
    async handle({ project }, { db }) {
      return { document: viewSeriesBible(await getSeriesBible(db, project)) };
    },
  }),
  defineOperation({
    id: 'updateSeriesBible', method: 'PATCH', path: '/story-projects/{projectId}/series-bible', area: 'canon',
    scopes: ['story:write'], idempotency: 'none', summary: 'Save caller-authored Series Bible content as a new version',
    description: 'Content keys that are omitted stay, null clears; `episodes` and `characters` are replaced as whole lists. '
      + 'With `expectedVersion`, another version answers 409 `version_conflict` with `details.expected` and `details.actual`.',
    request: { body: SeriesBibleUpdateRequest }, response: { 200: SeriesBibleEnvelope },
    errors: ['version_conflict'],
    check({ body }) {
      refuseRepeats(body.content?.characters ?? [], 'content.characters');
      refuseRepeatedIds(body.content?.characters ?? [], 'content.characters');
      refuseRepeatedIds(body.content?.episodes ?? [], 'content.episodes');
    },
    async handle({ project, body }, { db }) {
      return { document: viewSeriesBible(await saveSeriesBible(db, project, { ...body, mode: body.mode ?? 'merge' })) };
    },
  }),
];
