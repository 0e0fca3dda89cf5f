import type { Static } from 'typebox';
import { withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import type { Voice } from '../../src/craft/speech/port.js';
import type { CastCanonPatch, CharacterPatch } from '../../src/domain/canon/cast-canon.js';
import { findCastCanon, saveCastCanon } from '../../src/domain/canon/cast-canon-store.js';
import { viewCastCanon } from '../../src/domain/canon/canon-view.js';
import { findSeriesBible } from '../../src/domain/canon/series-bible-store.js';
import { isAudioOnly } from '../../src/domain/canon/series-bible.js';
import { resolveVoice, type VoiceChoice } from '../../src/domain/library/voice-choice.js';
import { defineOperation } from '../operation.js';
import type { Services } from '../../src/kernel/services.js';
import { recorded } from '../../src/kernel/contract/field-effects.js';
import { refuseRepeats } from './repeats.js';
import { CastCanonEnvelope, CastCanonUpdateRequest } from './schemas.js';

type CastBody = Static<typeof CastCanonUpdateRequest>;

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
    scopes: ['story:read'], idempotency: 'none', summary: 'Read the cast canon of a project',
    description: 'A project without a saved cast canon answers an empty one of version 0.',
    response: { 200: CastCanonEnvelope },
    async handle({ project, actor }, { db }) {
      const [canon, bible] = await Promise.all([findCastCanon(db, project.id), findSeriesBible(db, project.id)]);
      const next = await nextOfProject(db, { projectId: project.id, accountId: actor.accountId });
      return { castCanon: viewCastCanon(project, canon, isAudioOnly(bible?.content ?? {})), ...withNext(next) };
    },
  }),
  defineOperation({
    id: 'updateCastCanon', method: 'PATCH', path: '/story-projects/{projectId}/cast-canon', area: 'canon',
    scopes: ['story:write'], idempotency: 'none', summary: 'Save the cast canon; merges by name unless told to replace',
    description: 'Characters are the same when their names are, apart from case. An omitted field stays, null clears it. '
      + 'With `expectedVersion`, another version answers 409 `version_conflict` with `details.expected` and `details.actual`.',
    effects: {
      characters: 'voices and pictures of a read', narrator: 'the voice of narrated reads', mode: 'merge or replace', expectedVersion: 'refuses',
      'narrator.voiceName': 'the catalogue\'s own name is kept', 'narrator.provider': 'must have the voice', 'characters.*.aliases': 'other cues of the voice',
      'characters.*.role': recorded('shown by the canon'), 'characters.*.gender': 'the cast of a read shows it', 'characters.*.voice': 'speaks the cue',
      'characters.*.voice.voiceName': 'the catalogue\'s own name is kept', 'characters.*.voice.provider': 'must have the voice',
      'characters.*.headshotUrl': 'the portrait of the cast', 'characters.*.bodyShotUrl': 'a read needs it',
      'characters.*.characterSheetUrl': 'a read needs it', 'characters.*.finalized': recorded('cleared with the voice'), 'characters.*.name': 'the cue',
      'characters.*.voice.voiceId': 'speaks the cue', 'narrator.voiceId': 'narrates reads',
    },
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
      return { castCanon: viewCastCanon(project, canon, isAudioOnly(bible?.content ?? {})), ...withNext(await nextOfProject(services.db, owner)) };
    },
  }),
];
