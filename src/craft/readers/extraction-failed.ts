export type ExtractionReason =
  | 'malformed' | 'encrypted' | 'no_text_layer' | 'unreadable_text' | 'empty' | 'too_complex' | 'too_many_pages'
  | 'timeout';

/**
 * The bytes contain no usable text. The code is `source_fetch_failed` when they are not of the declared kind, and
 * `source_incomplete` when they are of that kind but cannot be read completely.
 */
export class ExtractionFailed extends Error {
  override readonly name = 'ExtractionFailed';
  readonly code: 'source_fetch_failed' | 'source_incomplete';
  constructor(readonly reason: ExtractionReason, message: string) {
    super(message);
    this.code = reason === 'malformed' ? 'source_fetch_failed' : 'source_incomplete';
  }
}
