import { introductionFrom } from '../../../domain/publishing/series/introduction.js';
import { html, type Markup } from '../../html.js';
import type { Listed, Project, Series, Source } from '../answers.js';
import { field, textArea } from '../forms.js';
import type { Visit } from '../visit.js';

/** What listeners read of a series before anything is heard. */
export interface SeriesWords { title: string; author: string; description: string }

interface Destination { provider: string; config: Record<string, unknown> }

const RSS = 'rss';
const LISTED = 50;

/** What the material of a production says of itself, to be looked through by a person. */
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

/** The words of a series that exists: its own, and where it has none those that its material suggests. */
export async function wordsOf(visit: Visit, series: Series): Promise<SeriesWords> {
  const [suggested, config] = await Promise.all([suggestedWords(visit, series.projectId), feedConfig(visit, series.id)]);
  const author = typeof config?.author === 'string' ? config.author : suggested.author;
  return { title: series.title, author, description: series.description ?? suggested.description };
}

/** Whether a person may say who a series is by, which its destination keeps. */
export const mayNameAuthor = (visit: Visit): boolean => visit.may('publishing:connect');

/** The fields of these words; their names start with `series`. */
export const seriesWordFields = (visit: Visit, { title, author, description }: SeriesWords): Markup =>
  html`${field({ label: 'Title of the series', name: 'seriesTitle', value: title, required: true, max: 200 })}
${mayNameAuthor(visit) ? field({ label: 'Author', name: 'seriesAuthor', value: author, max: 200, hint: 'Listeners see it on the page and in their app. Empty: nobody is named' }) : null}
${textArea({ label: 'Description of the series', name: 'seriesDescription', value: description, max: 4_000 })}`;

/** Keeps who the series is by, with what the feed says besides. */
export async function saveAuthor(visit: Visit, seriesId: string, author: string | undefined, idempotencyKey: string): Promise<void> {
  if (!mayNameAuthor(visit)) return;
  const { author: before, ...config } = await feedConfig(visit, seriesId) ?? {};
  if ((author ?? '') === (before ?? '')) return;
  await visit.call('putPublishingDestination', {
    params: { seriesId }, idempotencyKey: `${idempotencyKey}-author`, body: { provider: RSS, config: { ...config, ...(author ? { author } : {}) } },
  });
}

/** Saves the words that a form sent with `seriesWordFields`. */
export async function saveSeriesWords(visit: Visit, seriesId: string, fields: Record<string, string | undefined>, idempotencyKey: string): Promise<void> {
  const { seriesTitle, seriesAuthor, seriesDescription } = fields;
  if (seriesTitle === undefined) return;
  await visit.call('updatePublishingSeries', { params: { seriesId }, body: { title: seriesTitle, description: seriesDescription ?? null } });
  await saveAuthor(visit, seriesId, seriesAuthor, idempotencyKey);
}
