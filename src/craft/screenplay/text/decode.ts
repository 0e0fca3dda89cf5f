import { ScriptRefused } from '../failures.js';
import { assertBytes, assertLines, SCRIPT_LIMITS, type ScriptLimits } from '../limits.js';

const BOMS: readonly [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'], [[0xff, 0xfe], 'utf-16le'], [[0xfe, 0xff], 'utf-16be'],
];
const SNIFFED_BYTES = 4_096;

/** Detects UTF-16 without a byte order mark, in which every second byte is zero. Returns null for other encodings. */
function detectUtf16(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, SNIFFED_BYTES);
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) zeros[at % 2]! += 1;
  const [even, odd] = [zeros[0]! * 2, zeros[1]! * 2];
  if (odd > head.length * 0.6 && even < head.length * 0.1) return 'utf-16le';
  return even > head.length * 0.6 && odd < head.length * 0.1 ? 'utf-16be' : null;
}

function decode(bytes: Uint8Array): string {
  const encoding = BOMS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1] ?? detectUtf16(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Decodes the bytes of a script: by byte order mark, else as UTF-16 if the zero bytes show it, else as UTF-8 if valid,
 * else as Windows-1252. In the result every line end is `\n`, there is no byte order mark, and lone surrogates are
 * U+FFFD. Trailing blanks stay, because Fountain gives them a meaning. `inLines` is false for XML, whose lines have no
 * meaning and no limits.
 * Throws `ScriptRefused` (`too_large`, `not_text`, `too_many_lines`, `line_too_long`).
 */
export function decodeScript(input: Uint8Array | string, limits: ScriptLimits = SCRIPT_LIMITS, inLines = true): string {
  assertBytes(typeof input === 'string' ? Buffer.byteLength(input) : input.byteLength, limits);
  const raw = typeof input === 'string' ? input : decode(input);
  const text = raw.replace(/^\ufeff/, '').replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  const zero = text.indexOf('\0');
  if (zero >= 0) {
    const line = text.slice(0, zero).split('\n', limits.lines).length;
    throw new ScriptRefused('not_text', `Line ${line} has a NUL byte: this is not a text file.`, line);
  }
  if (inLines) assertLines(text, limits);
  return text.toWellFormed();
}
