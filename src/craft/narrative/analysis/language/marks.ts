/** Quotation marks and apostrophes. Every function keeps the length of a text, so offsets stay valid. */

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character);
}

const CLIPPED = /^(?:(?:tis|twas|twere|twill|em|cause|till|bout|un|gainst|neath|round|way)\b|(?:ll|ve|re|s|d|m|t)\b(?!’))/i;

/**
 * True when the single mark at `at` is an apostrophe: inside a word, before a digit, or in a clipped word like ’tis.
 */
export function isApostrophe(text: string, at: number): boolean {
  const before = text[at - 1];
  const after = text[at + 1];
  if (isLetter(before) && isLetter(after)) return true;
  if (after !== undefined && /\d/.test(after) && !isLetter(before)) return true;
  return !isLetter(before) && CLIPPED.test(text.slice(at + 1, at + 9));
}

/** True when quotation marks or round brackets do not pair up, in order, inside `text`. */
export function hasUnbalancedMarks(text: string): boolean {
  return unpaired(text, '“', '”') || unpaired(text, '(', ')') || unpaired(text, '«', '»') || unpairedSingles(text)
    || (text.split('"').length - 1) % 2 === 1;
}

function unpaired(text: string, opener: string, closer: string): boolean {
  let depth = 0;
  for (const mark of text) {
    if (mark === opener) depth++;
    else if (mark === closer && --depth < 0) return true;
  }
  return depth !== 0;
}

/** A single closing mark may be an apostrophe: without an opening mark it counts only after punctuation. */
function unpairedSingles(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '‘' && !isApostrophe(text, at)) depth++;
    else if (mark === '’' && !isApostrophe(text, at)) {
      if (depth > 0 && !(/s/i.test(text[at - 1] ?? '') && /[,.!?—…]’(?!\p{L})/u.test(text.slice(at + 1)))) depth--;
      else if (depth === 0 && /[,.!?—…;:]/.test(text[at - 1] ?? '')) return true;
    }
  }
  return depth !== 0;
}
