export type RefusalCode =
  | 'not_text' | 'too_large' | 'too_many_lines' | 'line_too_long' | 'too_complex' | 'timeout'
  | 'malformed' | 'doctype' | 'not_fdx' | 'not_a_screenplay' | 'scanned' | 'protected' | 'unreadable_text' | 'empty'
  | 'unsupported';

/** A script that cannot be read, with a sentence for its writer. `line` is the source line (from 1) when one is to blame. */
export class ScriptRefused extends Error {
  override readonly name = 'ScriptRefused';
  constructor(readonly code: RefusalCode, message: string, readonly line: number | null = null) {
    super(message);
  }
}

/** No writer's mistake looks like this: the text overruns a limit of reading, or declares what would be put into it. */
export const HOSTILE_CODES: readonly string[] =
  ['doctype', 'too_large', 'too_many_lines', 'line_too_long', 'too_complex', 'timeout'] satisfies RefusalCode[];
