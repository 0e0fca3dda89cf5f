/**
 * Most parts of a JSON body. A part takes time and memory many times its bytes: a body of 24 MB that is all parts would take the process for minutes. The
 * longest script that may be replaced, with all fields of its entries, has half as many.
 */
export const MAX_JSON_PARTS = 1_000_000;

const [QUOTE, COMMA, BRACKET, BRACE] = ['"', ',', '[', '{'].map((sign) => sign.charCodeAt(0));

/** The index of the quotation mark that ends a string, or the length of the text. */
function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

/**
 * True when a JSON text has more fields and items than `most`; an empty list or object counts as one. Reads the text once and parses nothing; it may be no JSON
 * at all.
 */
export function hasMoreParts(json: string, most: number): boolean {
  let parts = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA || code === BRACKET || code === BRACE) parts++;
    if (parts > most) return true;
  }
  return false;
}
