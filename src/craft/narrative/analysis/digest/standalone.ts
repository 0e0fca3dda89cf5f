import { tagWords, type TaggedWord } from '../language/tagger.js';
import { hasUnbalancedMarks } from '../language/marks.js';

/** What the listener knows before the sentence. */
export interface StandaloneContext {
  /** Lower-case singular nouns of the title or of earlier text (see `nounsOf`), to which `this N` may refer. */
  known?: ReadonlySet<string>;
  /** The sentence's tagged words, when the caller has them. */
  tagged?: readonly TaggedWord[];
}

/** Whether a sentence stands alone; `ok` is true when it has no fault. */
export interface StandaloneVerdict {
  ok: boolean;
  /** Faults, e.g. `connective:however`, `pronoun:he`, `demonstrative:these craters`, `quotation`, `short`. */
  reasons: string[];
  /** True when the sentence stands alone only because of `known`: a writer should replace `This N` by `The N`. */
  soft: boolean;
  firstPerson: boolean;
  words: number;
}

/** First words that continue something said before. */
const CONNECTIVE = new RegExp('^(?:however|but|and|yet|so|thus|therefore|hence|moreover|furthermore|nevertheless|' +
  'nonetheless|then|also|' +
  'besides|still|for|nor|or|again|otherwise|instead|accordingly|consequently|similarly|likewise|meanwhile|' +
  'afterwards?|subsequently|' +
  'finally|next|first(?:ly)?,|secondly|thirdly|fourthly|fifthly|sixthly|lastly|too|conversely|rather|even so|in ' +
  'fact|indeed|' +
  'on the other hand|on the contrary|in contrast|for example|for instance|in th(?:is|at|ese|ose)|in such|in ' +
  'either case|in the same|' +
  'in like manner|as a result|in addition|(?:after|at|from|of|by|to|with|under) th(?:is|at)|(?:of|by) th(?:ese|' +
  'ose)|such|the former|' +
  'the latter|the others?|the same|the first|the second|the third|the last|another|others|both|neither|either|' +
  'some of|most of|many of|' +
  'several of|few of|one of these|one of them|none of|each of|all of|all these|all this|of the latter|that is|' +
  'i\\.e|viz|as before|' +
  'as above|as such|here|hereupon|whereupon|now|which|who|whose|whom|where|because|perhaps not|not so|no|yes|well|' +
  'oh|ah|why)\\b', 'i');
/** Beginnings that match `CONNECTIVE` and still stand alone. */
const NO_CONNECTIVE = new RegExp('^(?:such is|no (?:man|one|nation|country|person|animal|doubt)|neither .* nor|' +
  'both .* and|' +
  'either .* or|for \\w+ (?:years|days|months|hours|centuries)|here (?:is|was|are) (?:the|a)|still (?:water|life)|' +
  'well[- ]\\w+|well, (?:one|on|in|at|when|as|it|the|with|\\w+ in)\\b|to those |' +
  'where (?:there|the)\\b|so (?:let\\b|far as)|(?:some|most|many|several|few|one|all|none|each) of the (?!latter|' +
  'former|other))', 'i');
/** `It` that refers to nothing: `it is clear that`, `it rained`. */
const EXPLETIVE = new RegExp('^(?:it (?:is|was|will be|would be|may be|has been|seems|seemed|appears|' +
  'appeared)(?:,[^,]{1,40},)? ?' +
  '(?:(?:not|also|very|quite|most|perfectly|absolutely|by no means|scarcely|now|then|often|always|probably|well) ' +
  '){0,2}' +
  '(?:\\w+(?:,[^,]{1,40},)?,? (?:that|how|whether|what|why)\\b|(?:necessary|possible|impossible|easy|difficult|' +
  'hard|natural|well|useful|' +
  'curious|interesting|better|best|enough|good|time|worth|absurd|vain|safe|fair|right|wrong|usual|common|rare|' +
  'said|believed|supposed|' +
  'thought) (?:to|for|when|that)\\b|(?:at|in|on|by|from|only|not|during|about|there|here|through|' +
  'because)\\b[^.]{2,70}?\\bthat\\b|' +
  '(?:a|an|the|no|one)\\s[^.,]{2,50}?\\b(?:that|to|how)\\b|(?:nearly|about|past|a quarter|half|late|early|dark|' +
  'raining|cold|two|three|' +
  'four|five|six|seven|eight|nine|ten|eleven|twelve|midnight|noon|morning|evening|night)\\b)|it (?:rained|snowed))', 'i');
const CROSS_REFERENCE = new RegExp('\\b(?:as follows|the following|(?:mentioned|described|given|stated|noticed|' +
  'seen) (?:above|below|before)|' +
  'as (?:I have|we have|before|already) (?:said|seen|mentioned|remarked|stated|described)|see (?:fig|plate|page|' +
  'chapter)|' +
  'in the (?:last|next|following) (?:chapter|section)|Fig\\.|woodcut|above-?mentioned|aforesaid|aforementioned)', 'i');
/** An event that assumes an earlier account: `the day after our arrival`. */
const KNOWN_EVENT = /\b(?:after|before|since|on|upon|at|till|until) (?:our|his|her|their|my) ((?:first |last )?(?:arrival|return|departure|landing|escape|recovery|discovery|meeting|landing))\b/i;
/** A demonstrative that needs an earlier mention of its noun: `I sat looking down that well.` */
const THAT_THING = /\b(?:down|up|in|into|at|of|over|from|near|behind|on|upon|out of|through|across) (that (\p{Ll}+))[.,;!?]/u;
const ALWAYS_CLEAR = /^(?:day|year|morning|evening|hour|time|place|nation|country|world)$/;
/** Words after `that` that do not refer back to a thing mentioned before. */
const NO_THING = /^(?:way|manner|case|moment|time|night|direction|point|respect|is|was|night|afternoon|week|month|season|age|period)$/;
const ABSTRACT = /^(?:way|manner|case|respect|time|point|fact|kind|sort|subject|purpose|reason|circumstance|place)$/;
const RELATIVE = /^(?:who|which|of|whose|in|with|to|that|where|at|from|found|forming|made|on)$/;

/**
 * Tests whether a sentence can be spoken with nothing before it: no connective at its head, no pronoun or demonstrative
 * without its noun, no cross-reference, balanced quotation marks, a verb, 6 to 60 words. The test is wrong for about
 * one sentence in eight, so callers use its verdict as one sign among several.
 */
export function standsAlone(sentence: string, context: StandaloneContext = {}): StandaloneVerdict {
  const trimmed = sentence.replace(/\s+/g, ' ').trim();
  const bare = trimmed.replace(/^[“‘"'(\s—-]+/, '');
  const words = trimmed === '' ? 0 : trimmed.split(' ').length;
  const reasons = surfaceFaults(trimmed, bare, words);
  const tagged = context.tagged ?? tagWords(bare);
  if (!tagged.some((word) => /^(?:VERB|AUX)$/.test(word.pos))) reasons.push('no verb');
  const references = referenceFaults(tagged, bare, context.known ?? new Set());
  reasons.push(...references.reasons);
  return {
    ok: reasons.length === 0,
    reasons,
    soft: references.soft,
    firstPerson: /\b(?:I|me|my|mine|myself)\b/.test(trimmed),
    words,
  };
}

/** Lower-case singular nouns of a text, for `StandaloneContext.known`. */
export function nounsOf(text: string): Set<string> {
  return new Set(tagWords(text).filter((word) => isNoun(word) && word.isWord).map((word) => singular(word.lower)));
}

function surfaceFaults(trimmed: string, bare: string, words: number): string[] {
  const faults: string[] = [];
  if (/^\p{Ll}/u.test(bare)) faults.push('lower case');
  const connective = CONNECTIVE.exec(bare);
  if (connective && !NO_CONNECTIVE.test(bare)) faults.push(`connective:${connective[0].toLowerCase()}`);
  if (/[:—;,]$/.test(trimmed)) faults.push('open end');
  if (hasUnbalancedMarks(trimmed)) faults.push('quotation');
  if (CROSS_REFERENCE.test(trimmed)) faults.push('cross-reference');
  const event = KNOWN_EVENT.exec(bare)?.[1];
  if (event !== undefined) faults.push(`reference:${event.toLowerCase()}`);
  const thing = THAT_THING.exec(bare);
  const isNew = thing !== null && !bare.slice(0, thing.index).includes(thing[2]!);
  if (isNew && !ALWAYS_CLEAR.test(thing[2]!) && !NO_THING.test(thing[2]!)) faults.push(`demonstrative:${thing[1]!}`);
  if (words < 6) faults.push('short');
  if (words > 60) faults.push('long');
  return faults;
}

interface Seen { singular: number; plural: number; nouns: Set<string>; words: number }

function referenceFaults(
  tagged: readonly TaggedWord[], bare: string, known: ReadonlySet<string>,
): { reasons: string[]; soft: boolean } {
  const seen: Seen = { singular: 0, plural: 0, nouns: new Set(), words: 0 };
  const reasons: string[] = [];
  let soft = false;
  tagged.forEach((word, at) => {
    if (/^(?:PUNCT|SPACE)$/.test(word.pos)) return;
    seen.words++;
    const fault = pronounFault(word.lower, seen, bare) ?? otherFault(tagged, at, bare);
    if (fault !== null) reasons.push(fault);
    if (/^(?:this|that|these|those)$/.test(word.lower)) {
      const verdict = demonstrative(tagged, at, seen, known);
      if (verdict === 'soft') soft = true;
      else if (verdict !== null) reasons.push(verdict);
    }
    countNoun(word, seen);
  });
  return { reasons, soft };
}

function countNoun(word: TaggedWord, seen: Seen): void {
  if (!isNoun(word)) return;
  if (isPlural(word.lower)) seen.plural++;
  else seen.singular++;
  seen.nouns.add(singular(word.lower));
}

function pronounFault(word: string, seen: Seen, bare: string): string | null {
  const any = seen.singular + seen.plural > 0;
  if (/^(?:he|him|his|himself|she|her|hers|herself)$/.test(word)) return seen.singular > 0 ? null : `pronoun:${word}`;
  if (/^(?:they|them|their|theirs|themselves)$/.test(word)) {
    return seen.words > 2 && (seen.plural > 0 || seen.singular >= 2) ? null : `pronoun:${word}`;
  }
  if (!/^(?:it|its|itself)$/.test(word) || any) return null;
  const at = bare.toLowerCase().search(/\b(?:it|its|itself)\b/);
  return EXPLETIVE.test(bare.slice(Math.max(0, at))) ? null : `pronoun:${word}`;
}

function otherFault(tagged: readonly TaggedWord[], at: number, bare: string): string | null {
  const word = tagged[at];
  if (!word) return null;
  if (/^(?:former|latter)$/.test(word.lower)) return `reference:${word.lower}`;
  if (!/^others?$/.test(word.lower) || tagged[at - 1]?.lower !== 'the') return null;
  if (/^(?:NOUN|ADJ)$/.test(tagged[at + 1]?.pos ?? '')) return null;
  return /\b(?:one|two|both|some|each|either)\b/i.test(bare.slice(0, bare.indexOf(word.text))) ? null
    : 'reference:the other';
}

function demonstrative(
  tagged: readonly TaggedWord[], at: number, seen: Seen, known: ReadonlySet<string>,
): string | null {
  const word = tagged[at]?.lower ?? '';
  if (word === 'that' && !isDeterminer(tagged, at, seen)) return null;
  const nounAt = tagged.findIndex((other, index) => index > at && index < at + 4 && isNoun(other));
  const noun = nounAt < 0 ? '' : singular(tagged[nounAt]?.lower ?? '');
  if (word === 'those' || word === 'that') {
    const next = tagged[at + 1]?.lower ?? '';
    if (RELATIVE.test(next) && (seen.words > 2 || /^wh(?:o|ose|ich)$/.test(next))) return null;
    if (nounAt > 0 && /^(?:who|which|whose|of|in|that|where)$/.test(tagged[nounAt + 1]?.lower ?? '')) return null;
  }
  if (word === 'this' && ALWAYS_CLEAR.test(noun)) return null;
  if (noun !== '' && known.has(noun)) return 'soft';
  if (noun === '') return seen.words <= 6 || seen.singular + seen.plural === 0 ? `demonstrative:${word}` : null;
  if (seen.nouns.has(noun) || (ABSTRACT.test(noun) && seen.words > 10)) return null;
  return `demonstrative:${word} ${noun}`;
}

/** True for `that` as a determiner: before a singular noun, after a preposition or verb. Else it joins clauses. */
function isDeterminer(tagged: readonly TaggedWord[], at: number, seen: Seen): boolean {
  if (seen.words <= 1) return true;
  const before = tagged[at - 1]?.pos ?? '';
  if (tagged[at]?.pos === 'SCONJ' || !/^(?:ADP|VERB)$/.test(before)) return false;
  const [next, second] = [tagged[at + 1], tagged[at + 2]];
  if (next?.pos === 'NOUN') return !isPlural(next.lower) && before === 'ADP';
  return next?.pos === 'ADJ' && second?.pos === 'NOUN' && before === 'ADP';
}

function isNoun(word: TaggedWord): boolean {
  return word.pos === 'NOUN' || word.pos === 'PROPN';
}

function isPlural(word: string): boolean {
  return /[^s]s$/.test(word) || /(?:^|[^ciou])men$/.test(word)
    || /^(?:people|women|children|natives|fish|sheep|cattle)$/.test(word);
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}
