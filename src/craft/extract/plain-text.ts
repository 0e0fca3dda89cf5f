const BOMS: [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'], [[0xff, 0xfe], 'utf-16le'], [[0xfe, 0xff], 'utf-16be'],
];
const DECLARATION_BYTES = 1024;

function findDecoder(label: string | null | undefined, fatal = false): TextDecoder | null {
  if (!label) return null;
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    return null; // A page with an unknown label counts as a page without one.
  }
}

/** The encoding that a page names in its first kilobyte, as `<meta charset>` or in an XML declaration. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  return (/<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(head)
    ?? /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{2,40})/i.exec(head))?.[1] ?? null;
}

/**
 * Decodes bytes as browsers do. The encoding is that of the byte order mark, else `charset`, else the declaration inside
 * the page (only with `readDeclaration`), else UTF-8 if the bytes are valid UTF-8, else Windows-1252.
 */
export function decodeText(bytes: Uint8Array, charset: string | null, readDeclaration = false): string {
  const bom = BOMS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  const named = findDecoder(bom) ?? findDecoder(charset) ?? findDecoder(readDeclaration ? declaredIn(bytes) : null);
  if (named) return named.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Control characters that text does not contain: all but tab, line ends, form feed and the end mark (0x1A) of old editors. */
export const NO_TEXT = /[\0-\x08\x0e-\x19\x1b-\x1f\x7f]/;

/**
 * Text as it is stored: no byte order mark, `\n` for every kind of line end, no control characters other than tab and
 * line feed, no bidirectional overrides (they display a text in another order than it is spoken), and U+FFFD for each
 * lone surrogate. All other characters are unchanged.
 */
export function cleanText(raw: string): string {
  return raw.toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g, '');
}

/** Tidies a converter's output: ordinary spaces, none at line ends, one blank line between paragraphs, trimmed. */
export function tidyParagraphs(text: string): string {
  const lines = cleanText(text).replace(/[\u00a0\u2007\u202f]/g, ' ').split('\n');
  return lines.map((line) => line.trimEnd()).join('\n').replace(/\n{3,}/g, '\n\n').trim();
}
