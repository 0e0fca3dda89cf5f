import { createWriteStream } from 'node:fs';
import { access, copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { EnvHttpProxyAgent, fetch, type Dispatcher } from 'undici';
import type { ToolEnvironment } from '../../config/environment.js';
import type { PinnedWheel } from './wheels.js';

const PAGE_TIMEOUT_MS = 20_000;
const WHEEL_TIMEOUT_MS = 300_000;
const MAX_PAGE_BYTES = 30_000_000;
const MAX_WHEEL_BYTES = 150_000_000;

export interface IndexSettings { indexUrls: string[]; findLinks: string[]; certificate: string | null }

/** The sections of a pip configuration file that count for a download; several lines of one value are joined by spaces. */
export function parsePipConfig(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  let [section, key] = ['', ''];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const header = /^\s*\[([^\]]+)\]/.exec(line);
    const pair = /^([A-Za-z][\w-]*)\s*[=:]\s*(.*)$/.exec(line);
    if (header) [section, key] = [header[1]!.trim(), ''];
    else if (section !== 'global' && section !== 'download') continue;
    else if (pair) {
      key = pair[1]!.replace(/_/g, '-').toLowerCase();
      // [download] is the narrower section and wins, whichever comes first.
      if (section === 'download' || !(`download.${key}` in values)) values[key] = pair[2]!.trim();
      if (section === 'download') values[`download.${key}`] = '';
    } else if (key && /^\s/.test(line)) values[key] = `${values[key] ?? ''} ${line.trim()}`.trim();
  }
  return values;
}

/** The indexes and folders that pip would look into: its environment first, then its configuration files. */
export async function readIndexSettings(pip: ToolEnvironment['pip']): Promise<IndexSettings> {
  const configured: Record<string, string> = {};
  for (const file of [...pip.configFiles].reverse()) {
    const text = await readFile(file, 'utf8').catch(() => '');
    Object.assign(configured, parsePipConfig(text));
  }
  const words = (value: string | undefined): string[] => (value ?? '').split(/\s+/).filter(Boolean);
  const index = pip.indexUrl ?? configured['index-url'];
  const extra = pip.extraIndexUrls.length > 0 ? pip.extraIndexUrls : words(configured['extra-index-url']);
  return {
    indexUrls: [...(index ? [index] : []), ...extra],
    findLinks: pip.findLinks.length > 0 ? pip.findLinks : words(configured['find-links']),
    certificate: pip.certificate ?? configured.cert ?? null,
  };
}

/** `fetch` takes no user and password in a URL; they become a header. */
function request(url: URL): { url: URL; headers: Record<string, string> } {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  if (!url.username) return { url: bare, headers: {} };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { url: bare, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new Error(`the answer is larger than ${maxBytes} bytes`) : null, chunk);
    },
  });
}

async function get(url: URL, dispatcher: Dispatcher, timeoutMs: number, accept: string): Promise<Readable> {
  const { url: bare, headers } = request(url);
  const response = await fetch(bare, { headers: { ...headers, accept }, dispatcher, signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok || !response.body) throw new Error(`${bare.host} answered ${response.status}`);
  return Readable.fromWeb(response.body);
}

/** The address of a file on an index page, JSON (PEP 691) or HTML (PEP 503). */
export function linkOf(page: string, fileName: string, base: URL): URL | null {
  if (page.trimStart().startsWith('{')) {
    const listing = JSON.parse(page) as { files?: { filename?: string; url?: string }[] };
    const found = listing.files?.find((file) => file.filename === fileName)?.url;
    return found ? new URL(found, base) : null;
  }
  for (const [, quoted, bare] of page.matchAll(/<a\s[^>]*?href\s*=\s*(?:["']([^"']+)["']|([^\s>]+))/gi)) {
    const url = new URL((quoted ?? bare ?? '').replace(/&amp;/g, '&'), base);
    if (decodeURIComponent(url.pathname.split('/').at(-1) ?? '') === fileName) return url;
  }
  return null;
}

async function fromIndex(index: string, wheel: PinnedWheel, target: string, dispatcher: Dispatcher): Promise<boolean> {
  const page = new URL(`${index.replace(/\/+$/, '')}/${wheel.distribution}/`);
  const accept = 'application/vnd.pypi.simple.v1+json, text/html;q=0.5';
  const body = await get(page, dispatcher, PAGE_TIMEOUT_MS, accept);
  const chunks: Buffer[] = [];
  for await (const chunk of body.pipe(limited(MAX_PAGE_BYTES))) chunks.push(chunk as Buffer);
  const link = linkOf(Buffer.concat(chunks).toString('utf8'), wheel.fileName, page);
  if (!link) return false;
  if (link.host === page.host && !link.username) [link.username, link.password] = [page.username, page.password];
  link.hash = '';
  await pipeline(await get(link, dispatcher, WHEEL_TIMEOUT_MS, '*/*'), limited(MAX_WHEEL_BYTES), createWriteStream(target));
  return true;
}

async function fromFolder(place: string, wheel: PinnedWheel, target: string): Promise<boolean> {
  if (/^https?:/i.test(place)) return false;
  const file = path.join(place.startsWith('file:') ? fileURLToPath(place) : place, wheel.fileName);
  if (!(await access(file).then(() => true, () => false))) return false;
  await copyFile(file, target);
  return true;
}

/**
 * Downloads a wheel without Python, from where pip is configured to look. The caller checks the hash.
 * Throws one error that names each host and what it answered.
 */
export async function downloadWheel(wheel: PinnedWheel, target: string, settings: IndexSettings): Promise<void> {
  for (const place of settings.findLinks) if (await fromFolder(place, wheel, target)) return;
  const ca = settings.certificate ? await readFile(settings.certificate).catch(() => undefined) : undefined;
  const dispatcher = new EnvHttpProxyAgent(ca ? { connect: { ca } } : {});
  const refusals: string[] = [];
  try {
    for (const index of settings.indexUrls) {
      try {
        if (await fromIndex(index, wheel, target, dispatcher)) return;
        refusals.push(`${new URL(index).host} does not list ${wheel.fileName}`);
      } catch (error) {
        const { message, cause } = error as Error & { cause?: Error };
        refusals.push(cause ? `${message}: ${cause.message}` : message);
      }
    }
  } finally {
    await dispatcher.close();
  }
  throw new Error(refusals.join('; '));
}
