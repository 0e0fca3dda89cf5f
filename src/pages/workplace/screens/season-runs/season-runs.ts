import { html, type Markup } from '../../../html.js';
import type { Listed, SeasonRun, Series } from '../../answers.js';
import { checkbox, field, form, select, textArea } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction, Screen } from '../../screen.js';
import { hasWritingModel } from '../../writer.js';
import type { Visit } from '../../visit.js';
import { counted, when } from '../../words.js';
import { runState } from './run-state.js';

const LISTED = 20;

const start: FormAction = {
  async send(visit, { fields, idempotencyKey }) {
    const { seasonNumber, seriesId, brief, gateThreshold, dryRun } = fields;
    const { run } = await visit.call<{ run: SeasonRun }>('createSeasonRun', {
      params: { projectId: visit.param('projectId') }, idempotencyKey,
      body: {
        seasonNumber: Number(seasonNumber ?? 1), ...(seriesId ? { seriesId } : {}), ...(brief ? { brief } : {}),
        ...(gateThreshold ? { gateThreshold: Number(gateThreshold) } : {}), ...(dryRun === 'true' ? { dryRun: true } : {}),
      },
    });
    return workplacePaths.seasonRun(run.id);
  },
};

const runRow = (run: SeasonRun): Markup => {
  const { id, title, seasonNumber, dryRun, episodes, createdAt } = run;
  const published = episodes.filter(({ status, withdrawn }) => status === 'published' && !withdrawn).length;
  return html`<li><a href="${workplacePaths.seasonRun(id)}">${title || `Season ${seasonNumber}`}${dryRun ? ' (rehearsal)' : ''}</a>
<span class="fine">${published} of ${counted(episodes.length, 'episode')} published · ${when(createdAt)}</span>${runState(run)}</li>`;
};

function startForm(visit: Visit, projectId: string, series: readonly Series[], hasModel: boolean): Markup {
  return form(visit, `${workplacePaths.seasonRuns(projectId)}/start`, {
    label: 'Start the season', tone: 'main', className: 'sheetlike',
    fields: html`<div class="pair">${field({ label: 'Season', name: 'seasonNumber', type: 'number', value: 1, required: true })}
${select({ label: 'Published in', name: 'seriesId', value: series[0]?.id ?? '' }, [...series.map(({ id, title }) => ({ value: id, label: title })), { value: '', label: 'A new series, made with the first episode' }])}
${field({ label: 'Gate: least score of an episode', name: 'gateThreshold', type: 'number', value: 60 })}</div>
${textArea({
    label: 'Brief', name: 'brief', max: 4_000, hint: hasModel ? 'What every draft is to do' : 'Followed here: shorter, without a word or a person, more dialogue, call Ada Maria, sadder. Other words need a writing model',
  }, 2)}
${checkbox('dryRun', 'Rehearse it first: everything is drafted, judged and priced, nothing is performed or charged')}`,
  });
}

/** The season runs of a production, and the form that starts one. */
export const seasonRunsScreen: Screen = {
  path: '/workplace/productions/:projectId/season-runs',
  actions: { start },
  async draw(visit) {
    const params = { projectId: visit.param('projectId') };
    const [{ runs }, published, hasModel] = await Promise.all([
      visit.call<Listed<'runs', SeasonRun>>('listSeasonRuns', { params: { ...params }, query: { limit: LISTED } }),
      visit.callIfAllowed<Listed<'series', Series>>('listPublishingSeries', { params: { ...params } }), hasWritingModel(visit),
    ]);
    const may = visit.may('story:write') && visit.may('publishing:write');
    return {
      title: 'Seasons',
      back: { path: workplacePaths.production(params.projectId), label: 'The production' },
      body: html`<p class="lead">A season is written, judged, performed and published episode by episode. Every step waits for you.</p>
${runs.length > 0 ? html`<ul class="rows">${runs.map(runRow)}</ul>` : null}${may ? html`<h2>${runs.length > 0 ? 'Another season' : 'Begin'}</h2>${startForm(visit, params.projectId, published?.series ?? [], hasModel)}` : null}`,
    };
  },
};
