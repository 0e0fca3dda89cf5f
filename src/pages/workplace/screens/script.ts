import { randomUUID } from 'node:crypto';
import { isUpdating } from '../../../domain/jobs/updates/next-step.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../html.js';
import type { Preparation, Script, ScriptVersion, ShareState } from '../answers.js';
import { sayDone, withDone } from '../done.js';
import { form } from '../forms.js';
import { saveVoices } from '../panels/cast.js';
import { shareBody, shareFacts, shareForm } from '../panels/share-form.js';
import { readOf, tableReadPanel, type VersionRead } from '../panels/table-read.js';
import { exportLinks, failureText, ownerPanel, versionsPanel } from '../panels/versions.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, OfferedFile, Screen } from '../screen.js';
import type { SentForm, Visit } from '../visit.js';
import { facts, state } from '../words.js';

const LOOK_MS = 2_000;
const BEING_READ = ['pending', 'parsing'];

const idOf = (visit: Visit): string => visit.param('scriptUploadId');
const paramsOf = (visit: Visit) => ({ params: { scriptUploadId: idOf(visit) } });
const scriptOf = async (visit: Visit): Promise<Script> => (await visit.call<{ script: Script }>('getScript', paramsOf(visit))).script;

/** Raises `validation_failed` unless the box is ticked that confirms the deletion. */
function requireTicked({ fields }: SentForm): void {
  if (fields.confirmed !== 'true') throw new ApiError('validation_failed', 'Tick the box first: what is deleted cannot be brought back.', { field: 'confirmed' });
}

/** An action that calls operations and leads to the page of the script with a notice. */
const doing = (what: string, send: (visit: Visit, form: SentForm) => Promise<unknown>): FormAction => ({
  async send(visit, sent) {
    await send(visit, sent);
    return withDone(workplacePaths.script(idOf(visit)), what);
  },
});

const DONE = {
  renamed: 'The script is renamed.', version: 'The new version is here.', deleted: 'The version is deleted.', voices: 'The voices are saved.',
  retried: 'It runs again.', updating: 'The changes are being spoken.', shared: 'It is shared. Copy the link and send it on.', revoked: 'The link is closed. Anyone who opens it finds it closed.',
  finished: 'The draft is finished.', produced: 'It has a production of its own now.',
} as const;

const addVersion: FormAction = {
  file: { field: 'file', operation: 'createScriptVersion' },
  async send(visit, { files: { file }, idempotencyKey }) {
    if (!file) throw new ApiError('validation_failed', 'Choose a file first.', { field: 'file' });
    const { version } = await visit.call<{ version: ScriptVersion }>('createScriptVersion', { ...paramsOf(visit), files: { file }, idempotencyKey });
    return withDone(workplacePaths.script(version.scriptUploadId), 'version');
  },
};

const deleteVersion: FormAction = {
  async send(visit, sent) {
    requireTicked(sent);
    const script = await scriptOf(visit);
    await visit.call('deleteScriptVersion', { params: { scriptUploadId: script.id, versionId: sent.fields.versionId ?? '' }, body: { confirmed: true } });
    return withDone(workplacePaths.script(script.id), 'deleted');
  },
};

const deleteScript: FormAction = {
  async send(visit, sent) {
    requireTicked(sent);
    await visit.call('deleteScript', { ...paramsOf(visit), body: { confirmed: true } });
    return withDone(workplacePaths.scripts(), 'deleted');
  },
};

/** Raises what would refuse the read for reasons other than its voices, so that a refusal saves none of the form's voices. */
async function requireAffordable(visit: Visit): Promise<void> {
  try {
    const { credits, balanceAfter, sufficient } = await visit.call<Preparation>('prepareTableRead', {
      ...paramsOf(visit), body: { acceptSuggestedVoices: true }, idempotencyKey: randomUUID(),
    });
    if (!sufficient) throw new ApiError('insufficient_credits', `this needs ${credits} credits and ${credits + balanceAfter} are available`);
  } catch (error) {
    if (!(error instanceof ApiError) || !['cast_precondition_failed', 'voice_retired'].includes(error.code)) throw error;
  }
}

/** Makes the read with the voices of the form; people without one get the suggested one. */
const makeRead: FormAction = {
  async send(visit, sent) {
    const { projectId } = await scriptOf(visit);
    await requireAffordable(visit);
    if (projectId !== null && visit.may('story:write')) await saveVoices(visit, projectId, sent);
    const { jobId } = await visit.call<Preparation>('prepareTableRead', {
      ...paramsOf(visit), idempotencyKey: sent.idempotencyKey,
      body: { confirmed: true, acceptSuggestedVoices: true, announceScenes: sent.fields.announceScenes === 'true', announceTitle: sent.fields.announceTitle === 'true' },
    });
    return jobId ? workplacePaths.job(jobId) : workplacePaths.script(idOf(visit));
  },
};

const saveCast: FormAction = {
  async send(visit, sent) {
    const { projectId } = await scriptOf(visit);
    if (projectId !== null) await saveVoices(visit, projectId, sent, Number(sent.fields.castVersion ?? 0));
    return `${withDone(workplacePaths.script(idOf(visit)), 'voices')}&prepare=1#read`;
  },
};

const actions: Record<string, FormAction> = {
  versions: addVersion, 'delete-version': deleteVersion, delete: deleteScript, read: makeRead, voices: saveCast,
  rename: doing('renamed', (visit, { fields: { title, logline } }) =>
    visit.call('updateScript', { ...paramsOf(visit), body: { ...(title ? { title } : {}), logline: logline ?? null } })),
  retry: doing('retried', (visit) => visit.call('retryTableReadAnalysis', paramsOf(visit))),
  share: doing('shared', (visit, sent) => visit.call('shareScript', { ...paramsOf(visit), body: shareBody(sent) })),
  revoke: doing('revoked', (visit) => visit.call('revokeScriptShare', paramsOf(visit))),
  update: doing('updating', (visit, { fields: { artifactId = '' }, idempotencyKey }) =>
    visit.call('updateRecording', { params: { artifactId }, body: { acceptSuggestedVoices: true }, idempotencyKey })),
  finish: doing('finished', (visit, { idempotencyKey }) => visit.call('finishScript', { ...paramsOf(visit), idempotencyKey })),
  produce: doing('produced', (visit, { idempotencyKey }) =>
    visit.call('createProjectFromScript', { body: { scriptUploadId: idOf(visit) }, idempotencyKey })),
};

/** The bytes of an exported version. */
async function exportFile(visit: Visit): Promise<OfferedFile> {
  const file = await visit.call<{ filename: string; contentType: string; encoding: 'utf8' | 'base64'; content: string }>('exportScript', {
    ...paramsOf(visit), query: { format: visit.query.get('format') ?? 'pdf' } });
  const { filename, contentType, encoding, content } = file;
  return { filename, contentType, body: Buffer.from(content, encoding) };
}

function sharePanel(visit: Visit, { share }: ShareState, read: VersionRead | null, path: string): Markup | null {
  if (!share && !read?.artifactId) return null;
  const may = visit.may('artifact:publish');
  if (!share && !may) return null;
  const revoke = share && may ? html`<div class="acts-row">${form(visit, `${path}/revoke`, {
    label: 'Revoke the link', tone: 'danger', confirm: 'Close the link for good? Anyone with it finds it closed.',
  })}</div>` : null;
  const change = !may ? null : share ? html`<details class="more"><summary>Change the link</summary>${shareForm(visit, `${path}/share`, share)}</details>` : shareForm(visit, `${path}/share`, null);
  return html`<section class="panel" aria-labelledby="share"><h2 id="share">Share</h2>${share ? shareFacts(share) : html`<p>Anyone with the link hears the read, without a key.</p>`}${revoke}${change}</section>`;
}

function textPanel(visit: Visit, { project }: Script, version: ScriptVersion, path: string): Markup {
  const { parseStatus, pageCount, entryCount, draftStatus, scriptUploadId } = version;
  if (parseStatus === 'failed') return html`<section class="panel" id="text"><h2>The text could not be read</h2>${failureText(version)}<p>Correct the file and add it as a new version below.</p></section>`;
  if (parseStatus !== 'complete') return html`<section class="panel" id="text" aria-live="polite"><p>${state(parseStatus)} The text is being understood; that takes a few seconds.</p></section>`;
  const finish = draftStatus !== null && draftStatus !== 'finished' && visit.may('story:write')
    ? html`<p>This is a draft. A draft is finished before it is cast and read.</p>${form(visit, `${path}/finish`, { label: 'Finish the draft', tone: 'main' })}` : null;
  return html`<section id="text">${facts([['Pages', pageCount], ['Lines', entryCount], ['Production', project && html`<a href="${workplacePaths.production(project.id)}">${project.name}</a>`]])}${finish}
<div class="acts-row"><a class="pill" href="${workplacePaths.lines(scriptUploadId)}">Read and edit the lines</a><span>Download: ${exportLinks(scriptUploadId)}</span></div></section>`;
}

/** One screenplay: its text, its read, its link and its versions. The id may be that of a version, or the slug in addresses of the app. */
export const scriptScreen: Screen = {
  path: '/workplace/scripts/:scriptUploadId',
  actions,
  files: { export: exportFile },
  async draw(visit) {
    sayDone(visit, DONE);
    const [script, shareState] = await Promise.all([scriptOf(visit), visit.call<ShareState>('getScriptShare', paramsOf(visit))]);
    const version = script.versions.find(({ scriptUploadId }) => scriptUploadId === script.scriptUploadId)!;
    const path = workplacePaths.script(version.scriptUploadId);
    const read = await readOf(visit, version);
    const isMoving = BEING_READ.includes(version.parseStatus) || (read?.staleness ? isUpdating(read.staleness) : false);
    const older = version.number === script.versions[0]!.number ? null
      : html`<p class="notice">This is version ${version.number}. <a href="${workplacePaths.script(script.id)}">The newest is version ${script.versions[0]!.number}.</a></p>`;
    return {
      title: script.title,
      refreshMs: isMoving ? LOOK_MS : read?.job.progress.nextPollAfterMs ?? null,
      back: { path: workplacePaths.scripts(), label: 'Scripts' },
      body: html`${script.logline ? html`<p class="thesis">${script.logline}</p>` : null}
${older}${textPanel(visit, script, version, path)}${await tableReadPanel(visit, { script, version }, read)}${sharePanel(visit, shareState, read, path)}
${versionsPanel(visit, script)}${ownerPanel(visit, script)}`,
    };
  },
};
