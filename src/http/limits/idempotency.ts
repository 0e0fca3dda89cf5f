import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical-json.js';
import { ApiError } from '../../errors/api-error.js';

/** One to 255 printable ASCII characters, the first no space. */
export const KEY_PATTERN = '^[!-~][ -~]{0,254}$';
const KEY = new RegExp(KEY_PATTERN);

/** What makes two requests the same: method, path and body. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256').update(`${method} ${path}\n${canonicalJson(body)}`).digest('hex');
}

/** Reads the header. Raises `idempotency_key_required` or `validation_failed`. */
export function readIdempotencyKey(header: string | undefined, required: boolean): string | null {
  if (header === undefined || header === '') {
    if (required) throw new ApiError('idempotency_key_required');
    return null;
  }
  if (!KEY.test(header)) {
    throw new ApiError('validation_failed', 'Idempotency-Key must be 1 to 255 printable ASCII characters', { field: 'Idempotency-Key' });
  }
  return header;
}
