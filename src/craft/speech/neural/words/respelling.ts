import type { Accent } from './endings.js';
import { PRIMARY, SECONDARY, isVowel } from './sound-units.js';

/** Vowels of respellings, the longest first, in both accents. */
const VOWELS: [spelling: string, us: string, gb: string][] = [
  ['eigh', 'A', 'A'], ['ough', 'ɔ', 'ɔː'], ['augh', 'ɔ', 'ɔː'], ['eye', 'I', 'I'], ['igh', 'I', 'I'], ['air', 'ɛɹ', 'ɛː'], ['are', 'ɛɹ', 'ɛː'], ['ear', 'ɪɹ', 'ɪə'],
  ['eer', 'ɪɹ', 'ɪə'], ['ier', 'ɪɹ', 'ɪə'], ['oor', 'ʊɹ', 'ʊə'], ['our', 'Wəɹ', 'Wə'], ['ire', 'Iəɹ', 'Iə'], ['ore', 'ɔɹ', 'ɔː'],
  ['ah', 'ɑ', 'ɑː'], ['aw', 'ɔ', 'ɔː'], ['au', 'ɔ', 'ɔː'], ['ay', 'A', 'A'], ['ai', 'A', 'A'], ['ey', 'A', 'A'], ['ei', 'A', 'A'], ['ee', 'i', 'iː'], ['ea', 'i', 'iː'],
  ['eh', 'ɛ', 'ɛ'], ['ie', 'I', 'I'], ['ih', 'ɪ', 'ɪ'], ['oh', 'O', 'Q'], ['oa', 'O', 'Q'], ['oe', 'O', 'Q'], ['oo', 'u', 'uː'], ['ou', 'W', 'W'], ['ow', 'W', 'W'],
  ['oy', 'Y', 'Y'], ['oi', 'Y', 'Y'], ['ue', 'u', 'uː'], ['uu', 'ʊ', 'ʊ'], ['uh', 'ə', 'ə'], ['ew', 'u', 'uː'], ['eu', 'u', 'uː'], ['arr', 'æɹ', 'aɹ'], ['err', 'ɛɹ', 'ɛɹ'], ['irr', 'ɪɹ', 'ɪɹ'], ['orr', 'ɔɹ', 'ɒɹ'], ['ar', 'ɑɹ', 'ɑː'], ['er', 'ɜɹ', 'ɜː'], ['ir', 'ɜɹ', 'ɜː'],
  ['or', 'ɔɹ', 'ɔː'], ['ur', 'ɜɹ', 'ɜː'],
];
/** Single vowels: before a consonant, at the end of the syllable, before a consonant and e. */
const SINGLE: Record<string, [closed: string, open: string, long: string]> = {
  a: ['æ', 'ə', 'A'], e: ['ɛ', 'i', 'i'], i: ['ɪ', 'i', 'I'], o: ['ɑ', 'O', 'O'], u: ['ʌ', 'u', 'u'], y: ['I', 'I', 'I'],
};
const TO_BRITISH: Record<string, string> = { æ: 'a', i: 'iː', ɑ: 'ɒ', O: 'Q', u: 'uː' };
const CONSONANTS: [spelling: string, phonemes: string][] = [
  ['tch', 'ʧ'], ['sch', 'ʃ'], ['sh', 'ʃ'], ['ch', 'ʧ'], ['zh', 'ʒ'], ['th', 'θ'], ['dh', 'ð'], ['kh', 'k'], ['ph', 'f'], ['gh', 'ɡ'], ['wh', 'w'], ['ng', 'ŋ'], ['nk', 'ŋk'],
  ['ck', 'k'], ['qu', 'kw'], ['dge', 'ʤ'], ['ss', 's'], ['ll', 'l'], ['tt', 't'], ['nn', 'n'], ['mm', 'm'], ['rr', 'ɹ'], ['ff', 'f'], ['zz', 'z'], ['pp', 'p'], ['bb', 'b'],
  ['dd', 'd'], ['gg', 'ɡ'], ['j', 'ʤ'], ['c', 'k'], ['q', 'k'], ['x', 'ks'], ['g', 'ɡ'], ['r', 'ɹ'], ['y', 'j'],
];

function syllable(spelling: string, accent: Accent): string {
  const lower = spelling.toLowerCase().replace(/[^a-z]/g, '');
  let said = '';
  for (let at = 0; at < lower.length;) {
    const rest = lower.slice(at);
    const isStart = at === 0;
    const vowel = VOWELS.find(([written]) => rest.startsWith(written) && !(/[^r]r$/.test(written) && written !== 'ier' && /^r?[aeiou]/.test(rest.slice(written.length))));
    const glides = /^y[aeiou]/.test(rest) && (isStart || rest !== 'ye');
    const single = glides ? undefined : SINGLE[rest.charAt(0)];
    if (rest === 'ye' && !glides) {
      said += 'I';
      at += 2;
    } else if (vowel) {
      said += vowel[accent === 'us' ? 1 : 2];
      at += vowel[0].length;
    } else if (single) {
      const long = /^[aeiouy][bcdfgjklmnpqstvwxz]{1,2}e$/.test(rest);
      const sound = long ? single[2] : rest.length === 1 ? single[1] : single[0];
      said += accent === 'gb' ? TO_BRITISH[sound] ?? sound : sound;
      at += 1;
    } else if (rest === 'e' || (rest.length === 1 && rest === 'h' && said !== '')) {
      at += 1;
    } else {
      const [written, phonemes] = CONSONANTS.find(([one]) => rest.startsWith(one)) ?? [rest.charAt(0), rest.charAt(0)];
      said += phonemes;
      at += written.length;
      // The e of "ane" only lengthens the vowel.
      if (lower.slice(at) === 'e' && [...said].some(isVowel)) at += 1;
    }
  }
  return said;
}

const FULL_VOWEL = /[AIOQWYaiuæɑɒɔɛɜɪʊʌ]/u;
/** American speech taps a t between vowels when the second one is unstressed: "BET-ee". */
const TAPPED = /([AIOWYiuæɑəɛɪɹʊʌ])t(?=[əiɪ])/gu;
const NEVER = /(?!)/g;

const withMark = (phonemes: string, mark: string): string => {
  const at = [...phonemes].findIndex(isVowel);
  return at < 0 ? phonemes : phonemes.slice(0, at) + mark + phonemes.slice(at);
};

/** The phonemes of a respelling such as `shi-VAWN`. Hyphens separate syllables, capitals mark the stressed one, and spaces separate words. */
export function fromRespelling(respelling: string, accent: Accent): string {
  return respelling.trim().split(/\s+/).map((word) => {
    const parts = word.split('-').filter((part) => /[A-Za-z]/.test(part));
    const capitals = parts.map((part) => part === part.toUpperCase() && /[A-Z]/.test(part));
    const main = Math.max(0, capitals.indexOf(true));
    return parts.map((part, index) => {
      const said = syllable(part, accent);
      const mark = index === main ? PRIMARY : capitals[index] ? SECONDARY : '';
      // In Britain an r sounds before a vowel: "KLAIR-uh".
      const linking = accent === 'gb' && /[^r]re?$/i.test(part) && /^[aeiou]/i.test(parts[index + 1] ?? '') ? 'ɹ' : '';
      const full = mark === '' ? said.replace('ɜː', 'ə').replace('ɜɹ', 'əɹ').replace(/iː$/, 'i') : /ə(?!ɹ)/.test(said) && !FULL_VOWEL.test(said) ? said.replace('ə', 'ʌ') : said;
      return (mark === '' ? full : withMark(full, mark)) + linking;
    }).join('').replace(accent === 'us' ? TAPPED : NEVER, '$1ɾ');
  }).join(' ');
}

const FROM_IPA: [RegExp, string][] = [
  [/[/[\].‿͡]/g, ''], [/'/g, 'ˈ'], [/eɪ/g, 'A'], [/aɪ/g, 'I'], [/aʊ/g, 'W'], [/[ɔo]ɪ/g, 'Y'], [/tʃ/g, 'ʧ'], [/dʒ/g, 'ʤ'], [/g/g, 'ɡ'],
  [/[rʁɾɽʀ]/g, 'ɹ'], [/e(?!ɪ)/g, 'ɛ'], [/ɬ/g, 'l'], [/[xχqħ]/g, 'k'], [/ɣ/g, 'ɡ'], [/ç/g, 'h'], [/ɲ/g, 'nj'], [/ʎ/g, 'lj'], [/[βʋ]/g, 'v'], [/ɸ/g, 'f'], [/ɕ/g, 'ʃ'], [/ʑ/g, 'ʒ'],
  [/[ɑɔɛœ]̃/gu, 'ɔn'], [/[øœ]/g, 'ɜ'], [/[ɨʏ]/g, 'ɪ'], [/[yɯʉ]/g, 'u'], [/[ɐ]/g, 'ə'], [/[ɵ]/g, 'ʊ'], [/l̩/g, 'ᵊl'], [/n̩/g, 'ᵊn'],
];
const IPA_OF: Record<Accent, [RegExp, string][]> = {
  us: [[/[oə]ʊ/g, 'O'], [/o/g, 'O'], [/ɚ/g, 'əɹ'], [/ɝ/g, 'ɜɹ'], [/ɜː(?!ɹ)/g, 'ɜɹ'], [/ː/g, ''], [/ɒ/g, 'ɑ'], [/a/g, 'ɑ'], [/ɜ(?!ɹ)/g, 'ɜɹ']],
  gb: [[/[oə]ʊ/g, 'Q'], [/o/g, 'ɔː'], [/ɚ/g, 'ə'], [/ɝː?/g, 'ɜː'], [/æ/g, 'a'], [/ːː/g, 'ː']],
};
const SPOKEN: Record<Accent, RegExp> = {
  us: /[^AIOWYbdfhijklmnpstuvwzæðŋɑɔəɛɜɡɪɹʃʊʌʒʤʧˈˌθᵊᵻ ]/gu, gb: /[^AIQWYabdfhijklmnpstuvwzðŋɑɒɔəɛɜɡɪɹʃʊʌʒʤʧˈˌːθᵊ ]/gu,
};

/** Phonemes of the International Phonetic Alphabet in the model's alphabet; sounds that English lacks become the nearest one. */
export function fromIpa(ipa: string, accent: Accent): string {
  const plain = [...FROM_IPA, ...IPA_OF[accent]].reduce((text, [pattern, sound]) => text.replace(pattern, sound), ipa.normalize('NFC'));
  const known = plain.replace(SPOKEN[accent], '').replace(/([ˈˌ])([^ˈˌ\sAIOQWYaiuæɑɒɔəɛɜɪʊʌᵻᵊ]+)/gu, '$2$1').trim();
  return known.includes(PRIMARY) ? known : withMark(known, PRIMARY);
}
