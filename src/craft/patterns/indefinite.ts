/** Words that begin with another sound than their first letter: `an hour`, `a uniform`, `a one-eyed man`. */
const VOWEL_SOUND = /^(?:[aeiou](?!ne\b|nce\b)|hon(?:est|ou?r)|hour|heir)/iu;
const CONSONANT_SOUND = /^(?:eu|uni(?!n|m)|use|usu|ut[ie])/iu;

/** Eight, eleven and eighteen, also in `80`, `8,000` and `1850s`. */
const VOWEL_NUMBER = /^(?:8|1[18](?:\d\d)?(?!\d))/u;
/** Initials that are spelled, the first with a vowel in its name: `FBI`, `MI6`, `X-ray`. Others are words in capitals: `NASA`, `SWAT`, `SAILOR`. */
const VOWEL_INITIAL = new RegExp(`^(?!(?:LT|MRS?|SGT|ST)\\b)(?:${[
  '[FHLMNRSX][.-]', '[FHLMNRSX][A-Z]{0,3}\\d', '[FHLMNRSX][B-DF-HJ-NP-TV-XZ]+\\b',
  '(?:F(?![LR])|S(?![CHKLMNPQTW])|R(?!H)|[HLMNX])[B-DF-HJ-NP-TV-XZ]',
  '(?:HIV|LA|LAPD|MEP|MIT|NYPD|RAF|SAS|SUV|XO)\\b',
].join('|')})`, 'u');
const CONSONANT_INITIAL = /^U(?:\.|(?:AE|FO|K|N|S|SA|SAF|SN)\b)/u;

function soundsVowel(words: string): boolean {
  if (VOWEL_NUMBER.test(words) || VOWEL_INITIAL.test(words)) return true;
  return VOWEL_SOUND.test(words) && !CONSONANT_SOUND.test(words) && !CONSONANT_INITIAL.test(words);
}

/** Words with the indefinite article in front: `an old lamp`, `a uniform`, `an FBI agent`, `an 18-year-old`. */
export const indefinite = (words: string): string => `${soundsVowel(words) ? 'an' : 'a'} ${words}`;
