import type { Middleware } from 'koa';
import type { Services } from '../../services.js';
import { sendPublishedMedia, type OnSound } from './media.js';

/** Public media and pages of published series as one Koa middleware; other paths go on to the next one. */
export function publishingRouter(services: Services, onSound: OnSound): Middleware {
  return async (ctx, next) => {
    if (await sendPublishedMedia(ctx, services, onSound)) return;
    await next();
  };
}
