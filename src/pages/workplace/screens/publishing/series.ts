import { html, type Markup } from '../../../html.js';
import { readManifestOf, type Artifact, type Listed, type Release, type Series } from '../../answers.js';
import { sayDone, withDone } from '../../done.js';
import { field, form, select, textArea } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction, Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { facts, lengthText, older, state, stateText, when } from '../../words.js';
import { connectFeed, isFeedConnected, unconnectedNote } from './feed-connection.js';
import { coverOf } from './publishing.js';

const REFRESH_MS = 2_000;
const LISTED = 50;
const STANDINGS = [{ value: 'active', label: 'Active' }, { value: 'paused', label: 'Paused' }, { value: 'completed', label: 'Completed: no more episodes come' }];

const paramsOf = (visit: Visit) => ({ params: { seriesId: visit.param('seriesId') } });
const here = (visit: Visit): string => workplacePaths.series(visit.param('seriesId'));

const save: FormAction = {
  async send(visit, { fields: { title, description, status, category, subcategory } }) {
    await visit.call('updatePublishingSeries', {
      ...paramsOf(visit), body: { ...(title ? { title } : {}), description: description ?? null, status: status ?? 'active', category: category ?? null, subcategory: subcategory ?? null },
    });
    return withDone(here(visit), 'saved');
  },
};

const cover: FormAction = {
  async send(visit) {
    await visit.call('generatePublishingCoverArt', { ...paramsOf(visit), body: {} });
    return withDone(here(visit), 'cover');
  },
};

const connect: FormAction = {
  async send(visit, sent) {
    await connectFeed(visit, visit.param('seriesId'), sent);
    return withDone(here(visit), 'connected');
  },
};

const release: FormAction = {
  async send(visit, { fields: { artifactId = '', title, seasonNumber, episodeNumber }, idempotencyKey }) {
    const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
    const made = await visit.call<{ release: Release }>('createPublishingRelease', {
      ...paramsOf(visit), idempotencyKey,
      body: { title: title ?? '', sourceArtifactId: artifactId, seasonNumber: number(seasonNumber), episodeNumber: number(episodeNumber) },
    });
    return workplacePaths.release(made.release.id);
  },
};

function releaseRow({ id, title, seasonNumber, episodeNumber, status, publishedAt, scheduledAt, assets, failureMessage }: Release): Markup {
  const place = [seasonNumber && `S${seasonNumber}`, episodeNumber && `E${episodeNumber}`].filter(Boolean).join(' ');
  const date = publishedAt ?? scheduledAt;
  return html`<li><div><a href="${workplacePaths.release(id)}">${title}</a>${failureMessage ? html`<p class="wrong-text">${failureMessage}</p>` : null}</div>
<span class="fine">${place}${date ? html` · ${when(date)}` : null}${assets[0] ? ` · ${lengthText(assets[0].durationMs)}` : null}</span>${assets[0]?.status === 'stale' ? html`<span class="tag ask">The read has changed</span>` : null}${state(status)}</li>`;
}

/** Reads of the production that have an MP3 and no episode yet. */
async function readsToPublish(visit: Visit, { projectId }: Series, releases: readonly Release[]): Promise<Artifact[]> {
  const made = await visit.callIfAllowed<Listed<'artifacts', Artifact>>('listArtifacts', { query: { projectId, limit: LISTED } });
  const taken = new Set(releases.filter(({ status }) => status !== 'cancelled').map(({ sourceArtifactId }) => sourceArtifactId));
  return (made?.artifacts ?? []).filter((read) => readManifestOf(read)?.audio.recordingUrl && !taken.has(read.id));
}

function releaseForm(visit: Visit, reads: readonly Artifact[], releases: readonly Release[]): Markup {
  if (reads.length === 0) return html`<p class="fine">Every read with an MP3 is an episode already. <b>Make the MP3</b> of a read on its page, and it can be published here.</p>`;
  const next = Math.max(0, ...releases.map(({ episodeNumber }) => episodeNumber ?? 0)) + 1;
  return form(visit, `${here(visit)}/release`, {
    label: 'Make the episode', tone: 'main', className: 'sheetlike',
    fields: html`${select({ label: 'Read', name: 'artifactId', value: reads[0]!.id }, reads.map(({ id, title }) => ({ value: id, label: title })))}
${field({ label: 'Title of the episode', name: 'title', value: reads[0]!.title, required: true, max: 200 })}
<div class="pair">${field({ label: 'Season', name: 'seasonNumber', type: 'number', value: 1 })}${field({ label: 'Episode', name: 'episodeNumber', type: 'number', value: next })}</div>`,
  });
}

function settingsForm(visit: Visit, series: Series): Markup {
  return html`<details class="more"><summary>What the series says</summary>${form(visit, `${here(visit)}/save`, {
    label: 'Save', className: 'sheetlike',
    fields: html`${field({ label: 'Title', name: 'title', value: series.title, required: true, max: 200 })}${textArea({ label: 'Description', name: 'description', value: series.description ?? '', max: 4_000 })}
${select({ label: 'Status', name: 'status', value: series.status }, STANDINGS)}<div class="pair">${field({ label: 'Category', name: 'category', value: series.category ?? '', max: 80, hint: 'As podcast directories name it: Fiction, Education, Arts' })}
${field({ label: 'Subcategory', name: 'subcategory', value: series.subcategory ?? '', max: 80, hint: 'One of the category: Drama' })}</div>`,
  })}</details>`;
}

interface Snapshot { date: string; downloads: number; uniqueListeners: number }

function listenersOf(snapshots: readonly Snapshot[]): Markup | null {
  if (snapshots.length === 0) return null;
  return html`<h2>Heard</h2><div class="scroller"><table class="table"><thead><tr><th scope="col">Day</th><th scope="col">Downloads</th><th scope="col">Listeners</th></tr></thead><tbody>${snapshots.map(({ date, downloads, uniqueListeners }) =>
    html`<tr><th scope="row">${date}</th><td class="number">${downloads}</td><td class="number">${uniqueListeners}</td></tr>`)}</tbody></table></div>`;
}

/** A series: its feed, its cover, its episodes. */
export const seriesScreen: Screen = {
  path: '/workplace/series/:seriesId',
  actions: { save, cover, connect, release },
  async draw(visit) {
    sayDone(visit, { saved: 'The series is saved. Apps show the change when they look at the feed again.', cover: 'The cover is being drawn.', connected: 'The feed is connected.' });
    const [{ series }, page, heard, isConnected] = await Promise.all([
      visit.call<{ series: Series }>('getPublishingSeries', paramsOf(visit)),
      visit.call<Listed<'releases', Release>>('listPublishingReleases', { ...paramsOf(visit), query: { limit: LISTED, ...(visit.query.get('cursor') ? { cursor: visit.query.get('cursor')! } : {}) } }),
      visit.callIfAllowed<{ snapshots: Snapshot[] }>('getPublishingAnalytics', paramsOf(visit)),
      isFeedConnected(visit, visit.param('seriesId')),
    ]);
    const mayWrite = visit.may('publishing:write');
    const drawing = series.coverArt.status === 'drawing';
    return {
      title: series.title,
      back: { path: workplacePaths.publishing(series.projectId), label: 'Publishing' },
      refreshMs: drawing ? REFRESH_MS : null,
      body: html`<div class="read-head cover-head">${coverOf(series)}<div>${series.description ? html`<p class="lead">${series.description}</p>` : null}
${facts([
    ['Feed', isConnected && html`<a href="${series.feedUrl}">${series.feedUrl}</a>`], ['Page', isConnected && html`<a href="${series.pageUrl}">${series.pageUrl}</a>`],
    ['Status', stateText(series.status)],
  ])}${isConnected ? null : unconnectedNote(visit, `${here(visit)}/connect`, series.id)}
<div class="acts-row">${isConnected ? html`<button class="pill" type="button" data-copy="${series.feedUrl}" hidden>Copy the feed's address</button>` : null}${mayWrite ? form(visit, `${here(visit)}/cover`, { label: drawing ? 'The cover is being drawn' : series.coverArt.url ? 'Draw another cover' : 'Draw a cover' }) : null}</div>
${series.coverArt.failureMessage ? html`<p class="wrong-text">${series.coverArt.failureMessage}</p>` : null}</div></div>
<h2>Episodes</h2>${page.releases.length === 0 ? html`<p>No episode yet.</p>` : html`<ul class="rows">${page.releases.map(releaseRow)}</ul>`}${older(here(visit), page.nextCursor)}
${mayWrite ? releaseForm(visit, await readsToPublish(visit, series, page.releases), page.releases) : null}${listenersOf(heard?.snapshots ?? [])}${mayWrite ? settingsForm(visit, series) : null}`,
    };
  },
};
