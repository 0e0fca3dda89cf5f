import { describeLook } from '../../craft/images/person/look.js';
import { titleCase } from '../../kernel/contract/listener-words.js';
import { publishingPaths } from '../../domain/publishing/addresses.js';
import type { FeedItem } from '../../domain/publishing/feed/feed-model.js';
import { wordClock } from '../word-clock.js';
import type { EpisodeData } from '../client-data.js';
import { descriptionHtml } from '../../domain/publishing/feed/rss.js';
import { withOwnLink } from '../../domain/publishing/releases/own-link.js';
import { FULL_EPISODE } from '../../domain/publishing/releases/release-store.js';
import { updateFrequency } from '../../domain/publishing/series/cadence.js';
import { html, Markup, type Renderable } from '../html.js';
import { brand } from '../templates/icons.js';
import { shell, type PageContext } from '../templates/shell.js';
import { clockText, initialsOf } from '../wording.js';
import { facePath, type EpisodePage, type SeriesPage } from './public-pages.js';

/** Addresses with which apps subscribe to a feed. */
function appLinks(feedUrl: string): [name: string, url: string][] {
  const bare = feedUrl.replace(/^https?:\/\//, '');
  const whole = encodeURIComponent(feedUrl);
  return [
    ['Apple Podcasts', `podcast://${bare}`], ['Overcast', `overcast://x-callback-url/add?url=${whole}`], ['Pocket Casts', `pktc://subscribe/${bare}`],
    ['AntennaPod', `https://antennapod.org/deeplink/subscribe?url=${whole}`], ['Castro', `castros://subscribe/${bare}`],
    ['Podcast Addict', `podcastaddict://${bare}`],
  ];
}

function subscribe(feedUrl: string): Markup {
  return html`<section class="subscribe" aria-labelledby="subscribe"><h2 id="subscribe">Listen in your app</h2>
<ul class="apps">${appLinks(feedUrl).map(([name, url]) => html`<li><a class="pill" href="${url}">${name}</a></li>`)}</ul>
<label class="field"><span>Feed, for any other app</span><input readonly value="${feedUrl}"></label></section>`;
}

const dateWords = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The place of an episode in its series, such as `Season 1, episode 2`; empty for an episode without numbers. For a trailer or a bonus, its type. */
function placeOf({ seasonNumber, seasonName, episodeNumber, episodeType }: FeedItem): string {
  if (episodeType !== FULL_EPISODE) return titleCase(episodeType);
  const season = seasonName ?? (seasonNumber === null ? null : `Season ${seasonNumber}`);
  const episode = episodeNumber === null ? null : `${season ? 'e' : 'E'}pisode ${episodeNumber}`;
  return [season, episode].filter(Boolean).join(', ');
}

const joined = (...words: (string | null)[]): string => words.filter(Boolean).join(' · ');
const timeOf = (date: Date): Markup => html`<time datetime="${date.toISOString()}">${dateWords(date)}</time>`;

function itemCard(slug: string, item: FeedItem): Markup {
  const path = publishingPaths.episodePage(slug, item.pageUrl.split('/').at(-1)!);
  const place = placeOf(item);
  return html`<li class="episode"><p class="fine">${place ? html`${place} · ` : null}${timeOf(item.datedAt)} · ${clockText(item.enclosure.durationMs)}</p>
<h3><a href="${path}">${item.title}</a></h3>${item.description === item.title ? null : html`<p class="about">${firstWords(item.description)}</p>`}</li>`;
}

const MAX_ABOUT_CHARS = 220;

function firstWords(text: string): string {
  const [paragraph = ''] = text.trim().split(/\n{2,}/);
  if (paragraph.length <= MAX_ABOUT_CHARS) return paragraph;
  return `${paragraph.slice(0, MAX_ABOUT_CHARS).replace(/\s+\S*$/, '')}…`;
}

const cover = (path: string | null, title: string, size: number): Renderable =>
  (path ? html`<img class="cover" src="${path}" width="${size}" height="${size}" alt="Cover of ${title}">` : null);

/** The page of a series: what it is, how to subscribe, its episodes. */
export function seriesPage(context: PageContext, page: SeriesPage): string {
  const { series, feed, feedUrl, coverPath, previewImage } = page;
  const cadence = series.cadence && series.standing === 'active' ? updateFrequency(series.cadence).words : null;
  const count = feed.items.length === 1 ? '1 episode' : `${feed.items.length}${feed.page.count > 1 ? ' newest' : ''} episodes`;
  return shell(context, {
    view: 'series', title: feed.title, description: firstWords(feed.description), indexable: true,
    canonicalUrl: context.appUrl + publishingPaths.seriesPage(series.slug), feedUrl, previewImage,
    body: html`<a class="skip" href="#episodes">Skip to the episodes</a><header class="top">${brand()}</header>
<main class="show"><section class="show-head">${cover(coverPath, feed.title, 300)}
<div><p class="fine">${joined(series.category, series.subcategory)}</p><h1>${feed.title}</h1>
<p class="lead">${feed.description}</p>
<p class="fine">${joined(feed.byline && `By ${feed.byline}`, cadence, series.standing === 'completed' ? 'Complete' : null)}</p></div></section>
${subscribe(feedUrl)}
<section aria-labelledby="episodes"><h2 id="episodes" tabindex="-1">${count}</h2>
${feed.items.length === 0 ? html`<p class="fine">The first episode is on its way. Subscribe, and your app tells you.</p>`
    : html`<ol class="episodes">${feed.items.map((item) => itemCard(series.slug, item))}</ol>`}</section></main>`,
  });
}

function people(page: EpisodePage): Markup | null {
  const { programme } = page;
  if (programme.people.length === 0) return null;
  const roles = { narrator: 'Narrator', reader: 'Reader', host: 'Host', character: '' };
  return html`<section aria-labelledby="people"><h2 id="people">People</h2><ul class="people">${programme.people.map((person) => {
    const look = programme.art.looks[person.seat];
    const face = look ? html`<img src="${facePath(page, person)}" width="56" height="56" alt="${describeLook(look)}" loading="lazy">`
      : html`<span class="initials" aria-hidden="true">${initialsOf(person.name)}</span>`;
    return html`<li>${face}<span><b>${person.name}</b><span class="fine">${joined(roles[person.role] || null, person.voiceName && person.voiceName !== person.name ? `Voice: ${person.voiceName}` : null)}</span></span></li>`;
  })}</ul></section>`;
}

function chapters({ programme }: EpisodePage): Markup | null {
  if (programme.chapters.length < 2) return null;
  return html`<section aria-labelledby="chapters"><h2 id="chapters">Chapters</h2><ol class="chapters">${programme.chapters.map(({ title, startMs }) =>
    html`<li><a href="#t=${startMs / 1_000}" data-at="${startMs}"><span class="scene-time">${clockText(startMs)}</span> ${title}</a></li>`)}</ol></section>`;
}

function transcript({ programme }: EpisodePage): Markup | null {
  if (programme.lines.length === 0) return null;
  let last: string | null = null;
  const lines = programme.lines.map(({ speaker, text, startMs, endMs }) => {
    const named = speaker !== null && speaker !== last;
    last = speaker;
    return html`<p class="said" data-from="${startMs}" data-to="${endMs}">${named ? html`<b>${titleCase(speaker)}</b> ` : null}<a
 href="#t=${startMs / 1_000}" data-at="${startMs}">${text}</a></p>`;
  });
  return html`<section aria-labelledby="transcript"><h2 id="transcript" tabindex="-1">Transcript</h2>
<div class="transcript" lang="${programme.language}">${lines}</div></section>`;
}

/** The words of each line, in the order of the transcript. */
const episodeData = ({ programme: { lines } }: EpisodePage): EpisodeData => ({ words: lines.map(({ words }) => (words ? wordClock(words) : null)) });

function player({ soundPath, captionsPath, release, programme }: EpisodePage): Markup {
  return html`<audio class="sound" id="sound" controls preload="metadata" src="${soundPath}" aria-label="${release.title}"><track
 kind="captions" src="${captionsPath}" srclang="${programme.language === 'und' ? 'en' : programme.language}" label="Transcript" default></audio>`;
}

const embedCode = (context: PageContext, path: string, title: string): string =>
  html`<iframe src="${context.appUrl}${path}?view=embed" title="${title}" width="100%" height="180" loading="lazy" allow="autoplay"></iframe>`.source;

/** The page of an episode: player, chapters, people, transcript, and how to subscribe and embed. */
export function episodePage(context: PageContext, page: EpisodePage): string {
  const { series, feed, release, coverPath, feedUrl, previewImage } = page;
  const item = feed.items.find(({ guid }) => guid === release.guid);
  const path = publishingPaths.episodePage(series.slug, release.slug);
  const about = withOwnLink(release.description ?? '', release, null).trim();
  return shell(context, {
    view: 'series', title: `${release.title} · ${feed.title}`, description: firstWords(about || feed.description), indexable: true,
    canonicalUrl: context.appUrl + path, previewType: 'music.song', previewImage, feedUrl, client: { script: 'episode.js', data: episodeData(page) },
    body: html`<a class="skip" href="#transcript">Skip to the transcript</a><header class="top">${brand()}</header>
<main class="show"><section class="show-head">${cover(coverPath, feed.title, 300)}
<div><p class="fine"><a href="${publishingPaths.seriesPage(series.slug)}">${feed.title}</a>${item && placeOf(item) ? ` · ${placeOf(item)}` : null}
 · ${timeOf(release.datedAt!)} · ${clockText(release.asset.durationMs)}</p><h1>${release.title}</h1></div></section>
${player(page)}<p class="vh" role="status" id="status"></p>
${about ? html`<div class="notes">${new Markup(descriptionHtml(about))}</div>` : null}
${chapters(page)}${people(page)}${transcript(page)}${subscribe(feedUrl)}
<section class="subscribe" aria-labelledby="embed"><h2 id="embed">Embed</h2><label class="field"><span>Markup for your own page</span>
<textarea readonly rows="3">${embedCode(context, path, release.title)}</textarea></label></section></main>`,
  });
}

/** The player alone, to be embedded in other sites. */
export function embedPage(context: PageContext, page: EpisodePage): string {
  const { series, feed, release, coverPath } = page;
  return shell(context, {
    view: 'series', title: release.title, description: feed.title, indexable: false, client: { script: 'episode.js', data: { words: [] } satisfies EpisodeData },
    body: html`<main class="embed">${cover(coverPath, feed.title, 120)}<div><h1><a href="${publishingPaths.episodePage(series.slug, release.slug)}"
 target="_blank" rel="noopener">${release.title}</a></h1><p class="fine">${feed.title}</p>${player(page)}</div></main>`,
  });
}
