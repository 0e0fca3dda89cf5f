import { ENDINGS, PREFIXES, withS, type Accent } from './endings.js';
import { smallWord, type Next } from './function-words.js';
import type { Lexicon } from './lexicon.js';
import { NAMES } from './names.js';
import { fromRespelling } from './respelling.js';
import { demoted, isVowel, lightlyStressed, PRIMARY, SECONDARY, stressed, withOneStress } from './sound-units.js';
import { wordTable } from '../../../patterns/word-table.js';

/** Where the sound of a word comes from. */
export type SoundSource = 'dictionary' | 'small word' | 'lexicon' | 'spelled' | 'ending' | 'compound' | 'letters';

export interface WordSound { phonemes: string; source: SoundSource }

/** The context of a word in its sentence. */
export interface Surroundings {
  next: Next;
  emphasised: boolean;
  /** True after "the" or "a", where "US" and "IT" are names. */
  afterArticle: boolean;
  /** Part of speech in the lexicon's terms; costs a run of the tagger. */
  tag: () => string;
}

/** Read letter by letter although the lexicon has a word of these letters. */
const SPELLED = new Set('AI UN EU PC IQ HR PR QC SOS MI CV AD BC DJ ID'.split(' '));
/** Names that are read letter by letter after an article; elsewhere they are words in capitals. */
const SPELLED_NAMES = new Set('US IT WHO'.split(' '));
/** The longest unknown word in capitals that is read letter by letter even if it has a vowel. */
const MAX_SPELLED = 5;
const MIN_COMPOUND_PART = 4;
const LETTER_NAMES = 'AY BEE SEE DEE EE EF JEE AYCH EYE JAY KAY EL EM EN OH PEE KYOO AR ES TEE YOO VEE DUB-uhl-yoo EKS WYE ZEE'.split(' ');
const SHORT_SOUNDS: Record<string, string> = wordTable({ shh: 'ʃ', sh: 'ʃ', psst: 'pst', pst: 'pst', hm: 'hm', hmm: 'hm', mm: 'm', mmm: 'm', brr: 'bɹ', grr: 'ɡɹ', tsk: 'tsk', zz: 'z', pf: 'pf', pff: 'pf', phew: 'fjˈu', ugh: 'ˈʌɡ' });

/** Sounds of single words, with the rules for what the lexicon lacks. Every word with a letter gets a sound. */
export class WordSounds {
  constructor(private readonly lexicon: Lexicon, private readonly accent: Accent) {}

  /** Sound of a word of letters, apostrophes and hyphens; `·` joins letters that are spelled. */
  sound(text: string, around: Surroundings): WordSound {
    if (text.includes('·')) return this.spelledGroup(text);
    const bare = this.withoutQuotes(text);
    if (bare !== text) return this.sound(bare, around);
    const small = this.small(text, around);
    if (small !== null) return { phonemes: small, source: 'small word' };
    const found = this.inCase(text, around);
    return around.emphasised ? { ...found, phonemes: stressed(found.phonemes) } : found;
  }

  /** Removes single quotation marks but keeps apostrophes that look the same, as in "'tis" and "goin'". */
  private withoutQuotes(text: string): string {
    const opened = /^'[A-Za-z]/.test(text) && this.lexicon.find(text.toLowerCase()) === null ? text.slice(1) : text;
    return opened.endsWith("'") && !/(?:s|in|th)'$/i.test(opened) ? opened.slice(0, -1) || text : opened;
  }

  private small(text: string, around: Surroundings): string | null {
    if (text === 'A' && around.next === 'pause') return null;
    return smallWord(text.toLowerCase(), around.next, around.emphasised, this.accent);
  }

  private inCase(text: string, around: Surroundings): WordSound {
    if (/^[A-Z]{2,}(?:'?s)?$/.test(text)) {
      const letters = text.replace(/'?s$/, '');
      const asName = this.acronym(letters, around);
      if (asName !== null) return { ...asName, phonemes: text === letters ? asName.phonemes : withS(asName.phonemes, this.accent) };
      return this.plain(text.toLowerCase(), around);
    }
    const found = this.plain(text, around);
    return /^[A-Z]/.test(text) ? { ...found, phonemes: lightlyStressed(found.phonemes) } : found;
  }

  /** The sound of an acronym: `BBC` and the noun `US` are spelled out, `NASA` is a name. Null for an ordinary word in capitals. */
  private acronym(letters: string, around: Surroundings): WordSound | null {
    if (SPELLED.has(letters) || (SPELLED_NAMES.has(letters) && around.afterArticle)) return this.spelled(letters);
    const written = SPELLED_NAMES.has(letters) ? null : this.lexicon.find(letters);
    if (written !== null) return { phonemes: written, source: 'lexicon' };
    const lower = letters.toLowerCase();
    if (this.lexicon.find(lower) !== null || SHORT_SOUNDS[lower] !== undefined) return null;
    if (letters.length > MAX_SPELLED && /[AEIOUY]/.test(letters)) return null;
    // A name in capitals has a vowel in every other place: "MARA". An acronym seldom has: "RSPCA".
    return letters.length > 3 && /[AEIOUY]/.test(letters) && !/[^AEIOUY]{3}/.test(letters) ? null : this.spelled(letters);
  }

  private plain(text: string, around: Surroundings): WordSound {
    return this.known(text, around) ?? this.derived(text, around) ?? this.shortSound(text) ?? this.hyphenated(text, around)
      ?? this.compound(text) ?? this.byLetters(text);
  }

  private known(text: string, around: Surroundings): WordSound | null {
    const tagOf = (tags: readonly string[]): string => (tags.includes('None') && around.next === 'pause' ? 'None' : tags.every((tag) => tag === 'None' || tag === 'DEFAULT') ? 'DEFAULT' : around.tag());
    for (const form of formsOf(text)) {
      const phonemes = this.lexicon.find(form, tagOf);
      if (phonemes !== null) return { phonemes, source: 'lexicon' };
    }
    const name = NAMES.get(text.toLowerCase());
    return name === undefined ? null : { phonemes: fromRespelling(name, this.accent), source: 'lexicon' };
  }

  private derived(text: string, around: Surroundings): WordSound | null {
    const word = text.replace(/^'/, '');
    const lower = word.toLowerCase();
    for (const { pattern, stems, sound } of ENDINGS) {
      const cut = lower.search(pattern);
      if (cut < 2) continue;
      const within: Surroundings = /^(?:ed|ing|in'|ers?)$/.test(lower.slice(cut)) ? { ...around, tag: () => 'VERB' } : around;
      for (const stem of stems(lower, lower.slice(0, cut))) {
        // Names keep their capital: "Holmes's".
        const known = stem.length < 2 ? null : this.known(word.slice(0, 1) + stem.slice(1), within) ?? (lower.slice(cut).includes("'") ? this.unowned(word.slice(0, cut), around) : null);
        if (known) return { phonemes: sound(known.phonemes, stem, this.accent), source: 'ending' };
      }
    }
    for (const [prefix, phonemes] of Object.entries(PREFIXES[this.accent])) {
      if (!lower.startsWith(prefix) || lower.length < prefix.length + 4) continue;
      const rest = this.known(lower.slice(prefix.length), around);
      if (rest) return { phonemes: phonemes + rest.phonemes, source: 'ending' };
    }
    return null;
  }

  /** The word before 's or 'll, when the lexicon lacks it too. */
  private unowned(word: string, around: Surroundings): WordSound | null {
    return /[A-Za-z]{2}$/.test(word) ? this.plain(word, around) : null;
  }

  private shortSound(text: string): WordSound | null {
    const lower = text.toLowerCase();
    const phonemes = SHORT_SOUNDS[lower] ?? SHORT_SOUNDS[lower.replace(/(.)\1{2,}/g, '$1$1')];
    return phonemes === undefined ? null : { phonemes, source: 'letters' };
  }

  private hyphenated(text: string, around: Surroundings): WordSound | null {
    const parts = text.split('-').filter((part) => /[A-Za-z]/.test(part));
    if (parts.length < 2) return null;
    const inside: Surroundings = { ...around, emphasised: false };
    const sounds = parts.map((part, index) => {
      const next = parts[index + 1];
      // "b-but": the first sound of the word, and a breath.
      if (next !== undefined && part.length <= 2 && next.length > part.length && next.toLowerCase().startsWith(part.toLowerCase()) && !/^[AEIOUaeiou]/.test(part)) {
        const first = /^[^ˈˌ]/u.exec(this.plain(next, inside).phonemes.replace(/[ˈˌ]/g, ''))?.[0] ?? '';
        return { phonemes: `${first}ə `, source: 'letters' as const };
      }
      return this.inCase(part, inside);
    });
    return { phonemes: joinParts(sounds.map(({ phonemes }) => phonemes)), source: sounds.find(({ source }) => source !== 'lexicon')?.source ?? 'lexicon' };
  }

  private compound(text: string): WordSound | null {
    // A name is no compound: "Palouse" is neither a pal nor a louse.
    if (/[^a-z]/.test(text)) return null;
    for (let cut = text.length - MIN_COMPOUND_PART; cut >= MIN_COMPOUND_PART; cut--) {
      const [first, second] = [this.lexicon.find(text.slice(0, cut)), this.lexicon.find(text.slice(cut))];
      if (first !== null && second !== null && first.includes(PRIMARY)) {
        return { phonemes: first + second.replaceAll(SECONDARY, '').replaceAll(PRIMARY, SECONDARY), source: 'compound' };
      }
    }
    return null;
  }

  private byLetters(text: string): WordSound {
    const guess = this.lexicon.guess(text);
    return [...guess].some(isVowel) ? { phonemes: guess, source: 'letters' } : this.spelled(text.replace(/[^A-Za-z]/g, '').toUpperCase());
  }

  private spelledGroup(text: string): WordSound {
    const [, letters = '', ending = ''] = /^([A-Z·]+)('?s)?/i.exec(text.replaceAll("'", '')) ?? [];
    const said = this.spelled(letters.replace(/[^A-Za-z]/g, '').toUpperCase());
    return ending === '' ? said : { ...said, phonemes: withS(said.phonemes, this.accent) };
  }

  /** Spells out letters; the last one gets the stress. */
  private spelled(letters: string): WordSound {
    const names = [...letters].map((letter) => this.lexicon.find(letter) ?? fromRespelling(LETTER_NAMES[letter.charCodeAt(0) - 65]!, this.accent));
    const phonemes = names.map((name, index) => (index === names.length - 1 ? withOneStress(name) : demoted(stressed(name)))).join('');
    return { phonemes, source: 'spelled' };
  }
}

/**
 * The spellings under which a word may be listed: as written, in lower case, with drawn-out letters shortened, and in the spelling of the other side of the
 * Atlantic.
 */
function formsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  const forms = new Set([text, lower]);
  if (/(.)\1\1/.test(lower)) forms.add(lower.replace(/(.)\1{2,}/g, '$1$1')).add(lower.replace(/(.)\1{2,}/g, '$1'));
  if (lower.length > 5) {
    forms.add(lower.replace(/is(?=(?:ation|e|ed|es|ing|er|ers|able)s?$)/, 'iz')).add(lower.replace(/iz(?=(?:ation|e|ed|es|ing|er|ers|able)s?$)/, 'is'));
    forms.add(lower.replace(/our/, 'or')).add(lower.replace(/([td])re(s?)$/, '$1er$2')).add(lower.replace(/ae|oe/, 'e')).add(lower.replace(/ll(?=(?:ed|ing|er|ers)$)/, 'l'));
  }
  return forms;
}

/** Joins the parts of a hyphenated word. When too many of them have a primary stress, the shorter ones lose it. */
function joinParts(parts: readonly string[]): string {
  const heavy = parts.filter((part) => part.includes(PRIMARY)).length;
  if (parts.length < 2 || heavy <= Math.floor((parts.length + 1) / 2)) return parts.join('');
  const weightOf = (part: string): number => [...part].length;
  const lighter = new Set(parts.map((part, index) => ({ part, index })).filter(({ part }) => part.includes(PRIMARY))
    .sort((a, b) => weightOf(a.part) - weightOf(b.part) || a.index - b.index).slice(0, Math.floor(parts.length / 2)).map(({ index }) => index));
  return parts.map((part, index) => (lighter.has(index) ? demoted(part) : part)).join('');
}
