import { introductionFrom } from '../../../domain/publishing/series/introduction.js';
import { html, type Markup } from '../../html.js';
import type { Listed, Project, Series, Source } from '../answers.js';
import { field, textArea } from '../forms.js';
import type { Visit } from '../visit.js';

/** The description of a series that listeners read before they hear anything. */
export interface SeriesWords { title: string; author: string; description: string }

interface Destination { provider: string; config: Record<string, unknown> }

const RSS = 'rss';
const LISTED = 50;

/** The description that the material of a production suggests, for a person to check. */
export async function suggestedWords(visit: Visit, projectId: string): Promise<SeriesWords> {
  const [{ project }, sources] = await Promise.all([
    visit.call<{ project: Project }>('getProject', { params: { projectId } }),
    visit.callIfAllowed<Listed<'sources', Source>>('listSources', { params: { projectId }, query: { limit: LISTED } }),
  ]);
  const material = (sources?.sources ?? []).map(({ type, label, metadata }) => ({ type: type.toLowerCase(), label, metadata }));
  const { title, author } = introductionFrom(project.name, material);
  return { title, author: author ?? '', description: project.description ?? '' };
}

async function feedConfig(visit: Visit, seriesId: string): Promise<Record<string, unknown> | null> {
  const answer = await visit.callIfAllowed<{ destinations: Destination[] }>('listPublishingDestinations', { params: { seriesId }, query: { limit: LISTED } });
  return answer?.destinations.find(({ provider }) => provider === RSS)?.config ?? null;
}

/** The description of an existing series. Missing fields have the values that its material suggests. */
export async function wordsOf(visit: Visit, series: Series): Promise<SeriesWords> {
  const [suggested, config] = await Promise.all([suggestedWords(visit, series.projectId), feedConfig(visit, series.id)]);
  const author = typeof config?.author === 'string' ? config.author : suggested.author;
  return { title: series.title, author, description: series.description ?? suggested.description };
}

/** Whether a person may change the author of a series, which is stored with its destination. */
export const mayNameAuthor = (visit: Visit): boolean => visit.may('publishing:connect');

/** The fields for a series' title, author and description; their names start with `series`. */
export const seriesWordFields = (visit: Visit, { title, author, description }: SeriesWords): Markup =>
  html`${field({ label: 'Title of the series', name: 'seriesTitle', value: title, required: true, max: 200 })}
${mayNameAuthor(visit) ? field({ label: 'Author', name: 'seriesAuthor', value: author, max: 200, hint: 'Listeners see it on the page and in their app. Empty: nobody is named' }) : null}
${textArea({ label: 'Description of the series', name: 'seriesDescription', value: description, max: 4_000 })}`;

/** Stores the author of the series; other settings of the feed are kept. */
export async function saveAuthor(visit: Visit, seriesId: string, author: string | undefined, idempotencyKey: string): Promise<void> {
  if (!mayNameAuthor(visit)) return;
  const { author: before, ...config } = await feedConfig(visit, seriesId) ?? {};
  if ((author ?? '') === (before ?? '')) return;
  await visit.call('putPublishingDestination', {
    params: { seriesId }, idempotencyKey: `${idempotencyKey}-author`, body: { provider: RSS, config: { ...config, ...(author ? { author } : {}) } },
  });
}

/** Saves the values of a form with `seriesWordFields`. */
export async function saveSeriesWords(visit: Visit, seriesId: string, fields: Record<string, string | undefined>, idempotencyKey: string): Promise<void> {
  const { seriesTitle, seriesAuthor, seriesDescription } = fields;
  if (seriesTitle === undefined) return;
  await visit.call('updatePublishingSeries', { params: { seriesId }, body: { title: seriesTitle, description: seriesDescription ?? null } });
  await saveAuthor(visit, seriesId, seriesAuthor, idempotencyKey);
}
