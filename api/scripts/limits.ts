import { MAX_CONTENT_BYTES } from '../../src/domain/scripts/script-model.js';

/** JSON may spell a byte of text in six (`\u000a`), and the other fields need room too. */
export const MAX_TEXT_BODY_BYTES = MAX_CONTENT_BYTES * 6 + 256 * 1024;
