import { ApiError } from '../../errors/api-error.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes bytes that are given as a string with one character per byte. Raises `validation_failed` when they are not UTF-8. */
export function decodeUtf8(bytes: string): string {
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    throw new ApiError('validation_failed', 'the body is not UTF-8', { field: 'body' });
  }
}
