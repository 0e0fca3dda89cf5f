import Type from 'typebox';
import { closed, Id, model, oneOf } from '../../src/kernel/contract/models.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { StaleFields, stalenessFields } from '../../src/kernel/contract/staleness.js';
import { getArtifact } from '../../src/domain/artifacts/artifact-store.js';
import { updateRead } from '../../src/domain/jobs/updates/update-read.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import { defineOperation } from '../operation.js';
import { artifactAnswer } from './answers.js';

const UpdateRequest = model('RecordingUpdateRequest', 'Whether newcomers take the suggested voices.', closed({
  acceptSuggestedVoices: Type.Optional(Type.Boolean({ default: false, description: 'People whom the changes add without a voice take the suggested one' })),
}, { examples: [{}] }));

const RecordingUpdate = model('RecordingUpdate', 'Whether what changed is being spoken.', closed({
  artifactId: Id,
  status: oneOf(['started', 'running', 'current'], {
    description: '`started` by this call, `running` since an earlier one, or `current`: nothing differs that an update mends',
  }),
  ...StaleFields,
  next: Next,
}));

export const updateRecordingOperations = [
  defineOperation({
    id: 'updateRecording', method: 'POST', path: '/artifacts/{artifactId}/update-recording', area: 'artifacts',
    scopes: ['artifact:publish'], idempotency: 'accepted', summary: 'Update the recording of a table read with what changed; free',
    description: 'Changed lines of its script, changed voices of the cast and changed pronunciations. Only lines that sound different are '
      + 'voiced. The old recording, and its MP3, play until the new ones are complete; then the artifact has a new revision under the same '
      + 'id and links. A newer version of the script needs a read of its own.',
    effects: { acceptSuggestedVoices: 'who lacks a voice gets one' },
    request: { body: UpdateRequest }, response: { 200: RecordingUpdate, 202: RecordingUpdate },
    errors: ['artifact_not_ready', 'cast_precondition_failed', 'voice_retired'],
    async handle({ artifact, body, actor, requestId }, services) {
      const { outcome, staleness } = await updateRead(services, artifact.id, { acceptsSuggestions: body.acceptSuggestedVoices ?? false, requestId });
      const { next } = await artifactAnswer(services, await getArtifact(services.db, actor.accountId, artifact.id));
      const answer = { artifactId: artifact.id, status: outcome, ...stalenessFields(staleness), ...withNext(next ?? null) };
      return outcome === 'started' ? accepted(answer) : ok(answer);
    },
  }),
];
