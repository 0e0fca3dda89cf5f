import { recorded } from '../../src/kernel/contract/field-effects.js';
import { SETTING_ENDS } from '../../src/kernel/families/settings/setting.js';
import { allowanceOf } from '../../src/domain/scripts/allowance.js';
import { exportVersion } from '../../src/domain/scripts/export-version.js';
import { nextOfVersion } from '../../src/domain/scripts/next-step.js';
import { NO_OVERRIDES, sha256Of, type Overrides, type VersionRow } from '../../src/domain/scripts/script-model.js';
import { viewWrittenVersion } from '../../src/domain/scripts/script-view.js';
import { contentBytes, requireAcceptableText, writeContent } from '../../src/domain/scripts/upload.js';
import { patchOverrides } from '../../src/domain/scripts/version-store.js';
import { EXPORT_FORMATS } from '../../src/craft/screenplay/index.js';
import { exports } from '../families/exports.js';
import { defineOperation } from '../operation.js';
import { MAX_TEXT_BODY_BYTES } from './limits.js';
import {
  ContentUpdateRequest, EXPORT_OPTIONS, OverridesEnvelope, OverridesSaved, OverridesUpdateRequest, VersionEnvelope,
} from './schemas.js';
import { scriptPath } from './script-path.js';

const viewOverrides = (row: VersionRow, soundscapeDefault: string | null) => ({
  overrides: { ...NO_OVERRIDES, ...row.overrides }, soundscapeDefault,
});

export const scriptTextOperations = [
  exports(scriptPath, {
    id: 'exportScript', summary: 'Export a version as Fountain, Final Draft or PDF', formats: EXPORT_FORMATS, options: EXPORT_OPTIONS,
    description: 'The answer holds the file, as text or in base64, and `warnings` about what the format cannot keep.',
    only: { font: ['pdf'] }, ranges: [['fromPage', 'toPage']], errors: ['script_state_invalid'],
    make: (services, { script, version }, format, { includeTitlePage = true, ...options }) =>
      exportVersion(services, version.id, `${script.slug}.${format}`, format, { titlePage: includeTitlePage, ...options }),
  }),
  defineOperation({
    id: 'updateScriptContent', method: 'PATCH', path: '/scripts/{scriptUploadId}/content', area: 'scripts', scopes: ['story:write'],
    idempotency: 'none', summary: 'Replace the whole text of a version', maxBodyBytes: MAX_TEXT_BODY_BYTES * 2,
    description: 'With `expectedContent` or `expectedVersion` only if that is still what the version holds; otherwise 409 with '
      + '`details.reason` `content_changed`. The text is read again in the background; settings of lines stay with the lines.',
    effects: { format: 'how the text is read', expectedContent: 'refuses', expectedVersion: 'refuses', content: 'the text' },
    request: { body: ContentUpdateRequest }, response: { 200: VersionEnvelope },
    errors: ['script_state_invalid', 'source_too_large', 'plan_limit_reached'],
    check({ body }) {
      contentBytes(body.content);
    },
    async handle({ body, actor, version, requestId }, services) {
      const { db, config } = services;
      const bytes = contentBytes(body.content);
      // A version that was uploaded as a PDF or read as another file format becomes a plain text, so its format is detected anew.
      const same = version.sourceFormat === 'pdf' || version.readFormat === 'pdf' || version.readFormat === 'fdx' ? 'auto' : version.sourceFormat;
      const sourceFormat = body.format ?? same;
      await requireAcceptableText(await allowanceOf(db, config, actor.accountId), bytes, sourceFormat);
      const written = await writeContent(services, version.id, {
        bytes, sourceFormat, expected: {
          revision: body.expectedVersion ?? null, sha256: body.expectedContent === undefined ? null : sha256Of(body.expectedContent),
        },
      }, requestId);
      return { version: viewWrittenVersion(written), next: nextOfVersion(written) };
    },
  }),
  defineOperation({
    id: 'getScriptOverrides', method: 'GET', path: '/scripts/{scriptUploadId}/overrides', area: 'scripts', scopes: ['story:read'],
    idempotency: 'none', summary: 'Read the overrides of an episode',
    description: 'What is null follows the settings of the project.',
    response: { 200: OverridesEnvelope },
    async handle({ script, version }) {
      return viewOverrides(version, script.audioStyle);
    },
  }),
  defineOperation({
    id: 'updateScriptOverrides', method: 'PATCH', path: '/scripts/{scriptUploadId}/overrides', area: 'scripts', scopes: ['story:write'],
    idempotency: 'none', summary: 'Set or clear overrides of an episode; omitted ones stay',
    description: 'Null gives an override back to the settings of the project. `warnings` name overrides that have '
      + 'no effect yet.',
    ends: SETTING_ENDS,
    effects: {
      theater: recorded('warnings say so'), locations: recorded('warnings say so'), avatar: recorded('warnings say so'),
      pitchDeck: recorded('warnings say so'), soundscape: 'beds of its reads',
    },
    request: { body: OverridesUpdateRequest }, response: { 200: OverridesSaved },
    async handle({ script, version, body }, { db }) {
      const patch: Partial<Overrides> = Object.fromEntries(Object.entries(body).map(([key, text]) => [key, text?.trim() || null]));
      const unused = Object.entries(patch).filter(([field, text]) => text !== null && field !== 'soundscape').map(([field]) => ({
        field, message: 'It is kept with the version; nothing that can be made uses it yet.',
      }));
      return { ...viewOverrides(await patchOverrides(db, version.id, patch), script.audioStyle), warnings: unused };
    },
  }),
];
