import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical-json.js';
import { ApiError } from '../../errors/api-error.js';

/** One to 255 printable ASCII characters; the first is not a space. */
export const KEY_PATTERN = '^[!-~][ -~]{0,254}$';
const KEY = new RegExp(KEY_PATTERN);

/** Hash of method, path and body. Two requests are the same when their hashes are equal. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256').update(`${method} ${path}\n${canonicalJson(body)}`).digest('hex');
}

/** The key in the header, or null without one. Raises `idempotency_key_required` or `validation_failed`. */
export function readIdempotencyKey(header: string | undefined, required: boolean): string | null {
  if (header === undefined || (header === '' && required)) {
    if (required) throw new ApiError('idempotency_key_required');
    return null;
  }
  if (!KEY.test(header)) {
    throw new ApiError('validation_failed', 'Idempotency-Key must be 1 to 255 printable ASCII characters', { field: 'Idempotency-Key' });
  }
  return header;
}
