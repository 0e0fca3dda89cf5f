import type { Middleware } from 'koa';
import type { Logger } from '../log/index.js';

/** One line of the access log. It does not contain the path, because paths of pages and media contain access tokens. */
export interface AccessEntry {
  requestId: string;
  method: string;
  /** Id of the operation, or the route pattern of a page; `none` for an unknown route. */
  route: string;
  status: number;
  /** Milliseconds from when the headers of the request were received to the last byte of the answer, or until the client disconnected. */
  durationMs: number;
  /** Code of the error in the answer. */
  code?: string;
  accountId?: string;
  keyId?: string;
  /** Set when the client disconnected before the last byte of the answer. */
  cutOff?: true;
}

/** Fonts, scripts and styles of the pages; their requests are logged at level debug. */
const ASSETS = '/assets/';

/** Writes entries to the log without redaction: entries contain no secrets, and redaction would take time. */
export function accessLog(log: Logger): (entry: AccessEntry) => void {
  const lines = log.child({}, { redact: [] });
  return (entry) => lines[entry.route.startsWith(ASSETS) ? 'debug' : 'info'](entry, 'request');
}

/** Calls `record` for each request after its answer was sent or its client disconnected. */
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
