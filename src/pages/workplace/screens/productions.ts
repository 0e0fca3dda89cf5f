import path from 'node:path';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../html.js';
import { readManifestOf, type Artifact, type Job, type Listed, type PlanSummary, type Project, type Source } from '../answers.js';
import { form } from '../forms.js';
import { newProductionForm } from '../material.js';
import { workplacePaths } from '../paths.js';
import { pagePaths } from '../../../kernel/contract/page-paths.js';
import { presentedName } from '../../../kernel/contract/texts/presented-name.js';
import { shortened } from '../../../kernel/contract/texts/shortened.js';
import { isVisible } from '../../../kernel/contract/texts/visible-text.js';
import type { FormAction, Screen } from '../screen.js';
import { counted, older, state, when } from '../words.js';
import type { SentForm, Visit } from '../visit.js';

/** Number of productions on one page. */
const PAGE_SIZE = 12;
const SCREENPLAY = /\.(fountain|fdx|spmd)$/i;
const MAX_NAME = 120;

interface Cover { project: Project; plan: PlanSummary | null; job: Job | null; read: Artifact | null }

async function coverOf(visit: Visit, project: Project): Promise<Cover> {
  const query = { projectId: project.id, limit: 1 };
  const [{ plans }, { jobs }, reads] = await Promise.all([
    visit.call<Listed<'plans', PlanSummary>>('listPlans', { params: { projectId: project.id }, query: { limit: 1 } }),
    visit.call<Listed<'jobs', Job>>('listJobs', { query: { ...query } }),
    visit.callIfAllowed<Listed<'artifacts', Artifact>>('listArtifacts', { query: { ...query, type: 'table_read' } }),
  ]);
  return { project, plan: plans[0] ?? null, job: jobs[0] ?? null, read: reads?.artifacts[0] ?? null };
}

/** The state of a production: that of its newest plan, job or read, else what is missing. */
function stateOf({ project, plan, job, read }: Cover): Markup {
  const newest = plan && (!job || job.createdAt < plan.createdAt) ? plan.status : job?.status ?? null;
  if (newest && !(newest === 'APPROVED' && job)) return state(newest);
  if (read) return state(read.status);
  return html`<span class="tag off">${project.sourceCount > 0 ? 'No plan yet' : 'No material yet'}</span>`;
}

function coverCard(cover: Cover): Markup {
  const { project, read } = cover;
  const token = read ? readManifestOf(read)?.shareToken : null;
  return html`<li class="cover"><a href="${workplacePaths.production(project.id)}">
${token ? html`<img src="${pagePaths.picture(token, 'cover.svg')}" alt="" loading="lazy" width="300" height="300">` : html`<span class="blank" aria-hidden="true">${project.name.slice(0, 1)}</span>`}
<span class="cover-title">${project.name}</span></a><p class="cover-line">${stateOf(cover)}<span class="fine">${when(project.updatedAt)}</span></p></li>`;
}

async function deletedProductions(visit: Visit): Promise<Markup | null> {
  const { projects } = await visit.call<Listed<'projects', Project>>('listDeletedProjects', { query: { limit: 20 } });
  if (projects.length === 0) return null;
  return html`<details class="more"><summary>${counted(projects.length, 'deleted production')}</summary><ul class="rows">${projects.map((project) =>
    html`<li><span>${project.name}</span>${form(visit, `${workplacePaths.production(project.id)}/restore`, { label: 'Restore' })}</li>`)}</ul></details>`;
}

const titleOr = (name: string): string => (isVisible(name) ? shortened(name, MAX_NAME) : 'Untitled');

/** A name for a production of this material: the file's, the address's or the first words. */
function nameOf({ fields, files }: SentForm): string {
  const { filename } = files.file ?? {};
  if (filename) return titleOr(presentedName(path.basename(filename)));
  if (fields.link) return shortened(fields.link.replace(/^https?:\/\/(www\.)?/i, ''), MAX_NAME);
  return titleOr(shortened((fields.text ?? '').trim().split('\n')[0]!, 60));
}

/** Refuses a form without material, and one with several. Raises `validation_failed`. */
function requireOneMaterial({ fields, files }: SentForm): void {
  const sent = [files.file, fields.link, fields.text].filter((each) => each !== undefined);
  if (sent.length === 0) throw new ApiError('validation_failed', 'Choose a file, paste a link, or paste a text.', { field: 'file' });
  if (sent.length === 1) return;
  const several = [files.file && 'a file', fields.link && 'a link', fields.text && 'a text'].filter(Boolean).join(' and ');
  throw new ApiError('validation_failed', `The form has ${several}. Send one of them; others can be added to the production afterwards.`, { field: fields.text ? 'text' : 'link' });
}

/**
 * Attaches the file, link or text of a form to a production as a source. Raises `validation_failed` when the form has none or several of them, and the
 * errors of `createSource`.
 */
export async function attachMaterial(visit: Visit, projectId: string, sent: SentForm, label: string): Promise<Source> {
  requireOneMaterial(sent);
  const { fields, files, idempotencyKey } = sent;
  const call = { params: { projectId }, idempotencyKey: `${idempotencyKey}-source` };
  if (files.file) return (await visit.call<{ source: Source }>('createSource', { ...call, body: { label }, files: { file: files.file } })).source;
  if (fields.link) {
    const type = /\.pdf(\?|#|$)/i.test(fields.link) ? 'pdf' : 'url';
    return (await visit.call<{ source: Source }>('createSource', { ...call, body: { type, label, uri: fields.link } })).source;
  }
  return (await visit.call<{ source: Source }>('createSource', { ...call, body: { type: 'text', label, content: fields.text } })).source;
}

async function newScreenplay(visit: Visit, { files, idempotencyKey }: SentForm): Promise<string> {
  const { script } = await visit.call<{ script: { scriptUploadId: string } }>('createScript', { files: { file: files.file! }, idempotencyKey });
  return workplacePaths.script(script.scriptUploadId);
}

/** Makes a production from new material. If the material is refused, the production is deleted again. */
const newProduction: FormAction = {
  file: { field: 'file', operation: 'createSource' },
  takesKey: true,
  async send(visit, sent) {
    requireOneMaterial(sent);
    if (SCREENPLAY.test(sent.files.file?.filename ?? '')) return newScreenplay(visit, sent);
    const name = nameOf(sent);
    const { project } = await visit.call<{ project: Project }>('createProject', { body: { name }, idempotencyKey: sent.idempotencyKey });
    try {
      await attachMaterial(visit, project.id, sent, name);
    } catch (error) {
      await visit.call('deleteProject', { params: { projectId: project.id }, idempotencyKey: `${sent.idempotencyKey}-undo` });
      throw error;
    }
    const wish = new URLSearchParams({ mode: sent.fields.mode ?? 'drama', minutes: sent.fields.minutes ?? '', go: '1' });
    return `${workplacePaths.production(project.id)}?${wish.toString()}`;
  },
};

/** Productions as covers, and the form for a new one. */
export const productionsScreen: Screen = {
  path: workplacePaths.productions(),
  actions: { new: newProduction },
  async draw(visit) {
    const cursor = visit.query.get('cursor');
    const { projects, nextCursor } = await visit.call<Listed<'projects', Project>>('listProjects', { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } });
    const covers = await Promise.all(projects.map((project) => coverOf(visit, project)));
    return {
      title: 'Productions',
      body: html`${visit.may('story:write') && visit.may('source:write') ? html`<details class="more new"${covers.length === 0 ? html` open` : null}><summary class="pill solid">New production</summary>${newProductionForm(visit.formToken)}</details>` : null}
${covers.length === 0 ? html`<p class="lead">Nothing here yet. Drop a text and hear it.</p>` : html`<ul class="covers">${covers.map(coverCard)}</ul>`}
${older(workplacePaths.productions(), nextCursor)}${cursor ? null : await deletedProductions(visit)}`,
    };
  },
};
