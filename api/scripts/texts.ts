import { allowanceOf } from '../../src/domain/scripts/allowance.js';
import { exportVersion } from '../../src/domain/scripts/export-version.js';
import { OVERRIDE_KEYS, sha256Of, type Overrides, type VersionRow } from '../../src/domain/scripts/script-model.js';
import { getVersion, viewVersion } from '../../src/domain/scripts/script-view.js';
import { contentBytes, requireAllowed, writeContent } from '../../src/domain/scripts/upload.js';
import { patchOverrides } from '../../src/domain/scripts/version-store.js';
import { ApiError } from '../../src/errors/api-error.js';
import { defineOperation } from '../../src/http/operation.js';
import { MAX_TEXT_BODY_BYTES } from './limits.js';
import {
  ContentUpdateRequest, ExportQuery, OverridesEnvelope, OverridesUpdateRequest, ScriptExport, ScriptParams, VersionEnvelope,
} from './schemas.js';

const viewOverrides = (row: VersionRow, soundscapeDefault: string | null) => ({
  overrides: Object.fromEntries(OVERRIDE_KEYS.map((key) => [key, row.overrides[key] ?? null])), soundscapeDefault,
});

export const scriptTextOperations = [
  defineOperation({
    id: 'exportScript', method: 'GET', path: '/scripts/{scriptUploadId}/export', area: 'scripts', scopes: ['story:read'],
    idempotency: 'none', summary: 'Export a version as Fountain, Final Draft or PDF',
    request: { params: ScriptParams, query: ExportQuery }, response: { status: 200, schema: ScriptExport },
    errors: ['script_not_found', 'script_state_invalid'],
    async handle({ params, query, actor }, services) {
      const { format, font, fromPage, toPage, includeTitlePage } = query;
      if (font !== undefined && format !== 'pdf') {
        throw new ApiError('validation_failed', 'font is for format pdf only', { field: 'font' });
      }
      if (fromPage !== undefined && toPage !== undefined && toPage < fromPage) {
        throw new ApiError('validation_failed', 'toPage must not be before fromPage', { field: 'toPage' });
      }
      const { script, version } = await getVersion(services.db, actor.accountId, params.scriptUploadId);
      return exportVersion(services, version.id, `${script.slug}.${format}`, format, {
        titlePage: includeTitlePage ?? true, ...(font === undefined ? {} : { font }), ...(fromPage === undefined ? {} : { fromPage }),
        ...(toPage === undefined ? {} : { toPage }),
      });
    },
  }),
  defineOperation({
    id: 'updateScriptContent', method: 'PATCH', path: '/scripts/{scriptUploadId}/content', area: 'scripts', scopes: ['story:write'],
    idempotency: 'none', summary: 'Replace the whole text of a version', maxBodyBytes: MAX_TEXT_BODY_BYTES * 2,
    description: 'With `expectedContent` or `expectedVersion` only if that is still what the version holds; otherwise 409 with '
      + '`details.reason` `content_changed`. The text is read again in the background; settings of lines stay with the lines.',
    request: { params: ScriptParams, body: ContentUpdateRequest }, response: { status: 200, schema: VersionEnvelope },
    errors: ['script_not_found', 'script_state_invalid', 'source_too_large', 'plan_limit_reached'],
    async handle({ params, body, actor, requestId }, services) {
      const { db, config } = services;
      const bytes = contentBytes(body.content);
      const { version } = await getVersion(db, actor.accountId, params.scriptUploadId);
      // What was a file of another kind is a text from now on.
      const same = version.sourceFormat === 'pdf' || version.readFormat === 'pdf' || version.readFormat === 'fdx' ? 'auto' : version.sourceFormat;
      const sourceFormat = body.format ?? same;
      await requireAllowed(await allowanceOf(db, config, actor.accountId), bytes, sourceFormat);
      const written = await writeContent(services, version.id, {
        bytes, sourceFormat, expectedRevision: body.expectedVersion ?? null,
        expectedSha256: body.expectedContent === undefined ? null : sha256Of(body.expectedContent),
      }, requestId);
      return { version: viewVersion(written) };
    },
  }),
  defineOperation({
    id: 'getScriptOverrides', method: 'GET', path: '/scripts/{scriptUploadId}/overrides', area: 'scripts', scopes: ['story:read'],
    idempotency: 'none', summary: 'Read the overrides of an episode',
    request: { params: ScriptParams }, response: { status: 200, schema: OverridesEnvelope }, errors: ['script_not_found'],
    async handle({ params, actor }, { db }) {
      const { script, version } = await getVersion(db, actor.accountId, params.scriptUploadId);
      return viewOverrides(version, script.audioStyle);
    },
  }),
  defineOperation({
    id: 'updateScriptOverrides', method: 'PATCH', path: '/scripts/{scriptUploadId}/overrides', area: 'scripts', scopes: ['story:write'],
    idempotency: 'none', summary: 'Set or clear overrides of an episode; omitted ones stay',
    request: { params: ScriptParams, body: OverridesUpdateRequest }, response: { status: 200, schema: OverridesEnvelope },
    errors: ['script_not_found'],
    async handle({ params, body, actor }, { db }) {
      const { script, version } = await getVersion(db, actor.accountId, params.scriptUploadId);
      const patch: Partial<Overrides> = Object.fromEntries(Object.entries(body).map(([key, text]) => [key, text?.trim() || null]));
      return viewOverrides(await patchOverrides(db, version.id, patch), script.audioStyle);
    },
  }),
];
