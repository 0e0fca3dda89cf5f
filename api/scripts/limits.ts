import { MAX_CONTENT_BYTES } from '../../src/domain/scripts/script-model.js';

/** Largest body of a request with a text: JSON may encode one byte in six (`\u000a`), and other fields need space as well. */
export const MAX_TEXT_BODY_BYTES = MAX_CONTENT_BYTES * 6 + 256 * 1024;
