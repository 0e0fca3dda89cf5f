import { shortened } from '../../../kernel/contract/texts/shortened.js';
import { html, type Markup } from '../../html.js';
import { deckIdOf, readManifestOf, type Artifact, type Job, type Listed, type Plan, type PlanSummary, type Project, type Source } from '../answers.js';
import { checkbox, field, form, select } from '../forms.js';
import { canonDoors } from '../panels/canon-navigation.js';
import { materialFields, wishFields } from '../material.js';
import { OWN_TARGET } from '../../../craft/narrative/own-target.js';
import { sentence } from '../notices.js';
import { workplacePaths } from '../paths.js';
import type { FormAction, Screen } from '../screen.js';
import { attachMaterial } from './productions.js';
import { counted, facts, state, stateText, when } from '../words.js';
import type { SentForm, Visit } from '../visit.js';
import { hasWritingModel } from '../writer.js';
import { deckRow, loadDecks } from './pitch-decks/make-deck.js';
import { loadTrailers, trailerRow } from './trailers/make-trailer.js';

const REFRESH_MS = 2_000;
const LISTED = 20;

const isBeingRead = ({ status, digestStatus }: Source): boolean =>
  status === 'PENDING' || status === 'EXTRACTING' || (status === 'READY' && ['NOT_STARTED', 'PENDING', 'RUNNING'].includes(digestStatus));

interface Section { title?: string | null }

const sectionsOf = ({ metadata }: Source): Section[] => {
  const sections = (metadata as { sections?: Section[] } | null)?.sections;
  return Array.isArray(sections) ? sections : [];
};

function sourceRow(visit: Visit, projectId: string, source: Source): Markup {
  const { title, author } = (source.metadata ?? {}) as { title?: string; author?: string };
  const remove = visit.may('source:write') ? form(visit, `${workplacePaths.production(projectId)}/remove-source`, {
    label: 'Remove', fields: html`<input type="hidden" name="sourceId" value="${source.id}">`, confirm: `Remove “${source.label ?? 'this material'}”?`,
  }) : null;
  return html`<li><div><b>${title ?? source.label ?? source.uri ?? 'Text'}</b>${author ? html` by ${author}` : null}
${source.digest?.thesis ? html`<p class="fine">${source.digest.thesis}</p>` : null}
${source.failureMessage ? html`<p class="fine">${sentence(source.failureMessage)} Attach it in another form, or something else.</p>` : null}</div>
${isBeingRead(source) ? html`<span class="tag wait">Being read</span>` : state(source.status)}${remove}</li>`;
}

function planForm(visit: Visit, projectId: string, ready: readonly Source[], hasModel: boolean): Markup {
  const chapters = ready.length === 1 ? sectionsOf(ready[0]!) : [];
  const wanted = visit.query.get('mode');
  const fields = html`${ready.length > 1 ? html`<fieldset><legend>Material</legend>${ready.map((source) => checkbox(`source-${source.id}`, source.label ?? 'Text', true))}</fieldset>`
    : html`<input type="hidden" name="source-${ready[0]!.id}" value="true">`}
${wishFields(wanted ?? 'drama', visit.query.get('minutes') ?? '3')}
${chapters.length > 1 ? html`${select({ label: 'Of', name: 'section', value: '' }, [{ value: '', label: 'The whole text' },
    ...chapters.map(({ title }, index) => ({ value: String(index), label: title?.trim() || `Chapter ${index + 1}` }))])}` : null}
<details class="more"><summary>More about it</summary>${hasModel ? html`${field({ label: 'Audience', name: 'audience', max: 1000, hint: 'Such as: people who commute' })}
${field({ label: 'What they should take away', name: 'outcome', max: 1000 })}` : null}${field({ label: 'Tone', name: 'tone', max: 1000 })}
${field({ label: 'Part, when the text is longer than the read', name: 'part', type: 'number' })}</details>`;
  return form(visit, `${workplacePaths.production(projectId)}/plan`, {
    label: 'Draft a plan', tone: 'main', fields, className: 'sheetlike', goesOn: visit.query.get('go') === '1' && visit.notice === null,
  });
}

const planRow = (plan: PlanSummary): Markup => html`<li><a href="${workplacePaths.plan(plan.id)}">${plan.title}</a>
<span class="fine">${counted(plan.quote.total, 'credit')} · ${when(plan.createdAt)}</span>${state(plan.status)}</li>`;

const jobRow = (job: Job): Markup => html`<li><a href="${workplacePaths.job(job.id)}">Made ${when(job.createdAt)}</a>
<span class="fine">${counted(job.credits.settled || job.credits.quoted, 'credit')}</span>${state(job.status)}</li>`;

const readRow = (artifact: Artifact): Markup => {
  const read = readManifestOf(artifact);
  return html`<li><a href="${workplacePaths.read(artifact.id)}">${artifact.title}</a>
${read ? html`<a class="pill" href="${read.theaterUrl}">Listen</a>` : state(artifact.status)}</li>`;
};

/** Maximum length of a source's label, in characters. */
const MAX_LABEL = 300;

const section = (title: string, rows: readonly Markup[]): Markup | null =>
  rows.length === 0 ? null : html`<h2>${title}</h2><ul class="rows">${rows}</ul>`;

/** The body of the request for the plan that a form describes. */
function planRequest({ fields }: SentForm): Record<string, unknown> {
  const sourceIds = Object.keys(fields).filter((name) => name.startsWith('source-')).map((name) => name.slice('source-'.length));
  return {
    sourceIds,
    target: {
      ...OWN_TARGET, ...(fields.audience ? { audience: fields.audience } : {}), ...(fields.outcome ? { outcome: fields.outcome } : {}),
      ...(fields.tone ? { tone: fields.tone } : {}),
    },
    artifactRequests: [{
      type: 'table_read', mode: fields.mode ?? 'drama', narrationPolicy: 'include', ...(fields.minutes ? { durationSeconds: Number(fields.minutes) * 60 } : {}),
      ...(fields.part ? { part: Number(fields.part) } : {}),
    }],
    ...(fields.section ? { sections: [{ sourceId: sourceIds[0], sections: [Number(fields.section)] }] } : {}),
  };
}

/** An action of a production that calls one operation and shows the production again. */
const acting = (operation: string, body?: (form: SentForm) => Record<string, unknown>, after?: (projectId: string) => string): FormAction => ({
  async send(visit, sent) {
    const projectId = visit.param('projectId');
    await visit.call(operation, { params: { projectId }, idempotencyKey: sent.idempotencyKey, ...(body ? { body: body(sent) } : {}) });
    return (after ?? workplacePaths.production)(projectId);
  },
});

const actions: Record<string, FormAction> = {
  rename: acting('updateProject', ({ fields }) => ({ name: fields.name ?? '' })),
  delete: acting('deleteProject', undefined, workplacePaths.productions),
  restore: acting('restoreProject'),
  source: {
    file: { field: 'file', operation: 'createSource' },
    async send(visit, sent) {
      const projectId = visit.param('projectId');
      await attachMaterial(visit, projectId, sent, shortened(sent.files.file?.filename ?? sent.fields.link ?? 'Text', MAX_LABEL));
      return workplacePaths.production(projectId);
    },
  },
  'remove-source': {
    async send(visit, { fields }) {
      const projectId = visit.param('projectId');
      await visit.call('deleteSource', { params: { projectId, sourceId: fields.sourceId ?? '' } });
      return workplacePaths.production(projectId);
    },
  },
  plan: {
    async send(visit, sent) {
      const projectId = visit.param('projectId');
      const { plan } = await visit.call<{ plan: Plan }>('createPlan', { params: { projectId }, body: planRequest(sent), idempotencyKey: sent.idempotencyKey });
      return workplacePaths.plan(plan.id);
    },
  },
};

function settings(visit: Visit, project: Project): Markup {
  const path = workplacePaths.production(project.id);
  return html`<details class="more"><summary>Rename or delete</summary><div class="acts-row">
${form(visit, `${path}/rename`, { label: 'Rename', fields: field({ label: 'Name', name: 'name', value: project.name, required: true, max: 200 }) })}
${form(visit, `${path}/delete`, { label: 'Delete', tone: 'danger', confirm: `Delete “${project.name}”? It can be restored for 30 days.` })}</div></details>`;
}

/** A production: its material, and everything that was planned and made of it. */
export const productionScreen: Screen = {
  path: '/workplace/productions/:projectId',
  actions,
  async draw(visit) {
    const params = { projectId: visit.param('projectId') };
    const query = (): Record<string, unknown> => ({ ...params, limit: LISTED });
    const [{ project }, attached, { plans }, { jobs }, made, trailers, decks, hasModel] = await Promise.all([
      visit.call<{ project: Project }>('getProject', { params: { ...params } }),
      visit.callIfAllowed<{ sources: Source[] }>('listSources', { params: { ...params } }),
      visit.call<Listed<'plans', PlanSummary>>('listPlans', { params: { ...params }, query: { limit: LISTED } }),
      visit.call<Listed<'jobs', Job>>('listJobs', { query: query() }),
      visit.callIfAllowed<Listed<'artifacts', Artifact>>('listArtifacts', { query: query() }), loadTrailers(visit, params.projectId),
      loadDecks(visit, params.projectId), hasWritingModel(visit),
    ]);
    const [sources, artifacts] = [attached?.sources ?? [], made?.artifacts ?? []];
    const ready = sources.filter((source) => source.status === 'READY' && !isBeingRead(source));
    const reading = sources.some(isBeingRead);
    const mayWrite = visit.may('story:write');
    const waiting = plans.find(({ status }) => status === 'REQUIRES_APPROVAL');
    const path = workplacePaths.production(project.id);
    const runs = visit.runLink('StoryProjectId', project.id);
    return {
      title: project.name,
      back: { path: workplacePaths.productions(), label: 'Productions' },
      refreshMs: reading ? REFRESH_MS : null,
      body: html`${waiting ? html`<div class="panel"><p><b>${waiting.title}</b> ${stateText(waiting.status).toLowerCase()}.</p>
<p class="acts-row"><a class="pill solid" href="${workplacePaths.plan(waiting.id)}">Review the plan</a></p></div>` : null}
${section('Reads', artifacts.filter((artifact) => deckIdOf(artifact) === null).map(readRow))}${section('Trailers', trailers.map(trailerRow))}${section('Pitch decks', decks.map(deckRow))}
<h2>Canon</h2><p class="fine">What every production of this story respects: what is true in it, who is in it, and how it looks.</p>${canonDoors(project.id)}
${visit.may('publishing:read') ? html`<p class="acts-row"><a class="pill" href="${workplacePaths.publishing(project.id)}">Publishing</a>
<a class="pill" href="${workplacePaths.seasonRuns(project.id)}">Seasons</a></p>` : null}
${attached ? html`<h2>Material</h2>` : null}<div id="material" data-live>${attached && sources.length === 0 ? html`<p>There is no material yet.</p>` : html`<ul class="rows">${sources.map((source) => sourceRow(visit, project.id, source))}</ul>`}</div>
${visit.may('source:write') ? html`<details class="more"${sources.length === 0 ? html` open` : null}><summary>Add material</summary>${form(visit, `${path}/source`, {
  label: 'Attach', fields: materialFields(), className: 'sheetlike', tone: sources.length === 0 ? 'main' : 'plain' })}</details>` : null}
${ready.length > 0 && mayWrite ? html`<h2 id="plan">${plans.length === 0 ? 'Plan it' : 'Plan another read'}</h2>${planForm(visit, project.id, ready, hasModel)}` : null}
${section('Plans', plans.map(planRow))}${section('Work', jobs.map(jobRow))}
${facts([['Begun', when(project.createdAt)], ['Runs', runs && html`<a href="${runs}">In the Temporal UI</a>`]])}
${mayWrite ? settings(visit, project) : null}`,
    };
  },
};
