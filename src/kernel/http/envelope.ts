import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { pagePaths } from '../contract/page-paths.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { ApiError } from '../errors/api-error.js';

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's X-Request-Id if it is well-formed, else a new id. The new id is made from a UUID, because Node caches random bytes only for UUIDs. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : `req_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

/** The body of every error answer. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; requestId: string; docUrl: string; details?: Record<string, unknown> };
}

function envelopeOf({ code, message, details }: ApiError, requestId: string, appUrl: string): ErrorEnvelope {
  return { error: { code, message, requestId, docUrl: appUrl + pagePaths.errorDocs(code), ...(details ? { details } : {}) } };
}

/**
 * The `WWW-Authenticate` challenge for a refused caller (RFC 6750, section 3). Null for every refusal except a 401 and `insufficient_scope`, so also for
 * `account_disabled` and `ip_not_allowed`.
 */
function challengeOf({ code, status, details }: ApiError): string | null {
  if (code === 'authentication_required') return 'Bearer realm="proscenium"';
  if (code === 'insufficient_scope') return `Bearer realm="proscenium", error="insufficient_scope", scope="${(details?.missingScopes as string[] | undefined ?? []).join(' ')}"`;
  return status === 401 ? 'Bearer realm="proscenium", error="invalid_token"' : null;
}

/** Sends a refusal as JSON. `appUrl` is the base of the pages that explain the codes. */
export function sendProblem(ctx: Context, problem: ApiError, appUrl: string): void {
  ctx.state.code = problem.code;
  ctx.status = problem.status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set(problem.headers);
  const challenge = challengeOf(problem);
  if (challenge) ctx.set('WWW-Authenticate', challenge);
  ctx.body = envelopeOf(problem, ctx.response.get('X-Request-Id'), appUrl);
}
