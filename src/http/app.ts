import Koa, { type Middleware } from 'koa';
import { ApiError } from '../errors/api-error.js';
import type { Logger } from '../log/index.js';
import { clientAddress } from './client-address.js';
import { envelopeOf, requestIdFrom } from './envelope.js';
import type { Operation } from './operation.js';
import { serveOperation, type Kernel } from './pipeline.js';
import { rateHeaders } from './rate-limit.js';
import { tellRequests, type RequestFacts } from './request-facts.js';
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

/** An unknown route or method is 404 in the same envelope, counted against the address. */
function nothingHere(kernel: Kernel): Middleware {
  return (ctx) => {
    const { config } = kernel.services;
    const address = clientAddress(ctx.req, config.trustedProxyHops);
    const verdict = kernel.rates.hit(`ip:${address}:unknown-route`, config.rateLimitDefault);
    ctx.set(rateHeaders(verdict));
    if (!verdict.allowed) throw new ApiError('rate_limited', undefined, undefined, { 'Retry-After': String(verdict.resetSeconds) });
    throw new ApiError('not_found', `there is no ${ctx.method} ${ctx.path.slice(0, 200)}`);
  };
}

/** Fonts, scripts and styles of pages are asked for with every page; they are logged for those who look closely. */
const ASSETS = '/assets/';

function requestLog(log: Logger): (facts: RequestFacts) => void {
  // None of the facts is a secret: they need not be searched for any.
  const lines = log.child({}, { redact: [] });
  return (facts) => lines[facts.route.startsWith(ASSETS) ? 'debug' : 'info'](facts, 'request');
}

/** The whole HTTP edge: operations below the base path, then `others` (pages, media), then 404. `meter` hears of each request too. */
export function createApp(
  kernel: Kernel, operations: readonly Operation[], others: readonly Middleware[] = [], meter?: (facts: RequestFacts) => void,
): Koa {
  const app = new Koa({ proxy: false });
  app.silent = true;
  // A listener that hangs up in the middle of a stream is no failure of ours.
  app.on('error', (error: NodeJS.ErrnoException, ctx?: Koa.Context) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
    kernel.services.log.error({ requestId: (ctx?.state as { requestId?: string } | undefined)?.requestId, err: error }, 'an answer could not be sent');
  });
  const prefix = new URL(kernel.services.config.baseUrl).pathname.replace(/\/$/, '');
  const log = requestLog(kernel.services.log);
  app.use(tellRequests((facts) => {
    log(facts);
    meter?.(facts);
  }));
  app.use(requestFrame(kernel));
  app.use(apiHeaders(prefix));
  app.use(operationRouter(prefix, operations, serveOperation(kernel)));
  for (const middleware of others) app.use(middleware);
  app.use(nothingHere(kernel));
  return app;
}
