import type { Middleware } from 'koa';
import type { AudienceRecorder } from '../../domain/publishing/audience/recorder.js';
import { clientAddress } from '../../http/requests/client-address.js';
import type { Services } from '../../services.js';
import { sendPublishedMedia, type OnSound } from './media.js';

/** Counts sound that was sent; see `AudienceRecorder`. */
export const countSound = (audience: AudienceRecorder, { trustedProxyHops }: Pick<Services['config'], 'trustedProxyHops'>): OnSound =>
  (ctx, { releaseId, byteSize, soundFrom, durationMs }, range, sentBytes) => audience.note({
    release: { id: releaseId, byteSize, soundFrom, durationMs }, range, sentBytes,
    address: clientAddress(ctx.req, trustedProxyHops), userAgent: ctx.get('User-Agent').slice(0, 400),
  });

/** Public media and pages of published series as one Koa middleware; other paths go on to the next one. */
export function publishingRouter(services: Services, onSound: OnSound): Middleware {
  return async (ctx, next) => {
    if (await sendPublishedMedia(ctx, services, onSound)) return;
    await next();
  };
}
