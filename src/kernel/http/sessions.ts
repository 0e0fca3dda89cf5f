import type { Context } from 'koa';
import { closeSession, openSession } from '../access/session-store.js';
import { verifyCaller, type Admission } from './admission.js';
import type { SessionActor } from './authenticate.js';
import { clientAddress } from './requests/client-address.js';

/** Browser sessions: a browser signs in once with an API key and sends a cookie from then on. */
export class Sessions {
  constructor(private readonly admission: Admission) {}

  /** Signs in and returns the token of the cookie. Raises the same errors as the API for this key, and counts failures in the same way. */
  async signIn(ctx: Context, key: string): Promise<string> {
    const { keyId } = await verifyCaller(ctx, this.admission, `Bearer ${key}`);
    return openSession(this.admission.services.db, keyId);
  }

  async signOut(token: string): Promise<void> {
    await closeSession(this.admission.services.db, token);
  }

  /** The caller of a session cookie; null when the session has ended. Raises the error of the key when the key may no longer be used. */
  find(ctx: Context, token: string): Promise<SessionActor | null> {
    const { authenticator, services: { config } } = this.admission;
    return authenticator.authenticateSession(token, clientAddress(ctx.req, config.trustedProxyHops));
  }
}
