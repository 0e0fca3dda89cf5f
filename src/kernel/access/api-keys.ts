import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { API_KEY } from '../config/index.js';

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Constant-time comparison of two hex digests. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Splits `psc_<prefix>_<secret>`; null when it is not of that form. */
export function parseApiKey(key: string): { prefix: string; secret: string } | null {
  const match = API_KEY.exec(key);
  return match ? { prefix: match[1]!, secret: match[2]! } : null;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomSecret(): string {
  let secret = '';
  while (secret.length < 32) {
    for (const byte of randomBytes(48)) if (byte < 248 && secret.length < 32) secret += ALPHANUMERIC[byte % 62];
  }
  return secret;
}

/** A new key, `psc_<prefix>_<secret>`. */
export const randomApiKey = (): string => `psc_${randomBytes(5).toString('hex')}_${randomSecret()}`;
