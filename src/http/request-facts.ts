import type { Middleware } from 'koa';

/** What is told of a request once it is over. Paths are not: those of pages and media hold the tokens that open them. */
export interface RequestFacts {
  requestId: string;
  method: string;
  /** Name of the operation, or the pattern of a page's path; `none` where there is nothing. */
  route: string;
  status: number;
  /** From the request's first byte to the answer's last. */
  durationMs: number;
  /** Code of the refusal (specification section 7). */
  code?: string;
  accountId?: string;
  keyId?: string;
  /** The client left before the answer's last byte. */
  cutOff?: true;
}

/** Tells of each request when its answer has been sent or its client has gone. */
export function tellRequests(tell: (facts: RequestFacts) => void): Middleware {
  return (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const { requestId, operationId, actor, code } = ctx.state as {
        requestId: string; operationId?: string; actor?: { accountId: string; keyId: string }; code?: string;
      };
      const { _matchedRoute: pattern } = ctx as { _matchedRoute?: string };
      tell({
        requestId, method: ctx.method, route: operationId ?? pattern ?? 'none', status: ctx.res.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(code ? { code } : {}), ...(actor?.keyId ? { accountId: actor.accountId, keyId: actor.keyId } : {}),
        ...(ctx.res.writableFinished ? {} : { cutOff: true }),
      });
    });
    return next();
  };
}
