/** ASCII text of a line for the engine, or the reason why there is none. */
export type SpokenText =
  | { kind: 'words'; ascii: string }
  /** An empty line, or only punctuation and symbols: spoken as a short silence. */
  | { kind: 'nothing' }
  /** The text contains letters that the engine would silently drop. */
  | { kind: 'unreadable'; letters: string };

const LETTERS: Record<string, string> = {
  ß: 'ss', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'th', Ð: 'Th',
  þ: 'th', Þ: 'Th', ı: 'i', ħ: 'h', Ħ: 'H', ŋ: 'ng', ə: 'e',
};

const REPLACEMENTS: [RegExp, string][] = [
  [/[‘’‚‛′ʼ`´]/g, "'"],
  [/[“”„‟″«»]/g, '"'],
  [/\s*(?:[—―–]|--+)\s*/g, ', '],
  [/[‐‑‒−]/g, '-'],
  [/…/g, '...'],
  [/£\s?(\d[\d,.]*\d|\d)/g, '$1 pounds'],
  [/€\s?(\d[\d,.]*\d|\d)/g, '$1 euros'],
  [/°\s?([CF])\b/g, ' degrees $1'],
  [/°/g, ' degrees'],
  [/\s*&\s*/g, ' and '],
  [/@/g, ' at '],
  [/\bINT\.\s*\/\s*EXT\./g, 'Interior and exterior,'],
  [/\bINT\./g, 'Interior,'],
  [/\bEXT\./g, 'Exterior,'],
  // Markup and emphasis: the engine would speak the names of these characters.
  [/[*_~^|\\<>{}[\]#]+/g, ' '],
];

/**
 * Rewrites a line in ASCII for the engine: removes accents, replaces typographic marks, drops control characters and
 * symbols. Reports letters of other scripts as `unreadable`.
 */
export function toSpokenText(text: string): SpokenText {
  let line = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  for (const [pattern, replacement] of REPLACEMENTS) line = line.replace(pattern, replacement);
  line = line.replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter);
  line = line.normalize('NFKD').replace(/\p{M}+/gu, '');
  const foreign = line.match(/[^\p{ASCII}]/gu)?.filter((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? [];
  if (foreign.length > 0) return { kind: 'unreadable', letters: [...new Set(foreign)].slice(0, 8).join('') };
  const ascii = line.replace(/[^\x20-\x7e]+/g, ' ').replace(/ {2,}/g, ' ').trim();
  return /[A-Za-z0-9]/.test(ascii) ? { kind: 'words', ascii } : { kind: 'nothing' };
}
