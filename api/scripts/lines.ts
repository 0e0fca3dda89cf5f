import { listLines } from '../../src/domain/scripts/lines/list-lines.js';
import { getLineView, tuneLine } from '../../src/domain/scripts/lines/tune-line.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { defineOperation } from '../operation.js';
import { nextOfEdited } from './answers.js';
import { LineEnvelope, LineList, LineParams, LinesQuery, LineRead, LineUpdateRequest } from './schemas.js';

export const lineOperations = [
  defineOperation({
    id: 'listScriptLines', method: 'GET', path: '/scripts/{scriptUploadId}/lines', area: 'scripts', scopes: ['story:read'],
    idempotency: 'none', summary: 'List or search the lines of a screenplay',
    description: '`query` is found within the words, `character` is who speaks, `scene` is found within the heading in force; whatever the '
      + 'case. Lines come in the order of the script. `warnings` name what was left out or guessed when the text was read.',
    request: { query: LinesQuery }, response: { 200: LineList }, errors: ['script_state_invalid'],
    async handle({ query: { limit, cursor, ...filter }, version }, services) {
      return listLines(services, version.id, filter, { ...(limit ? { limit } : {}), ...(cursor ? { cursor } : {}) });
    },
  }),
  defineOperation({
    id: 'getScriptLine', method: 'GET', path: '/scripts/{scriptUploadId}/lines/{entryIndex}', area: 'scripts', scopes: ['story:read'],
    idempotency: 'none', summary: 'Read one line of a screenplay with what it was before each change',
    description: '`versions` holds what the line was, edition by edition. Search with `GET /scripts/{scriptUploadId}/lines` to find its index.',
    request: { params: LineParams }, response: { 200: LineRead }, errors: ['script_state_invalid'],
    async handle({ params, version }, services) {
      return getLineView(services, version.id, params.entryIndex);
    },
  }),
  defineOperation({
    id: 'updateScriptLine', method: 'PATCH', path: '/scripts/{scriptUploadId}/lines/{entryIndex}', area: 'scripts',
    scopes: ['story:write'], idempotency: 'none', summary: 'Update one line of a screenplay; omitted fields stay',
    description: 'What the line was is kept first. New words drop a spoken form that is not sent along. Line ends in `text` are printed; without any, those beside '
      + 'words that stay are kept. Words that stay keep their emphasis. Null clears.',
    effects: {
      text: 'words of the line', ttsText: 'what is spoken', sceneHeading: 'the heading', parenthetical: 'how it is said', emotion: 'how it is said',
      volume: 'how loud', pauseAfterMs: 'the pause behind it', expectedVersion: 'refuses', speed: 'refused', actingDirection: 'refused',
    },
    request: { params: LineParams, body: LineUpdateRequest }, response: { 200: LineEnvelope },
    errors: ['script_state_invalid'],
    check({ body: { speed, actingDirection } }) {
      for (const [field, value] of Object.entries({ speed, actingDirection })) {
        if (value === undefined) continue;
        throw new ApiError('validation_failed', `${field} changes only when the line is voiced again: POST /artifacts/{artifactId}/revoice-line`, { field });
      }
    },
    async handle({ params, body, version, actor }, services) {
      const { speed: _speed, actingDirection: _direction, expectedVersion, ...change } = body;
      const line = await tuneLine(services, version.id, params.entryIndex, change, expectedVersion ?? null);
      return { line, next: await nextOfEdited(services, actor.accountId, version) };
    },
  }),
];
