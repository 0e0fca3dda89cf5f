import Type from 'typebox';
import { findClipRequest } from '../../src/domain/artifacts/clips/clip-store.js';
import { orderPortraitClip, orderSceneClip, requestClip, type ClipOrder } from '../../src/domain/artifacts/clips/clip-orders.js';
import { CLIP_STATUSES, clipStatusOf } from '../../src/domain/artifacts/clips/clip-views.js';
import type { ClipRequest } from '../../src/domain/artifacts/clips/clip-brief.js';
import type { ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { MAX_CLIP_PROMPT_CHARS } from '../../src/domain/artifacts/overlays/theater-motion.js';
import { MAX_CLIP_MS, MIN_CLIP_MS } from '../../src/craft/video/clip-format.js';
import { closed, Id, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { Next, type NextStep } from '../../src/kernel/contract/next-step.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { accepted } from '../../src/kernel/http/operations/answers.js';
import type { Services } from '../../src/kernel/services.js';
import { defineOperation } from '../operation.js';

const POLL_MS = 3_000;
const Asked = oneOf(CLIP_STATUSES.filter((status) => status !== 'none' && status !== 'stale'), { description: 'How far it is' });
const JobId = Type.String({ description: 'Names the making of the clip, the same in every answer about it' });
const Index = (description: string) => Type.Integer({ minimum: 0, maximum: 100_000, description });
const Words = (description: string) => Type.String({ minLength: 1, maxLength: MAX_CLIP_PROMPT_CHARS, pattern: VISIBLE, description });

/** A clip of a scene, made or in the making. */
export const SceneClip = closed({
  sceneIndex: Type.Integer({ minimum: 0 }), entryIndex: Type.Integer({ minimum: 0, description: 'From which entry on it is seen' }),
  prompt: nullable(Type.String()), videoUrl: nullable(Type.String({ description: 'Takes no key' })),
  status: oneOf(CLIP_STATUSES.filter((status) => status !== 'none'), { description: '`stale`: it shows the place of its scene, which is drawn by another `backdropPrompt` by now' }),
  durationMs: nullable(Type.Integer({ minimum: 0 })), description: nullable(Type.String({ description: 'What it shows, in words' })),
  provider: nullable(Type.String({ description: 'Who made it; `embedded` is drawn' })),
});

const AvatarVideoRequest = model('ArtifactAvatarVideoRequest', 'Whose portrait speaks, and which of the lines.', closed({
  character: Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Who is seen, as the cast of the read names the person' }),
  description: Type.Optional(Words('Words of the line that is spoken, the longest one that has all of them; a video service also follows other words. Without it, the longest line of the person')),
}), { character: 'MARA', description: 'it must be slow' });
const AvatarVideoQueued = model('ArtifactAvatarVideoQueued', 'Whose portrait is being made to speak.', closed({
  artifactId: Id, character: Type.String(), entryIndex: Type.Integer({ minimum: 0, description: 'The line that it speaks' }), status: Asked, chatToolJobId: JobId, next: Next,
}));

const MotionClipRequest = model('ArtifactMotionClipRequest', 'Which scene gets a clip, from which entry on, and how long it is before it begins again.', closed({
  sceneIndex: Index('Of the screenplay of the read'), entryIndex: Index('An entry of the scene: from it on the clip is seen'),
  prompt: Type.Optional(Words('What is seen instead of the place of the scene; without it, what the `clipPrompt` of the motion of this entry says')),
  durationMs: Type.Integer({ minimum: MIN_CLIP_MS, maximum: MAX_CLIP_MS, description: 'Length of the clip in milliseconds' }),
}), { sceneIndex: 1, entryIndex: 6, prompt: 'a harbour at dawn, boats at the quay', durationMs: 8_000 });
const MotionClipQueued = model('ArtifactMotionClipQueued', 'Of which scene a clip is being made.', closed({
  artifactId: Id, sceneIndex: Type.Integer({ minimum: 0 }), entryIndex: Type.Integer({ minimum: 0 }), status: Asked, chatToolJobId: JobId, next: Next,
}));

interface ClipCall { artifact: ArtifactRow; actor: { accountId: string }; requestId: string; resourceId: string; credits: number }

/** Starts the order of a call. A repeat of the call finds the first request, whatever has changed since. */
async function started(
  services: Services, { artifact, actor: { accountId }, requestId, resourceId: id, credits }: ClipCall, order: () => Promise<ClipOrder>,
): Promise<ClipRequest> {
  return await findClipRequest(services.db, id) ?? requestClip(services, artifact, await order(), { id, accountId, requestId, credits });
}

const answerOf = (request: ClipRequest) => ({ status: clipStatusOf(request), chatToolJobId: request.workId });

const seen = (artifactId: string, path: string, why: string): NextStep => ({ method: 'GET', path: `/artifacts/${artifactId}/${path}`, afterMs: POLL_MS, why });

const MADE = 'Costs CLIP credits, charged when the clip is there; the first call quotes them. Of this read alone, in all its revisions; no new revision. A drawn clip that '
  + 'would be the one that is there is refused.';

/** Clips of a read. */
export const clipOperations = [
  defineOperation({
    id: 'makeAvatarVideo', method: 'POST', path: '/artifacts/{artifactId}/avatar-video', area: 'artifacts', scopes: ['artifact:publish'], idempotency: 'accepted',
    mints: 'readClip', price: ({ artifact, body }, services) => orderPortraitClip(services, artifact, body).then(({ credits }) => credits),
    summary: 'Make the portrait of a person of a table read speak',
    description: 'The portrait speaks one line of the performed read, with its own voice, as an MP4 of 4 to 30 seconds; needs a complete performance. Drawn here it is a puppet whose '
      + `mouth follows the sounds of the voice. \`videoUrl\` of the cast is its address; \`stale\` says that the person looks or sounds otherwise by now. ${MADE}`,
    effects: { character: 'whose portrait', description: 'which line is spoken' },
    request: { body: AvatarVideoRequest }, response: { 202: AvatarVideoQueued }, errors: ['artifact_not_ready'],
    async handle(call, services) {
      const { artifact, body } = call;
      const request = await started(services, call, () => orderPortraitClip(services, artifact, body));
      const { character, entryIndex } = request.brief as Extract<ClipRequest['brief'], { purpose: 'portrait' }>;
      return accepted({ artifactId: artifact.id, character, entryIndex, ...answerOf(request), next: seen(artifact.id, 'cast', 'Shows the clip once it is made.') });
    },
  }),
  defineOperation({
    id: 'makeTheaterMotionClip', method: 'POST', path: '/artifacts/{artifactId}/theater-motion-clip', area: 'artifacts', scopes: ['artifact:publish'], idempotency: 'required',
    mints: 'readClip', price: ({ artifact, body }, services) => orderSceneClip(services, artifact, body).then(({ credits }) => credits),
    summary: 'Make a clip of a scene of a table read',
    description: 'A silent MP4 that begins again without a jump: drawn here, a camera moves through the planes of the drawn place. Page and film show it behind the people, from its '
      + 'entry to the end of the scene or the next clip. `media` of theater-scene shows the picture again; another clip of the same entry takes its place. '
      + `GET theater lists the clips. The embedded renderer refuses a prompt that names nothing it can draw. ${MADE}`,
    effects: { prompt: 'what is seen' },
    request: { body: MotionClipRequest }, response: { 202: MotionClipQueued }, errors: ['artifact_not_ready'],
    async handle(call, services) {
      const { artifact, body } = call;
      const request = await started(services, call, () => orderSceneClip(services, artifact, body));
      const { sceneIndex, entryIndex } = request.brief as Extract<ClipRequest['brief'], { purpose: 'scene' }>;
      return accepted({ artifactId: artifact.id, sceneIndex, entryIndex, ...answerOf(request), next: seen(artifact.id, 'theater', 'Lists the clip once it is made.') });
    },
  }),
];
