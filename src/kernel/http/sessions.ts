import type { Context } from 'koa';
import { closeSession, openSession } from '../access/session-store.js';
import { verifyCaller, type Admission } from './admission.js';
import type { SessionActor } from './authenticate.js';
import { clientAddress } from './requests/client-address.js';

/** Browsers sign in with an API key, once, and send a cookie from then on. */
export class Sessions {
  constructor(private readonly admission: Admission) {}

  /** Signs in and returns the token of the cookie. Raises what the same key would get at the API, and counts failures alike. */
  async signIn(ctx: Context, key: string): Promise<string> {
    const { keyId } = await verifyCaller(ctx, this.admission, `Bearer ${key}`);
    return openSession(this.admission.services.db, keyId);
  }

  async signOut(token: string): Promise<void> {
    await closeSession(this.admission.services.db, token);
  }

  /** Who sent the cookie, or null when the session has ended. Raises why the key of the session may no longer be used. */
  find(ctx: Context, token: string): Promise<SessionActor | null> {
    const { authenticator, services: { config } } = this.admission;
    return authenticator.authenticateSession(token, clientAddress(ctx.req, config.trustedProxyHops));
  }
}
