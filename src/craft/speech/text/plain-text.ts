/** A line in plain English letters, or the reason why there is none. */
export type PlainText =
  | { kind: 'words'; text: string }
  /** An empty line, or only punctuation and symbols. */
  | { kind: 'nothing' }
  /** Letters of other scripts, which no English voice can say. */
  | { kind: 'unreadable'; letters: string };

const LETTERS: Record<string, string> = {
  ß: 'ss', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'th', Ð: 'Th',
  þ: 'th', Þ: 'Th', ı: 'i', ħ: 'h', Ħ: 'H', ŋ: 'ng', ə: 'e',
};

const FRACTIONS: Record<string, string> = {
  '½': '1/2', '⅓': '1/3', '⅔': '2/3', '¼': '1/4', '¾': '3/4', '⅕': '1/5', '⅖': '2/5', '⅗': '3/5', '⅘': '4/5', '⅙': '1/6', '⅚': '5/6',
  '⅛': '1/8', '⅜': '3/8', '⅝': '5/8', '⅞': '7/8',
};

/** Signs that a later step turns into words or pauses. */
const KEPT_SIGNS = '—…£€¥¢§°×÷±©';

const TYPOGRAPHY: [RegExp, string][] = [
  [/[‘’‚‛′ʼ`´]/g, "'"],
  [/[“”„‟″«»]/g, '"'],
  // Between digits a dash is a range.
  [/(?<=\d)\s?[–—‒]\s?(?=\d)/g, '-'],
  [/\s*(?:[—―–]|--+)\s*/g, '—'],
  [/\s+-\s+/g, '—'],
  [/[‐‑‒−]/g, '-'],
  [/\.{2,}|…+/g, '…'],
  [/⁄/g, '/'],
  [/[•·]/g, ' '],
];

/**
 * Rewrites a line in ASCII letters and digits with few signs: removes accents, unifies quotation marks, dashes and
 * ellipses, drops control characters and unknown symbols. Reports letters of other scripts as `unreadable`.
 */
export function toPlainText(text: string): PlainText {
  let line = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, (gap) => (/[^\p{Cf}]/u.test(gap) ? ' ' : gap.includes('\u00ad') ? '' : ' '));
  line = line.replace(/(?<=\d)(?=[½⅓⅔¼¾⅕-⅚⅛-⅞])/g, ' ').replace(/[½⅓⅔¼¾⅕-⅚⅛-⅞]/g, (sign) => FRACTIONS[sign] ?? sign);
  for (const [pattern, replacement] of TYPOGRAPHY) line = line.replace(pattern, replacement);
  line = line.replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter);
  line = [...line].map((sign) => (KEPT_SIGNS.includes(sign) ? sign : sign.normalize('NFKD'))).join('').replace(/\p{M}+/gu, '');
  const foreign = line.match(/[^\p{ASCII}]/gu)?.filter((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? [];
  if (foreign.length > 0) return { kind: 'unreadable', letters: [...new Set(foreign)].slice(0, 8).join('') };
  const plain = line.replace(/[^\x20-\x7e—…£€¥¢§°×÷±©]+/g, ' ').replace(/ {2,}/g, ' ').trim();
  return /[A-Za-z0-9]/.test(plain) ? { kind: 'words', text: plain } : { kind: 'nothing' };
}
