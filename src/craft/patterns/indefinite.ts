/** Letters that do not sound as they are written: `an hour`, `a uniform`, `a one-eyed man`. */
const VOWEL_SOUND = /^(?:[aeiou](?!ne\b|nce\b)|hon(?:est|ou?r)|hour|heir)/iu;
const CONSONANT_SOUND = /^(?:eu|uni(?!n|m)|use|usu|ut[ie])/iu;

/** Words with the indefinite article in front: `an old lamp`, `a uniform`. */
export const indefinite = (words: string): string => `${VOWEL_SOUND.test(words) && !CONSONANT_SOUND.test(words) ? 'an' : 'a'} ${words}`;
