import { html, type Markup } from '../../../html.js';
import type { Listed, Series } from '../../answers.js';
import { form, select } from '../../forms.js';
import { saveAuthor, seriesWordFields, suggestedWords, type SeriesWords } from '../../panels/series-words.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction, Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { stateText } from '../../words.js';

const LISTED = 50;
const FORMATS = [
  { value: 'podcast', label: 'Podcast' }, { value: 'audio_drama', label: 'Audio drama' }, { value: 'audiobook', label: 'Audiobook' }, { value: 'documentary', label: 'Documentary' },
];
const FREQUENCIES = [
  { value: '', label: 'No fixed rhythm' }, { value: 'daily', label: 'Daily' }, { value: 'weekly', label: 'Weekly' }, { value: 'biweekly', label: 'Every two weeks' }, { value: 'monthly', label: 'Monthly' },
];
const DAYS = [
  { value: '', label: 'Any day' }, { value: 'monday', label: 'Monday' }, { value: 'tuesday', label: 'Tuesday' }, { value: 'wednesday', label: 'Wednesday' }, { value: 'thursday', label: 'Thursday' },
  { value: 'friday', label: 'Friday' }, { value: 'saturday', label: 'Saturday' }, { value: 'sunday', label: 'Sunday' },
];

const create: FormAction = {
  async send(visit, { fields, idempotencyKey }) {
    const { seriesTitle: title = '', seriesAuthor, seriesDescription: description, format = 'podcast', frequency, dayOfWeek } = fields;
    const { series } = await visit.call<{ series: Series }>('createPublishingSeries', {
      params: { projectId: visit.param('projectId') }, idempotencyKey,
      body: {
        title, medium: 'audio', format, ...(description ? { description } : {}), ...(frequency ? { cadence: { frequency, ...(dayOfWeek ? { dayOfWeek } : {}) } } : {}),
      },
    });
    await saveAuthor(visit, series.id, seriesAuthor, idempotencyKey);
    return workplacePaths.series(series.id);
  },
};

/** The cover of a series, loaded from this origin, or its initial. */
export const coverOf = ({ coverArt, title }: Series): Markup => {
  // Thumbnails are ordered by size, the largest first.
  const smallest = coverArt.thumbnails.at(-1)?.url ?? coverArt.url;
  return smallest ? html`<img src="${new URL(smallest).pathname}" alt="" width="240" height="240">` : html`<span class="blank" aria-hidden="true">${title.charAt(0)}</span>`;
};

const seriesItem = (series: Series): Markup => html`<li class="cover"><a href="${workplacePaths.series(series.id)}">${coverOf(series)}<span class="cover-title">${series.title}</span></a>
<span class="cover-line"><span class="tag done">${stateText(series.status)}</span></span></li>`;

function createForm(visit: Visit, projectId: string, isFirst: boolean, suggested: SeriesWords): Markup {
  return html`<details class="more"${isFirst ? html` open` : null}><summary>New series</summary>${form(visit, `${workplacePaths.publishing(projectId)}/create`, {
    label: 'Create the series', tone: isFirst ? 'main' : 'plain', className: 'sheetlike',
    fields: html`${seriesWordFields(visit, suggested)}
<div class="pair">${select({ label: 'Form', name: 'format', value: 'podcast' }, FORMATS)}${select({ label: 'Episodes appear', name: 'frequency', value: '' }, FREQUENCIES)}${select({ label: 'On', name: 'dayOfWeek', value: '' }, DAYS)}</div>`,
  })}</details>`;
}

/** The series that a production is published in. */
export const publishingScreen: Screen = {
  path: '/workplace/productions/:projectId/publishing',
  actions: { create },
  async draw(visit) {
    const projectId = visit.param('projectId');
    const { series } = await visit.call<Listed<'series', Series>>('listPublishingSeries', { params: { projectId }, query: { limit: LISTED } });
    return {
      title: 'Publishing',
      back: { path: workplacePaths.production(projectId), label: 'The production' },
      body: html`<p class="lead">A series is a podcast feed that every app can subscribe to. Reads with an MP3 become its episodes.</p>
${series.length > 0 ? html`<ul class="covers">${series.map(seriesItem)}</ul>` : null}${visit.may('publishing:write') ? createForm(visit, projectId, series.length === 0, await suggestedWords(visit, projectId)) : null}`,
    };
  },
};
