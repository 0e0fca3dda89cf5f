import { wordTable } from '../patterns/word-table.js';

/** ISO 639-2/T codes, which MP4 uses, keyed by ISO 639-1 code. */
const LONG_CODES: Record<string, string> = wordTable({
  af: 'afr', am: 'amh', ar: 'ara', az: 'aze', be: 'bel', bg: 'bul', bn: 'ben', bs: 'bos', ca: 'cat', cs: 'ces', cy: 'cym', da: 'dan', de: 'deu',
  el: 'ell', en: 'eng', eo: 'epo', es: 'spa', et: 'est', eu: 'eus', fa: 'fas', fi: 'fin', fr: 'fra', ga: 'gle', gl: 'glg', gu: 'guj', he: 'heb',
  hi: 'hin', hr: 'hrv', hu: 'hun', hy: 'hye', id: 'ind', is: 'isl', it: 'ita', ja: 'jpn', ka: 'kat', kk: 'kaz', km: 'khm', kn: 'kan', ko: 'kor',
  la: 'lat', lt: 'lit', lv: 'lav', mk: 'mkd', ml: 'mal', mn: 'mon', mr: 'mar', ms: 'msa', my: 'mya', nb: 'nob', ne: 'nep', nl: 'nld', nn: 'nno',
  no: 'nor', pa: 'pan', pl: 'pol', pt: 'por', ro: 'ron', ru: 'rus', sk: 'slk', sl: 'slv', sq: 'sqi', sr: 'srp', sv: 'swe', sw: 'swa', ta: 'tam',
  te: 'tel', th: 'tha', tl: 'tgl', tr: 'tur', uk: 'ukr', ur: 'urd', uz: 'uzb', vi: 'vie', xh: 'xho', yi: 'yid', zh: 'zho', zu: 'zul',
});

/** The language of a track, from a BCP 47 tag; `und` for one that MP4 has no code for. */
export function trackLanguage(tag: string): string {
  const language = tag.split('-')[0]!.toLowerCase();
  return LONG_CODES[language] ?? (/^[a-z]{3}$/.test(language) ? language : 'und');
}
