import { standsAlone } from '../narrative/analysis/index.js';
import { ENDS_IN_PERSON } from '../narrative/analysis/language/lexicon.js';
import { tagWords } from '../narrative/analysis/language/tagger.js';

/** What a unit needs that is not heard with it, in words, and how much it is missed: 1 for words that mean nothing without it. */
export interface Leaning { weight: number; words: string }

/** Words that answer or agree with another speaker. */
const REPLY = new RegExp('^(?:(?:oh|ah|well|why),? )?(?:(?:yes|no(?! (?:man|one|woman|power|child|matter|doubt))|nay|aye|yea|certainly|indeed|of course|very well|never mind|quite so|exactly|precisely'
  + '|not (?:at all|I|in the least|yet|exactly|so)|nor (?:I|do|did|can|have|was|will|would|should)|so (?:I|do|did|am|is|it|was|have|he|she|they|you)|neither|all right|thank you|thanks'
  + '|of the (?:sort|kind)|because|since|unless|if so|if not)\\b|perhaps(?:[.!,]| so\\b| not\\b)|nothing(?:[.!]|,? (?:sir|madam)\\b)'
  + '|(?:you|I|he|she|we|they|it) (?:am|are|is|was|were|have|has|had|did|do|does|will|would|can|could|shall|should|must|may|might)(?: not)?(?:, [\\p{L} ]+)?[.!])', 'iu');
/** An auxiliary verb at the end that stands for an earlier verb. */
const ELLIPSIS = new RegExp('(?:\\b(?:do|does|did|is|was|were|am|are|have|has|had|will|would|can|could|shall|should|must|may|might|not|so|too|either|neither|to|don[’\']t|didn[’\']t|won[’\']t|can[’\']t|isn[’\']t|wasn[’\']t|haven[’\']t|hadn[’\']t|wouldn[’\']t|couldn[’\']t))[.!]["”’)]*$', 'iu');
/** An ending that looks elliptical but refers to nothing. */
const WHOLE = /\b(?:God willing|to be or not|(?:everything|anything|nothing|all|what|whatever|who|where|how|as|than|if|the (?:man|woman|one|fool|child|person)) .{1,40}(?:am|are|is|was|were|have|has|had|did|do|does|will|can|could|may|must|should|would))[.!]/iu;
const OTHERS = /\b(?:the others?(?! (?:day|night|side|end|hand|world|morning|evening))|the same(?! (?:time|day|moment|place|room|house|as|that|night|way))|the latter|the former|another(?= one|[.!?,])|(?:that|this|the) one|one of (?:them|these|those)|as (?:you|I|he|she) (?:say|said|says)|what you (?:say|said)|such an? \w+[.!?])/iu;
/** A subordinate clause without a main clause, which a comma would separate from it. */
const SUBORDINATE = /^(?:when|if|as|because|though|although|while|until|till|unless|since|after|before|that|whether|than|except)\b[^,?!]*[.…]?$/iu;
/** An exclamation or address before a sentence, which is understood without it. */
const LEAD_IN = /^(?:(?:oh|ah|o|eh|why|well|now|come|look here|I say|hush|alas|ha|hullo|hello|pooh|there|dear me|good (?:God|heavens|gracious|lord)|my (?:dear|dearest|love|God|good|poor)(?: \p{L}+)?|(?:Mr|Mrs|Miss|Sir|Dr)\.? \p{Lu}[\p{L}’]+)(?:[,!]|\s[—–])\s+)+/iu;
/** A question that only echoes what was said: "Did he?", "Don't you?" */
const ECHO = /^(?:and |but |or )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|must|may|ain|don|doesn|didn|isn|aren|wasn|won|can|couldn|wouldn|haven|hasn)(?:n?[’']?\s?t)? (?:I|you|he|she|it|we|they|there|that|this|not)(?:,? (?:not|now|indeed|really|then|though))?[?!]/iu;
/** A reference to something said before, at the end of a clause: "I told you that." */
const OBJECT = /\b(?!(?:is|was|are|like|all|than|not|who|what)\b)\p{L}+ (?:that|so|the other|one|them|those|these)(?: (?:too|either|now|yet|again|before|at all))?[,.!?;]/iu;
/** A sentence without its subject: "Smelling the bread already." */
const SUBJECTLESS = /^(?!(?:nothing|something|anything|everything|king|thing|spring|evening|morning|wedding|darling|during|according|bring|sing|sling|fling|cling|ring|string|swing|wing)\b)\p{L}{2,}ing\b(?![^.!?]*\b(?:is|was|are|were|will|would|can|could|must|makes?|made|has|had|means?)\b)/iu;
/** Possessive pronouns that do not name the thing owned. */
const OWNED = /\b(?:yours|mine|hers|ours|theirs)[.?!]/iu;
/** Narration that tells who speaks, or introduces words that are not heard with it. */
const TAG = /(?:[,!?] (?:said|asked|replied|answered|cried|exclaimed|whispered|murmured|remarked|observed|shouted)\b|^.{0,60}\b(?:said|asked|replied|answered|cried|exclaimed|whispered|murmured|added|continued|remarked|observed|shouted|called)[,:]?$)|^(?:[“‘"']?)(?:.{0,60}\b(?:said|asked|replied|answered|cried|exclaimed|whispered|murmured|added|continued|returned|remarked|observed|shouted)(?:,| (?:he|she|they|the|to|in|with|at|Mr|Mrs|Miss)\b).{0,60}|(?:said|asked|replied|answered|cried|exclaimed) .{0,60})$/iu;

/** A member of a series whose others are not heard: "Second reason", "Thirdly". */
const COUNTED = /^(?:(?:the |my )?(?:(?:second|third|fourth|fifth|next|other|another),? (?:thing|place)|(?:first|second|third|fourth|fifth|last|next|other|another),? (?:reason|point|question|cause|rule|condition|objection|proof|consideration))s?\b|(?:first|second|third|fourth|fifth|last)ly\b)/iu;
/** Words that refer to places in the book: "a page ago", "two chapters back". */
const OF_THE_PAGE = /\b(?:(?:a|one|two|three|some|few) (?:page|chapter|line|paragraph|sentence)s?(?: or (?:two|so))? (?:back|ago|before|above|earlier|further on)|as I (?:have |had )?(?:already )?(?:said|mentioned|told|remarked)|I (?:have |had )?(?:already )?(?:said|mentioned|asked|remarked) (?:before|already|above|just now))\b/iu;
/** A feeling about something said before that does not name it: "I am glad!" */
const REACTION = /^I(?:[’']m| am| was)(?: so| very| quite| only)? (?:glad|sorry|sure|afraid|delighted|surprised|aware|certain|content|astonished)[.!]/iu;
/** A verb that says nothing without what was tried, meant or agreed. */
const OPEN_VERB = /\b(?:tried|meant|agreed|refused|managed|intended|attempted)[.!]["”’)]*$/iu;
/** Speech that a narrator reports without quotation marks: "Tom said View, air, good roads." */
const UNMARKED_SPEECH = /\b(?:said|asked|replied|answered|cried|whispered|murmured),? \p{Lu}/u;

const PERSONAL = /^(?:he|him|his|himself|she|her|hers|herself)$/u;
/** Indefinite words to which a later pronoun may refer: "Nobody knows his own heart." */
const INDEFINITE = /^(?:who|nobody|everybody|somebody|anybody|everyone|someone|anyone|one|god)$/u;

const weightOfConnective = (word: string, text: string): number => {
  if (/^(?:oh|ah|why)$/iu.test(word)) return 0;
  if (/^(?:well|now|here|no|yes)$/iu.test(word)) return /^(?:well|now)$/iu.test(word) ? 0.25 : 0;
  if (/^(?:who|which|whose|whom|where)$/iu.test(word)) return /\?["”’)]*$/u.test(text) ? (/^which$/iu.test(word) ? 0.4 : 0) : 1;
  if (/^(?:for|some of|none of|both|such|another|others|again|first|next|still|rather)/iu.test(word)) return /^for$/iu.test(word) && !/^for (?:the|my|your|God|heaven|pity|mercy|shame|ever|once|all)\b/iu.test(text) ? 0.9 : 0.45;
  return /\?["”’)]*$/u.test(text) ? 0.6 : 0.9;
};

function leaningOfReason(reason: string, text: string): Leaning | null {
  const [kind, what = ''] = reason.split(/:(.*)/su);
  switch (kind) {
    case 'connective': {
      const weight = weightOfConnective(what, text);
      return weight > 0 ? { weight, words: `continues with “${what}” what is not heard` } : null;
    }
    // `unknownPerson` handles personal pronouns.
    case 'pronoun': return PERSONAL.test(what) ? null : { weight: /^it(?:s|self)?$/u.test(what) ? 0.5 : /^the[my]|^their/u.test(what) ? 0.9 : 1, words: `nobody tells what “${what}” is` };
    case 'demonstrative': return { weight: /^(?:this|these)\b/u.test(what) ? 0.4 : 0.6, words: `nothing heard tells what “${what}” is` };
    case 'reference': return { weight: 0.6, words: `“${what}” was told elsewhere` };
    case 'cross-reference': return { weight: 1, words: 'points to another page' };
    case 'quotation': return { weight: 0.8, words: 'begins or ends within a quotation' };
    case 'open end': return { weight: /[—–-]["”’)]*$/u.test(text) ? 0.4 : 0.8, words: 'breaks off' };
    case 'lower case': return { weight: 0.8, words: 'begins within a sentence' };
    case 'no verb': return { weight: /[!?]["”’)]*$/u.test(text) ? 0.3 : 0.75, words: 'says nothing of anybody: it has no verb' };
    default: return null;
  }
}

/** The first personal pronoun without a named person before it, with the number of words before it; null when there is none. */
function unknownPerson(text: string): { word: string; at: number } | null {
  const words = tagWords(text);
  const at = words.findIndex(({ lower }) => PERSONAL.test(lower));
  if (at < 0) return null;
  const isNamed = words.slice(0, at).some(({ pos, lower }) => pos === 'PROPN' || ENDS_IN_PERSON.test(lower) || INDEFINITE.test(lower));
  return isNamed ? null : { word: words[at]!.lower, at };
}

const first = (words: string): string => words.trim().split(/\s+/u).slice(0, 3).join(' ').replace(/[.,!?]+$/u, '');

/**
 * What a text needs that it does not contain, the heaviest first: a pronoun without its noun, a connective, an answer without its question. The rules are
 * wrong now and then, so the result only lowers a score and never excludes a line.
 */
export function leaningsOf(text: string, isTold = false): Leaning[] {
  const whole = text.replace(/^[“‘"'(\s—–-]+/u, '');
  const cut = whole.replace(LEAD_IN, '');
  const bare = cut.charAt(0).toUpperCase() + cut.slice(1);
  const found = standsAlone(cut === whole ? text : bare).reasons.flatMap((reason) => leaningOfReason(reason, bare) ?? []);
  if (SUBORDINATE.test(bare)) found.push({ weight: 0.7, words: 'is a clause without its sentence' });
  const reply = REPLY.exec(bare)?.[0];
  if (reply !== undefined && !isTold) found.push({ weight: 0.8, words: `answers with “${first(reply)}” what nobody asks` });
  if (ELLIPSIS.test(bare) && !WHOLE.test(bare)) found.push({ weight: 0.7, words: `“${bare.trim().split(/\s+/u).at(-1)!.replace(/[.!]+.*$/u, '')}” stands for words that are not heard` });
  if (ECHO.test(bare)) found.push({ weight: 0.9, words: 'echoes words that are not heard' });
  const object = OBJECT.exec(bare)?.[0];
  if (object !== undefined && !ECHO.test(bare)) found.push({ weight: 0.5, words: `nothing heard tells what “${object.replace(/[,.!?;]$/u, '')}” means` });
  const person = unknownPerson(bare);
  if (person) found.push({ weight: person.at < 3 ? 1 : 0.8, words: `nobody tells who “${person.word}” is` });
  if (SUBJECTLESS.test(bare)) found.push({ weight: 0.6, words: 'does not say who' });
  if (OWNED.test(bare)) found.push({ weight: 0.5, words: `nothing heard tells what is “${OWNED.exec(bare)![0].slice(0, -1)}”` });
  const others = OTHERS.exec(bare)?.[0];
  if (others !== undefined) found.push({ weight: 0.5, words: `“${first(others)}” was told elsewhere` });
  if (COUNTED.test(bare)) found.push({ weight: 0.8, words: `counts with “${first(bare)}” what is not heard` });
  if (OF_THE_PAGE.test(bare)) found.push({ weight: 0.8, words: 'speaks of another page' });
  if (REACTION.test(bare)) found.push({ weight: 0.7, words: 'does not say what about' });
  if (OPEN_VERB.test(bare)) found.push({ weight: 0.6, words: `does not say what was ${OPEN_VERB.exec(bare)![0].replace(/[^\p{L}].*$/u, '')}` });
  if (isTold && (TAG.test(bare) || UNMARKED_SPEECH.test(bare))) found.push({ weight: 1.2, words: 'tells who speaks, without the words' });
  return found.sort((one, other) => other.weight - one.weight);
}

/** How much a unit leans on unheard words: its heaviest leaning plus a third of the others, at most 1.6. 0 for a unit that stands alone. */
export const leaningWeight = ([heaviest, ...others]: readonly Leaning[]): number =>
  heaviest === undefined ? 0 : Math.min(1.6, heaviest.weight + others.reduce((sum, { weight }) => sum + weight, 0) / 3);
