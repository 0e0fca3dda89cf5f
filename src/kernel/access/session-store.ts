import { createHash, randomBytes } from 'node:crypto';
import { LessThan } from 'typeorm';
import { Session } from '../../../entities/session.js';
import type { Db } from '../db/database.js';
import { newId } from '../db/ids.js';
import { CREDENTIAL, type Credential } from './api-key-store.js';
import { hashSecret } from './api-keys.js';

/** How long a browser stays signed in. */
export const SESSION_DAYS = 14;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Signs a browser in with a verified key and returns the token of its cookie. Sessions that have ended are deleted. */
export async function openSession(db: Db, keyId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const sessions = db.repository(Session);
  await sessions.delete({ expiresAt: LessThan(new Date()) });
  await sessions.insert({
    id: newId('session'), keyId, tokenHash: hashSecret(token), expiresAt: new Date(Date.now() + SESSION_DAYS * 86_400_000),
  });
  return token;
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.repository(Session).delete({ tokenHash: hashSecret(token) });
}

/** The key of a session and its name, or null when the session has ended. */
export async function findSessionCredential(db: Db, token: string): Promise<Credential & { name: string } | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await db.query<Credential & { name: string }>(
    `SELECT ${CREDENTIAL}, k.name, a.status AS "accountStatus"
     FROM sessions s JOIN api_keys k ON k.id = s.key_id JOIN accounts a ON a.id = k.account_id
     WHERE s.token_hash = $1 AND s.expires_at > now()`, [hashSecret(token)]);
  return row ?? null;
}

/** The token that forms of a session carry, so that another site cannot submit them. It is derived from the session cookie, which no script can read. */
export const formToken = (token: string): string => createHash('sha256').update(`form\n${token}`).digest('base64url');
