import Type from 'typebox';
import { requestStems, stemsFile, viewStems, type StemsView } from '../../src/domain/artifacts/mix/stems.js';
import { isBeingMade } from '../../src/domain/artifacts/next-step.js';
import { closed, Id, model, nullable, oneOf, TokenParams } from '../../src/kernel/contract/models.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { accepted, file, ok } from '../../src/kernel/http/operations/answers.js';
import { defineOperation } from '../operation.js';

const POLL_MS = 2_000;

const Stems = model('ArtifactStems', 'The archive of the parts of a table read: voices, music, effects and atmosphere as FLAC, and the whole as WAV.', closed({
  artifactId: Id,
  stems: closed({
    status: oneOf(['not_started', 'queued', 'rendering', 'uploading', 'complete', 'failed']),
    stale: Type.Boolean({ description: 'It has other voices or sounds than the read has now; request it again. Its address holds until the newer one is made' }),
    url: nullable(Type.String({ format: 'uri' }), { description: 'Of the ZIP archive; takes no key and holds for a day or two' }),
    byteSize: nullable(Type.Integer({ minimum: 0 })),
    files: Type.Array(Type.String(), { description: 'Names of the files in the archive; a part of which nothing is heard has none' }),
  }),
  next: Type.Optional(Next),
}));

function answerOf(artifactId: string, stems: StemsView) {
  const path = `/artifacts/${artifactId}/stems`;
  const isMaking = isBeingMade(stems.status);
  const next = isMaking ? { method: 'GET' as const, path, afterMs: POLL_MS, why: 'The archive is being made.' }
    : stems.status === 'complete' && !stems.stale ? null : { method: 'POST' as const, path, body: {}, why: 'Makes the archive, free of charge.' };
  return { isMaking, answer: { artifactId, stems, ...withNext(next) } };
}

export const stemsOperations = [
  defineOperation({
    id: 'getArtifactStems', method: 'GET', path: '/artifacts/{artifactId}/stems', area: 'artifacts', scopes: ['artifact:read'], idempotency: 'accepted',
    summary: 'Read how far the stems of a table read are', response: { 200: Stems }, errors: ['artifact_not_ready'],
    description: 'With the address of the archive once it is made. `stale` says that the read has other voices or sounds by now.',
    handle: async ({ artifact }, services) => answerOf(artifact.id, await viewStems(services, artifact)).answer,
  }),
  defineOperation({
    id: 'makeArtifactStems', method: 'POST', path: '/artifacts/{artifactId}/stems', area: 'artifacts', scopes: ['artifact:publish'], idempotency: 'required',
    summary: 'Make the stems of a table read', response: { 200: Stems, 202: Stems }, errors: ['artifact_not_ready'],
    description: 'The parts of the current MP3 for a sound editor: each as long as the whole, at 48 kHz with two channels, free of charge. They add up to '
      + 'the whole before its limiter.',
    async handle({ artifact, actor: { accountId }, requestId }, services) {
      const { isMaking, answer } = answerOf(artifact.id, await requestStems(services, artifact, { accountId, requestId }));
      return isMaking ? accepted(answer) : ok(answer);
    },
  }),
  defineOperation({
    id: 'downloadStems', method: 'GET', path: '/stems/{token}', area: 'artifacts', scopes: [], public: true, idempotency: 'none',
    summary: 'Download the stems of a table read', description: 'The address is the `url` of the stems, takes no key, and holds for a day or two.',
    request: { params: TokenParams }, response: { 200: file('application/zip') }, errors: ['artifact_not_found'],
    handle: ({ params }, services) => stemsFile(services, params.token),
  }),
];
