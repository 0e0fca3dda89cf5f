const MINOR = new Set(['a', 'an', 'and', 'as', 'at', 'but', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

/** The name of a file as a title: without its extension, with spaces for dashes, and with capitals if it has none. */
export function presentedName(name: string): string {
  const words = name.replace(/\.[a-z0-9]{2,8}$/i, '').replace(/[-_+]+/g, ' ').replace(/\s+/g, ' ').trim();
  if (words !== words.toLowerCase()) return words;
  return words.split(' ').map((word, at) => (at > 0 && MINOR.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(' ');
}
