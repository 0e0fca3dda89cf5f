import Type from 'typebox';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { closed, Id, model, nullable, oneOf, Timestamp, TokenParams } from '../../src/kernel/contract/models.js';
import { cutPage, NextCursor, PageQuery } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { CAPTURE_KINDS, CAPTURE_STATUSES, findCapture, listCaptures, type CaptureRow } from '../../src/domain/sources/captures/capture-store.js';
import {
  createCapture, deleteCapture, finalizeCapture, isUnreadable, MAX_CAPTURE_BYTES, receiveUpload, requireOpenUpload, viewCapture,
} from '../../src/domain/sources/captures/captures.js';
import { frameKeyOf } from '../../src/domain/sources/captures/capture-objects.js';
import { nextOfCapture } from '../../src/domain/sources/captures/next-step.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted, file, fileOfBytes, ok } from '../../src/kernel/http/operations/answers.js';
import { rawFile } from '../../src/kernel/http/requests/body-kinds.js';
import type { Services } from '../../src/kernel/services.js';
import { defineOperation } from '../operation.js';

const Capture = model('Capture', 'A picture or a screen recording that is uploaded and made a source, and how far that is.', closed({
  captureId: Id, id: Id, projectId: Id, kind: oneOf(CAPTURE_KINDS), label: nullable(Type.String()), status: oneOf(CAPTURE_STATUSES),
  uploadUrl: nullable(Type.String(), { description: 'Where the bytes are sent with POST, once and without a key; null when they were, or when it expired' }),
  uploadExpiresAt: Timestamp, maxBytes: Type.Integer(), byteSize: nullable(Type.Integer()), durationMs: nullable(Type.Integer()),
  frames: Type.Array(closed({ index: Type.Integer(), url: Type.String() }), { description: 'JPEG pictures; their addresses hold for a day or two' }),
  sourceId: nullable(Type.Unsafe<string>({ ...Id, description: 'The source that it became; null before, and once that was deleted' })), failureMessage: nullable(Type.String()), createdAt: Timestamp, updatedAt: Timestamp,
}));
const CaptureEnvelope = model('CaptureEnvelope', 'One capture.', closed({ capture: Capture, next: Next }));

const CaptureCreateRequest = model('CaptureCreateRequest', 'What will be uploaded.', closed({
  kind: oneOf(CAPTURE_KINDS, { description: 'image: JPEG, PNG, WebP or GIF; screen: MP4, MOV or WebM' }),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE })),
}));

const base = '/story-projects/{projectId}/captures';

/** A capture with the next call. */
async function captureAnswer(services: Services, row: CaptureRow) {
  const capture = viewCapture(services, row);
  return { capture, ...withNext(nextOfCapture(capture, services.config.baseUrl, await isUnreadable(services, row))) };
}

export const captureOperations = [
  defineOperation({
    id: 'listCaptures', method: 'GET', path: base, area: 'sources', scopes: ['source:read'], idempotency: 'accepted',
    summary: 'List the captures of a project, newest first',
    description: 'Captures that still wait for their bytes and captures that failed are listed too.', request: { query: PageQuery },
    response: { 200: closed({ captures: Type.Array(Capture), nextCursor: NextCursor }) },
    async handle({ project, query }, services) {
      const { items, nextCursor } = cutPage(await listCaptures(services.db, project.id, query), query);
      return { captures: items.map((row) => viewCapture(services, row)), nextCursor };
    },
  }),
  defineOperation({
    id: 'createCapture', method: 'POST', path: base, area: 'sources', scopes: ['source:write'], idempotency: 'accepted', mints: 'capture',
    summary: 'Create a capture: the upload of a picture or a screen recording',
    description: 'Send the bytes to `uploadUrl` with POST within an hour, then finalize the capture.',
    effects: { label: 'title of its source' },
    request: { body: CaptureCreateRequest }, response: { 201: CaptureEnvelope },
    async handle({ project, body, actor, resourceId }, services) {
      const { kind, label = null } = body;
      const row = await createCapture(services, { id: resourceId, accountId: actor.accountId, projectId: project.id, kind, label });
      return captureAnswer(services, row);
    },
  }),
  defineOperation({
    id: 'getCapture', method: 'GET', path: `${base}/{captureId}`, area: 'sources', scopes: ['source:read'], idempotency: 'accepted',
    summary: 'Read a capture; poll it while it is finalizing',
    description: 'Once it is finalized it names its source and the pictures that were taken from it; a failed one says why.', response: { 200: CaptureEnvelope },
    async handle({ capture }, services) {
      return captureAnswer(services, capture);
    },
  }),
  defineOperation({
    id: 'finalizeCapture', method: 'POST', path: `${base}/{captureId}/finalize`, area: 'sources', scopes: ['source:write'], idempotency: 'accepted',
    summary: 'Finalize a capture: read it and make a source of it',
    description: 'It is judged by its bytes and never by a name. A recording gives three pictures. The source tells what is known of the capture; what it '
      + 'shows or says is not recognised. A failed one says why; when it was stopped, it can be finalized again, and when its bytes cannot be read, `next` begins '
      + 'another upload.',
    response: { 200: CaptureEnvelope, 202: CaptureEnvelope }, errors: ['capture_state_invalid'],
    async handle({ capture, requestId }, services) {
      const answer = await captureAnswer(services, await finalizeCapture(services, capture, requestId));
      return answer.capture.status === 'finalizing' ? accepted(answer) : ok(answer);
    },
  }),
  defineOperation({
    id: 'deleteCapture', method: 'DELETE', path: `${base}/{captureId}`, area: 'sources', scopes: ['source:write'], idempotency: 'accepted',
    summary: 'Delete a capture and its source, unless a plan uses it',
    description: 'Its bytes and its pictures go too. It is refused while a plan uses the source, and while the capture is being finalized.',
    response: { 200: closed({ deleted: Type.Literal(true), captureId: Id }) }, errors: ['capture_state_invalid'],
    gone: { code: 'capture_not_found', answer: ({ captureId }) => ({ deleted: true, captureId }) },
    async handle({ capture }, services) {
      await deleteCapture(services, capture);
      return { deleted: true, captureId: capture.id };
    },
  }),
  defineOperation({
    id: 'uploadCapture', method: 'POST', path: '/capture-uploads/{token}', area: 'sources', scopes: [], public: true, idempotency: 'none',
    summary: 'Upload the bytes of a capture, once', description: 'The address is the `uploadUrl` of the capture, and takes no key.',
    request: {
      params: TokenParams,
      body: rawFile(MAX_CAPTURE_BYTES.screen, 'application/octet-stream', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4',
        'video/webm', 'video/quicktime'),
    },
    response: { 200: CaptureEnvelope }, errors: ['capture_not_found', 'capture_state_invalid', 'source_too_large'],
    credential: async ({ token = '' }, services) => { await requireOpenUpload(services, token); },
    async handle({ params, body }, services) {
      return captureAnswer(services, await receiveUpload(services, params.token, body));
    },
  }),
  defineOperation({
    id: 'getCaptureFrame', method: 'GET', path: '/capture-frames/{token}', area: 'sources', scopes: [], public: true, idempotency: 'none',
    summary: 'Read a picture of a capture',
    description: 'The address is in `frames` of the capture, takes no key, and holds for a day or two.', request: { params: TokenParams }, response: { 200: file('image/jpeg') }, errors: ['capture_not_found'],
    async handle({ params }, { db, store, tokens }) {
      const [kind, id, index] = tokens.read('capture', params.token)?.subject.split('.') ?? [];
      const row = kind === 'frame' && id ? await findCapture(db, id) : null;
      if (!row || Number(index) >= row.frameCount) throw new ApiError('capture_not_found', 'the address is wrong or has expired, or its capture is gone');
      return fileOfBytes(await store.get(frameKeyOf(row.id, Number(index))), { contentType: 'image/jpeg', disposition: 'inline' });
    },
  }),
];
