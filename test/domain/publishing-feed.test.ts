import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { parseHTML } from 'linkedom';
import type { FeedDocument, FeedItem } from '../../src/domain/publishing/feed/feed-model.js';
import { podcastGuid } from '../../src/domain/publishing/feed/podcast-guid.js';
import { processStart } from '../../src/domain/publishing/feed/process-start.js';
import { descriptionHtml, rssOf } from '../../src/domain/publishing/feed/rss.js';
import { element, textElement, xmlDocument, xmlText } from '../../src/domain/publishing/feed/xml.js';
import type { Db } from '../../src/kernel/db/database.js';
import { dateEpisode, MIN_APART_MS, type DatedEpisode } from '../../src/domain/publishing/releases/episode-dates.js';
import { updateFrequency } from '../../src/domain/publishing/series/cadence.js';
import { isVisible } from '../../src/kernel/contract/texts/visible-text.js';
import { addressWords } from '../../src/domain/scripts/slugs.js';
import '../support/property-seed.js';

const HOSTILE = [
  ']]>', '<script>alert(1)</script>', '&amp; &#0; &bogus;', '"quoted" & \'single\'', 'a\u0000b\u0007c\u000bd\u001fe', '\ud800 lone \udfff', '\ufffe\uffff',
  '👩‍👩‍👧 🎭', 'שלום \u202eעולם', 'line\nbreak\ttab\rreturn', 'x'.repeat(4_000), '<![CDATA[ & ]]>', '-->', '<?xml version="1.0"?>', ' leading and trailing ',
];

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#9': '\t', '#10': '\n', '#13': '\r' };

/** Reads the text of a document with one element, strictly: only these references may occur, and no bare markup. */
function readText(xml: string): string {
  const [, inner] = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<t>([^<>]*)<\/t>\n$/s.exec(xml) ?? [];
  if (inner === undefined) throw new Error(`not one element: ${xml.slice(0, 200)}`);
  return inner.replace(/&([^;]*);?/g, (all, name: string) => {
    if (!(name in ENTITIES) || !all.endsWith(';')) throw new Error(`not a reference: ${all}`);
    return ENTITIES[name]!;
  });
}

describe('XML', () => {
  it.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 40), text]))('keeps %s as a text', (_name, text) => {
    expect(readText(xmlDocument(element('t', {}, text)))).toBe(xmlText(text));
  });

  it('keeps any text, except for characters that XML forbids', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      const xml = xmlDocument(element('t', {}, text || 'x'));
      expect(readText(xml)).toBe(xmlText(text || 'x'));
      expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
    }), { numRuns: 300 });
  });

  it('escapes attributes, with their white space', () => {
    const xml = xmlDocument(element('a', { b: '"<&>\n\t\r', none: null, no: false, n: 0, yes: true }));
    expect(xml).toContain('<a b="&quot;&lt;&amp;&gt;&#10;&#9;&#13;" n="0" yes="true"/>');
  });

  it('refuses names that XML does not allow, and leaves out what is absent', () => {
    expect(() => xmlDocument(element('a b'))).toThrow(RangeError);
    expect(() => xmlDocument(element('a', { 'b"': 1 }))).toThrow(RangeError);
    expect(xmlDocument(element('a', {}, textElement('b', '  '), textElement('c', null), textElement('d', 0)))).toContain('<a>\n  <d>0</d>\n</a>');
  });
});

const item = (title: string, more: Partial<FeedItem> = {}): FeedItem => ({
  title, description: title, guid: 'rel_1', pageUrl: 'https://example.org/series/s/e', datedAt: new Date('2026-11-17T08:00:00Z'),
  enclosure: { url: 'https://example.org/e.mp3?a=1&b=2', byteSize: 5_290_000, durationMs: 330_400 }, film: null, seasonNumber: 1, seasonName: 'One & Only',
  episodeNumber: 2, episodeType: 'full', explicit: false, author: null, language: 'en',
  people: [{ name: title, role: 'voice actor', group: 'cast', imageUrl: null }],
  transcriptUrls: { vtt: 'https://example.org/e.vtt', srt: 'https://example.org/e.srt', json: 'https://example.org/e.json' },
  chaptersUrl: 'https://example.org/e.chapters.json', ...more,
});

const feed = (items: FeedItem[], more: Partial<FeedDocument> = {}): FeedDocument => ({
  title: 'Show', description: 'About', pageUrl: 'https://example.org/series/s', language: 'en', podcastGuid: 'g', medium: 'podcast', config: {}, byline: 'Ines', author: 'Ines',
  standing: 'active', cadence: { frequency: 'weekly', dayOfWeek: 'tuesday' }, category: 'Fiction', subcategory: 'Drama', imageUrl: 'https://example.org/c.jpg',
  serial: true, explicit: false, changedAt: new Date('2026-11-17T08:00:00Z'),
  page: { number: 1, count: 1, urlOf: (page) => `https://example.org/f.xml${page === 1 ? '' : `?page=${page}`}` }, items, ...more,
});

const domParser = () => (parseHTML('<html></html>').window as unknown as { DOMParser: new () => { parseFromString(text: string, type: string): any } }).DOMParser;
const documentOf = (xml: string): any => new (domParser())().parseFromString(xml, 'text/xml');

describe('a feed', () => {
  it.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 40), text]))('keeps its structure with %s in its title, author and owner', (_name, text) => {
    const xml = rssOf(feed([item(text)], { title: text, description: text, author: text, config: { copyright: text, ownerName: text, ownerEmail: 'a@example.org' } }));
    const shown = documentOf(xml);
    expect([...shown.querySelectorAll('item')]).toHaveLength(1);
    expect([...shown.querySelectorAll('item > *')].map(({ localName }: any) => localName)).toHaveLength(isVisible(text) ? 21 : 18);
    expect(xml.match(/<title>/g)).toHaveLength(3);
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  });

  it('says everything that apps read', () => {
    const xml = rssOf(feed([item('One'), item('Trailer', { episodeType: 'trailer', episodeNumber: null })]));
    for (const part of [
      '<atom:link rel="self" type="application/rss+xml" href="https://example.org/f.xml"/>', '<itunes:type>serial</itunes:type>',
      '<podcast:locked>yes</podcast:locked>', '<podcast:updateFrequency rrule="FREQ=WEEKLY;BYDAY=TU">Weekly on Tuesday</podcast:updateFrequency>',
      '<guid isPermaLink="false">rel_1</guid>', '<pubDate>Tue, 17 Nov 2026 08:00:00 GMT</pubDate>', '<itunes:duration>330</itunes:duration>',
      '<enclosure url="https://example.org/e.mp3?a=1&amp;b=2" length="5290000" type="audio/mpeg"/>', '<podcast:season name="One &amp; Only">1</podcast:season>',
      '<podcast:person role="voice actor" group="cast">One</podcast:person>', 'type="application/json+chapters"',
      '<podcast:trailer pubdate="Tue, 17 Nov 2026 08:00:00 GMT" url="https://example.org/e.mp3?a=1&amp;b=2" length="5290000" type="audio/mpeg" season="1">Trailer</podcast:trailer>',
    ]) expect(xml).toContain(part);
    const long = rssOf(feed([item('T'.repeat(200), { episodeType: 'trailer' })]));
    expect([long.includes(`>${'T'.repeat(128)}</podcast:trailer>`), long.includes(`>${'T'.repeat(200)}</podcast:trailer>`)]).toEqual([true, false]);
    expect(rssOf(feed([item('One')]))).not.toMatch(/podcast:(?:trailer|value|funding)/);
    expect(rssOf(feed([], { standing: 'completed' }))).toMatch(/<itunes:complete>Yes[^]*<podcast:updateFrequency complete="true">/);
  });

  it('gives its descriptions as HTML, which readers make of them, and names the address that it has moved to', () => {
    const words = 'Radio plays <from> the coast & more.\n\nEvery week.';
    const shown = '&lt;p&gt;Radio plays &amp;lt;from&amp;gt; the coast &amp;amp; more.&lt;/p&gt;\n&lt;p&gt;Every week.&lt;/p&gt;';
    const xml = rssOf(feed([item('One', { description: words })], { description: words, config: { newFeedUrl: 'https://example.net/f.xml?a=1&b=2' } }));
    expect(xml.match(/<description>[^<]*<\/description>/g)).toEqual(Array(2).fill(`<description>${shown}</description>`));
    expect(xml).toContain('<itunes:new-feed-url>https://example.net/f.xml?a=1&amp;b=2</itunes:new-feed-url>');
    expect(rssOf(feed([item('One')]))).not.toContain('new-feed-url');
  });

  it.each<[string, string, RegExp]>([
    [
      'lines', ['Chapters', '', ...Array.from({ length: 110 }, (_, at) => `${at}:00 "The lamp & I" https://e.org/${at}`)].join('\n'),
      /^<p>Chapters<\/p>\n<p>0:00 .*<br>\d+:00 [^<]*<a href="([^"]+)">\1<\/a><\/p>$/,
    ],
    ['paragraphs', Array.from({ length: 40 }, (_, at) => `${at} ${'&'.repeat(98)}`).join('\n\n'), /^(?:<p>\d+ (?:&amp;){98}<\/p>\n?)+$/],
    ['words', '"Salt & Light" '.repeat(260), /^<p>(?:&quot;Salt &amp; Light&quot; )+(?:&quot;Salt(?: &amp;(?: Light&quot;)?)?)?<\/p>$/],
    ['characters', '&'.repeat(4_000), /^<p>(?:&amp;)+<\/p>$/],
  ])('leaves out %s from the end of a description that is too long as HTML, and has it whole beside', (_what, words, form) => {
    const xml = rssOf(feed([item('One', { description: words })], { description: words }));
    const texts = (name: string): string[] => [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))]
      .map(([, text]) => text!.replace(/&(amp|lt|gt);/g, (_all, entity: string) => ENTITIES[entity]!));
    const [short, ...others] = texts('description');
    expect([others, texts('content:encoded')]).toEqual([[short], [descriptionHtml(words)]]);
    expect(short).toMatch(form);
    expect([short!.length > 3_400, short!.length <= 4_000]).toEqual([true, true]);
  });

  it('shortens names that directories would cut', () => {
    const xml = rssOf(feed([item('x'.repeat(300), { author: `${'a'.repeat(254)}🎭`, seasonName: 's'.repeat(300) })]));
    expect(xml).toContain(`group="cast">${'x'.repeat(128)}<`);
    expect(xml).toContain(`<itunes:author>${'a'.repeat(254)}<`);
    expect(xml).toContain(`<podcast:season name="${'s'.repeat(128)}">`);
  });

  it('links its pages', () => {
    const middle = rssOf(feed([], { page: { number: 2, count: 3, urlOf: (page) => `u${page}` } }));
    const links = [...middle.matchAll(/atom:link rel="(\w+)" type="[^"]+" href="(\w+)"/g)].map(([, rel, href]) => `${rel} ${href}`);
    expect(links).toEqual(['self u2', 'first u1', 'last u3', 'previous u1', 'next u3']);
  });

  it('turns addresses in descriptions into links, and escapes everything else', () => {
    expect(descriptionHtml('See https://e.org/?a=1&b=2. <b>x</b>\n\nBye')).toBe(
      '<p>See <a href="https://e.org/?a=1&amp;b=2">https://e.org/?a=1&amp;b=2</a>. &lt;b&gt;x&lt;/b&gt;</p>\n<p>Bye</p>');
  });

  it('knows when its process started by the clock of the database, which it asks once, and again after a failure', async () => {
    const DAY_MS = 86_400_000;
    let asked = 0;
    const query = async (): Promise<unknown[]> => {
      asked += 1;
      if (asked === 1) throw new Error('away');
      return [{ now: new Date(Date.now() + DAY_MS) }];
    };
    const [startedAt, db] = [processStart(), { query } as unknown as Db];
    await expect(startedAt(db)).rejects.toThrow('away');
    const [first, next] = [await startedAt(db), await startedAt(db)];
    expect([asked, next]).toEqual([2, first]);
    expect(Math.abs(first.getTime() + process.uptime() * 1_000 - DAY_MS - Date.now())).toBeLessThan(5_000);
  });

  it('has the guid of the podcast namespace', () => {
    // The examples that the podcast namespace gives.
    expect(podcastGuid('https://mp3s.nashownotes.com/pc20rss.xml')).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810');
    expect(podcastGuid('http://mp3s.nashownotes.com/pc20rss.xml//')).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810');
  });

  it.each([
    [{ frequency: 'daily' }, 'FREQ=DAILY'], [{ frequency: 'biweekly', dayOfWeek: 'friday' }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    [{ frequency: 'monthly', dayOfWeek: 'monday' }, 'FREQ=MONTHLY;BYDAY=1MO'], [{ frequency: 'weekly' }, 'FREQ=WEEKLY'],
  ] as const)('announces %j', (cadence, rrule) => { expect(updateFrequency(cadence).rrule).toBe(rrule); });

  it.each([['Ça & “Là”', 'ca-la'], ['第一集', /^[a-z0-9-]+$/], ['!!!', 'episode'], ["Mara's Bell", 'maras-bell'], ['a'.repeat(99), 'a'.repeat(60)]])(
    'is addressed by %s', (title, slug) => { expect(addressWords(title, 'episode')).toMatch(typeof slug === 'string' ? new RegExp(`^${slug}$`) : slug); });
});

const MINUTE = 60_000;
const NOW = new Date('2026-11-17T08:00:00.500Z');

describe('dates of episodes', () => {
  const at = (minutes: number, episodeNumber: number | null, id = `e${episodeNumber}`): DatedEpisode =>
    ({ id, seasonNumber: 1, episodeNumber, datedAt: new Date(Math.floor(NOW.getTime() / 1_000) * 1_000 + minutes * MINUTE) });
  const minutes = (dated: readonly DatedEpisode[]): Record<string, number> =>
    Object.fromEntries(dated.map(({ id, datedAt }) => [id, (datedAt.getTime() - at(0, 0).datedAt.getTime()) / MINUTE]));

  it.each([
    ['now, for the next one', [at(-10_000, 1)], 2, { e2: 0 }], ['now, and the one before a minute earlier', [at(0, 1)], 2, { e2: 0, e1: -1 }],
    ['before the one after it', [at(-500, 2)], 1, { e1: -501 }], ['between its neighbours', [at(-500, 1), at(-300, 3)], 2, { e2: -301 }],
    ['where there is no room, by moving those before', [at(-301, 1), at(-300, 3)], 2, { e2: -301, e1: -302 }],
    ['by season first', [{ ...at(-5, 9, 's2'), seasonNumber: 2 }], 10, { e10: -6 }],
  ])('%s', (_what, published, number, expected) => {
    expect(minutes(dateEpisode(published, { id: `e${number}`, seasonNumber: 1, episodeNumber: number }, NOW))).toEqual(expected);
  });

  it('are in order, a minute apart and never in the future, in whatever order episodes come', () => {
    const episodes = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 2 });
    const pauses = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 7, maxLength: 7 });
    fc.assert(fc.property(episodes, pauses, (numbers, gaps) => {
      let now = NOW.getTime();
      const shown = new Map<string, DatedEpisode>();
      numbers.forEach((episodeNumber, turn) => {
        now += gaps[turn]! * 1_000;
        const dated = dateEpisode([...shown.values()], { id: `e${episodeNumber}`, seasonNumber: null, episodeNumber }, new Date(now));
        for (const one of dated) shown.set(one.id, one);
        const inOrder = [...shown.values()].sort((a, b) => a.episodeNumber! - b.episodeNumber!).map(({ datedAt }) => datedAt.getTime());
        for (let place = 1; place < inOrder.length; place++) expect(inOrder[place]! - inOrder[place - 1]!).toBeGreaterThanOrEqual(MIN_APART_MS);
        expect(inOrder.at(-1)!).toBeLessThanOrEqual(now);
      });
    }), { numRuns: 300 });
  });
});
