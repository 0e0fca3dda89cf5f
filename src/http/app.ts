import Koa, { type Context, type Middleware } from 'koa';
import { ApiError } from '../errors/api-error.js';
import type { Services } from '../services.js';
import { accessLog, recordAccess, type AccessEntry } from './access-log.js';
import { countRequest } from './admission.js';
import { clientAddress } from './requests/client-address.js';
import { envelopeOf, requestIdFrom } from './envelope.js';
import type { Operation } from './operations/operation.js';
import { serveOperation, type Kernel } from './pipeline.js';
import { operationRouter } from './router.js';

/** Postgres SQLSTATE of a lost or refused connection, and of a statement that ran out of time. */
const UNAVAILABLE = /^(08|57P|57014|53300)/;

function requestFrame(kernel: Kernel): Middleware {
  const { log } = kernel.services;
  return async (ctx, next) => {
    const requestId = requestIdFrom(ctx.req.headers['x-request-id']);
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    try {
      await next();
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError('internal_error');
      if (refusal.status >= 500) {
        const unavailable = UNAVAILABLE.test(String((error as { code?: string }).code ?? ''));
        log.error({ requestId, method: ctx.method, unavailable, err: error }, 'request failed');
      }
      ctx.state.code = refusal.code;
      ctx.status = refusal.status;
      ctx.set('Cache-Control', 'no-store');
      ctx.set(refusal.headers);
      ctx.body = envelopeOf(refusal, requestId);
    }
  };
}

function apiHeaders(prefix: string): Middleware {
  return (ctx, next) => {
    if (ctx.path.startsWith(prefix)) {
      ctx.set('Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'`);
      ctx.set('Referrer-Policy', 'no-referrer');
      if (ctx.secure) ctx.set('Strict-Transport-Security', 'max-age=31536000');
    }
    return next();
  };
}

/** Requests to where nothing is, and tokens that open nothing, count against the address of whoever tries them. */
const missesOf = (ctx: Context, { config }: Services): string => `ip:${clientAddress(ctx.req, config.trustedProxyHops)}:unknown-route`;

/** Koa parses the target when the path is asked for, and throws for one that is no URL. */
function hasPath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}

/** A request target that is no path, such as `GET http://[`, leads nowhere. */
function requirePath(kernel: Kernel): Middleware {
  return (ctx, next) => {
    if (hasPath(ctx)) return next();
    countRequest(ctx, kernel, missesOf(ctx, kernel.services), kernel.services.config.rateLimitDefault);
    throw new ApiError('validation_failed', 'the request target is not a path', { field: 'path' });
  };
}

/** An unknown route or method is 404 in the same envelope, counted against the address. */
function nothingHere(kernel: Kernel): Middleware {
  return (ctx) => {
    countRequest(ctx, kernel, missesOf(ctx, kernel.services), kernel.services.config.rateLimitDefault);
    throw new ApiError('not_found', `there is no ${ctx.method} ${ctx.path.slice(0, 200)}`);
  };
}

/** Files that every page asks for; they are the same for everybody, and browsers keep them. */
const ASSETS = '/assets/';
const LIVE_START = '/live/start';

/**
 * Pages and media need no key: they count against the address. Starting a live read, which makes work, has the limit of an ordinary
 * key; players ask often, and have that of a fast one. Once somebody has tried too many tokens that open nothing, none is looked at.
 */
function limitPages(kernel: Kernel): Middleware {
  const { services, services: { config } } = kernel;
  return async (ctx, next) => {
    if (ctx.path.startsWith(ASSETS)) return next();
    countRequest(ctx, kernel, missesOf(ctx, services), config.rateLimitDefault, 0);
    const address = clientAddress(ctx.req, config.trustedProxyHops);
    if (ctx.path === LIVE_START) countRequest(ctx, kernel, `ip:${address}:live-start`, config.rateLimitDefault);
    else countRequest(ctx, kernel, `ip:${address}:pages`, config.rateLimitElevated);
    await next();
    // A token that opens nothing; what is not answered here at all is counted by `nothingHere`.
    if (ctx.status === 404 && ctx.state.code !== 'not_found') kernel.rates.hit(missesOf(ctx, services), config.rateLimitDefault);
  };
}

/** The whole HTTP edge: operations below the base path, then `others` (pages, media), then 404. `meter` hears of each request too. */
export function createApp(
  kernel: Kernel, operations: readonly Operation[], others: readonly Middleware[] = [], meter?: (entry: AccessEntry) => void,
): Koa {
  const app = new Koa({ proxy: false });
  app.silent = true;
  const { log, config } = kernel.services;
  // A listener that hangs up in the middle of a stream is no failure of ours.
  app.on('error', (error: NodeJS.ErrnoException, ctx?: Koa.Context) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
    log.error({ requestId: (ctx?.state as { requestId?: string } | undefined)?.requestId, err: error }, 'an answer could not be sent');
  });
  const prefix = new URL(config.baseUrl).pathname.replace(/\/$/, '');
  const write = accessLog(log);
  app.use(recordAccess((entry) => {
    write(entry);
    meter?.(entry);
  }));
  app.use(requestFrame(kernel));
  app.use(requirePath(kernel));
  app.use(apiHeaders(prefix));
  app.use(operationRouter(prefix, operations, serveOperation(kernel)));
  if (others.length > 0) app.use(limitPages(kernel));
  for (const middleware of others) app.use(middleware);
  app.use(nothingHere(kernel));
  return app;
}
