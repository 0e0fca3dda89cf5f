/** Turns a short notation into expressions for sounds. They match text in lower case with straight quotation marks. */

const DET = '(?:the|a|an|another|his|her|its|my|our|your|their|this|that|some|two|three|four|several|many|more|all the|both|one of the|[\\p{L}.]+\'s?)';
/** Words that end a noun phrase to their right. */
const NO_ADJECTIVE = 'and|or|but|as|when|while|till|until|before|after|if|unless|that|which|who|than|like|then|the|a|an|his|her|its|my|our|your|their|not|no|never|to|of|in|on|at|by|for|from|with|into|is|was|were|are|had|has|have|would|could|he|she|it|they|we|i|you|every|any';
const ADJECTIVES = `(?:(?!(?:${NO_ADJECTIVE})\\b)[\\p{L}'-]+ ){0,2}?`;
/** Doors of furniture and vehicles sound different from house doors. */
const NO_HOUSE = '(?<!\\b(?:oven|stove|cupboard|carriage|car|cab|coach|wardrobe|furnace|fridge|refrigerator|safe|cage|train|trap|cabinet|next)[ -])';
/** What stands between a noun and its verb. */
const BETWEEN = '(?:,? (?:[\\p{L}]+ly|then|now|again|still|all|both|themselves|itself|just|at once|once more|behind (?:him|her|them|it|us|me)|(?:in|into|of|at|to|on|below|above|from|down|up|across) (?:the|his|her|a|their) [\\p{L}-]+|outside|below|above|somewhere|nearby|far off|far away|overhead))*';

/** The lower-case letters of a text. V8 needs milliseconds to compile an expression with all Unicode letters, and there are hundreds of expressions. */
const LETTERS = 'a-z\\u00df-\\u017f';
export const plainLetters = (source: string): string => source.replaceAll('[\\p{L}', `[${LETTERS}`).replaceAll('\\p{L}', `[${LETTERS}]`);

/**
 * An expression from a notation: `{np:door}` is a noun with its article and adjectives, `{of:horse}` the same without need of an article,
 * `~` stands for the adverbs and places between a noun and its verb.
 */
export function phrase(notation: string): RegExp {
  const source = notation
    .replace(/\{np:([^}]*)\}/gu, (_all, nouns: string) => `${DET} ${ADJECTIVES}${NO_HOUSE}(?:[\\p{L}]+-)?(?:${nouns})`)
    .replace(/\{of:([^}]*)\}/gu, (_all, nouns: string) => `(?:${DET} )?${ADJECTIVES}${NO_HOUSE}(?:[\\p{L}]+-)?(?:${nouns})`)
    .replaceAll('~', BETWEEN);
  return new RegExp(plainLetters(`(?<![\\p{L}'-])(?:${source})(?![\\p{L}-])`), 'g');
}

/**
 * Words before a sound, in the same sentence, which show that it is not heard now: the sound is denied, wished, compared, remembered, usual, or told as past.
 */
const NOT_NOW: readonly RegExp[] = [
  /\b(?:not|never|no|nor|neither|without|hardly|scarcely|barely|nobody|no one|no-one|nothing|none|unable|forbidden|instead of|refus\w+|forgot\w*|forgetting|fail\w*|avoid\w*|prevent\w*|ceased?|stopp?\w* (?:the|her|his)?)\b[^,;:—]*$|n't\b[^,;:—]*$/,
  /\b(?:would|should|might|may|must|cannot|will|shall|ought|needs?|dare[ds]?|let|if|unless|whether|wish\w*|hop(?:es?|ed|ing)|lest|suppos\w+|pretend\w*|imagin\w*|dream\w*|dreamt|remember\w*|recall\w*|recollect\w*|thought of|thinking of|fanc(?:y|ied)|expect\w*|await\w*|wait\w* (?:for|until|till)|listen\w* for|threaten\w*|propos\w+|offer\w*|promis\w*|suggest\w*|used to|as if|as though|afraid|fear\w*|lest|perhaps|probably|in case|determined|decided|resolved|intend\w*|meant|want\w*|tr(?:y|ied|ying)|attempt\w*|begged|asked|told (?:him|her|me|them|us)|ordered|command\w*|advis\w*|seem\w* to|appear\w* to|wonder\w*|describ\w*|tale of|stor(?:y|ies) of|hint\w* (?:at|of)|picture of|sight of|mention\w*|talk\w* (?:of|about)|spoke of)\b(?:(?!, (?:when|while|as|and then|but)\b)[^;:—])*$/,
  /\b(?:about to|ready to|going to|on the point of)\b(?:(?! when\b)[^;:—])*$/,
  /\b(?:always|every|each|often|sometimes|usually|generally|whenever|seldom|rarely|occasionally|constantly|habit|at times|from time to time|now and then|day after day|night after night|years|in those days|in the old days|once upon a time|yesterday|last night|the night before|the day before|to-?morrow|ago|on sundays|of an evening|in the evenings|in the mornings)\b[^;:—]*$/,
  /\b(?:like|than|such as|resembl\w*|as [a-z]+ as|so much as|reminded \w+ of|kind of|sort of|a sort of)\b(?:(?!,)[^;:—])*$/,
  /\b(?:before|until|till|ere|by the time|after|since|although|though|because)\b[^,;:—]*$/,
  /\b(?:had|has|have|having|'d|'ve)\b(?:(?! (?:as|when|while)\b)[^,;:—]){0,50}$/,
  /\b(?:upon|on|into|from|through|to) which\b[^,;:—]*$|\b(?:watch|look|listen)\w* [^;:—]*\bfor\b[^,;:—]*$/,
  /\b(?:which|who|that|whom|where|whose)\b(?: [a-z']+){0,2} (?:had|has|would|might)\b[^,;:—]*$/,
  /\b(?:to|for|of|in|from|by|at|on|about)\s(?:[a-z]+ly )?$/,
];
/** `She could hear steps` counts as heard; `she could open the door` does not count as done. */
const COULD = /\b(?:could|can)\b[^;:—]*$/;
const COULD_HEAR = /\b(?:could|can) (?:[a-z]+ ){0,2}(?:hear|see|distinguish|make out|catch)\b[^;:—]*$/;
/**
 * The index of the last pattern in `NOT_NOW`: an infinitive, or a gerund with a preposition, is a purpose or a circumstance. After the same words, a sound
 * named as a noun can still be heard.
 */
const BEFORE_A_NOUN = NOT_NOW.length - 1;

/** Words in front of a noun after which its sound is heard although a preposition precedes it. */
const OF_A_SOUND = /\b(?:sound|noise|hear[ds]?|hearing|listen(?:ed|ing|s)? to|aware of|conscious of|startled (?:by|at)|roused by|woken by|interrupted by|broken by|followed by|amid|amidst|with|to|at|by|in|of|for)\s(?:[a-z]+ly )?$/;

/**
 * True when the words before a match (`words`) allow that it is heard now. `isNoun` is true for a named sound ("a knock"), false for an action ("shut the
 * door"), which needs its own subject.
 */
export function isHeardAfter(before: string, words: string, isNoun: boolean): boolean {
  if (COULD.test(before) && !COULD_HEAR.test(before) && !words.startsWith('hear')) return false;
  return NOT_NOW.every((pattern, index) => !pattern.test(before) || (isNoun && index === BEFORE_A_NOUN && OF_A_SOUND.test(before)));
}
