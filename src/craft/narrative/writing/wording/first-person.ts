const QUOTED = /“[^”]*(?:”|$)|"[^"]*(?:"|$)|‘[^’]{12,}’(?!\p{L})/gu;
const I = /(?<!\p{L})(?:I|me|my|mine|myself)(?![\p{L}’'.])|(?<!\p{L})I[’'](?:m|ve|d|ll)(?!\p{L})/u;

/** True when the author says `I` outside quotations. */
export const isAuthorsI = (text: string): boolean => I.test(text.replace(QUOTED, ''));
