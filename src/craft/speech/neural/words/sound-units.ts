/** Phonemes that carry a syllable, of both accents. */
const VOWELS = 'AIOQWYaiuæɑɒɐɔəɛɜɪʊʌᵻᵊ';
const STRESSES = 'ˈˌ';
export const PRIMARY = 'ˈ';
export const SECONDARY = 'ˌ';

export const isVowel = (phoneme: string): boolean => VOWELS.includes(phoneme);

/** Cuts phonemes into units: a sign with the stress before it and the length mark after it. */
export function unitsOf(phonemes: string): string[] {
  return phonemes.match(/[ˈˌ]*[^ˈˌː]ː?/gu) ?? [];
}

export const withoutStress = (phonemes: string): string => phonemes.replace(/[ˈˌ]/g, '');

/** Moves each stress mark to the vowel that follows it. */
function stressOnVowels(phonemes: string): string {
  return phonemes.replace(/([ˈˌ])([^ˈˌAIOQWYaiuæɑɒɐɔəɛɜɪʊʌᵻᵊ]+)(?=[AIOQWYaiuæɑɒɐɔəɛɜɪʊʌᵻᵊ])/gu, '$2$1');
}

const hasVowel = (phonemes: string): boolean => [...phonemes].some(isVowel);
const hasStress = (phonemes: string): boolean => [...phonemes].some((sign) => STRESSES.includes(sign));

/** Lowers a primary stress to a secondary one and drops secondary stress. */
export function demoted(phonemes: string): string {
  return phonemes.includes(PRIMARY) ? phonemes.replaceAll(SECONDARY, '').replaceAll(PRIMARY, SECONDARY) : phonemes;
}

/** Gives a word without stress a secondary stress on its first vowel. */
export function lightlyStressed(phonemes: string): string {
  return hasStress(phonemes) || !hasVowel(phonemes) ? phonemes : stressOnVowels(SECONDARY + phonemes);
}

/** Gives a word a primary stress: on its secondary stress, or on its first vowel. */
export function stressed(phonemes: string): string {
  if (phonemes.includes(PRIMARY) || !hasVowel(phonemes)) return phonemes;
  if (phonemes.includes(SECONDARY)) return phonemes.replace(SECONDARY, PRIMARY);
  return stressOnVowels(PRIMARY + phonemes);
}

/** Keeps only the first primary stress. A word without one gets it on its secondary stress, else on its first full vowel. */
export function withOneStress(phonemes: string): string {
  const first = phonemes.indexOf(PRIMARY);
  if (first >= 0) return phonemes.slice(0, first + 1) + phonemes.slice(first + 1).replaceAll(PRIMARY, SECONDARY);
  if (phonemes.includes(SECONDARY)) return phonemes.replace(SECONDARY, PRIMARY);
  const full = [...phonemes].findIndex((sign) => isVowel(sign) && !'əᵊᵻɐ'.includes(sign));
  const at = full >= 0 ? full : [...phonemes].findIndex(isVowel);
  return at < 0 ? phonemes : `${phonemes.slice(0, at)}${PRIMARY}${phonemes.slice(at)}`;
}
