import { PODCAST_CATEGORIES } from '../../../src/domain/publishing/series/apple-categories.js';
import { parseStrictly, type XmlNode } from './strict-xml.js';

type Check = (text: string) => boolean;

/** The rules for one child element: how many there may be, their attributes (`?` marks an optional one), their text, and their own child elements. */
interface Rule { least: number; most: number; attributes?: Record<string, Check>; text?: Check; parts?: Record<string, Rule> }

const isUrl: Check = (text) => /^https?:\/\/[^\s<>"{}|\\^`]+$/.test(text) && URL.canParse(text) && [...text].every((char) => char <= '~');
const isText = (most: number): Check => (text) => text.trim() !== '' && text.length <= most;
const isOneOf = (...known: string[]): Check => (text) => known.includes(text);
const isNumber: Check = (text) => /^[1-9]\d*$/.test(text);
const isLanguage: Check = (text) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text);
const isEmail: Check = (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isGuid: Check = (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);
const isDate: Check = (text) => /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
  && new Date(text).toUTCString() === text && Date.parse(text) <= Date.now();
const isRecurrence: Check = (text) => /^FREQ=(?:DAILY|WEEKLY|MONTHLY)(?:;INTERVAL=[1-9]\d*)?(?:;BYDAY=[1-5]?(?:MO|TU|WE|TH|FR|SA|SU))?$/.test(text);
const isEmpty: Check = (text) => text === '';
const ANY = Number.MAX_SAFE_INTEGER;

const once = (text: Check, rest: Omit<Rule, 'least' | 'most' | 'text'> = {}): Rule => ({ least: 1, most: 1, text, ...rest });
const maybe = (text: Check, rest: Omit<Rule, 'least' | 'most' | 'text'> = {}): Rule => ({ ...once(text, rest), least: 0 });
const many = (text: Check, rest: Omit<Rule, 'least' | 'most' | 'text'> = {}): Rule => ({ ...once(text, rest), least: 0, most: ANY });

const MAX_NAME = 128;
const MAX_LINE = 255;
const MAX_LONG = 4_000;
/** Subresource integrity of a file: one SHA-256 in base64. */
const isIntegrity: Check = (text) => /^sha256-[A-Za-z0-9+/]{43}=$/.test(text);
const MAX_RENDITION_TITLE = 32;
const sound = { url: isUrl, length: isNumber, type: isOneOf('audio/mpeg') };

const ITEM: Record<string, Rule> = {
  title: once(isText(MAX_LONG)), 'itunes:title': once(isText(MAX_LONG)), description: once(isText(MAX_LONG)), 'content:encoded': once(isText(ANY)),
  link: once(isUrl), guid: once(isText(MAX_LINE), { attributes: { isPermaLink: isOneOf('false') } }), pubDate: once(isDate),
  enclosure: once(isEmpty, { attributes: sound }), 'itunes:author': maybe(isText(MAX_LINE)), 'itunes:duration': once(isNumber),
  'itunes:explicit': once(isOneOf('true', 'false')), 'itunes:season': maybe(isNumber), 'itunes:episode': maybe(isNumber),
  'itunes:episodeType': once(isOneOf('full', 'trailer', 'bonus')), 'podcast:season': maybe(isNumber, { attributes: { 'name?': isText(MAX_NAME) } }),
  'podcast:episode': maybe(isNumber),
  'podcast:person': many(isText(MAX_NAME), {
    attributes: { role: isOneOf('host', 'narrator', 'voice actor'), group: isOneOf('cast'), 'img?': isUrl },
  }),
  'podcast:transcript': many(isEmpty, {
    attributes: { url: isUrl, type: isOneOf('text/vtt', 'application/json', 'application/x-subrip'), 'language?': isLanguage, 'rel?': isOneOf('captions') },
  }),
  'podcast:alternateEnclosure': many(isEmpty, {
    attributes: {
      type: isOneOf('video/mp4'), length: isNumber, 'bitrate?': isNumber, 'height?': isNumber, 'lang?': isLanguage, 'title?': isText(MAX_RENDITION_TITLE),
      'rel?': isText(MAX_RENDITION_TITLE), 'default?': isOneOf('true', 'false'),
    },
    parts: {
      'podcast:source': { ...many(isEmpty, { attributes: { uri: isUrl, 'contentType?': isText(MAX_NAME) } }), least: 1 },
      'podcast:integrity': maybe(isEmpty, { attributes: { type: isOneOf('sri'), value: isIntegrity } }),
    },
  }),
  'podcast:chapters': maybe(isEmpty, { attributes: { url: isUrl, type: isOneOf('application/json+chapters') } }),
};

const CHANNEL: Record<string, Rule> = {
  title: once(isText(MAX_LONG)), link: once(isUrl), description: once(isText(MAX_LONG)), language: once(isLanguage),
  'atom:link': { ...many(isEmpty, { attributes: { rel: isOneOf('self', 'first', 'last', 'previous', 'next'), type: isOneOf('application/rss+xml'), href: isUrl } }), least: 1 },
  lastBuildDate: once(isDate), generator: maybe(isText(MAX_LINE)), copyright: maybe(isText(MAX_LINE * 2)), 'itunes:new-feed-url': maybe(isUrl),
  image: maybe(isEmpty, { parts: { url: once(isUrl), title: once(isText(MAX_LONG)), link: once(isUrl) } }),
  'itunes:author': once(isText(MAX_LINE)), 'itunes:type': once(isOneOf('serial', 'episodic')), 'itunes:explicit': once(isOneOf('true', 'false')),
  'itunes:image': maybe(isEmpty, { attributes: { href: isUrl } }),
  'itunes:owner': maybe(isEmpty, { parts: { 'itunes:name': once(isText(MAX_LINE)), 'itunes:email': once(isEmail) } }),
  'itunes:category': {
    ...once(isEmpty, { attributes: { text: (text) => text in PODCAST_CATEGORIES } }), most: 2,
    parts: { 'itunes:category': maybe(isEmpty, { attributes: { text: (text) => Object.values(PODCAST_CATEGORIES).some((all) => all.includes(text)) } }) },
  },
  'itunes:complete': maybe(isOneOf('Yes')),
  'podcast:guid': once(isGuid), 'podcast:locked': once(isOneOf('yes', 'no'), { attributes: { 'owner?': isEmail } }),
  'podcast:medium': once(isOneOf('podcast', 'audiobook', 'video')),
  'podcast:updateFrequency': maybe(isText(MAX_NAME), { attributes: { 'rrule?': isRecurrence, 'complete?': isOneOf('true') } }),
  'podcast:trailer': many(isText(MAX_LONG), { attributes: { pubdate: isDate, 'season?': isNumber, ...sound } }),
  item: many(isEmpty, { parts: ITEM }),
};

const NAMESPACES = {
  'xmlns:itunes': isOneOf('http://www.itunes.com/dtds/podcast-1.0.dtd'), 'xmlns:podcast': isOneOf('https://podcastindex.org/namespace/1.0'),
  'xmlns:atom': isOneOf('http://www.w3.org/2005/Atom'), 'xmlns:content': isOneOf('http://purl.org/rss/1.0/modules/content/'),
};
const DOCUMENT: Record<string, Rule> = {
  rss: once(isEmpty, { attributes: { version: isOneOf('2.0'), ...NAMESPACES }, parts: { channel: once(isEmpty, { parts: CHANNEL }) } }),
};

function attributeFaults({ name, attributes }: XmlNode, rules: Record<string, Check> = {}): string[] {
  const known = Object.entries(rules).map(([attribute, check]) => ({ attribute: attribute.replace('?', ''), optional: attribute.endsWith('?'), check }));
  return [
    ...known.flatMap(({ attribute, optional, check }) => {
      const value = attributes[attribute];
      if (value === undefined) return optional ? [] : [`<${name}> has no ${attribute}`];
      return check(value) ? [] : [`<${name} ${attribute}="${value.slice(0, 80)}">`];
    }),
    ...Object.keys(attributes).filter((one) => !known.some(({ attribute }) => attribute === one)).map((one) => `<${name}> may not have ${one}`),
  ];
}

function faultsIn(parent: XmlNode, rules: Record<string, Rule>): string[] {
  const counted = Object.entries(rules).flatMap(([name, { least, most }]) => {
    const count = parent.children.filter((child) => child.name === name).length;
    return count < least || count > most ? [`<${parent.name}> has <${name}> ${count} times`] : [];
  });
  return [...counted, ...parent.children.flatMap((child) => {
    const rule = rules[child.name];
    if (!rule) return [`<${child.name}> may not be in <${parent.name}>`];
    const shown = rule.parts ? child.text.trim() : child.text;
    return [
      ...attributeFaults(child, rule.attributes), ...(rule.text!(shown) ? [] : [`<${child.name}>${shown.slice(0, 80)}`]), ...faultsIn(child, rule.parts ?? {}),
    ];
  })];
}

const textOf = (node: XmlNode, name: string): string => node.children.find((child) => child.name === name)?.text ?? '';
const twice = (all: readonly string[]): string[] => all.filter((one, at) => all.indexOf(one) !== at);
const MINUTE_MS = 60_000;

/** Faults that only a comparison of several elements of the channel shows. */
function channelFaults(channel: XmlNode): string[] {
  const items = channel.children.filter(({ name }) => name === 'item');
  const attributes = (name: string, attribute: string, of = channel): string[] =>
    of.children.filter((child) => child.name === name).map((child) => child.attributes[attribute] ?? '');
  const enclosures = items.flatMap((item) => attributes('enclosure', 'url', item));
  const dates = items.map((item) => Date.parse(textOf(item, 'pubDate')));
  const rels = attributes('atom:link', 'rel');
  const image = channel.children.find(({ name }) => name === 'image');
  const order = channel.children.map(({ name }) => name === 'item');
  return [
    ...twice(items.map((item) => textOf(item, 'guid'))).map((guid) => `the guid ${guid} is used twice`),
    ...twice(enclosures).map((url) => `${url} is the sound of two episodes`), ...twice(rels).map((rel) => `two links are ${rel}`),
    ...dates.flatMap((date, at) => (at > 0 && dates[at - 1]! - date < MINUTE_MS ? [`episode ${at} is not a minute before the one above`] : [])),
    ...attributes('podcast:trailer', 'url').filter((url) => !enclosures.includes(url)).map((url) => `the trailer ${url} is no episode`),
    ...(rels.includes('self') ? [] : ['the feed has no link to itself']),
    ...(order.lastIndexOf(false) > order.indexOf(true) && order.includes(true) ? ['an element of the channel stands after an episode'] : []),
    ...(image && textOf(image, 'title') !== textOf(channel, 'title') ? ['the image has another title than the channel'] : []),
    ...items.flatMap((item) => (textOf(item, 'itunes:season') === textOf(item, 'podcast:season') && textOf(item, 'itunes:episode') === textOf(item, 'podcast:episode')
      ? [] : ['season or episode differ between namespaces'])),
  ];
}

/**
 * What podcast apps and directories would object to in a feed: XML that is not well-formed, elements and attributes whose place, number or form RSS 2.0 and
 * its podcast extensions do not allow, and contradictions.
 */
export function faultsOf(xml: string): string[] {
  let root: XmlNode;
  try {
    root = parseStrictly(xml);
  } catch (error) {
    return [String(error)];
  }
  const [channel] = root.children;
  return [...faultsIn({ name: 'document', attributes: {}, children: [root], text: '' }, DOCUMENT), ...(channel ? channelFaults(channel) : [])];
}
