import Koa, { type Context, type Middleware } from 'koa';
import { saysDatabaseAway } from '../db/away.js';
import { ApiError } from '../errors/api-error.js';
import { diskFull, saysDiskFull } from '../storage/disk-space.js';
import type { Services } from '../services.js';
import { accessLog, recordAccess, type AccessEntry } from './access-log.js';
import { countRequest } from './admission.js';
import { countedCaller } from './requests/client-address.js';
import { boundUnreadBodies } from './requests/incoming.js';
import { requestIdFrom, sendProblem } from './envelope.js';
import type { Operation } from './operations/operation.js';
import { serveOperation, type Kernel } from './pipeline.js';
import { closestPath, methodsAt, operationRouter } from './router.js';

/** Postgres is started again, or takes connections again, within seconds. */
const RETRY_SECONDS = 5;

/** The refusal of a call that failed with this error. */
function problemOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (saysDiskFull(error)) return diskFull();
  if (!saysDatabaseAway(error)) return new ApiError('internal_error');
  return new ApiError('internal_error', 'the database does not answer now; send the same call again', undefined, { 'Retry-After': String(RETRY_SECONDS) });
}

function requestFrame(kernel: Kernel): Middleware {
  const { log, config } = kernel.services;
  return async (ctx, next) => {
    const requestId = requestIdFrom(ctx.req.headers['x-request-id']);
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    try {
      await next();
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status >= 500) {
        log.error({ requestId, method: ctx.method, unavailable: saysDatabaseAway(error), err: error }, 'request failed');
      }
      sendProblem(ctx, problem, config.appUrl);
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

/** Serves an operation; lets programs on other sites read the answers of one that says so. */
function serveFrom(kernel: Kernel): (operation: Operation) => Middleware {
  const serve = serveOperation(kernel);
  return (operation) => {
    const served = serve(operation);
    if (!operation.anySite) return served;
    return (ctx, next) => {
      ctx.set('Access-Control-Allow-Origin', '*');
      return served(ctx, next);
    };
  };
}

/**
 * First segments of paths for which requests with invalid tokens or names are counted separately, so that a client that polls a dead feed is not locked out
 * of the pages.
 */
const COUNTED_APART = ['api', 'docs', 'images', 'live', 'media', 'series', 'share', 'sounds', 'voices', 'workplace', 'writers-lab'];

function familyOf(ctx: Context): string {
  const segment = hasPath(ctx) ? ctx.path.split('/')[1]! : '';
  return COUNTED_APART.includes(segment) ? segment : 'unknown-route';
}

/** The bucket that counts requests of an address to unknown routes or with invalid tokens. Each family of paths has its own. */
const missBucketOf = (ctx: Context, { config }: Services): string => `ip:${countedCaller(ctx.req, config.trustedProxyHops)}:misses:${familyOf(ctx)}`;

/** Warns once when requests come through an untrusted proxy: all its callers then share one address and its limits. */
function warnOfProxy({ log, config }: Services): Middleware {
  let warned = config.trustedProxyHops > 0;
  return (ctx, next) => {
    if (!warned && ctx.req.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      log.warn({ setting: 'TRUSTED_PROXY_HOPS' }, 'requests come with X-Forwarded-For, and no proxy is trusted: everybody behind it counts as one address. '
        + 'Set TRUSTED_PROXY_HOPS to the number of proxies in front of this server');
    }
    return next();
  };
}

/** False for a request target that is not a URL, for which Koa throws when `ctx.path` is read. */
function hasPath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}

/** Refuses a request target that is not a path, such as `GET http://[`. */
function requirePath(kernel: Kernel): Middleware {
  return (ctx, next) => {
    if (hasPath(ctx)) return next();
    countRequest(ctx, kernel, missBucketOf(ctx, kernel.services), kernel.services.config.rateLimitDefault);
    throw new ApiError('validation_failed', 'the request target is not a path', { field: 'path' });
  };
}

/** Answers 404 to an unknown route, 405 to an unknown method of a route, and counts the request against the address. */
function answerNotFound(kernel: Kernel, prefix: string, operations: readonly Operation[]): Middleware {
  return (ctx) => {
    countRequest(ctx, kernel, missBucketOf(ctx, kernel.services), kernel.services.config.rateLimitDefault);
    const shown = `there is no ${ctx.method} ${ctx.path.slice(0, 200)}`;
    const allowed = methodsAt(prefix, operations, ctx.path);
    if (allowed.length === 0) {
      const meant = closestPath(prefix, operations, ctx.path);
      throw new ApiError('not_found', meant ? `${shown}; did you mean ${meant}?` : shown);
    }
    throw new ApiError('method_not_allowed', shown, { allowed }, { Allow: allowed.join(', ') });
  };
}

/** Static files of the pages: not rate-limited, because browsers cache them. */
const ASSETS = '/assets/';
const LIVE_START = '/live/start';

/**
 * Rate limits of pages and media, which need no key and count against the address. A live start creates work and has the default limit; all other requests
 * have the elevated limit, because players send many. An address with too many invalid tokens in a family of paths is refused in that family before its token
 * is checked.
 */
function limitPages(kernel: Kernel): Middleware {
  const { services, services: { config } } = kernel;
  return async (ctx, next) => {
    if (ctx.path.startsWith(ASSETS)) return next();
    countRequest(ctx, kernel, missBucketOf(ctx, services), config.rateLimitDefault, 0);
    const address = countedCaller(ctx.req, config.trustedProxyHops);
    if (ctx.path === LIVE_START) countRequest(ctx, kernel, `ip:${address}:live-start`, config.rateLimitDefault);
    else countRequest(ctx, kernel, `ip:${address}:pages`, config.rateLimitElevated);
    await next();
    // Counts an invalid token. An unknown route is counted by `answerNotFound`.
    if (ctx.status === 404 && ctx.state.code !== 'not_found') kernel.rates.hit(missBucketOf(ctx, services), config.rateLimitDefault);
  };
}

/** The Koa app: operations below the base path, then `others` (pages, media), then 404 or 405. `meter` receives the log entry of each request. */
export function createApp(
  kernel: Kernel, operations: readonly Operation[], others: readonly Middleware[] = [], meter?: (entry: AccessEntry) => void,
): Koa {
  const app = new Koa({ proxy: false });
  app.silent = true;
  const { log, config } = kernel.services;
  // A client that disconnects in the middle of a stream is not an error.
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
  app.use(warnOfProxy(kernel.services));
  app.use(boundUnreadBodies());
  app.use(requestFrame(kernel));
  app.use(requirePath(kernel));
  app.use(apiHeaders(prefix));
  app.use(operationRouter(prefix, operations, serveFrom(kernel)));
  if (others.length > 0) app.use(limitPages(kernel));
  for (const middleware of others) app.use(middleware);
  app.use(answerNotFound(kernel, prefix, operations));
  return app;
}
