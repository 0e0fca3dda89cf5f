import { ScriptRefused } from './failures.js';
import { readFdx } from './fdx/read.js';
import { readFountain } from './fountain/read.js';
import { SCRIPT_LIMITS, type ScriptLimits } from './limits.js';
import { readPdf } from './pdf/read.js';
import { readPlainText } from './plain/read.js';
import type { ReadScript } from './script.js';

export const SCRIPT_FORMATS = ['fountain', 'fdx', 'pdf', 'text'] as const;
export type ScriptFormat = (typeof SCRIPT_FORMATS)[number];

const SNIFFED = 1_024;

/** What bytes are by what they hold, whatever they are called; plain text and Fountain are both `text`. */
export function sniffFormat(bytes: Uint8Array): 'pdf' | 'fdx' | 'text' {
  const raw = Buffer.from(bytes.subarray(0, SNIFFED));
  if (raw.includes('%PDF-')) return 'pdf';
  const head = raw.toString(raw[0] === 0xff && raw[1] === 0xfe ? 'utf16le' : 'utf8').replace(/^\ufeff/, '').trimStart();
  return /^<(?:\?xml|!DOCTYPE|!--|FinalDraft)/i.test(head) ? 'fdx' : 'text';
}

/**
 * Reads a script of any of the formats. `auto` goes by what the bytes hold, and refuses prose; a named format is read as
 * such. Throws `ScriptRefused` with a code and a sentence for the writer, and the signal's reason when it aborts.
 */
export async function readScript(
  bytes: Uint8Array, format: ScriptFormat | 'auto' = 'auto', options: { limits?: ScriptLimits; signal?: AbortSignal } = {},
): Promise<ReadScript & { format: ScriptFormat }> {
  const limits = options.limits ?? SCRIPT_LIMITS;
  const chosen = format === 'auto' ? sniffFormat(bytes) : format;
  const read = chosen === 'pdf' ? await readPdf(bytes, limits, options.signal)
    : chosen === 'fdx' ? readFdx(bytes, limits)
      : chosen === 'fountain' ? readFountain(bytes, limits) : readPlainText(bytes, limits);
  if (read.script.elements.length === 0) throw new ScriptRefused('empty', 'The script is empty.');
  return { ...read, format: chosen };
}
