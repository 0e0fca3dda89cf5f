import type { Item } from '../speech/turns.js';
import { isFirstName } from '../names/first-names.js';
import { isKinName } from '../names/names.js';
import { HONORIFIC, NO_NAME } from '../language/lexicon.js';
import { matchesOf } from '../../../patterns/matches.js';

/** Words that turn a following name into a house or a place. */
const PLACE_WORD = /^(?:Hotel|Hôtel|Café|Cafe|Villa|Castle|Château|Chateau|Fort|Port|Cape|Hôpital|Palazzo|Piazza|Plaza|Place|Rue|Via|Pension|Restaurant|Theatre|Théâtre|Club|Camp|Isle|Loch|Glen|University|College|Lyceum)$/;
/** Titles of several people: `Mesdames Quill and Fenn`. */
const OF_SEVERAL = /^(?:Mesdames|Messrs|Messieurs|Misses|Ladies|Lords|Sirs|Gentlemen|Doctors|Signori|Herren)$/;
const ADJECTIVE_OF_PLACE = /^(?:English|French|German|American|Italian|Spanish|Irish|Scotch|Welsh|Dutch|Russian|Indian|African|European|British|Latin|Greek|Roman|Hebrew|Chinese|Turkish)$/;
/** Last words of the names of houses, streets and institutions. */
const PLACE_NOUN = /^(?:School|Office|House|Hall|Street|Road|Lane|Square|Hospital|College|Station|Club|Hotel|Inn|Court|Avenue|Bridge|Bay|Island|Company|Church|Chapel|Society|Committee|Council|Park|Gardens)$/;
const HONORIFIC_WORD = new RegExp(`^(?:${HONORIFIC})$`, 'u');
const TITLED = new RegExp(`^(?:${HONORIFIC})\\s`, 'u');

/** How often each capitalised form and each lower-case word of a text occurs. */
export interface WordCounts { forms: ReadonlyMap<string, { count: number; inner: number; places: number }>; lower: ReadonlySet<string> }

/** All lower-case words of a text. */
export function lowerCaseWords(items: readonly Item[]): Set<string> {
  const words = new Set<string>();
  for (const { narration, turn } of items) {
    for (const text of turn ? [narration, turn.words] : [narration]) {
      for (const [word] of matchesOf(text, /(?<![\p{L}’])\p{Ll}+(?!\p{L})/gu)) words.add(word);
    }
  }
  return words;
}

/**
 * True for a capitalised form that names no person: a place (`Hotel Quill`), several people (`Mesdames Quill`, `the Quills`), a name with a word that only
 * happens to stand next to it (`Ann Italian`, `Naughty Ned`), or a common word that only begins sentences.
 */
export function isNoPerson(form: string, { forms, lower }: WordCounts): boolean {
  const bare = form.replace(/^the /, '');
  const words = bare.split(' ');
  const [first, last] = [words[0]!, words.at(-1)!];
  const count = (one: string): number => forms.get(one)?.count ?? 0;
  if (OF_SEVERAL.test(first)) return true;
  if (/(?:[^s’]s|[sxz]es)$/.test(last) && isFamily(form, last, count)) return true;
  if (words.length === 1) {
    return bare === form && !isKinName(form) && !isFirstName(form) && (forms.get(form)?.inner ?? 0) === 0 && lower.has(form.toLowerCase());
  }
  if (PLACE_WORD.test(first) || (PLACE_NOUN.test(last) && !TITLED.test(form))) return true;
  // `Mrs. Quill Miss Fenn` is two people.
  const lastTitle = words.findLastIndex((word) => HONORIFIC_WORD.test(word));
  // `The Snow Queen` is one person, who is called by a title of her own.
  const isOwnTitle = bare !== form && lastTitle === words.length - 1;
  if (!isOwnTitle && lastTitle > 0 && words.slice(0, lastTitle).some((word) => !HONORIFIC_WORD.test(word))) return true;
  if (bare === form && NO_NAME.has(last) && words.length - lastTitle > 2 && count(words.slice(0, -1).join(' ')) > 0) return true;
  if (TITLED.test(form) || bare !== form) return false;
  const known = forms.get(form);
  // A rare longer form that only begins sentences, next to a much more frequent shorter one: `Leave Ann`, `What’ll Ann`.
  if (!isFirstName(first) && known?.inner === 0 && known.count <= 2 && count(last) >= 5 * known.count) return true;
  if (ADJECTIVE_OF_PLACE.test(last)) return count(words.slice(0, -1).join(' ')) > 0;
  // `She had shown Ann Fenwick` occurs once in a text with many an Ann and a house called Fenwick: the second word belongs to what follows.
  const isPlace = (forms.get(last)?.places ?? 0) * 3 > count(last);
  if (words.length === 2 && count(form) === 1 && count(first) >= 10 && isPlace && !isTitledName(last, count)) return true;
  // In `the Quill port`, wine from Mr. Quill’s cellar, the first word is a last name and the whole is not a person.
  if (words.length === 2 && count(form) <= 2 && !isFirstName(first) && isTitledName(first, count) && !isTitledName(last, count)) return true;
  // `Naughty Ned` occurs once in a text with many a Ned: the first word is not part of the name.
  const isCommonWord = (forms.get(first)?.inner ?? 0) === 0 && lower.has(first.toLowerCase());
  return words.length === 2 && isFirstName(last) && !isFirstName(first) && isCommonWord
    && count(last) > 4 * count(form);
}

/** True for a family, such as `the Quills` or `Miss Quills`, whose name the text also has without the plural ending. */
function isFamily(form: string, last: string, count: (form: string) => number): boolean {
  const single = [last.replace(/s$/, ''), last.replace(/es$/, '')].filter((name) => name !== last && name.length > 3);
  const known = (name: string): boolean => count(name) > 0 || isTitledName(name, count);
  return (form === last || /^(?:the|Miss|Mr\.?|Mrs\.?|Master) /.test(form)) && single.some(known) && count(`Mr. ${last}`) + count(`Mrs. ${last}`) === 0;
}

/** True for a last name that the text has with a title. */
function isTitledName(name: string, count: (form: string) => number): boolean {
  return ['Mr.', 'Mr', 'Mrs.', 'Mrs', 'Miss', 'Dr.', 'Captain', 'Sir', 'Lady', 'Colonel'].some((title) => count(`${title} ${name}`) > 0);
}
