import { nextOfVersion } from '../../src/domain/scripts/next-step.js';
import type { Static } from 'typebox';
import { allowanceOf } from '../../src/domain/scripts/allowance.js';
import { deleteScript } from '../../src/domain/artifacts/deletion/delete-store.js';
import { cleanUpDeleted, requireConfirmed } from '../../src/domain/artifacts/deletion/delete-scripts.js';
import { firstVersionId, projectIdFor } from '../../src/domain/scripts/script-model.js';
import { isLiveProject } from '../../src/domain/projects/project-store.js';
import { screenplayBytes, titleOfFile } from '../../src/domain/scripts/script-file.js';
import { finishEpisode } from '../../src/domain/scripts/drafts/draft-run.js';
import { cutPage } from '../../src/kernel/contract/paging.js';
import { listScripts, updateScript } from '../../src/domain/scripts/script-store.js';
import { getScriptView, getVersion, viewFound, viewScriptSummary, viewWrittenVersion, type FoundScript } from '../../src/domain/scripts/script-view.js';
import { contentBytes, requireAcceptableText, upload } from '../../src/domain/scripts/upload.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Services } from '../../src/kernel/services.js';
import { jsonOrForm } from '../../src/kernel/http/requests/body-kinds.js';
import { recorded } from '../../src/kernel/contract/field-effects.js';
import { defineOperation } from '../operation.js';
import { nextOfScript, scriptView } from './answers.js';
import {
  ConfirmBody, ConfirmQuery, ScriptCreated, ScriptCreateRequest, ScriptDeleted, ScriptEnvelope, ScriptFileForm, ScriptList, ScriptQuery, ScriptUpdateRequest,
} from './schemas.js';
import { MAX_TEXT_BODY_BYTES } from './limits.js';

type ScriptText = Static<typeof ScriptCreateRequest>;

/** A script as it is now, with the call that comes next. */
async function answerOf(services: Services, accountId: string, found: FoundScript) {
  return {
    script: await scriptView(services, await viewFound(services.db, accountId, found)), next: await nextOfScript(services, accountId, found.version),
  };
}

const noSuchProject = () => new ApiError('validation_failed', 'there is no project with this projectId in your account; list them with GET /story-projects', { field: 'projectId' });

export const scriptOperations = [
  defineOperation({
    id: 'createScript', method: 'POST', path: '/scripts', area: 'scripts', scopes: ['story:write'], idempotency: 'required',
    summary: 'Upload a screenplay', mints: 'script', maxBodyBytes: MAX_TEXT_BODY_BYTES,
    description: 'As JSON with the text, or as a form with a `file`: PDF, Final Draft, Fountain or plain text; a file that is no screenplay is '
      + 'refused at once. Without projectId a project is made and named after the script. The text is read in the background: poll the script '
      + 'until `parseStatus` is complete or failed; `parseFailure` says what was wrong.',
    effects: { format: 'how the text is read', projectId: 'where it belongs', content: 'the text', title: 'title of reads' },
    request: { body: jsonOrForm(ScriptCreateRequest, ScriptFileForm) }, response: { 201: ScriptCreated },
    errors: ['source_too_large', 'source_type_unsupported', 'source_incomplete', 'plan_limit_reached', 'script_not_found'],
    async handle({ body, files: { file }, actor, resourceId, requestId }, services) {
      const { db, config } = services;
      const { accountId } = actor;
      const bytes = file ? await screenplayBytes(file) : contentBytes((body as ScriptText).content);
      const title = body.title?.trim() ?? titleOfFile(file!, bytes);
      const sourceFormat = body.format ?? 'auto';
      const projectId = body.projectId ?? null;
      if (projectId !== null && !await isLiveProject(db, accountId, projectId)) throw noSuchProject();
      await requireAcceptableText(await allowanceOf(db, config, accountId), bytes, sourceFormat, file !== undefined);
      const version = await upload(services, {
        accountId, scriptId: resourceId, versionId: firstVersionId(resourceId), title, sourceFormat, sourceId: null, bytes,
        script: { projectId: projectId ?? projectIdFor(resourceId), makesProject: projectId === null },
      }, requestId);
      if (!version) throw noSuchProject();
      const script = await scriptView(services, await getScriptView(db, accountId, resourceId));
      return { script, version: viewWrittenVersion(version), next: nextOfVersion(version) };
    },
  }),
  defineOperation({
    id: 'listScripts', method: 'GET', path: '/scripts', area: 'scripts', scopes: ['story:read'], idempotency: 'none',
    summary: 'List or search scripts, newest first',
    description: 'Each with its state, without its versions; `GET /scripts/{scriptUploadId}` has those.',
    request: { query: ScriptQuery }, response: { 200: ScriptList },
    async handle({ query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listScripts(db, actor.accountId, query), query);
      return { scripts: items.map(viewScriptSummary), nextCursor };
    },
  }),
  defineOperation({
    id: 'getScript', method: 'GET', path: '/scripts/{scriptUploadId}', area: 'scripts', scopes: ['story:read'], idempotency: 'none',
    summary: 'Read a script with its versions and what was made from each',
    description: 'The id may be the script\'s, its slug in the app\'s address, or that of any of its versions.',
    response: { 200: ScriptEnvelope },
    async handle({ actor, ...found }, services) {
      return answerOf(services, actor.accountId, found);
    },
  }),
  defineOperation({
    id: 'updateScript', method: 'PATCH', path: '/scripts/{scriptUploadId}', area: 'scripts', scopes: ['story:write'], idempotency: 'none',
    summary: 'Update the details of a script; omitted fields stay',
    description: '`title` also renames the latest version. `seasonNumber` moves the episode into that season of its project.',
    effects: {
      title: 'title of reads', slug: 'its address', seasonNumber: 'its season', genre: recorded('shown by the script'),
      logline: recorded('shown by the script'), format: recorded('shown by the script'),
    },
    request: { body: ScriptUpdateRequest }, response: { 200: ScriptEnvelope },
    async handle({ script, body, actor }, services) {
      const { db } = services;
      await updateScript(db, actor.accountId, script.id, body);
      return answerOf(services, actor.accountId, await getVersion(db, actor.accountId, script.id));
    },
  }),
  defineOperation({
    id: 'deleteScript', method: 'DELETE', path: '/scripts/{scriptUploadId}', area: 'scripts', scopes: ['story:write'], idempotency: 'none',
    summary: 'Delete a script with all its versions, for good',
    description: 'All its versions go with it. It cannot be undone, so it must be confirmed. Refused '
      + 'while something live depends on the script.',
    effects: { confirmed: 'deletes it; without it nothing is deleted' },
    request: { query: ConfirmQuery, body: ConfirmBody }, response: { 200: ScriptDeleted },
    errors: ['script_in_use'],
    check({ query, body }) {
      requireConfirmed(query, body);
    },
    async handle({ script, actor }, services) {
      const deleted = await deleteScript(services.db, actor.accountId, script.id);
      await cleanUpDeleted(services, deleted);
      return { deleted: true, scriptId: script.id, versions: deleted.versions.length };
    },
  }),
  defineOperation({
    id: 'finishScript', method: 'POST', path: '/scripts/{scriptUploadId}/finish', area: 'scripts', scopes: ['story:write'],
    idempotency: 'accepted', summary: 'Finish an episode draft, so that it can be cast and read',
    description: 'A draft that is finished already, or an upload, is answered unchanged.',
    response: { 200: ScriptEnvelope }, errors: ['script_state_invalid'],
    async handle({ actor, ...found }, services) {
      await finishEpisode(services, found);
      return answerOf(services, actor.accountId, await getVersion(services.db, actor.accountId, found.version.id));
    },
  }),
];
