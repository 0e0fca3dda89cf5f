import { ScriptRefused } from './failures.js';
import { parseFdx } from './fdx/parse.js';
import { parseFountain } from './fountain/parse.js';
import { SCRIPT_LIMITS, type ScriptLimits } from './limits.js';
import { parsePdf } from './pdf/parse.js';
import { parsePlainText } from './plain/parse.js';
import type { ParsedScript } from './script.js';

export const SCRIPT_FORMATS = ['fountain', 'fdx', 'pdf', 'text'] as const;
export type ScriptFormat = (typeof SCRIPT_FORMATS)[number];

/** Bytes at the start of a file that decide its format. */
const SNIFFED_BYTES = 1_024;

/** Detects the format of a script from its first bytes. Plain text and Fountain are both `text`. */
export function sniffFormat(bytes: Uint8Array): 'pdf' | 'fdx' | 'text' {
  const raw = Buffer.from(bytes.subarray(0, SNIFFED_BYTES));
  if (raw.includes('%PDF-')) return 'pdf';
  const head = raw.toString(raw[0] === 0xff && raw[1] === 0xfe ? 'utf16le' : 'utf8').replace(/^\ufeff/, '').trimStart();
  return /^<(?:\?xml|!DOCTYPE|!--|FinalDraft)/i.test(head) ? 'fdx' : 'text';
}

/**
 * Parses a script in one of the formats. `auto` detects the format and refuses prose. Throws `ScriptRefused` with a
 * code and a message for the writer; when `signal` is aborted, throws the signal's reason.
 */
export async function importScript(
  bytes: Uint8Array, format: ScriptFormat | 'auto' = 'auto',
  options: { limits?: ScriptLimits; signal?: AbortSignal } = {},
): Promise<ParsedScript & { format: ScriptFormat }> {
  const limits = options.limits ?? SCRIPT_LIMITS;
  const chosen = format === 'auto' ? sniffFormat(bytes) : format;
  const parsed = chosen === 'pdf' ? await parsePdf(bytes, limits, options.signal)
    : chosen === 'fdx' ? parseFdx(bytes, limits)
      : chosen === 'fountain' ? parseFountain(bytes, limits) : parsePlainText(bytes, limits);
  if (parsed.script.elements.length === 0) throw new ScriptRefused('empty', 'The script is empty.');
  return { ...parsed, format: chosen };
}
