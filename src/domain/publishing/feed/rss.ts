import { updateFrequency } from '../series/cadence.js';
import { TRAILER_EPISODE } from '../releases/release-store.js';
import type { FeedDocument, FeedItem, FeedPage } from './feed-model.js';
import { element, textElement, xmlDocument, type XmlChild, type XmlElement } from './xml.js';
import { shortened } from '../../../kernel/contract/texts/shortened.js';
import { isVisible } from '../../../kernel/contract/texts/visible-text.js';
import { matchesOf } from '../../../craft/patterns/matches.js';

const NAMESPACES = {
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd', 'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom', 'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
};

const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'’”]/g;
const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const htmlText = (text: string): string => text.replace(/[&<>"]/g, (char) => HTML[char]!);

const paragraphsOf = (text: string): string[][] => text.trim().split(/\n{2,}/).map((paragraph) => paragraph.split('\n'));

/** A line, or a word of it, as HTML with its links. */
function lineHtml(line: string): string {
  let html = '';
  let from = 0;
  for (const { 0: link, index } of matchesOf(line, LINK)) {
    html += `${htmlText(line.slice(from, index))}<a href="${htmlText(link)}">${htmlText(link)}</a>`;
    from = index + link.length;
  }
  return html + htmlText(line.slice(from));
}

const BREAK = '<br>';
const paragraphHtml = (lines: readonly string[]): string => `<p>${lines.join(BREAK)}</p>`;

/** A plain text as HTML: paragraphs, line breaks and links. */
export const descriptionHtml = (text: string): string => paragraphsOf(text).map((lines) => paragraphHtml(lines.map(lineHtml))).join('\n');

/** The longest description of a series or an episode that apps accept. */
const MAX_DESCRIPTION_CHARS = 4_000;

/** The first of these parts that have at most `most` characters when they are joined by `between`. */
function leading(parts: readonly string[], between: string, most: number): string[] {
  let [count, length] = [0, -between.length];
  for (const part of parts) {
    length += between.length + part.length;
    if (length > most) break;
    count += 1;
  }
  return parts.slice(0, count);
}

/** The beginning of a paragraph that does not fit as a whole: its first lines; when no line fits, its first words; when no word fits, its first characters. */
function beginningOf(lines: readonly string[], most: number): string[] {
  const fitting = leading(lines.map(lineHtml), BREAK, most);
  if (fitting.length > 0) return fitting;
  const words = leading(lines[0]!.split(' ').map(lineHtml), ' ', most);
  return [words.length > 0 ? words.join(' ') : leading([...lines[0]!].map(htmlText), '', most).join('')];
}

/**
 * The beginning of `descriptionHtml` that apps accept: as many whole paragraphs as fit, and as many whole lines of the next one. Only a first line that is too
 * long by itself is cut within.
 */
function shortDescriptionHtml(text: string): string {
  const paragraphs = paragraphsOf(text);
  const whole = leading(paragraphs.map((lines) => paragraphHtml(lines.map(lineHtml))), '\n', MAX_DESCRIPTION_CHARS);
  const next = paragraphs[whole.length];
  if (!next) return whole.join('\n');
  const room = MAX_DESCRIPTION_CHARS - whole.join('\n').length - '\n'.length - paragraphHtml([]).length;
  const part = whole.length > 0 ? leading(next.map(lineHtml), BREAK, room) : beginningOf(next, room);
  return [...whole, ...(part.length > 0 ? [paragraphHtml(part)] : [])].join('\n');
}

/** The links of a page to itself and, in a feed of several pages, to the others. */
function pageLinks({ number, count, urlOf }: FeedPage): XmlChild[] {
  const link = (rel: string, page: number): XmlElement => element('atom:link', { rel, type: 'application/rss+xml', href: urlOf(page) });
  if (count === 1) return [link('self', number)];
  return [
    link('self', number), link('first', 1), link('last', count), number > 1 ? link('previous', number - 1) : null,
    number < count ? link('next', number + 1) : null,
  ];
}

function categoryOf({ category, subcategory }: FeedDocument): XmlChild {
  if (category === null) return null;
  return element('itunes:category', { text: category }, subcategory === null ? null : element('itunes:category', { text: subcategory }));
}

function ownerOf({ config, author }: FeedDocument): XmlChild {
  if (!config.ownerEmail) return null;
  return element('itunes:owner', {}, textElement('itunes:name', config.ownerName ?? author), textElement('itunes:email', config.ownerEmail));
}

function frequencyOf({ cadence, standing }: FeedDocument): XmlChild {
  if (standing === 'completed') return element('podcast:updateFrequency', { complete: true }, 'Complete');
  if (cadence === null || standing === 'paused') return null;
  const { rrule, words } = updateFrequency(cadence);
  return element('podcast:updateFrequency', { rrule }, words);
}

/** Directories cut longer names of people and seasons, and longer authors. */
const MAX_NAME_CHARS = 128;
const MAX_AUTHOR_CHARS = 255;
const cut = (text: string | null, most: number): string | null => (text !== null && isVisible(text) ? shortened(text, most) : null);

/** The cover, once for news readers and once for podcast apps. */
function imagesOf({ imageUrl, title, pageUrl }: FeedDocument): XmlChild[] {
  if (imageUrl === null) return [];
  return [
    element('image', {}, element('url', {}, imageUrl), element('title', {}, title), element('link', {}, pageUrl)),
    element('itunes:image', { href: imageUrl }),
  ];
}

const rfc822 = (date: Date): string => date.toUTCString();

function trailerOf({ items }: FeedDocument): XmlChild[] {
  return items.filter(({ episodeType }) => episodeType === TRAILER_EPISODE).map(({ title, datedAt, enclosure, seasonNumber }) =>
    element('podcast:trailer', {
      pubdate: rfc822(datedAt), url: enclosure.url, length: enclosure.byteSize, type: 'audio/mpeg', season: seasonNumber,
    }, cut(title, MAX_NAME_CHARS)));
}

function transcriptsOf({ transcriptUrls, language }: FeedItem): XmlChild[] {
  if (!transcriptUrls) return [];
  return [
    element('podcast:transcript', { url: transcriptUrls.vtt, type: 'text/vtt', language, rel: 'captions' }),
    element('podcast:transcript', { url: transcriptUrls.json, type: 'application/json', language }),
    element('podcast:transcript', { url: transcriptUrls.srt, type: 'application/x-subrip', language, rel: 'captions' }),
  ];
}

const BITS_OF_BYTE_IN_MS = 8_000;

/** The film, for apps that play video; all others play the enclosure. */
function filmOf({ film, language }: FeedItem): XmlChild {
  if (film === null) return null;
  const { url, byteSize, durationMs, heightPx, sha256 } = film;
  return element('podcast:alternateEnclosure', {
    type: 'video/mp4', length: byteSize, bitrate: Math.round((byteSize * BITS_OF_BYTE_IN_MS) / durationMs), height: heightPx, lang: language, title: 'Film',
  },
  element('podcast:source', { uri: url }),
  element('podcast:integrity', { type: 'sri', value: `sha256-${Buffer.from(sha256, 'hex').toString('base64')}` }));
}

function seasonOf({ seasonNumber, seasonName }: FeedItem): XmlChild {
  return seasonNumber === null ? null : element('podcast:season', { name: cut(seasonName, MAX_NAME_CHARS) }, seasonNumber);
}

function itemOf(item: FeedItem, author: string): XmlElement {
  const { enclosure, seasonNumber, episodeNumber } = item;
  return element('item', {},
    element('title', {}, item.title),
    textElement('itunes:title', item.title),
    // Readers take the text of both as HTML: a plain text would lose its paragraphs, and every word in angle brackets.
    element('description', {}, shortDescriptionHtml(item.description)),
    element('content:encoded', {}, descriptionHtml(item.description)),
    element('link', {}, item.pageUrl),
    element('guid', { isPermaLink: 'false' }, item.guid),
    element('pubDate', {}, rfc822(item.datedAt)),
    element('enclosure', { url: enclosure.url, length: enclosure.byteSize, type: 'audio/mpeg' }),
    filmOf(item),
    textElement('itunes:author', cut(item.author ?? author, MAX_AUTHOR_CHARS)),
    element('itunes:duration', {}, Math.round(enclosure.durationMs / 1_000)),
    element('itunes:explicit', {}, String(item.explicit)),
    textElement('itunes:season', seasonNumber),
    textElement('itunes:episode', episodeNumber),
    element('itunes:episodeType', {}, item.episodeType),
    seasonOf(item),
    textElement('podcast:episode', episodeNumber),
    ...item.people.filter(({ name }) => isVisible(name)).map(({ name, role, group, imageUrl }) =>
      element('podcast:person', { role, group, img: imageUrl }, cut(name, MAX_NAME_CHARS))),
    ...transcriptsOf(item),
    item.chaptersUrl === null ? null : element('podcast:chapters', { url: item.chaptersUrl, type: 'application/json+chapters' }),
  );
}

/** The feed as RSS 2.0 with the podcast extensions of Apple and of the podcast namespace. */
export function rssOf(feed: FeedDocument): string {
  const { config, author } = feed;
  return xmlDocument(element('rss', { version: '2.0', ...NAMESPACES }, element('channel', {},
    element('title', {}, feed.title),
    element('link', {}, feed.pageUrl),
    element('description', {}, shortDescriptionHtml(feed.description)),
    element('language', {}, feed.language),
    ...pageLinks(feed.page),
    element('lastBuildDate', {}, rfc822(feed.changedAt)),
    element('generator', {}, 'Proscenium'),
    textElement('copyright', config.copyright),
    textElement('itunes:new-feed-url', config.newFeedUrl),
    textElement('itunes:author', cut(author, MAX_AUTHOR_CHARS)),
    element('itunes:type', {}, feed.serial ? 'serial' : 'episodic'),
    element('itunes:explicit', {}, String(feed.explicit)),
    ...imagesOf(feed),
    ownerOf(feed),
    categoryOf(feed),
    feed.standing === 'completed' ? element('itunes:complete', {}, 'Yes') : null,
    element('podcast:guid', {}, feed.podcastGuid),
    element('podcast:locked', { owner: config.ownerEmail }, config.locked === false ? 'no' : 'yes'),
    element('podcast:medium', {}, feed.medium),
    frequencyOf(feed),
    ...trailerOf(feed),
    ...feed.items.map((item) => itemOf(item, author)),
  )));
}
