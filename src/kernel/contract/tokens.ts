import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a token grants access to. A token of one purpose is invalid for every other. */
export type TokenPurpose = 'share' | 'script-share' | 'room' | 'media' | 'capture' | 'line' | 'stems' | 'trailer' | 'pitch-deck' | 'pitch-deck-share';

/**
 * Signs and verifies expiring tokens `<payload>.<HMAC-SHA256>`; the HMAC also covers the purpose. Tokens carry only ids and an expiry, and are never accepted
 * as API credentials.
 */
export interface TokenSigner {
  /** Deterministic: the same purpose, subject and expiry give the same token, so URLs stay identical. */
  sign(purpose: TokenPurpose, subject: string, expiresAt: Date): string;
  /** The subject of a token; null when it is forged, of another purpose, or expired. */
  read(purpose: TokenPurpose, token: string, now?: Date): { subject: string; expiresAt: Date } | null;
}

const DAY_MS = 86_400_000;

/** When an address that is shown now expires: after one to two days. The time is the same throughout a day, so that browsers can use their caches. */
export const shownUntil = (): Date => new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS);

/** Identifies the secret that signed a token, so that secrets can be rotated. */
export const SIGNING_KEY_ID = 'k1';

function hmac(secret: Buffer, purpose: TokenPurpose, payload: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest();
}

/** A signer with one secret. */
export function tokenSigner(secret: Buffer): TokenSigner {
  return {
    sign(purpose, subject, expiresAt) {
      const payload = Buffer.from(`${SIGNING_KEY_ID}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}.${subject}`).toString('base64url');
      return `${payload}.${hmac(secret, purpose, payload).toString('base64url')}`;
    },
    read(purpose, token, now = new Date()) {
      const [payload, signature, ...rest] = token.split('.');
      if (!payload || !signature || rest.length > 0 || token.length > 1024) return null;
      const expected = hmac(secret, purpose, payload);
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // Base64 can encode the same bytes in several ways; only one is accepted, so that a link has a single address.
      if (given.toString('base64url') !== signature) return null;
      const [keyId, expiry, ...subject] = Buffer.from(payload, 'base64url').toString('utf8').split('.');
      if (keyId !== SIGNING_KEY_ID || !expiry) return null;
      const expiresAt = new Date(parseInt(expiry, 36) * 1000);
      return expiresAt > now ? { subject: subject.join('.'), expiresAt } : null;
    },
  };
}
