import anyAscii from 'any-ascii';

/** Leaves room for `-` and a number. */
const MAX_CHARS = 60;

/** The words of a title for an address: small Latin letters, digits and single dashes; `otherwise` for a title without any. */
export function addressWords(title: string, otherwise: string): string {
  const plain = anyAscii(title.normalize('NFC')).toLowerCase().replace(/['’]/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+/, '');
  const cut = plain.length <= MAX_CHARS ? plain : plain.slice(0, MAX_CHARS + 1).replace(/-[^-]*$/, '').slice(0, MAX_CHARS);
  return cut.replace(/-+$/, '') || otherwise;
}

export const seriesSlugOf = (title: string): string => addressWords(title, 'series');
