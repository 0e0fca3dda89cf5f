import anyAscii from 'any-ascii';

/** Slugs that the writing app uses in its own addresses. */
export const RESERVED_SLUGS = [
  'account', 'admin', 'api', 'deleted', 'edit', 'episodes', 'export', 'from-script', 'help', 'import', 'library', 'new', 'script',
  'scripts', 'seasons', 'settings', 'share', 'shared', 'versions',
] as const;
export const MAX_SLUG_CHARS = 80;
/** Slugs have no underscore, so they never look like an id. */
export const SLUG = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

export const isReserved = (slug: string): boolean => (RESERVED_SLUGS as readonly string[]).includes(slug);
/** Length of a derived slug, which leaves room for `-` and a number. */
const MAX_DERIVED = 60;

/** The words of a title for an address: small Latin letters, digits and single dashes; `otherwise` for a title without any. */
export function addressWords(title: string, otherwise: string): string {
  const plain = anyAscii(title.normalize('NFC')).toLowerCase().replace(/['’]/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+/, '');
  const cut = plain.length <= MAX_DERIVED ? plain : plain.slice(0, MAX_DERIVED + 1).replace(/-[^-]*$/, '').slice(0, MAX_DERIVED);
  return cut.replace(/-+$/, '') || otherwise;
}

/** The slug of a title; never a reserved one. */
export function slugOf(title: string): string {
  const slug = addressWords(title, '');
  return slug === '' || isReserved(slug) ? `${slug || 'untitled'}-screenplay` : slug;
}
