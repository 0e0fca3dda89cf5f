import { Next } from '../../src/kernel/contract/next-step.js';
import type { ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { recordingOf } from '../../src/domain/artifacts/manifest.js';
import { isBeingMade, nextOfFinalize } from '../../src/domain/artifacts/next-step.js';
import Type from 'typebox';
import { requestFinalize, retryFinalize } from '../../src/domain/artifacts/finalize/finalize.js';
import { closed, Id, model, oneOf } from '../../src/kernel/contract/models.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import { DEFAULT_CHOICE } from '../../src/domain/artifacts/film/film-choice.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { defineOperation } from '../operation.js';
import { FINALIZE_STATUSES, RenderAcknowledgement, renderVideo } from './render-video.js';

const FinalizeRequest = model('FinalizeRequest', 'What to make durable, and whether the server should wait for the recording.', closed({
  mode: Type.Optional(oneOf(['audio', 'video'], { default: 'audio', description: 'The MP3, or the film; `render-video` takes its format' })),
  waitForRecording: Type.Optional(Type.Boolean({ default: false, description: 'Reserves the credits at once and makes the MP3 when the recording is complete' })),
}), { waitForRecording: true });

const FinalizeAcknowledgement = model('FinalizeAcknowledgement', 'How far the MP3 of a table read is.', closed({
  artifactId: Id,
  mode: oneOf(['audio']),
  finalize: closed({ status: oneOf(FINALIZE_STATUSES) }),
  next: Next,
}));

const Acknowledgement = Type.Union([FinalizeAcknowledgement, RenderAcknowledgement]);

/** 202 while the file is being made, else 200. */
function acknowledge(row: ArtifactRow, status: (typeof FINALIZE_STATUSES)[number]) {
  const next = nextOfFinalize(row.id, status, recordingOf(row));
  const answer = { artifactId: row.id, mode: 'audio' as const, finalize: { status }, next };
  return isBeingMade(status) ? accepted(answer) : ok(answer);
}

function refuseWaiting({ mode, waitForRecording }: { mode?: 'audio' | 'video'; waitForRecording?: boolean }): void {
  if (mode !== 'video' || !waitForRecording) return;
  throw new ApiError('validation_failed', 'a film does not wait for the recording; ask again when it is complete', { field: 'waitForRecording' });
}

export const finalizeOperations = [
  defineOperation({
    id: 'finalizeArtifact', method: 'POST', path: '/artifacts/{artifactId}/finalize', area: 'artifacts',
    scopes: ['artifact:publish'], idempotency: 'required', summary: 'Finalize a table read as a durable MP3 or film',
    description: 'The MP3 costs TABLE_READ_FINALIZE_AUDIO credits, once per revision, the film TABLE_READ_FINALIZE_VIDEO; see `render-video`. Without a completed recording the answer is '
      + '`needs_recording` and nothing is charged: reads record themselves, so ask again when `manifest.audio.recording` is complete, or send '
      + '`waitForRecording`.',
    effects: { mode: 'what is made', waitForRecording: 'follows the recording' },
    request: { body: FinalizeRequest },
    response: { 200: Acknowledgement, 202: Acknowledgement },
    errors: ['artifact_not_ready', 'insufficient_credits'],
    check: ({ body }) => refuseWaiting(body),
    async handle({ artifact, body, actor, requestId }, services) {
      const { mode, waitForRecording = false } = body;
      if (mode === 'video') return renderVideo(services, artifact, { accountId: actor.accountId, requestId, choice: DEFAULT_CHOICE });
      const status = await requestFinalize(services, { artifactId: artifact.id, accountId: actor.accountId, requestId, waitForRecording });
      return acknowledge(artifact, status);
    },
  }),
  defineOperation({
    id: 'retryFinalize', method: 'POST', path: '/artifacts/{artifactId}/finalize/retry', area: 'artifacts',
    scopes: ['artifact:publish'], idempotency: 'required', summary: 'Retry a failed or stalled MP3',
    description: 'Starts the rendering again. Poll the artifact afterwards: `manifest.audio.finalize` says how far it is.',
    response: { 200: FinalizeAcknowledgement, 202: FinalizeAcknowledgement },
    errors: ['artifact_not_ready', 'insufficient_credits'],
    async handle({ artifact, actor, requestId }, services) {
      const status = await retryFinalize(services, { artifactId: artifact.id, accountId: actor.accountId, requestId });
      return acknowledge(artifact, status);
    },
  }),
];
