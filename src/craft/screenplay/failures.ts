export type RefusalCode =
  | 'not_text' | 'too_large' | 'too_many_lines' | 'line_too_long' | 'too_complex' | 'timeout'
  | 'malformed' | 'doctype' | 'not_fdx' | 'not_a_screenplay' | 'scanned' | 'protected' | 'unreadable_text' | 'empty'
  | 'unsupported';

/** The script cannot be parsed. The message is for its writer; `line` is the faulty source line, from 1, or null. */
export class ScriptRefused extends Error {
  override readonly name = 'ScriptRefused';
  constructor(readonly code: RefusalCode, message: string, readonly line: number | null = null) {
    super(message);
  }
}

/** Codes that are not a writer's mistake: the text exceeds a parser limit or declares XML entities. */
export const HOSTILE_CODES: readonly string[] =
  ['doctype', 'too_large', 'too_many_lines', 'line_too_long', 'too_complex', 'timeout'] satisfies RefusalCode[];
