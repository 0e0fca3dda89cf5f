import Type from 'typebox';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { castKey } from '../../src/domain/canon/cast-canon.js';
import { viewCastCanon } from '../../src/domain/canon/canon-view.js';
import type { CastCanonRow } from '../../src/domain/canon/cast-canon-store.js';
import { findSeriesBible } from '../../src/domain/canon/series-bible-store.js';
import { isAudioOnly } from '../../src/domain/canon/series-bible.js';
import { chooseVariant, setCastVoice } from '../../src/domain/canon/voices/choose-voice.js';
import { voiceDesignCoverage } from '../../src/domain/canon/voices/design-coverage.js';
import { askedVoice, voiceDesigns } from '../../src/domain/canon/voices/design-kind.js';
import { DESIGN_STATUSES, nextOfDesign, viewDesign } from '../../src/domain/canon/voices/design-view.js';
import { DEFAULT_VARIANTS, MAX_VARIANTS, MIN_VARIANTS, VOICE_PACES, VOICE_PITCHES } from '../../src/domain/canon/voices/voice-brief.js';
import { AGE_RANGES } from '../../src/craft/people/facts.js';
import type { Services } from '../../src/kernel/services.js';
import { candidates } from '../families/candidates.js';
import { needs } from '../needs.js';
import { defineOperation } from '../operation.js';
import { projectPath } from './project-path.js';
import { CastCanon, CastName, ExpectedVersion, Gender } from './schemas.js';

const AgeRange = oneOf(AGE_RANGES);
const Pitch = oneOf(VOICE_PITCHES);
const Pace = oneOf(VOICE_PACES);
const Accent = Type.String({ minLength: 1, maxLength: 40, pattern: VISIBLE });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 40, pattern: VISIBLE }), { maxItems: 8 });
const Description = Type.String({ minLength: 1, maxLength: 2_000, pattern: VISIBLE });
const DesignedVoiceId = Type.String({ minLength: 1, maxLength: 200 });

const DesignRequest = model('VoiceDesignRequest', 'Whose voice to design, and how it should sound.', closed({
  character: CastName,
  description: Type.Optional(Description), gender: Type.Optional(Gender), ageRange: Type.Optional(AgeRange), accent: Type.Optional(Accent),
  pitch: Type.Optional(Pitch), pace: Type.Optional(Pace), tags: Type.Optional(Tags),
  count: Type.Optional(Type.Integer({ minimum: MIN_VARIANTS, maximum: MAX_VARIANTS, description: 'How many voices to choose from; 4 without it' })),
}));

const Variant = closed({
  voiceId: Type.String({ description: 'Says how the voice is made: it sounds the same wherever the engine is installed' }),
  name: Type.String(), provider: Type.String(),
  previewUrl: Type.String({ description: 'A recorded sentence, heard without a key' }),
  pitchHz: nullable(Type.Number({ description: 'Median, measured on the recorded sentence' })),
  wordsPerSecond: Type.Number(), measuredLufs: Type.Number(),
  nearest: nullable(closed({ character: Type.String(), voiceName: Type.String(), distance: Type.Number() }, {
    description: 'The most similar voice of the rest of the cast, when this one was designed; 1 is how far one voice is from itself on another sentence',
  })),
  status: oneOf(['ready', 'retired'], { description: '`retired`: this server has no engine that speaks it' }),
  chosen: Type.Boolean(),
});

const VoiceDesign = model('VoiceDesign', 'Voices that were made for one character, to hear and to choose from.', closed({
  id: Id, projectId: Id, character: Type.String(),
  brief: closed({
    character: Type.String(), description: Type.String(), gender: Gender, ageRange: AgeRange, accent: nullable(Type.String()),
    pitch: nullable(Pitch), pace: nullable(Pace), tags: Type.Array(Type.String()), count: Type.Integer(), round: Type.Integer(),
  }, { description: 'What was asked for, with what canon and Series Bible say of the character' }),
  status: oneOf(DESIGN_STATUSES), variants: Type.Array(Variant), chosenVoiceId: nullable(Type.String()),
  failureCode: nullable(Type.String()), failureMessage: nullable(Type.String()), next: Next, createdAt: Timestamp, updatedAt: Timestamp,
}));
const ChooseRequest = model('VoiceChooseRequest', 'The designed voice that becomes the voice of its character.', closed({
  designId: Id, voiceId: DesignedVoiceId, expectedVersion: Type.Optional(ExpectedVersion),
}));
const ChosenVoice = model('VoiceChosen', 'The design with the voice that was chosen, and the cast canon that has it.',
  closed({ design: VoiceDesign, castCanon: CastCanon, next: Next }));

const CastVoiceRequest = model('CastVoiceUpdateRequest', 'The voice that a character speaks with from now on.', closed({
  character: CastName,
  voiceId: Type.String({ minLength: 1, maxLength: 200, description: 'Of GET /voices, or a designed voice' }),
  voiceName: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE, description: 'For a designed voice; others have the name of the catalogue' })),
  provider: Type.Optional(Type.String({ maxLength: 80 })),
  gender: Type.Optional(Gender),
  expectedVersion: Type.Optional(ExpectedVersion),
}));
const CastVoiceEnvelope = model('CastVoiceEnvelope', 'The cast canon with the voice that was saved.', closed({ castCanon: CastCanon, next: Next }));

const base = '/story-projects/{projectId}/cast-voice';

async function castCanonOf({ db }: Services, project: { id: string; createdAt: Date }, canon: CastCanonRow) {
  const bible = await findSeriesBible(db, project.id);
  return viewCastCanon(project, canon, isAudioOnly(bible?.content ?? {}));
}

export const castVoiceOperations = [
  defineOperation({
    id: 'updateCastVoice', method: 'PATCH', path: base, area: 'canon', scopes: ['story:write'], idempotency: 'accepted',
    summary: 'Set the voice of one member of the cast',
    description: 'A voice of the catalogue or a designed one; `NARRATOR` names the narrator. It speaks in every read that is made from now on; '
      + 'a read that exists says that it is `stale` and is brought up to date free of charge. A name that the cast lacks is added.',
    effects: {
      voiceName: 'names a designed voice', provider: 'must have the voice', gender: 'the cast of a read shows it', expectedVersion: 'refuses',
      character: 'the cue', voiceId: 'speaks the cue',
    },
    request: { body: CastVoiceRequest }, response: { 200: CastVoiceEnvelope }, errors: ['voice_retired', 'version_conflict'],
    async handle({ project, body: { expectedVersion, ...choice }, actor }, services) {
      const owner = { accountId: actor.accountId, projectId: project.id };
      const castCanon = await castCanonOf(services, project, await setCastVoice(services, owner, choice, expectedVersion));
      return { castCanon, ...withNext(await nextOfProject(services.db, owner)) };
    },
  }),
  ...candidates(projectPath, voiceDesigns, {
    name: 'VoiceDesign', key: 'design', schema: VoiceDesign, one: 'One voice design.', next: nextOfDesign,
    async view({ speech, config }) {
      const catalogue = (await speech()).voices();
      return (row) => viewDesign(row, catalogue, config.appUrl);
    },
    list: {
      id: 'listVoiceDesigns', path: '/cast-voice/designs', summary: 'List the voice designs of a project, newest first', page: 'One page of voice designs.',
      description: 'With `character`, those of one character. `variants` is empty until a design is ready.',
      by: { field: 'character', schema: CastName, idOf: castKey },
    },
    make: {
      id: 'designVoice', path: '/cast-voice/design', summary: 'Generate a voice design: voices for a character to choose from', mints: 'voiceDesign', needs: [needs.plan],
      description: 'What the call does not say is taken from what cast canon and Series Bible say of the character: its `voice`, role and age. '
        + 'Each variant is spoken, measured and compared with the rest of the cast; another call for the same character brings other voices.',
      effects: {
        description: 'pitch, pace, age, accent of the voices', gender: 'styles of the voices', ageRange: 'pitch, tract and tremor',
        accent: 'pronunciation of the voices', pitch: 'pitch of the voices', pace: 'pace of the voices', tags: 'a machine or a person', count: 'how many voices',
        character: 'whose voice is made',
      },
      body: DesignRequest, wanted: ({ count = DEFAULT_VARIANTS }) => count, ask: ({ db }, projectId, wish) => askedVoice(db, projectId, wish),
    },
    choose: {
      id: 'chooseVoice', path: '/cast-voice/choose', summary: 'Choose a designed voice for a character',
      description: 'The voice goes into the cast canon and stays through all episodes and revisions.',
      effects: { expectedVersion: 'refuses', voiceId: 'speaks the cue' },
      body: ChooseRequest, answer: ChosenVoice, errors: ['voice_retired', 'version_conflict'], field: 'voiceId', idOf: (_id, { facts }) => facts.voiceId,
      async choose(services, { owner, brief, facts, expectedVersion }) {
        const canon = await chooseVariant(services, owner, brief.character, facts, expectedVersion);
        const catalogue = (await services.speech()).voices();
        return async (row) => ({
          design: viewDesign(row, catalogue, services.config.appUrl), castCanon: await castCanonOf(services, { ...canon, id: owner.projectId }, canon),
          ...withNext(await nextOfProject(services.db, owner)),
        });
      },
    },
    request: { path: '/cast-voice/designs/{designId}' },
    reports: { coverage: voiceDesignCoverage, words: 'the voices of a design', options: { next: ({ db }, asked) => nextOfProject(db, asked) } },
  }),
];
