import { FEMALE_NOUN } from '../language/lexicon.js';

const ADDRESS = '(?:[“,—.!?]\\s?|\\b(?:[Oo]h|[Aa]h|O|[Yy]es|[Nn]o|[Ww]ell|please)\\s)(?:(?:my\\s)?(?:dear\\s|dearest\\s|good\\s)|old\\s|little\\s)?';
const ADDRESSED_MAN = new RegExp(`${ADDRESS}([Ss]ir|my lord|old (?:man|fellow|chap|boy)|my (?:boy|man|lad|son)|gentlemen|sonny|pa|papa|dad|daddy|father|` +
  'uncle|grandpa|grandfather|brother|mister|monsieur|signor|señor|sire)(?=[,.?!;”—])', 'u');
const ADDRESSED_WOMAN = new RegExp(`${ADDRESS}([Mm]adam|[Mm]a’am|m’m|[Mm]iss|my (?:lady|girl)|ma|mamma|mama|mammy|mum|mummy|mother|nanny|granny|grandma|` +
  'grandmother|aunt|auntie|aunty|sister|madame|mademoiselle|signora|signorina|ladies)(?=[,.?!;”—])', 'u');

/** A form of address without a name, and the gender it implies: `sir`, `my lady`, `ma`. */
export function addressIn(words: string): { term: string; gender: 'female' | 'male' } | null {
  const man = ADDRESSED_MAN.exec(words)?.[1];
  if (man !== undefined) return { term: man.toLowerCase(), gender: 'male' };
  const woman = ADDRESSED_WOMAN.exec(words)?.[1];
  if (woman !== undefined) return { term: woman.toLowerCase(), gender: 'female' };
  const other = /[,—“]\s?(?:my dear )?([a-z]+)[,.?!;”—]/.exec(words)?.[1] ?? '';
  return FEMALE_NOUN.test(` ${other}`) ? { term: other, gender: 'female' } : null;
}
