import { indefinite } from '../patterns/indefinite.js';
import { PERSON_WORD } from './words.js';

/** Words that leave no room for an article. */
const DETERMINED = /^(?:the|an?|my|our|your|his|her|its|their|one(?!-)|two|three|four|five|six|some|any|each|every|all|both|no|another|not|in|at|on|of|from|with|without|under|about|once)\b/iu;
const POSSESSIVE = /\p{L}[’']s?(?=\s)/u;
/** Where the complement of a role begins: `keeper of the light`, `clerk, who …`. */
const COMPLEMENT = /[,;:(–—]|\s(?:of|at|in|on|to|with|from|for|by|who|whose|that|and|or|but|turned)\b/iu;
const PERSON = new RegExp(`^(?:${PERSON_WORD}|king|\\p{L}*(?:er|or|ist|ian|man|woman|ess|eur|smith|wright|keeper|hand|mate|king))$`, 'iu');
/** Endings of words that describe without naming: `married to Ann`, `lonely`. */
const DESCRIBES = /(?:ed|ing|ful|less|ous|able|ible|ly|ish)$/iu;
const ALONE = /^(?:afraid|alone|alive|asleep|awake|dead|blind|deaf|ill|sick|poor|rich|old|young|kind|proud|wise|brave|cruel|happy|sad|angry|innocent|guilty|missing|unknown|law|twins|love|royalty|management|staff|crew)$/iu;
const PLURAL = /[^s]s$/iu;
/** Words for several people without such an ending. */
const SEVERAL = /(?:children|people|men|folk|police)$/iu;
/** A role told as what the person does: `runs the shop`, `keeps house`. Not `sports teacher`, `heiress to …`. */
const DOES = new RegExp(`^(?:${[
  '(?:is|was|has|does|goes|runs|keeps|owns|sells|makes|leads|loves|hates|wants|knows|drives|teaches|serves|plays|writes|holds|takes|gives|brings|tends)',
  '\\p{L}*[^s\\s]s(?=\\s(?:the|an?|his|her|its|their|our|my|your|this|that|these|those|after|up|out|off|down|over|as|away|about)\\b)',
].join('|')})\\s`, 'iu');
/** Of these there is one, whatever follows: `head of security`. */
const ONLY_ONE = /^(?:head|chief)$/iu;
const UNIQUE = /^\s+of\s+(?:(?:the|his|her|their|its|my|our)\b|\p{Lu})/u;

/**
 * The role of a person as it stands after `is` or the name: `deckhand` is `a deckhand`, `keeper of the light` is `the keeper of the light`. Words that have
 * an article, a possessive or a number, that name several, that tell what the person does or that only
 * describe stay as they are.
 */
export function rolePhrase(role: string): string {
  const at = COMPLEMENT.exec(role)?.index ?? role.length;
  const head = role.slice(0, at).trim();
  const noun = head.split(/\s+/u).at(-1) ?? '';
  if (noun === '' || DETERMINED.test(role) || POSSESSIVE.test(`${head} `) || SEVERAL.test(noun) || DOES.test(role)) return role;
  const isPerson = PERSON.test(noun);
  if (!isPerson && (DESCRIBES.test(noun) || ALONE.test(noun) || PLURAL.test(noun))) return role;
  // A role that is written like a title has no capital within a sentence: `Deckhand`.
  const isOnlyOne = ONLY_ONE.test(head);
  const words = (isPerson || isOnlyOne) && head === noun ? role.charAt(0).toLowerCase() + role.slice(1) : role;
  return UNIQUE.test(role.slice(at)) || (isOnlyOne && /^\s+of\s/u.test(role.slice(at))) ? `the ${words}` : indefinite(words);
}
