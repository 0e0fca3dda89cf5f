import type { Context } from 'koa';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { SessionActor } from '../../kernel/http/authenticate.js';
import type { Sessions } from '../../kernel/http/sessions.js';
import { forgetSession, keepSession, sessionToken } from './session-cookie.js';

/** A browser that has signed in: the token of its cookie, and its key. */
export interface SignedIn { token: string; session: SessionActor }

const KEY_FORMAT = /^psc_[a-z0-9]+_[A-Za-z0-9]+$/;

/** Signs a browser in with a key. Raises the refusal of the key. */
export async function startSession(ctx: Context, { sessions, appUrl }: { sessions: Sessions; appUrl: string }, key: string): Promise<SignedIn | null> {
  if (!KEY_FORMAT.test(key.trim())) throw new ApiError('invalid_api_key', 'A key reads psc_, a prefix, and a secret.');
  const token = await sessions.signIn(ctx, key.trim());
  keepSession(ctx, token, appUrl.startsWith('https:'));
  const session = await sessions.find(ctx, token);
  return session && { token, session };
}

/** The session of a browser, or null. When its key is no longer valid, the browser's session ends. */
export async function findSession(ctx: Context, { sessions }: { sessions: Sessions }): Promise<SignedIn | null> {
  const token = sessionToken(ctx);
  try {
    const session = token === null ? null : await sessions.find(ctx, token);
    return token !== null && session ? { token, session } : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    forgetSession(ctx);
    return null;
  }
}
