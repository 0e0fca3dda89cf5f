import type { Middleware } from 'koa';
import type { Logger } from '../log/index.js';

/** One line of the access log. It names no path: those of pages and media hold the tokens that open them. */
export interface AccessEntry {
  requestId: string;
  method: string;
  /** Id of the operation, or the pattern of a page's path; `none` where there is nothing. */
  route: string;
  status: number;
  /** From the request's first byte to the answer's last. */
  durationMs: number;
  /** Code of the error that was answered. */
  code?: string;
  accountId?: string;
  keyId?: string;
  /** The client left before the answer's last byte. */
  cutOff?: true;
}

/** Fonts, scripts and styles come with every page; they are logged at level debug. */
const ASSETS = '/assets/';

/** Writes entries to the log. They hold no secrets, so that they need not be searched for any. */
export function accessLog(log: Logger): (entry: AccessEntry) => void {
  const lines = log.child({}, { redact: [] });
  return (entry) => lines[entry.route.startsWith(ASSETS) ? 'debug' : 'info'](entry, 'request');
}

/** Calls `record` for each request, once its answer has been sent or its client has left. */
export function recordAccess(record: (entry: AccessEntry) => void): Middleware {
  return (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const { requestId, operationId, actor, code } = ctx.state as {
        requestId: string; operationId?: string; actor?: { accountId: string; keyId: string }; code?: string;
      };
      const { _matchedRoute: pattern } = ctx as { _matchedRoute?: string };
      record({
        requestId, method: ctx.method, route: operationId ?? pattern ?? 'none', status: ctx.res.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(code ? { code } : {}), ...(actor?.keyId ? { accountId: actor.accountId, keyId: actor.keyId } : {}),
        ...(ctx.res.writableFinished ? {} : { cutOff: true }),
      });
    });
    return next();
  };
}
