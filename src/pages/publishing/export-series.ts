import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '../../kernel/storage/port.js';
import type { Config } from '../../kernel/config/index.js';
import type { Database } from '../../kernel/db/database.js';
import { EPISODE_FILES, publishingPaths } from '../../domain/publishing/addresses.js';
import { FEED_PAGE_ITEMS, feedDocument } from '../../domain/publishing/feed/feed.js';
import type { FeedDocument, FeedItem } from '../../domain/publishing/feed/feed-model.js';
import { rssOf } from '../../domain/publishing/feed/rss.js';
import { findAssetByToken } from '../../domain/publishing/releases/asset-store.js';
import { getProgramme } from '../../domain/publishing/releases/programme.js';
import { listPublished, type ShownRelease } from '../../domain/publishing/releases/release-store.js';
import type { SeriesRow } from '../../domain/publishing/series/series-model.js';
import { html } from '../html.js';
import { episodeText } from './media.js';

interface ExportServices { db: Database; store: ObjectStore; config: Config }

export interface ExportedSeries { feeds: string[]; episodes: number; bytes: number }

async function place(folder: string, below: string): Promise<string> {
  const file = path.join(folder, ...below.split('/'));
  await mkdir(path.dirname(file), { recursive: true });
  return file;
}

async function copyObject(store: ObjectStore, key: string, file: string): Promise<void> {
  await pipeline(await store.stream(key), createWriteStream(file));
}

/**
 * Writes the sound, the film if there is one, the texts and the pictures of an episode to the paths that the feed names. Returns the size of the sound in
 * bytes.
 */
async function exportEpisode(
  { db, store, config }: ExportServices, folder: string, { asset, title, filmWithheld }: ShownRelease,
): Promise<number> {
  const { token } = asset;
  const pictures = (await findAssetByToken(db, token))?.pictures ?? {};
  for (const [name, { key }] of Object.entries(pictures)) {
    await copyObject(store, key, await place(folder, publishingPaths.episodePicture(token, name)));
  }
  const programme = await getProgramme(store, asset.programmeKey);
  const film = filmWithheld ? null : asset.film;
  for (const kind of EPISODE_FILES) {
    if (kind === 'mp4' && !film) continue;
    const file = await place(folder, publishingPaths.episode(token, kind));
    if (kind === 'mp3') await copyObject(store, asset.mediaKey, file);
    else if (kind === 'mp4') await copyObject(store, film!.mediaKey, file);
    else await writeFile(file, episodeText({ config }, kind, programme, { token, title, pictured: asset.pictured }));
  }
  return asset.byteSize;
}

/** A plain page without our scripts or styles, so that the links of the feed have a target on any host. */
const indexPage = (feed: FeedDocument, feedName: string): string => html`<!doctype html>
<html lang="${feed.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${feed.title}</title>
<link rel="alternate" type="application/rss+xml" href="${feedName}" title="${feed.title}"></head>
<body><h1>${feed.title}</h1><p>${feed.description}</p><p><a href="${feedName}">Feed for podcast apps</a></p>
${feed.items.map((item) => html`<article id="${item.guid}"><h2>${item.title}</h2><audio controls preload="none" src="${item.enclosure.url}"></audio>
<p>${item.description}</p>${item.transcriptUrls ? html`<p><a href="${item.transcriptUrls.srt}">Transcript</a></p>` : null}</article>`)}</body></html>
`.source;

/**
 * An episode whose links lead to the plain page, including those in its description: the generated link, which is below `base` like all its addresses, and
 * what a person wrote with the address of this server.
 */
function movedItem(item: FeedItem, appUrl: string, base: string): FeedItem {
  const pageUrl = `${base}/#${item.guid}`;
  const pageBefore = appUrl + item.pageUrl.slice(base.length);
  return { ...item, pageUrl, description: item.description.replaceAll(item.pageUrl, pageUrl).replaceAll(pageBefore, pageUrl) };
}

/**
 * Writes a series as a folder that any static host can serve at `baseUrl`: feed, sound, films, cover, pictures, transcripts, chapters and a plain page. Guids
 * are unchanged, so that listeners keep their place when the feed moves there. Null for a series without a connected feed.
 */
export async function exportSeries(services: ExportServices, series: SeriesRow, folder: string, baseUrl: string): Promise<ExportedSeries | null> {
  const base = baseUrl.replace(/\/+$/, '');
  const there: ExportServices = { ...services, config: { ...services.config, appUrl: base, baseUrl: base, mediaUrl: base } };
  const { slug } = series;
  const nameOf = (page: number): string => publishingPaths.feed(page === 1 ? slug : `${slug}-${page}`);
  const exported: ExportedSeries = { feeds: [], episodes: 0, bytes: 0 };
  for (let number = 1; ; number++) {
    const found = await feedDocument(there, series, number);
    if (!found) return number === 1 ? null : exported;
    const feed: FeedDocument = {
      ...found, pageUrl: `${base}/`, page: { ...found.page, urlOf: (page) => base + nameOf(page) },
      items: found.items.map((item) => movedItem(item, services.config.appUrl, base)),
    };
    await writeFile(await place(folder, nameOf(number)), rssOf(feed));
    exported.feeds.push(base + nameOf(number));
    if (number === 1) await writeFile(await place(folder, 'index.html'), indexPage(feed, feed.page.urlOf(1)));
    for (const release of await listPublished(services.db, series.id, { offset: (number - 1) * FEED_PAGE_ITEMS, limit: FEED_PAGE_ITEMS })) {
      exported.bytes += await exportEpisode(there, folder, release);
      exported.episodes += 1;
    }
    for (const picture of number === 1 ? series.art?.pictures ?? [] : []) {
      await copyObject(services.store, picture.key, await place(folder, publishingPaths.cover(slug, series.art!.version, picture.widthPx)));
    }
  }
}
