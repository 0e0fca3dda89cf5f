/** Accent of the phonemes. */
export type Accent = 'us' | 'gb';

/** After these American speech taps a t between vowels: "writing". */
const TAPPED_AFTER = 'AIOWYiuæɑəɛɪɹʊʌ';
const TAP = 'ɾ';
const weak = (accent: Accent): string => (accent === 'gb' ? 'ɪ' : 'ᵻ');

/** Adds the sound of -s, -es or 's. */
export function withS(stem: string, accent: Accent): string {
  if (/[ptkfθ]$/.test(stem)) return `${stem}s`;
  return /[szʃʒʧʤ]$/.test(stem) ? `${stem}${weak(accent)}z` : `${stem}z`;
}

const tapped = (stem: string, accent: Accent): string => (
  accent === 'us' && stem.endsWith('t') && TAPPED_AFTER.includes(stem.at(-2) ?? ' ') ? stem.slice(0, -1) + TAP : stem);

/** Adds the sound of -ed. */
export function withEd(stem: string, accent: Accent): string {
  if (/[pkfθʃsʧ]$/.test(stem)) return `${stem}t`;
  return /[td]$/.test(stem) ? `${tapped(stem, accent)}${weak(accent)}d` : `${stem}d`;
}

/** In Britain an r sounds again before a vowel: "bear", "bearing". */
const linked = (stem: string, word: string, accent: Accent): string => (accent === 'gb' && /r[e]?$/.test(word) && /[əː]$/.test(stem) ? `${stem}ɹ` : stem);

export const withIng = (stem: string, word: string, accent: Accent): string => `${linked(tapped(stem, accent), word, accent)}ɪŋ`;

interface Ending {
  pattern: RegExp;
  /** Spellings of the word without the ending, the likeliest first. */
  stems(word: string, stem: string): string[];
  sound(stem: string, word: string, accent: Accent): string;
}

const doubled = (stem: string): string[] => (/([bcdgklmnprstvz])\1$/.test(stem) ? [stem.slice(0, -1)] : []);
const verbal = (_: string, stem: string): string[] => [stem, `${stem}e`, ...doubled(stem), ...(stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : []), ...(stem.endsWith('ck') ? [stem.slice(0, -1)] : [])];
const plain = (_: string, stem: string): string[] => [stem, ...(stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : [])];
const er = (accent: Accent): string => (accent === 'gb' ? 'ə' : 'əɹ');

/** Endings of words that the dictionary lacks, tried in this order. */
export const ENDINGS: readonly Ending[] = [
  { pattern: /'s$/, stems: plain, sound: (stem, _, accent) => withS(stem, accent) },
  { pattern: /s'$/, stems: (word) => [word.slice(0, -1)], sound: (stem) => stem },
  { pattern: /n't$/, stems: plain, sound: (stem) => `${stem}ᵊnt` },
  { pattern: /'ll$/, stems: plain, sound: (stem) => `${stem}ᵊl` },
  { pattern: /'ve$/, stems: plain, sound: (stem) => `${stem}əv` },
  { pattern: /'re$/, stems: plain, sound: (stem, _, accent) => `${stem}${er(accent)}` },
  { pattern: /'d$/, stems: plain, sound: (stem, _, accent) => withEd(stem, accent) },
  { pattern: /'m$/, stems: plain, sound: (stem) => `${stem}m` },
  { pattern: /'$/, stems: plain, sound: (stem) => stem },
  { pattern: /in'$/, stems: verbal, sound: (stem, word, accent) => withIng(stem, word, accent).replace(/ŋ$/, 'n') },
  { pattern: /ies$/, stems: (_, stem) => [`${stem}y`, `${stem}ie`], sound: (stem, _, accent) => withS(stem, accent) },
  { pattern: /(?<!s)s$/, stems: (_, stem) => [stem, ...(/(?:[sxzo]|[cs]h)e$/.test(stem) ? [stem.slice(0, -1)] : [])], sound: (stem, _, accent) => withS(stem, accent) },
  { pattern: /ed$/, stems: (_, stem) => [...(/[wxy]$/.test(stem) ? [stem] : []), `${stem}e`, stem, ...doubled(stem), ...(stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : [])], sound: (stem, _, accent) => withEd(stem, accent) },
  { pattern: /ing$/, stems: verbal, sound: withIng },
  { pattern: /ily$/, stems: (_, stem) => [`${stem}y`], sound: (stem, _, accent) => `${stem.replace(/iː?$/, accent === 'gb' ? 'ɪ' : 'ə')}li` },
  { pattern: /ly$/, stems: (_, stem) => [stem, `${stem}le`, `${stem}l`], sound: (stem) => (/ᵊ?l$/.test(stem) ? `${stem.replace(/ᵊ?l$/, '')}li` : `${stem}li`) },
  { pattern: /ness$/, stems: plain, sound: (stem) => `${stem}nəs` },
  { pattern: /less$/, stems: plain, sound: (stem) => `${stem}ləs` },
  { pattern: /ful$/, stems: plain, sound: (stem) => `${stem}fᵊl` },
  { pattern: /(?<=[^aeiou])m[ae]n$/, stems: plain, sound: (stem) => `${stem}mən` },
  { pattern: /ship$/, stems: plain, sound: (stem) => `${stem}ʃˌɪp` },
  { pattern: /ment$/, stems: plain, sound: (stem) => `${stem}mᵊnt` },
  { pattern: /like$/, stems: plain, sound: (stem) => `${stem}lˌIk` },
  { pattern: /ers$/, stems: verbal, sound: (stem, word, accent) => `${linked(tapped(stem, accent), word, accent)}${er(accent)}z` },
  { pattern: /er$/, stems: verbal, sound: (stem, word, accent) => `${linked(tapped(stem, accent), word, accent)}${er(accent)}` },
  { pattern: /est$/, stems: verbal, sound: (stem, word, accent) => `${linked(tapped(stem, accent), word, accent)}${accent === 'gb' ? 'ɪ' : 'ə'}st` },
  { pattern: /able$/, stems: verbal, sound: (stem, word, accent) => `${linked(tapped(stem, accent), word, accent)}əbᵊl` },
  { pattern: /ish$/, stems: verbal, sound: (stem, word, accent) => `${linked(tapped(stem, accent), word, accent)}ɪʃ` },
  { pattern: /y$/, stems: (_, stem) => (stem.length > 3 ? [stem, ...doubled(stem)] : []), sound: (stem, word, accent) => `${linked(tapped(stem, accent), word, accent)}i` },
];

/** Sounds of prefixes; the word keeps its own stress. */
export const PREFIXES: Record<Accent, Record<string, string>> = {
  us: { un: 'ˌʌn', re: 'ɹˌi', non: 'nˌɑn', over: 'ˌOvəɹ', under: 'ˌʌndəɹ', pre: 'pɹˌi', dis: 'dɪs', mis: 'mɪs', out: 'ˌWt', fore: 'fˌɔɹ', semi: 'sˌɛmi', anti: 'ˌænti', inter: 'ˌɪntəɹ', counter: 'kˌWntəɹ', super: 'sˌupəɹ', co: 'kˌO' },
  gb: { un: 'ˌʌn', re: 'ɹˌiː', non: 'nˌɒn', over: 'ˌQvə', under: 'ˌʌndə', pre: 'pɹˌiː', dis: 'dɪs', mis: 'mɪs', out: 'ˌWt', fore: 'fˌɔː', semi: 'sˌɛmi', anti: 'ˌanti', inter: 'ˌɪntə', counter: 'kˌWntə', super: 'sˌuːpə', co: 'kˌQ' },
};
