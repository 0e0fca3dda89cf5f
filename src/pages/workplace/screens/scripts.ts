import { ApiError } from '../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../html.js';
import type { Listed, Project, ScriptSummary } from '../answers.js';
import { sayDone } from '../done.js';
import { field, ownFields, select } from '../forms.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, Screen } from '../screen.js';
import type { Visit } from '../visit.js';
import { counted, older, state, when } from '../words.js';

const PAGE_SIZE = 25;
/** The file types that a file chooser offers for screenplays. */
export const SCREENPLAY_TYPES = '.fountain,.fdx,.pdf,.txt,.spmd,text/plain,application/pdf';

const upload: FormAction = {
  file: { field: 'file', operation: 'createScript' },
  async send(visit, { fields: { title, projectId }, files: { file }, idempotencyKey }) {
    if (!file) throw new ApiError('validation_failed', 'Choose a file first.', { field: 'file' });
    const body = { ...(title ? { title } : {}), ...(projectId ? { projectId } : {}) };
    const { script } = await visit.call<{ script: { scriptUploadId: string } }>('createScript', { body, files: { file }, idempotencyKey });
    return workplacePaths.script(script.scriptUploadId);
  },
};

function uploadForm(visit: Visit, projects: readonly Project[]): Markup {
  const sent = visit.refused?.fields ?? {};
  return html`<form method="post" action="${workplacePaths.scripts()}/upload" enctype="multipart/form-data" class="sheetlike">${ownFields(visit.formToken)}
<label class="drop"><span class="drop-title">Drop a screenplay here, or choose one</span><span class="drop-text">Fountain, Final Draft, PDF, plain text</span>
<input type="file" name="file" accept="${SCREENPLAY_TYPES}"></label>
<div class="pair">${field({ label: 'Title', name: 'title', value: sent.title ?? null, max: 200, hint: 'Left empty, the name of the file' })}
${select({ label: 'Production', name: 'projectId', value: sent.projectId ?? '' }, [{ value: '', label: 'A new one' },
    ...projects.map(({ id, name }) => ({ value: id, label: name }))])}</div>
<button class="pill solid">Upload it</button></form>`;
}

function searchForm(query: string, projectId: string, projects: readonly Project[]): Markup {
  return html`<form method="get" action="${workplacePaths.scripts()}" class="filter" role="search">
${field({ label: 'Title contains', name: 'query', value: query, max: 200, type: 'search' })}
${select({ label: 'Production', name: 'projectId', value: projectId }, [{ value: '', label: 'All of them' },
    ...projects.map(({ id, name }) => ({ value: id, label: name }))])}
<button class="pill">Search</button></form>`;
}

const row = ({ scriptUploadId, title, versions, parseStatus, updatedAt }: ScriptSummary): Markup =>
  html`<li><a href="${workplacePaths.script(scriptUploadId)}">${title}</a>${parseStatus === 'complete' ? null : state(parseStatus)}
<span class="fine">${counted(versions, 'version')}</span><span class="fine">${when(updatedAt)}</span></li>`;

/** All screenplays, found by title or production, and the form for a new one. */
export const scriptsScreen: Screen = {
  path: workplacePaths.scripts(),
  actions: { upload },
  async draw(visit) {
    sayDone(visit, { deleted: 'The script is deleted, with all its versions.' });
    const [query, projectId, cursor] = ['query', 'projectId', 'cursor'].map((name) => visit.query.get(name)?.trim() ?? '');
    const wanted = Object.fromEntries(Object.entries({ query, projectId, cursor }).filter(([, value]) => value));
    const [{ scripts, nextCursor }, { projects }] = await Promise.all([
      visit.call<Listed<'scripts', ScriptSummary>>('listScripts', { query: { limit: PAGE_SIZE, ...wanted } }),
      visit.call<Listed<'projects', Project>>('listProjects', { query: { limit: 100 } }),
    ]);
    const isSearch = Boolean(query || projectId);
    const nothing = isSearch ? html`<p class="lead">No script fits. <a href="${workplacePaths.scripts()}">Show all of them</a></p>`
      : html`<p class="lead">No scripts yet. Drop a screenplay and have it read by a cast.</p>`;
    const here = `${workplacePaths.scripts()}?${new URLSearchParams({ ...(query ? { query } : {}), ...(projectId ? { projectId } : {}) }).toString()}`;
    return {
      title: 'Scripts',
      body: html`${visit.may('story:write') ? html`<details class="more new"${(scripts.length === 0 && !isSearch) || visit.refused ? html` open` : null}>
<summary class="pill solid">New script</summary>${uploadForm(visit, projects)}</details>` : null}
${isSearch || scripts.length > 0 ? searchForm(query ?? '', projectId ?? '', projects) : null}
${scripts.length === 0 ? nothing : html`<ul class="rows">${scripts.map(row)}</ul>`}${older(here, nextCursor)}`,
    };
  },
};
