import type { Context } from 'koa';
import { SESSION_DAYS } from '../../kernel/access/session-store.js';

const COOKIE = 'proscenium_session';

/** The token of the session cookie, or null without one. */
export const sessionToken = (ctx: Context): string | null => ctx.cookies.get(COOKIE) ?? null;

/**
 * Sets the session cookie. It is `SameSite=Lax`: other sites may link to the workplace, but their forms and scripts do not send the cookie. `secure` must be
 * true behind HTTPS.
 */
export function keepSession(ctx: Context, token: string, secure: boolean): void {
  const cookie = `${COOKIE}=${token}; Path=/; Max-Age=${SESSION_DAYS * 86_400}; HttpOnly; SameSite=Lax`;
  ctx.append('Set-Cookie', secure ? `${cookie}; Secure` : cookie);
}

export function forgetSession(ctx: Context): void {
  ctx.append('Set-Cookie', `${COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
}
