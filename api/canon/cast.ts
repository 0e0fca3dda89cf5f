import Type from 'typebox';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { Next, StepModel, withNext } from '../../src/kernel/contract/next-step.js';
import { Warnings } from '../../src/kernel/contract/warnings.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { findDirections, MAX_DIRECTION_CHARS, saveDirection, type DirectedEpisode } from '../../src/domain/scripts/cast-directions.js';
import { CAST_ORIGINS, projectCast, visualsOf } from '../../src/domain/casting/cast-members.js';
import { quoteCasting, requestCasting } from '../../src/domain/casting/casting-kind.js';
import { listCastings } from '../../src/domain/casting/casting-store.js';
import { AVATAR_STATUSES, picturesWaitFor, viewCast, viewCasting } from '../../src/domain/casting/casting-view.js';
import { CHARACTER_IMAGE_KINDS } from '../../src/domain/canon/images/character-images.js';
import { findSeriesBible } from '../../src/domain/canon/series-bible-store.js';
import { getVersion } from '../../src/domain/scripts/script-view.js';
import type { FoundScript } from '../../src/domain/scripts/script-view.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted } from '../../src/kernel/http/operations/answers.js';
import { deliveryOfDirection } from '../../src/craft/narrative/writing/direction/directed-characters.js';
import type { Services } from '../../src/kernel/services.js';
import { WORK_STATUSES } from '../../src/kernel/works/model.js';
import { needs } from '../needs.js';
import { defineOperation } from '../operation.js';
import { CastName, CastVoice, ExpectedVersion, Gender } from './schemas.js';

const Count = Type.Integer({ minimum: 0 });
const ImageKind = oneOf(CHARACTER_IMAGE_KINDS);
const Missing = Type.Array(closed({
  item: Type.String({ description: '`voice`, or a picture field of the cast canon' }),
  optional: Type.Boolean({ description: 'No read waits for it: the server draws everyone without a picture' }), nextCall: StepModel,
}), {
  description: 'What is missing, and the call that supplies it',
});
const Picture = closed({ url: nullable(Type.String()), avatarStatus: oneOf(AVATAR_STATUSES) });

const Casting = model('Casting', 'Work that completes a cast: its state, and the pictures that it makes.', closed({
  castingId: Id, status: oneOf(WORK_STATUSES), stage: Type.String(), completed: Count, total: Count,
  pictures: Type.Array(closed({ character: Type.String(), kind: ImageKind, status: oneOf(['queued', 'ready', 'failed']) })),
  failureCode: nullable(Type.String()), failureMessage: nullable(Type.String()), createdAt: Timestamp,
}));

const CastMember = model('ProjectCastMember', 'One member of the cast with voice and pictures, and the calls that supply what is missing.', closed({
  name: Type.String(), aliases: Type.Array(Type.String()), role: Type.String(), gender: Gender,
  from: Type.Array(oneOf(CAST_ORIGINS), { description: 'Where the character is known from' }),
  voice: nullable(CastVoice), finalized: Type.Boolean(), images: closed({ face: Picture, body: Picture, sheet: Picture }),
  direction: nullable(Type.String({ description: 'How the character is played in the script or episode that was asked for' })), missing: Missing,
}));

const PicturesWait = Type.Unsafe<ReturnType<typeof picturesWaitFor>>(nullable(closed({ missingFields: Type.Array(Type.String()), nextCall: StepModel }, {
  description: 'What the Series Bible does not say of how pictures look, and the call that says it; null when no picture waits',
})));
const ProjectCast = model('ProjectCast', 'The cast of a project as far as it is known: voices, pictures, and what is still missing.', closed({
  projectId: Id, version: Type.Integer({ minimum: 0, description: 'Of the cast canon' }),
  audioOnly: Type.Boolean({ description: 'Pictures are not missing then' }), picturesWait: PicturesWait,
  narrator: closed({ voice: nullable(CastVoice), missing: Missing }), characters: Type.Array(CastMember),
  totals: closed({ completed: Count, total: Count }, { description: 'Members who have a voice, and all of them with the narrator' }),
  complete: Type.Boolean({ description: 'Every member and the narrator have a voice' }),
  directionVersion: nullable(Type.Integer({ minimum: 0, description: 'Of the directions of the script or episode that was asked for' })),
  casting: nullable(Casting), next: Next,
}));
const CastEnvelope = model('ProjectCastEnvelope', 'How far the casting of a project is.', closed({ cast: ProjectCast, next: Next }));

const CastQuery = closed({
  scriptUploadId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'Its speakers belong to the cast too' })),
  episodeId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'An episode of the Series Bible, whose directions are shown' })),
});

const CastingRequest = model('ProjectCastRequest', 'Whom to cast, and with which pictures.', closed({
  scriptUploadId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'Its speakers belong to the cast too' })),
  character: Type.Optional(CastName),
  force: Type.Optional(Type.Boolean({ default: false, description: 'Pictures that exist are made anew, as the look is now' })),
  pictures: Type.Optional(Type.Boolean({ default: true, description: 'False: voices alone, which are free' })),
  imageKind: Type.Optional(oneOf(CHARACTER_IMAGE_KINDS, {
    description: 'Only this picture; also in an audio-only project. Without it every one that is missing',
  })),
}));
const CastingEnvelope = model('CastingEnvelope', 'The casting that was started, and the call that shows how far it is.',
  closed({ casting: Casting, picturesWait: PicturesWait, next: Next }));

const DirectionRequest = model('CastDirectionRequest', 'How a character is played in one script or episode; null removes the direction.', closed({
  scriptUploadId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'The script, with all its versions; or `episodeId`' })),
  episodeId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'An episode of the Series Bible; its script follows it by its title' })),
  character: CastName,
  direction: nullable(Type.String({ minLength: 1, maxLength: MAX_DIRECTION_CHARS, pattern: VISIBLE }), { description: 'Null removes it' }),
  expectedVersion: Type.Optional(ExpectedVersion),
}, { examples: [{ scriptUploadId: 'scv_0', character: 'Ada', direction: 'tired and slow, never loud' }] }));
const DirectionEnvelope = model('CastDirectionEnvelope',
  'The directions of a script or an episode, and what they ask of the lines of the character that was sent.', closed({
  next: Next,
  warnings: Warnings,
  castDirection: closed({
    scriptUploadId: nullable(Id), episodeId: nullable(Id), version: Count,
    characters: Type.Array(closed({ character: Type.String(), direction: Type.String() })),
    delivery: closed({ emotion: nullable(Type.String()), speed: Type.Number(), volume: Type.Number() }, {
      description: 'What the words ask of the lines of the character that was sent: an emotion for plain lines, factors on pace and level',
    }),
  }),
}));

/** A script of the project, or null without a reference. Raises `script_not_found`. */
async function findScript({ db }: Services, accountId: string, projectId: string, reference: string | undefined): Promise<FoundScript | null> {
  if (reference === undefined) return null;
  const found = await getVersion(db, accountId, reference);
  if (found.script.projectId !== projectId) throw new ApiError('script_not_found', 'the script belongs to another project');
  return found;
}

interface EpisodeReference { scriptUploadId?: string; episodeId?: string }

/** The episode of a reference; null when there is none. Raises `script_not_found`, and `validation_failed` for an unknown episode. */
async function findEpisode(services: Services, projectId: string, found: FoundScript | null, { episodeId }: EpisodeReference): Promise<DirectedEpisode | null> {
  if (found) return { scriptId: found.script.id };
  if (episodeId === undefined) return null;
  const bible = await findSeriesBible(services.db, projectId);
  if (bible?.content.episodes?.some(({ id }) => id === episodeId)) return { episodeId };
  throw new ApiError('validation_failed', 'episodeId is no episode of the Series Bible', { field: 'episodeId' });
}

function refuseBoth({ scriptUploadId, episodeId }: EpisodeReference, isNeeded: boolean): void {
  if (scriptUploadId !== undefined && episodeId !== undefined) {
    throw new ApiError('validation_failed', 'send scriptUploadId or episodeId, not both', { field: 'episodeId' });
  }
  if (isNeeded && scriptUploadId === undefined && episodeId === undefined) {
    throw new ApiError('validation_failed', 'scriptUploadId or episodeId is required', { field: 'scriptUploadId' });
  }
}

/** A note that no rule understands is shown to people but changes nothing in the read. */
const UNFOLLOWED = 'No word of it changes how lines are spoken: understood are emotions (tired, angry, afraid), pace (slow, fast) and level (quiet, loud).';
const path = '/story-projects/{projectId}/cast';
const POLL_MS = 2_000;

export const castOperations = [
  defineOperation({
    id: 'getProjectCast', method: 'GET', path, area: 'canon', scopes: ['story:read'], idempotency: 'accepted',
    summary: 'Read the casting progress of a project',
    description: 'Everybody of the cast canon, the Series Bible and, with `scriptUploadId`, the script: voice, pictures and what is missing, '
      + 'each with the call that supplies it. In an audio-only project no picture is missing.',
    request: { query: CastQuery }, response: { 200: CastEnvelope }, errors: ['script_not_found', 'cast_precondition_failed'],
    check: ({ query }) => refuseBoth(query, false),
    async handle({ project, query, actor }, services) {
      const found = await findScript(services, actor.accountId, project.id, query.scriptUploadId);
      const episode = await findEpisode(services, project.id, found, query);
      const [cast, castings, directions] = await Promise.all([
        projectCast(services, project.id, found?.version ?? null), listCastings(services.db, project.id),
        episode ? findDirections(services.db, project.id, episode) : null,
      ]);
      const view = viewCast({ projectId: project.id, cast, castings, directions, scriptUploadId: found?.version.id ?? null });
      const next = view.next ?? await nextOfProject(services.db, { projectId: project.id, accountId: actor.accountId });
      return { cast: view, ...withNext(next) };
    },
  }),
  defineOperation({
    id: 'castProject', method: 'POST', path, area: 'canon', scopes: ['artifact:publish'], idempotency: 'accepted', mints: 'casting',
    needs: [needs.plan], summary: 'Cast a project: the voices and pictures that are missing',
    description: 'Suggested voices for everyone without one are free; each picture costs CAST_IMAGE credits and is charged when it is there. Until the Series '
      + 'Bible says how pictures look they wait: voices are cast alone, and a call that asks for pictures, or has only pictures left to make, is '
      + 'refused. In an audio-only project pictures are made only where `imageKind` asks for them. Voices and pictures that exist stay, unless `force` makes the pictures anew.',
    effects: {
      scriptUploadId: 'its speakers get voices too', character: 'only this one', force: 'pictures are made anew', imageKind: 'only this picture',
      pictures: 'voices alone',
    },
    request: { body: CastingRequest }, response: { 202: CastingEnvelope },
    errors: ['script_not_found', 'cast_precondition_failed', 'artifact_not_ready'],
    async price({ project, body, actor }, services) {
      const found = await findScript(services, actor.accountId, project.id, body.scriptUploadId);
      return (await quoteCasting(services, project.id, found?.version ?? null, body)).credits;
    },
    async handle({ project, body: { scriptUploadId, ...wish }, actor, requestId, resourceId, credits }, services) {
      const found = await findScript(services, actor.accountId, project.id, scriptUploadId);
      const casting = await requestCasting(services, {
        accountId: actor.accountId, projectId: project.id, castingId: resourceId, version: found?.version ?? null, wish, requestId, credits,
      });
      const path = `/story-projects/${project.id}/cast${scriptUploadId === undefined ? '' : `?scriptUploadId=${scriptUploadId}`}`;
      const next = { method: 'GET' as const, path, afterMs: POLL_MS, why: 'Shows the cast as it is completed.' };
      const picturesWait = wish.imageKind || wish.force ? null : picturesWaitFor(project.id, await visualsOf(services.db, project.id));
      return accepted({ casting: viewCasting(casting), picturesWait, next });
    },
  }),
  defineOperation({
    id: 'directCast', method: 'PATCH', path, area: 'canon', scopes: ['story:write'], idempotency: 'accepted',
    summary: 'Direct a character in one episode',
    description: 'Words of emotion, pace and level in the direction shape every line of the character in reads of the script: '
      + '"tired and slow, never loud". A read that exists is `stale` until update-recording speaks it again. An emotion that a line itself shows, and settings of single lines, stay over it.',
    effects: {
      scriptUploadId: 'the script that is played so', episodeId: 'the episode that is played so', expectedVersion: 'refuses', character: 'who is played so',
      direction: 'emotion, pace and level of the lines; warnings say when no word is understood',
    },
    request: { body: DirectionRequest }, response: { 200: DirectionEnvelope }, errors: ['script_not_found', 'version_conflict'],
    check: ({ body }) => refuseBoth(body, true),
    async handle({ project, body, actor }, services) {
      const { character, direction, expectedVersion } = body;
      const found = await findScript(services, actor.accountId, project.id, body.scriptUploadId);
      const episode = (await findEpisode(services, project.id, found, body))!;
      const saved = await saveDirection(services, project.id, episode, { character, direction }, { expectedVersion, by: actor.keyId });
      const next = await nextOfProject(services.db, { projectId: project.id, accountId: actor.accountId });
      const delivery = deliveryOfDirection(direction ?? '');
      const isFollowed = direction === null || delivery.emotion !== null || delivery.speed !== 1 || delivery.volume !== 1;
      return {
        ...withNext(next), warnings: isFollowed ? [] : [{ field: 'direction', message: UNFOLLOWED }],
        castDirection: { scriptUploadId: found?.version.id ?? null, episodeId: body.episodeId ?? null, ...saved, delivery },
      };
    },
  }),
];
