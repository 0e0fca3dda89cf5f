import type { Context, Middleware } from 'koa';
import type { AudienceRecorder } from '../../domain/publishing/audience/recorder.js';
import { clientAddress } from '../../kernel/http/requests/client-address.js';
import type { Services } from '../../kernel/services.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { sendCompressed } from '../compressed.js';
import { securePicture } from '../security.js';
import { sendPage, sendRefusal, type PageServer } from '../send-page.js';
import { sendPublishedMedia, type OnSound } from './media.js';
import { drawEpisodePicture, findEpisodePage, findSeriesPage } from './public-pages.js';
import { refusedPage } from '../templates/states.js';
import { embedPage, episodePage, seriesPage } from './templates.js';

/** Counts sound that was sent; see `AudienceRecorder`. */
export const countSound = (audience: AudienceRecorder, { trustedProxyHops }: Pick<Services['config'], 'trustedProxyHops'>): OnSound =>
  (ctx, { releaseId, byteSize, soundFrom, durationMs }, range, sentBytes) => audience.note({
    release: { id: releaseId, byteSize, soundFrom, durationMs }, range, sentBytes,
    address: clientAddress(ctx.req, trustedProxyHops), userAgent: ctx.get('User-Agent').slice(0, 400),
  });

const SERIES_PAGE = /^\/series\/([a-z0-9-]{1,80})$/;
const EPISODE_PAGE = /^\/series\/([a-z0-9-]{1,80})\/([a-z0-9-]{1,80})$/;
const EPISODE_PICTURE = /^\/series\/([a-z0-9-]{1,80})\/([a-z0-9-]{1,80})\/([^/]{1,40}\.svg)$/;

const missing = (): never => { throw new ApiError('publishing_series_not_found', 'there is no such series or episode'); };

/** Says that an episode was withdrawn. No error of the catalogue has this status, so programs get the page too. */
async function sendGone(ctx: Context, server: PageServer, embedded = false): Promise<void> {
  await sendPage(ctx, server, (page) => {
    ctx.status = 410;
    return refusedPage(page, 410, null);
  }, { framedByAnyone: embedded });
}

async function sendPicture(ctx: Context, services: Services, server: PageServer, [slug, episode, name]: string[]): Promise<void> {
  const page = await findEpisodePage(services, slug!, episode!);
  if (page === 'gone') return sendGone(ctx, server);
  const svg = page && drawEpisodePicture(page.programme, name!);
  if (!svg) return missing();
  securePicture(ctx);
  await sendCompressed(ctx, 'image/svg+xml; charset=utf-8', svg);
  ctx.status = 200;
}

/** Sends the page of a series or an episode; false for other paths. */
async function sendPublishedPage(ctx: Context, services: Services, server: PageServer): Promise<boolean> {
  if (!ctx.path.startsWith('/series/') || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return false;
  const [series, episode, picture] = [SERIES_PAGE, EPISODE_PAGE, EPISODE_PICTURE].map((path) => path.exec(ctx.path)?.slice(1));
  if (picture) await sendPicture(ctx, services, server, picture);
  else if (episode) {
    const found = await findEpisodePage(services, episode[0]!, episode[1]!) ?? missing();
    const embedded = ctx.query.view === 'embed';
    if (found === 'gone') await sendGone(ctx, server, embedded);
    else await sendPage(ctx, server, (page) => (embedded ? embedPage : episodePage)(page, found), { framedByAnyone: embedded });
  } else if (series) {
    const found = await findSeriesPage(services, series[0]!) ?? missing();
    await sendPage(ctx, server, (page) => seriesPage(page, found));
  } else return false;
  return true;
}

/** Public media and pages of published series as one Koa middleware; other paths continue to the next one. */
export function publishingRouter(services: Services, server: PageServer, onSound: OnSound): Middleware {
  return async (ctx, next) => {
    if (await sendPublishedMedia(ctx, services, onSound)) return;
    try {
      if (await sendPublishedPage(ctx, services, server)) return;
    } catch (error) {
      if (!(error instanceof ApiError) || ctx.headerSent || ctx.accepts('json', 'html') !== 'html') throw error;
      await sendRefusal(ctx, server, error);
      return;
    }
    await next();
  };
}
