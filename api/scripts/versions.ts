import { nextOfVersion, nextOfWaiting } from '../../src/domain/scripts/next-step.js';
import { allowanceOf, requireVersionAllowed } from '../../src/domain/scripts/allowance.js';
import { deleteVersion } from '../../src/domain/artifacts/deletion/delete-store.js';
import { cleanUpDeleted, requireConfirmed } from '../../src/domain/artifacts/deletion/delete-scripts.js';
import { sourceIdFor, type VersionRow } from '../../src/domain/scripts/script-model.js';
import { screenplayBytes } from '../../src/domain/scripts/script-file.js';
import { attachFile, isReady, screenplayOf } from '../../src/domain/scripts/script-source.js';
import { viewWrittenVersion } from '../../src/domain/scripts/script-view.js';
import { contentBytes, requireAcceptableText, upload } from '../../src/domain/scripts/upload.js';
import { findVersionById } from '../../src/domain/scripts/version-store.js';
import { getSource } from '../../src/domain/sources/source-store.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted, created, ok } from '../../src/kernel/http/operations/answers.js';
import { jsonOrForm } from '../../src/kernel/http/requests/body-kinds.js';
import { defineOperation } from '../operation.js';
import { MAX_TEXT_BODY_BYTES } from './limits.js';
import {
  ConfirmBody, ConfirmQuery, VersionCreateRequest, VersionDeleted, VersionFileForm, VersionOutcome,
} from './schemas.js';

type TextWays = { content?: string; fileUrl?: string; sourceId?: string };

export const versionOperations = [
  defineOperation({
    id: 'createScriptVersion', method: 'POST', path: '/scripts/{scriptUploadId}/versions', area: 'scripts', scopes: ['story:write'],
    idempotency: 'required', summary: 'Add a version to a script', mints: 'scriptVersion', maxBodyBytes: MAX_TEXT_BODY_BYTES,
    description: 'From a text, or from a `file` of a form, at once. From `fileUrl` a source of the script\'s project is made: the answer is `waiting`; poll that source '
      + 'and send its `sourceId` in a new call once it is READY. The same source makes its version once: 200 afterwards.',
    effects: { content: 'the text', sourceId: 'the text', fileUrl: 'the text', format: 'how the text is read', title: 'title of the script' },
    request: { body: jsonOrForm(VersionCreateRequest, VersionFileForm) }, response: { 201: VersionOutcome, 200: VersionOutcome, 202: VersionOutcome },
    errors: ['source_not_found', 'source_too_large', 'source_type_unsupported', 'source_fetch_failed', 'source_incomplete', 'plan_limit_reached'],
    async handle({ script, versions, body: { title: wantedTitle, format, ...sentWays }, files: { file }, actor, resourceId, requestId }, services) {
      const { db, config, store } = services;
      const { accountId } = actor;
      const body: TextWays = sentWays;
      const sent = file ? await screenplayBytes(file) : body.content === undefined ? null : contentBytes(body.content);
      const outcome = (version: VersionRow) => {
        const answer = { status: 'created' as const, sourceId: version.sourceId, version: viewWrittenVersion(version), next: nextOfVersion(version) };
        return version.id === resourceId ? created(answer) : ok(answer);
      };
      const waiting = (sourceId: string) =>
        accepted({ status: 'waiting' as const, sourceId, version: null, next: nextOfWaiting(script.projectId!, script.id, sourceId) });
      const known = await findVersionById(db, resourceId);
      if (known) return outcome(known);
      const sameSource = versions.find(({ sourceId }) => sourceId !== null && sourceId === body.sourceId);
      if (sameSource) return outcome(sameSource);
      const { projectId } = script;
      if (sent === null && projectId === null) {
        throw new ApiError('validation_failed', 'the script belongs to no project, so its text must be sent as content',
          { field: body.fileUrl === undefined ? 'sourceId' : 'fileUrl', reason: 'no_project' });
      }
      const allowance = await allowanceOf(db, config, accountId);
      const title = wantedTitle?.trim() ?? script.title;
      const of = { accountId, scriptId: script.id, versionId: resourceId, title, script: null, sourceFormat: format ?? 'auto' };
      if (body.fileUrl !== undefined) {
        requireVersionAllowed(allowance, versions.length);
        const sourceId = sourceIdFor(resourceId);
        await attachFile(services, { sourceId, accountId, projectId: projectId!, fileUrl: body.fileUrl, label: title }, requestId);
        return waiting(sourceId);
      }
      const source = body.sourceId === undefined ? null : await getSource(db, accountId, projectId!, body.sourceId);
      requireVersionAllowed(allowance, versions.length);
      if (source && !isReady(source)) return waiting(source.id);
      const bytes = sent ?? await screenplayOf(store, source!);
      await requireAcceptableText(allowance, bytes, of.sourceFormat, source !== null || file !== undefined);
      const version = await upload(services, { ...of, sourceId: source?.id ?? null, bytes }, requestId);
      if (!version) throw new ApiError('script_not_found');
      return outcome(version);
    },
  }),
  defineOperation({
    id: 'deleteScriptVersion', method: 'DELETE', path: '/scripts/{scriptUploadId}/versions/{versionId}', area: 'scripts',
    scopes: ['story:write'], idempotency: 'none', summary: 'Delete one of several versions of a script, for good',
    description: 'Cannot be undone, so it must be confirmed. The last version of a script stays; delete the '
      + 'script instead.',
    effects: { confirmed: 'deletes it; without it nothing is deleted' },
    request: { query: ConfirmQuery, body: ConfirmBody }, response: { 200: VersionDeleted },
    errors: ['script_in_use', 'script_state_invalid'],
    check({ query, body }) {
      requireConfirmed(query, body);
    },
    async handle({ params, script, actor }, services) {
      await cleanUpDeleted(services, await deleteVersion(services.db, actor.accountId, script.id, params.versionId));
      return { deleted: true, scriptId: script.id, versionId: params.versionId };
    },
  }),
];
