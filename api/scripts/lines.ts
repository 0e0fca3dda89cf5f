import { getLineView, tuneLine } from '../../src/domain/scripts/lines/tune-line.js';
import { getVersion } from '../../src/domain/scripts/script-view.js';
import { ApiError } from '../../src/errors/api-error.js';
import { defineOperation } from '../../src/http/operation.js';
import { LineEnvelope, LineParams, LineRead, LineUpdateRequest } from './schemas.js';

export const lineOperations = [
  defineOperation({
    id: 'getScriptLine', method: 'GET', path: '/scripts/{scriptUploadId}/lines/{entryIndex}', area: 'scripts', scopes: ['story:read'],
    idempotency: 'none', summary: 'Read one line of a screenplay with what it was before each change',
    request: { params: LineParams }, response: { status: 200, schema: LineRead }, errors: ['script_not_found', 'script_state_invalid'],
    async handle({ params, actor }, services) {
      const { version } = await getVersion(services.db, actor.accountId, params.scriptUploadId);
      return getLineView(services, version.id, params.entryIndex);
    },
  }),
  defineOperation({
    id: 'updateScriptLine', method: 'PATCH', path: '/scripts/{scriptUploadId}/lines/{entryIndex}', area: 'scripts',
    scopes: ['story:write'], idempotency: 'none', summary: 'Change one line of a screenplay; omitted fields stay',
    description: 'What the line was is kept first. New words drop a spoken form that is not sent along. Null clears.',
    request: { params: LineParams, body: LineUpdateRequest }, response: { status: 200, schema: LineEnvelope },
    errors: ['script_not_found', 'script_state_invalid'],
    async handle({ params, body, actor }, services) {
      const { speed, actingDirection, expectedVersion, ...change } = body;
      for (const [field, value] of Object.entries({ speed, actingDirection })) {
        if (value === undefined) continue;
        throw new ApiError('validation_failed', `${field} changes only when the line is voiced again: POST /artifacts/{artifactId}/revoice-line`,
          { field, nextCall: { method: 'POST', path: '/artifacts/{artifactId}/revoice-line' } });
      }
      const { version } = await getVersion(services.db, actor.accountId, params.scriptUploadId);
      return { line: await tuneLine(services, version.id, params.entryIndex, change, expectedVersion ?? null) };
    },
  }),
];
