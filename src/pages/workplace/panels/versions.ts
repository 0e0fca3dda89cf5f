import { html, type Markup } from '../../html.js';
import type { Script, ScriptVersion } from '../answers.js';
import { checkbox, field, form, ownFields } from '../forms.js';
import { workplacePaths } from '../paths.js';
import { SCREENPLAY_TYPES } from '../screens/scripts.js';
import type { Visit } from '../visit.js';
import { counted, state, stateText, when } from '../words.js';

export const EXPORTS = [{ format: 'pdf', label: 'PDF' }, { format: 'fdx', label: 'Final Draft' }, { format: 'fountain', label: 'Fountain' }] as const;
const FORMATS: Record<string, string> = { auto: 'text', fountain: 'Fountain', fdx: 'Final Draft', pdf: 'PDF', text: 'text', plain: 'text' };

/** Links that download a version in each format. */
export const exportLinks = (scriptUploadId: string): Markup => html`<span class="exports">${EXPORTS.map(({ format, label }) =>
  html`<a href="${workplacePaths.script(scriptUploadId)}/export?format=${format}" download>${label}</a> `)}</span>`;

/** Why a text could not be read, with the line that stopped it. */
export function failureText({ parseFailure }: ScriptVersion): Markup | null {
  if (!parseFailure) return null;
  const { line, message } = parseFailure;
  return html`<p class="wrong-text">${line ? `Line ${line}: ` : ''}${message}</p>`;
}

function made({ madeFrom }: ScriptVersion): Markup | null {
  if (madeFrom.length === 0) return null;
  return html`<span class="fine">${madeFrom.map(({ jobId, status }, index) => html`${index ? ', ' : ''}<a href="${workplacePaths.job(jobId)}">Read: ${stateText(status).toLowerCase()}</a>`)}</span>`;
}

function versionRow(visit: Visit, script: Script, version: ScriptVersion, shownId: string): Markup {
  const { scriptUploadId, number, parseStatus, pageCount, readFormat, sourceFormat, createdAt } = version;
  const isShown = scriptUploadId === shownId;
  const isOnly = script.versions.length === 1;
  return html`<li><span><a href="${workplacePaths.script(scriptUploadId)}"${isShown ? html` aria-current="page"` : null}>Version ${number}</a> <span class="fine">${FORMATS[readFormat ?? sourceFormat] ?? sourceFormat}, ${when(createdAt)}</span>
${made(version)}${failureText(version)}</span>
${parseStatus === 'complete' ? html`<span class="fine">${pageCount === null ? null : counted(pageCount, 'page')}</span>${exportLinks(scriptUploadId)}` : state(parseStatus)}
${isOnly || !visit.may('story:write') ? null : html`<details class="more"><summary>Delete</summary>${form(visit, `${workplacePaths.script(shownId)}/delete-version`, {
    label: `Delete version ${number}`, tone: 'danger',
    fields: html`<input type="hidden" name="versionId" value="${scriptUploadId}">${checkbox('confirmed', 'With its reads and their links. This cannot be undone.')}`,
  })}</details>`}</li>`;
}

/** The versions of a script, newest first, and the form for another. */
export function versionsPanel(visit: Visit, script: Script): Markup {
  const shownId = script.scriptUploadId;
  const add = html`<details class="more"><summary>New version</summary><form method="post" action="${workplacePaths.script(shownId)}/versions" enctype="multipart/form-data">${ownFields(visit.formToken)}
<label class="drop"><span class="drop-title">Drop the new version here, or choose it</span><span class="drop-text">Fountain, Final Draft, PDF, plain text</span>
<input type="file" name="file" accept="${SCREENPLAY_TYPES}"></label><button class="pill solid">Add it</button></form></details>`;
  return html`<section aria-labelledby="versions"><h2 id="versions">Versions</h2><ul class="rows">${script.versions.map((version) => versionRow(visit, script, version, shownId))}</ul>
${visit.may('story:write') ? add : null}</section>`;
}

/** The forms that rename and delete a script; null when the person may not. */
export function ownerPanel(visit: Visit, script: Script): Markup | null {
  if (!visit.may('story:write')) return null;
  const path = workplacePaths.script(script.scriptUploadId);
  const sent = visit.refused?.fields;
  return html`<section class="acts-wide"><details class="more"${sent?.title === undefined ? null : html` open`}><summary>Rename</summary>${form(visit, `${path}/rename`, {
    label: 'Save', fields: html`${field({ label: 'Title', name: 'title', value: sent?.title ?? script.title, max: 200, required: true })}
${field({ label: 'In one sentence', name: 'logline', value: sent?.logline ?? script.logline, max: 1000 })}`,
  })}</details><details class="more"><summary>Delete the script</summary>${form(visit, `${path}/delete`, {
    label: 'Delete the script', tone: 'danger',
    fields: checkbox('confirmed', `With ${counted(script.versions.length, 'version')}, its reads and their links. This cannot be undone.`),
  })}</details></section>`;
}
