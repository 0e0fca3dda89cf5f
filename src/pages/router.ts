import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../kernel/errors/api-error.js';
import type { Asset } from './assets.js';
import { captionsVtt } from './captions.js';
import { sendCompressed } from './compressed.js';
import { readStartToken } from './live-start.js';
import { findPreview } from '../craft/speech/previews.js';
import { sendProblem } from '../kernel/http/envelope.js';
import type { Markup } from './html.js';
import { matchesTag, sendMedia } from '../kernel/http/file-response.js';
import type { MediaFile } from '../kernel/storage/media-file.js';
import { pagePaths } from '../kernel/contract/page-paths.js';
import { OpenStreams } from './open-streams.js';
import { qrSvg } from './qr-code.js';
import { sendRoomAudio } from './room-audio.js';
import { secureData, securePicture } from './security.js';
import { sendPage, sendRefusal, type PageServer } from './send-page.js';
import { sendEvents } from './sse.js';
import { siteFiles, type SiteFile } from './site-files.js';
import type { PageSource } from './source.js';
import { audioPage, audioRoomPage } from './templates/audio.js';
import type { DocsContent } from './docs/document.js';
import { errorReferencePage, firstProductionPage } from './docs/guides.js';
import { areaPage, referencePage } from './docs/reference.js';
import { landingPage, type LandingHealth, type LandingLinks } from './templates/landing.js';
import type { PageContext } from './templates/shell.js';
import { closedPage, waitingPage } from './templates/states.js';
import { fullscreenPage, roomPage, theaterPage } from './templates/theater.js';
import { withoutTag } from './untagged-sound.js';
import type { ReadPage } from './view.js';
import { isOpen } from './wording.js';

const LISTENER_ID = /^[A-Za-z0-9_-]{8,40}$/;
/** Recordings of voices and sounds change at most with a release of the software. */
const PREVIEW_CACHE = 'public, max-age=86400';
/** The bytes of an image never change; another picture has another id. */
const IMAGE_CACHE = 'public, max-age=31536000, immutable';

export interface PagesOptions extends PageServer {
  /** Path of the API. Its errors are answered as JSON for programs. */
  apiPath: string;
  landing: LandingLinks;
  /** The file of an image by its public name, or null. */
  image?: (name: string) => Promise<MediaFile | null>;
  /** The recorded sentence of a designed voice, or null. */
  voiceSample?: (voiceId: string) => Promise<MediaFile | null>;
  /** The file of a sound of the catalogue by its public name, or null. */
  sound?: (name: string) => Promise<MediaFile | null>;
  /** The content of `/docs`; without it this server has no documentation. */
  docs?: () => DocsContent;
  /** The forms that the landing page offers to a visitor; without it there are none. */
  front?: (ctx: Context) => Promise<Markup>;
  /** Health for the landing page, called on each visit; without it the page shows none. */
  health?: () => Promise<LandingHealth>;
  /** Default 15 s. */
  heartbeatMs?: number;
  /** The streams of rooms that are open; by default those of this router, with no trusted proxy. */
  streams?: OpenStreams;
}

/** The pages, their files, live start, events and media as one Koa middleware; other paths continue to the next one. */
export function pagesRouter(source: PageSource, options: PagesOptions): Middleware {
  const router = new Router();
  router.get('/', (ctx) => sendPage(ctx, options, async (page) => {
    const health = await options.health?.() ?? null;
    // The status is for the health checks of containers and of load balancers.
    if (health?.isOutOfService) ctx.status = 503;
    return landingPage(page, options.landing, health, await options.front?.(ctx) ?? null);
  }, { sendsForms: options.front !== undefined }));
  docsRoutes(router, options);
  router.get('/assets/:hash/:name', (ctx) => sendAsset(ctx, options.assets.at(ctx.path)));
  router.get('/voices/:name', (ctx) => sendData(ctx, async () => {
    const name = ctx.params.name ?? '';
    const voiceId = name.endsWith('.mp3') ? name.slice(0, -'.mp3'.length) : '';
    await sendMedia(ctx, found(await findPreview(voiceId) ?? await options.voiceSample?.(voiceId) ?? null), { cacheControl: PREVIEW_CACHE });
  }));
  router.get('/images/:name', (ctx) => sendData(ctx, () => sendImage(ctx, options)));
  router.get('/sounds/:name', (ctx) => sendData(ctx, async () => {
    await sendMedia(ctx, found(await options.sound?.(ctx.params.name ?? '') ?? null), { cacheControl: PREVIEW_CACHE });
  }));
  readRoutes(router, source, options);
  roomRoutes(router, source, options);
  const files = siteFiles(options.assets);
  const routes = router.routes();
  return async (ctx, next) => {
    const file = files.get(ctx.path);
    if (file && (ctx.method === 'GET' || ctx.method === 'HEAD')) return sendSiteFile(ctx, file);
    try {
      await routes(ctx as Parameters<typeof routes>[0], next);
    } catch (error) {
      if (error instanceof DataRefused) return sendProblem(ctx, error.problem, options.appUrl);
      if (!(error instanceof ApiError) || ctx.headerSent || !wantsPage(ctx, options)) throw error;
      await sendRefusal(ctx, options, error);
    }
  };
}

async function sendImage(ctx: Context, { image }: PagesOptions): Promise<void> {
  const file = found(await image?.((ctx.params as { name?: string }).name ?? '') ?? null);
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  await sendMedia(ctx, file, { cacheControl: IMAGE_CACHE });
}

const MAX_SEARCH = 100;

/** The search words of a request to the reference; empty without any. */
const searchedWords = ({ query: { q } }: Context): string => (typeof q === 'string' ? q.trim().slice(0, MAX_SEARCH) : '');

function docsRoutes(router: Router, options: PagesOptions): void {
  const { docs } = options;
  if (!docs) return;
  // Every page of the documentation has the search box.
  const send = (ctx: Context, draw: (page: PageContext) => string): Promise<void> => sendPage(ctx, options, draw, { sendsForms: true });
  router.get('/docs', (ctx) => send(ctx, (page) => referencePage(page, docs(), searchedWords(ctx))));
  router.get('/docs/errors', (ctx) => send(ctx, (page) => errorReferencePage(page, docs())));
  router.get('/docs/first-production', (ctx) => send(ctx, (page) => firstProductionPage(page, docs())));
  router.get('/docs/:area', (ctx, next) => {
    const area = String((ctx.params as { area: string }).area);
    if (!docs().document.tags.some(({ name }) => name === area)) return next();
    return send(ctx, (page) => areaPage(page, docs(), area) ?? '');
  });
}

/** Whether a browser asks for a page, rather than a program for the API. */
function wantsPage(ctx: Context, { apiPath }: PagesOptions): boolean {
  return !ctx.path.startsWith(apiPath) && ctx.accepts('json', 'html') === 'html';
}

function sendSiteFile(ctx: Context, { contentType, body }: SiteFile): void {
  ctx.set({ 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' });
  ctx.status = 200;
  ctx.body = body;
  ctx.type = contentType;
}

function readRoutes(router: Router, source: PageSource, options: PagesOptions): void {
  const base = '/share/table-read/:token';
  const player = (ctx: Context, draw: (page: PageContext, read: ReadPage) => string, bare = false): Promise<void> => {
    const framing = { framedByAnyone: bare };
    return sendPage(ctx, options, async (page) => {
      const read = await source.findReadByToken(tokenOf(ctx));
      if (!read) return closed(ctx, page);
      framing.framedByAnyone &&= isOpen(read) && read.theater.enabled;
      return read.state === 'ready' ? draw(page, read) : waitingPage(page, read);
    }, framing);
  };
  router.get(base, (ctx) => {
    const bare = ctx.query.view === 'fullscreen';
    const stage = bare ? fullscreenPage : theaterPage;
    return player(ctx, (page, read) => (read.theater.enabled ? stage(page, read) : audioPage(page, read)), bare);
  });
  router.get(`${base}/audio`, (ctx) => player(ctx, audioPage));
  router.get(`${base}/qr.svg`, (ctx) => sendData(ctx, async () => {
    const { token } = found(await source.findReadByToken(tokenOf(ctx)));
    securePicture(ctx);
    await sendCompressed(ctx, 'image/svg+xml; charset=utf-8', qrSvg(options.appUrl + pagePaths.theater(token)));
  }));
  router.get(`${base}/state`, (ctx) => sendData(ctx, async () => {
    const read = found(await source.findReadByToken(tokenOf(ctx)));
    ctx.body = { state: read.state, ...(read.progress ?? { completedLines: 0, totalLines: 0, nextAttemptAt: null }) };
  }));
  router.get(`${base}/captions.vtt`, (ctx) => sendData(ctx, async () => {
    const read = found(await source.findReadByToken(tokenOf(ctx)));
    ctx.type = 'text/vtt; charset=utf-8';
    ctx.body = captionsVtt(read);
  }));
  router.get(`${base}/media/:name`, (ctx) => sendData(ctx, async () => {
    const file = found(await source.media(tokenOf(ctx), ctx.params.name ?? ''));
    await sendMedia(ctx, ctx.query.sound === undefined ? file : await withoutTag(file));
  }));
  router.get(`${base}/pictures/:name`, (ctx) => sendData(ctx, async () => {
    const { svg, etag } = found(await source.picture(tokenOf(ctx), ctx.params.name ?? ''));
    securePicture(ctx);
    ctx.set('ETag', etag);
    ctx.status = 200;
    if (matchesTag(ctx.get('If-None-Match'), etag)) ctx.status = 304;
    else await sendCompressed(ctx, 'image/svg+xml; charset=utf-8', svg);
  }));
}

function roomRoutes(router: Router, source: PageSource, options: PagesOptions): void {
  const streams = options.streams ?? new OpenStreams();
  router.post('/live/start', (ctx) => sendData(ctx, async () => {
    ctx.body = found(await source.startLive(await readStartToken(ctx)));
  }));
  // Without this, `start` would count as the token of a room.
  router.get('/live/start', (ctx) => sendData(ctx, async () => {
    throw new ApiError('method_not_allowed', 'a live read is started with POST', { allowed: ['POST'] }, { Allow: 'POST' });
  }));
  router.get('/live/:token', (ctx) => sendPage(ctx, options, async (page) => {
    const room = await source.roomByToken(tokenOf(ctx));
    if (!room) return closed(ctx, page);
    return room.read.theater.enabled ? roomPage(page, room) : audioRoomPage(page, room);
  }));
  router.get('/live/:token/events', (ctx) => sendData(ctx, async () => {
    streams.hold(ctx);
    const listener = new AbortController();
    const events = found(await source.roomEvents(tokenOf(ctx), lastEntryIndex(ctx), listener.signal));
    if (ctx.method === 'HEAD') {
      ctx.type = 'text/event-stream; charset=utf-8';
      ctx.status = 200;
      listener.abort();
      return;
    }
    await sendEvents(ctx, events, { heartbeatMs: options.heartbeatMs ?? 15_000, listener });
  }));
  router.get('/live/:token/clock', (ctx) => sendData(ctx, async () => {
    const listener = String(ctx.query.listener ?? '');
    ctx.body = found(await source.roomClock(tokenOf(ctx), LISTENER_ID.test(listener) ? listener : null));
  }));
  router.get('/live/:token/audio.mp3', (ctx) => sendData(ctx, async () => {
    const audio = found(await source.roomAudio(tokenOf(ctx)));
    if (!audio.complete) streams.hold(ctx);
    await sendRoomAudio(ctx, audio);
  }));
}

const tokenOf = (ctx: Context): string => (ctx.params as Record<string, string | undefined>).token ?? '';

/** Every invalid token gets the same error, whatever the reason. */
function found<T>(value: T | null): T {
  if (value === null) throw new ApiError('artifact_not_found');
  return value;
}

function closed(ctx: Context, page: PageContext): string {
  ctx.status = 404;
  return closedPage(page);
}

/** The last line that a listener has received: `Last-Event-ID` from the browser, or `?after=` from a client that opened a new stream. */
function lastEntryIndex(ctx: Context): number | null {
  const mark = ctx.get('Last-Event-ID') || String(ctx.query.after ?? '');
  return /^\d{1,9}$/.test(mark) ? Number(mark) : null;
}

/** A refusal that is answered with the error envelope of the API, whatever the caller accepts. */
class DataRefused extends Error {
  constructor(readonly problem: ApiError) { super(problem.message); }
}

/** Runs `answer` with the headers of data. Throws `DataRefused` for an `ApiError`, and other errors unchanged. */
async function sendData(ctx: Context, answer: () => Promise<void>): Promise<void> {
  secureData(ctx);
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof ApiError) || ctx.headerSent) throw error;
    throw new DataRefused(error);
  }
}

function sendAsset(ctx: Context, asset: Asset | null): void {
  if (!asset) {
    ctx.status = 404;
    ctx.body = 'No such file';
    return;
  }
  if (asset.contentType.startsWith('image/svg')) securePicture(ctx);
  ctx.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  if (asset.gzipped) ctx.vary('Accept-Encoding');
  const gzip = asset.gzipped && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (gzip) ctx.set('Content-Encoding', 'gzip');
  ctx.status = 200;
  ctx.body = gzip ? asset.gzipped : asset.body;
  ctx.type = asset.contentType;
}
