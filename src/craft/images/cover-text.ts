/**
 * Characters of the bundled typeface: Latin with its extensions and Vietnamese, digits, common punctuation and currency
 * signs.
 */
const DRAWABLE = new RegExp(
  '[\\u0020-\\u007e\\u00a1-\\u024f\\u1e00-\\u1eff\\u2010-\\u2015\\u2018-\\u201f'
  + '\\u2020\\u2022\\u2026\\u2030\\u2039\\u203a\\u20ac\\u2122]', 'u',
);

const MAX_CHARACTERS = 200;

/**
 * The text in characters of the bundled typeface: accents composed, control characters dropped, other letters replaced
 * by their Latin base or, without one, dropped. At most `most` of them. May be empty.
 */
export function drawableText(text: string, most = MAX_CHARACTERS): string {
  const composed = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  let drawn = '';
  for (const character of composed) {
    if (DRAWABLE.test(character)) drawn += character;
    else drawn += [...character.normalize('NFKD')].filter((part) => DRAWABLE.test(part)).join('');
  }
  const tidy = drawn.replace(/ {2,}/g, ' ').trim();
  // Punctuation alone is not worth drawing.
  if (!/[\p{L}\p{N}]/u.test(tidy)) return '';
  const characters = [...tidy];
  if (characters.length <= most) return tidy;
  return `${characters.slice(0, most - 1).join('').trimEnd()}…`;
}
