/** Programs that fetch episodes without a listener. */
const BOTS = new RegExp([
  'bot\\b', 'bot/', 'crawl', 'spider', 'slurp', 'fetcher', 'monitor', 'uptime', 'preview', 'facebookexternalhit', 'validator', 'headless',
  'archive\\.org', 'podcastindex', 'podchaser', 'listennotes', 'chartable', 'podtrac', 'blubrry', 'gpodder\\.net', 'googlebot', 'bingpreview',
  'python-requests', 'aiohttp', 'httpx', 'go-http-client', 'libwww', 'scrapy', '^node(?:$|[/ ])', 'node-fetch', 'axios', 'undici', 'apache-httpclient', 'ruby',
  'feedly', 'newsblur', 'inoreader', 'castfeedvalidator', 'lavf', 'ffmpeg', 'ffprobe', 'curl', 'wget',
].join('|'), 'i');

/** Whether a request comes from a program rather than a listener. A request without a user agent counts as a program. */
export const isBot = (userAgent: string): boolean => userAgent.trim() === '' || BOTS.test(userAgent);

/** Apps with patterns for their user agents; the first match counts. */
const APPS: readonly [name: string, words: RegExp][] = [
  ['Apple Podcasts', /\bPodcasts\/|AppleCoreMedia|\bBalados\/|\bPodcasty?\/|\bitunes/i],
  ['Spotify', /\bSpotify\//i], ['Overcast', /\bOvercast\//i], ['Pocket Casts', /\bPocket ?Casts\b|\bPocketCasts\b/i],
  ['AntennaPod', /\bAntennaPod\b/i], ['Podcast Addict', /\bPodcast ?Addict\b/i], ['Castro', /\bCastro\b/i], ['Castbox', /\bCastBox\b/i],
  ['Amazon Music', /\bAmazonMusic\b|\bAlexa/i], ['YouTube Music', /\bYouTubeMusic\b|google-podcast/i], ['iHeartRadio', /\biHeart/i],
  ['Podverse', /\bPodverse\b/i], ['Fountain', /\bfountain\.fm\b|\bFountain\//i], ['Podcast Guru', /\bPodcastGuru\b|\bPodcast Guru\b/i],
  ['Player FM', /\bPlayer ?FM\b/i], ['Deezer', /\bDeezer\b/i], ['TuneIn', /\bTuneIn\b/i], ['Downcast', /\bDowncast\b/i], ['gPodder', /\bgPodder\b/i],
  ['Audiobookshelf', /\baudiobookshelf\b/i], ['VLC', /\bVLC\b|\bLibVLC\b/i], ['Kodi', /\bKodi\b/i], ['Sonos', /\bSonos\b/i],
  ['Edge', /\bEdg(?:e|A|iOS)?\//i], ['Opera', /\bOPR\//i], ['Firefox', /\bFirefox\/|\bFxiOS\//i], ['Chrome', /\bChrome\/|\bCriOS\//i],
  ['Safari', /\bSafari\//i],
];

/** The name of the app behind a user agent, or `Other`. */
export const appOf = (userAgent: string): string => APPS.find(([, words]) => words.test(userAgent))?.[0] ?? 'Other';
