/** Quotation marks and apostrophes. Everything here keeps lengths, so offsets stay those of the caller's text. */

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character);
}

const CLIPPED = /^(?:tis|twas|twere|twill|em|cause|till|bout|un|gainst|neath|round|way)\b/i;

/** Says whether the single mark at `at` is an apostrophe: inside a word, before a digit, or a clipped word like ’tis. */
export function isApostrophe(text: string, at: number): boolean {
  const before = text[at - 1];
  const after = text[at + 1];
  if (isLetter(before) && isLetter(after)) return true;
  if (after !== undefined && /\d/.test(after) && !isLetter(before)) return true;
  return !isLetter(before) && CLIPPED.test(text.slice(at + 1, at + 9));
}

/** True when double or single quotation marks or round brackets do not pair up inside `text`. */
export function hasUnbalancedMarks(text: string): boolean {
  if (count(text, '“') !== count(text, '”') || count(text, '"') % 2 === 1) return true;
  if (count(text, '(') !== count(text, ')')) return true;
  let open = 0;
  let closed = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '‘' && !isApostrophe(text, at)) open++;
    else if (text[at] === '’' && !isApostrophe(text, at) && (open > closed || !/s/i.test(text[at - 1] ?? ''))) closed++;
  }
  return open !== closed;
}

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found++;
  return found;
}
