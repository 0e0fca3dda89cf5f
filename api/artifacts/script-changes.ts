import { getArtifact } from '../../src/domain/artifacts/artifact-store.js';
import { getJob } from '../../src/domain/jobs/job-store.js';
import { editRead, restoreRead } from '../../src/domain/jobs/revisions/edit-read.js';
import { getLineSound } from '../../src/domain/jobs/revisions/line-sound.js';
import { replaceScript } from '../../src/domain/jobs/revisions/replace-script.js';
import type { Revised } from '../../src/domain/jobs/revisions/revise-read.js';
import { getScriptToEdit } from '../../src/domain/jobs/revisions/script-to-edit.js';
import { contentBytes } from '../../src/domain/scripts/upload.js';
import { TokenParams } from '../../src/kernel/contract/models.js';
import { withNext } from '../../src/kernel/contract/next-step.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted, file, fileOfBytes, ok } from '../../src/kernel/http/operations/answers.js';
import type { Services } from '../../src/kernel/services.js';
import { defineOperation } from '../operation.js';
import { MAX_TEXT_BODY_BYTES } from '../scripts/limits.js';
import { artifactAnswer } from './answers.js';
import {
  EDIT_EFFECTS, REPLACE_EFFECTS, ScriptEdited, ScriptEditRequest, ScriptReplaced, ScriptReplaceRequest, ScriptToEditEnvelope,
} from './script-schemas.js';

/** The answer to a change of the script: the revision, its state, and the next call. */
export async function revisionAnswer(services: Services, accountId: string, artifactId: string, { outcome, ...revised }: Revised) {
  const { artifact: { stale, staleness }, next } = await artifactAnswer(services, await getArtifact(services.db, accountId, artifactId));
  return { artifactId, status: outcome, ...revised, stale, staleness, ...withNext(next ?? null) };
}

export const scriptChangeOperations = [
  defineOperation({
    id: 'replaceArtifactScript', method: 'POST', path: '/artifacts/{artifactId}/script', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'required', summary: 'Replace the screenplay of a table read exactly; free', maxBodyBytes: MAX_TEXT_BODY_BYTES * 2,
    description: 'As a text (Fountain, Final Draft) or as the entries that `GET` answers. It becomes the next revision under the same id and links. '
      + 'Lines that are as they were keep their sound, and only the others are spoken; the old revision plays until the new one is complete. A text that is no '
      + 'screenplay changes nothing.',
    effects: REPLACE_EFFECTS,
    request: { body: ScriptReplaceRequest }, response: { 200: ScriptReplaced, 202: ScriptReplaced },
    errors: ['artifact_not_ready', 'cast_precondition_failed', 'voice_retired', 'version_conflict', 'source_too_large', 'source_incomplete', 'plan_limit_reached'],
    check({ body: { content, instruction, deferMusic } }) {
      if (content !== undefined) contentBytes(content);
      if (instruction !== undefined) {
        throw new ApiError('validation_failed', 'instruction cannot be followed: a script is taken as it is sent; POST /artifacts/{artifactId}/script/edits corrects single lines', { field: 'instruction' });
      }
      if (deferMusic) throw new ApiError('validation_failed', 'deferMusic cannot be followed alone: music is mixed with the MP3; send deferAudio', { field: 'deferMusic' });
    },
    async handle({ artifact, body, actor: { accountId }, requestId }, services) {
      const { content, entries, format = 'auto', narrationPolicy, expectedRevision, deferAudio = false, acceptSuggestedVoices = false } = body;
      const revised = await replaceScript(services, {
        accountId, artifactId: artifact.id, expectedRevision, narrationPolicy, requestId, acceptsSuggestions: acceptSuggestedVoices, defersAudio: deferAudio,
      }, entries ? { entries } : { content: content!, format });
      const [{ id, status }, answer] = await Promise.all([
        getJob(services.db, accountId, artifact.jobId), revisionAnswer(services, accountId, artifact.id, revised)]);
      return (revised.outcome === 'current' ? ok : accepted)({ storyJob: { id, status }, ...answer });
    },
  }),
  defineOperation({
    id: 'getArtifactScriptEdits', method: 'GET', path: '/artifacts/{artifactId}/script/edits', area: 'artifacts', scopes: ['artifact:read'],
    idempotency: 'none', summary: 'Read the newest script of a table read, to correct it',
    description: 'Also while it waits to be recorded: every line with its sound and what it was in the revision before, the people with their '
      + 'voices, and the revisions that can be restored.',
    response: { 200: ScriptToEditEnvelope }, errors: ['artifact_not_ready'],
    async handle({ artifact }, services) {
      return { script: await getScriptToEdit(services, artifact.id) };
    },
  }),
  defineOperation({
    id: 'editArtifactScript', method: 'POST', path: '/artifacts/{artifactId}/script/edits', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'accepted', summary: 'Correct the script of a table read; free',
    description: 'Renames and merges people, gives lines to another person, edits, cuts and joins lines, changes voices, or takes corrections back. '
      + 'All edits of a call make one revision under the same id and links; only lines that sound different are spoken, and the old revision plays until then.',
    effects: EDIT_EFFECTS,
    request: { body: ScriptEditRequest }, response: { 200: ScriptEdited, 202: ScriptEdited },
    errors: ['artifact_not_ready', 'cast_precondition_failed', 'voice_retired', 'version_conflict'],
    async handle({ artifact, body, actor: { accountId }, requestId }, services) {
      const { edits, restoreRevision, expectedRevision, deferAudio = false, acceptSuggestedVoices = false } = body;
      const request = { artifactId: artifact.id, expectedRevision, requestId, acceptsSuggestions: acceptSuggestedVoices, defersAudio: deferAudio };
      const revised = edits ? await editRead(services, request, edits) : await restoreRead(services, request, restoreRevision!);
      return (revised.outcome === 'current' ? ok : accepted)(await revisionAnswer(services, accountId, artifact.id, revised));
    },
  }),
  defineOperation({
    id: 'getLineSound', method: 'GET', path: '/line-sounds/{token}', area: 'artifacts', scopes: [], public: true, idempotency: 'none',
    summary: 'Listen to one line of a table read', description: 'The address is the `soundUrl` of a line, takes no key, and holds for a day or two.',
    request: { params: TokenParams }, response: { 200: file('audio/wav') }, errors: ['artifact_not_found'],
    async handle({ params }, services) {
      return fileOfBytes(await getLineSound(services, params.token), { contentType: 'audio/wav', disposition: 'inline' });
    },
  }),
];
