import { ApiError } from '../../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../../html.js';
import type { Listed, Release, Series } from '../../answers.js';
import { sayDone, withDone } from '../../done.js';
import { field, form, textArea } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import { saveSeriesWords, seriesWordFields, wordsOf } from '../../panels/series-words.js';
import type { FormAction, Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { facts, lengthText, state, when } from '../../words.js';
import { connectFeed, isFeedConnected, unconnectedNote } from './feed-connection.js';

const paramsOf = (visit: Visit) => ({ params: { releaseId: visit.param('releaseId') } });
/** How many releases are checked for a published one. */
const LISTED = 50;
const here = (visit: Visit): string => workplacePaths.release(visit.param('releaseId'));

const doing = (done: string, operation: string, bodyOf?: (fields: Record<string, string | undefined>) => Record<string, unknown>): FormAction => ({
  async send(visit, { fields, idempotencyKey }) {
    await visit.call(operation, { ...paramsOf(visit), ...(bodyOf ? { body: bodyOf(fields) } : {}), idempotencyKey });
    return withDone(here(visit), done);
  },
});

/** The instant of a date and time field, which is in UTC. Raises `validation_failed`. */
function instantOf(value: string | undefined): string {
  const at = new Date(`${value ?? ''}Z`);
  if (Number.isNaN(at.getTime())) throw new ApiError('validation_failed', 'Say on which day and at what time.', { field: 'scheduledAt' });
  return at.toISOString();
}

const actions: Record<string, FormAction> = {
  save: doing('saved', 'updatePublishingRelease', ({ title = '', description }) => ({ title, description: description ?? null })),
  describe: doing('described', 'generatePublishingDescription', () => ({})),
  schedule: doing('scheduled', 'schedulePublishingRelease', ({ scheduledAt }) => ({ scheduledAt: instantOf(scheduledAt) })),
  publish: {
    async send(visit, { fields, idempotencyKey }) {
      if (fields.seriesId) await saveSeriesWords(visit, fields.seriesId, fields, idempotencyKey);
      await visit.call('publishRelease', { ...paramsOf(visit), idempotencyKey });
      return withDone(here(visit), 'published');
    },
  },
  connect: {
    async send(visit, sent) {
      await connectFeed(visit, sent.fields.seriesId ?? '', sent);
      return withDone(here(visit), 'connected');
    },
  },
  refresh: doing('refreshed', 'refreshPublishingMedia', ({ artifactId }) => ({ sourceArtifactId: artifactId })),
  withdraw: doing('withdrawn', 'cancelPublishingRelease'),
};

const DONE = {
  saved: 'The episode is saved.', described: 'Look through the description, and change what is wrong.', scheduled: 'It is published by itself at that time.',
  published: 'It is in the feed.', connected: 'The feed is connected. What is published in the series can be heard.', refreshed: 'The episode has the new recording. Listeners keep their place.', withdrawn: 'It has left the feed for good.',
};

/** The description of a series, to be checked before its first episode is published; null afterwards, and for a person who may not change it. */
async function firstWords(visit: Visit, { status, seriesId }: Release): Promise<Markup | null> {
  if (status === 'published' || status === 'cancelled' || !visit.may('publishing:publish') || !visit.may('publishing:write')) return null;
  const params = { seriesId };
  const published = await visit.call<Listed<'releases', Release>>('listPublishingReleases', { params, query: { limit: LISTED } });
  if (published.releases.some((release) => release.publishedAt !== null)) return null;
  const { series } = await visit.call<{ series: Series }>('getPublishingSeries', { params });
  return html`<p>This is the first episode of the series. Look through what listeners will read of it.</p>
<input type="hidden" name="seriesId" value="${seriesId}">${seriesWordFields(visit, await wordsOf(visit, series))}`;
}

function movesOf(visit: Visit, { status, scheduledAt, assets, sourceArtifactId }: Release, words: Markup | null): Markup | null {
  if (!visit.may('publishing:publish') || status === 'cancelled') return null;
  const path = here(visit);
  const refresh = assets[0]?.status === 'stale' ? html`<p>The read was changed after this episode was made.</p>${form(visit, `${path}/refresh`, {
    label: 'Take the new recording over', tone: 'main', fields: html`<input type="hidden" name="artifactId" value="${sourceArtifactId}">` })}` : null;
  const publish = status === 'published' ? null : html`<div class="${words ? '' : 'acts-row'}">${form(visit, `${path}/publish`, {
    label: 'Publish now', tone: refresh ? 'plain' : 'main', ...(words ? { fields: words, className: 'sheetlike' } : {}), confirm: 'Publish it now? Everybody who follows the feed gets it.' })}</div>
${form(visit, `${path}/schedule`, {
    label: scheduledAt ? 'Move the date' : 'Publish at this time', fields: field({ label: 'Day and time, in UTC', name: 'scheduledAt', type: 'datetime-local', value: scheduledAt?.slice(0, 16) ?? '', required: true }) })}`;
  return html`<section class="panel"><h2>${status === 'published' ? 'Published' : 'Publish it'}</h2>${refresh}${publish}
${form(visit, `${path}/withdraw`, { label: 'Withdraw it', tone: 'danger', confirm: 'Withdraw this episode? It leaves the feed for good, and its guid is never used again.' })}</section>`;
}

function wordsForm(visit: Visit, { title, description, status }: Release): Markup | null {
  if (!visit.may('publishing:write') || status === 'cancelled') return null;
  return html`<section><h2>Title and description</h2>${form(visit, `${here(visit)}/save`, {
    label: 'Save', className: 'sheetlike',
    fields: html`${field({ label: 'Title', name: 'title', value: title, required: true, max: 4_000 })}${textArea({ label: 'Description', name: 'description', value: description ?? '', max: 4_000 }, 8)}`,
  })}${form(visit, `${here(visit)}/describe`, { label: 'Write it from the script', ...(description ? { confirm: 'Replace this description by a written one?' } : {}) })}</section>`;
}

/** An episode of a series: its texts, its date, and its sound. */
export const releaseScreen: Screen = {
  path: '/workplace/releases/:releaseId',
  actions,
  async draw(visit) {
    const { release } = await visit.call<{ release: Release }>('getPublishingRelease', paramsOf(visit));
    const isConnected = await isFeedConnected(visit, release.seriesId);
    sayDone(visit, isConnected ? DONE : { ...DONE, published: 'It is published, but in no feed yet.' });
    const { status, publishedAt, scheduledAt, cancelledAt, assets, failureMessage, failureCode, sourceArtifactId, seriesId, pageUrl } = release;
    const [asset] = assets;
    return {
      title: release.title,
      back: { path: workplacePaths.series(seriesId), label: 'The series' },
      body: html`${facts([
        ['State', state(status)], ['Published', publishedAt && when(publishedAt)], ['Due', status === 'scheduled' && scheduledAt && when(scheduledAt)], ['Withdrawn', cancelledAt && when(cancelledAt)],
        ['Season and episode', [release.seasonNumber, release.episodeNumber].filter(Boolean).join(', ')], ['Length', asset && lengthText(asset.durationMs)],
        ['Read', html`<a href="${workplacePaths.read(sourceArtifactId)}">To the read</a>`], ['Page', pageUrl && html`<a href="${pageUrl}">${pageUrl}</a>`],
      ])}
${failureMessage ? html`<div class="notice wrong" role="alert"><p>${failureMessage}</p><p class="fine">${failureCode}</p></div>` : null}
${isConnected || status === 'cancelled' ? null : unconnectedNote(visit, `${here(visit)}/connect`, seriesId)}
${status === 'published' && asset ? html`<audio controls preload="none" src="${new URL(asset.url).pathname}" aria-label="${release.title}"></audio>` : null}
${movesOf(visit, release, await firstWords(visit, release))}${wordsForm(visit, release)}`,
    };
  },
};
