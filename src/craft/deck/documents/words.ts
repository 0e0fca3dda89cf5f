import type { DeckDocument, DeckPage } from '../pages.js';

/** Lone surrogates, private-use code points, noncharacters, and invisible signs such as those that change the text direction. */
const UNWANTED = /[\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u00ad\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]/gu;
const SPACES = /[\s\p{Cc}\u2028\u2029]+/gu;
/** Limits texts to more than any page or note can hold. */
const MOST_CHARACTERS = 20_000;

/** A text on one line, in characters that PDF and XML may contain. */
export const plain = (text: string): string => text.slice(0, MOST_CHARACTERS).normalize('NFC').replace(UNWANTED, '').replace(SPACES, ' ').trim();

/** The language of a document if it is a valid tag, else English. */
export function languageOf({ language }: Pick<DeckDocument, 'language'>): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch (error) {
    if (error instanceof RangeError) return 'en';
    throw error;
  }
}

/** The title of a document or page; a title without characters is `Untitled`. */
export const titleOf = ({ title }: { title: string }): string => plain(title) || 'Untitled';

/** Small words within names, which stay lower case, and Roman numerals. */
const [LINKING, NUMERAL] = [/^(?:of|the|and|de|la|le|du|von|van|der|den|di|da|al|el|bin)$/i, /^[IVX]{2,}$/];
const asName = (word: string, at: number): string => {
  if (word !== word.toUpperCase() || NUMERAL.test(word)) return word;
  const small = word.toLowerCase();
  return at > 0 && LINKING.test(word) ? small : small.replace(/(?<=^|[^\p{L}\p{M}\p{N}'’]|^[od]['’])\p{L}/gu, (letter) => letter.toUpperCase());
};

/** The name of a speaker as people write it, null for the narrator. */
export const speakerOf = (speaker: string | null): string | null => (speaker === null ? null : plain(speaker).split(' ').map(asName).join(' ') || null);

const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  de: ['„', '“'], cs: ['„', '“'], sk: ['„', '“'], da: ['»', '«'], fr: ['«\u00a0', '\u00a0»'], it: ['«', '»'], es: ['«', '»'], pt: ['«', '»'], ru: ['«', '»'],
  uk: ['«', '»'], no: ['«', '»'], nb: ['«', '»'], el: ['«', '»'], ar: ['«', '»'], fa: ['«', '»'], pl: ['„', '”'], hu: ['„', '”'], ro: ['„', '”'], nl: ['‘', '’'],
  sv: ['”', '”'], fi: ['”', '”'], ja: ['「', '」'], zh: ['“', '”'],
};
const OUTER_MARKS = /^["“”„«»「]\s*|\s*["“”«»」]$/gu;

/** A spoken line in the quotation marks of its language. */
export function quoted(text: string, language: string): string {
  const [open, close] = MARKS[language.split('-')[0]!.toLowerCase()] ?? ['“', '”'];
  const words = plain(text);
  const inner = words.replace(OUTER_MARKS, '');
  // Keeps quotation marks within the line that do not enclose all of it.
  return `${open}${/["“”„«»「」]/u.test(inner) ? words : inner}${close}`;
}

/** An address of a page on the web that documents may link to; null for all others. */
export function linkOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href, username, password } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && !username && !password ? href : null;
}

/** What a link says. */
export const linkWords = ({ kind }: Pick<DeckPage, 'kind'>): string => (kind === 'chapter' ? 'Watch this chapter' : 'Watch the film');

/** The text of a page as one paragraph. */
export const textOfPage = ({ sentences }: Pick<DeckPage, 'sentences'>): string => plain(sentences.map(({ text }) => plain(text)).filter(Boolean).join(' '));
