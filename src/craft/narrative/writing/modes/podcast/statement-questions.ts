import { clauseOf, type Clause } from './clauses.js';
import { asked, endsWith, inverted, isSaidOfSelf, MODAL, PERSON, type Question } from './question.js';
import { wordTable } from '../../../../patterns/word-table.js';

/** Nouns that a listener expects to hear about, so that their absence is news: `There was no answer` answers `Was there any answer?` */
const EXPECTED = 'answer|reply|signs?|trace|tracks?|survivors?|warning|wind|rain|witness(?:es)?|water|hope|light|food|evidence|proof|damage|news|records?|doctor|fire|cracks?|leak|cure|treatment|escape|money|bodies|body|wreckage|footprints?|explanation|alarm|map|opposition|resistance';
const NOBODY: Readonly<Record<string, string>> = wordTable({ nobody: 'anybody', 'no one': 'anyone', nothing: 'anything' });
const THERE = new RegExp(`^There (was|were|is|are) (no (?:\\p{Ll}+ )?(?:${EXPECTED}))(?= (?:in|at|on|among|from|under|to be seen)\\b|[,.;:—])`, 'u');
const DONE = 'found|seen|heard|hurt|killed|lost|injured|damaged|fitted|replaced|repaired|rescued|saved|punished|charged|arrested|built|sent|paid|recorded|published|stolen|broken|changed|to be seen|to be found|to be heard';
const NO_NOUN = new RegExp(`^(No|Not an?|Not one) ((?:\\p{Ll}+ ){1,6}?)(was|were|had been|has been) (${DONE})(?= (?:in|at|on|by|for|until|after|that)\\b|[,.;:—])`, 'u');
const SPAN_OF_TIME = /^(?:(?:for|in|after|during|until|at) (?:[\p{L}\d]+ ){1,3}(?:years?|winters?|summers?|seasons?|months?|weeks?|days?|nights?|hours?|first) )?$/iu;
const HARMED = 'hurt|killed|injured|harmed|drowned|found|saved|missing|punished|charged|warned|there|listening|awake|inside|on board';
const HAPPENS = 'knew|noticed|saw|heard|came|answered|slept|survived|believed|spoke|objected|complained|escaped|understood|replied|helped|grew|happened|changed|worked';
/** After the verb, allows only a short object and a phrase of time or place: `believed her for two years`. */
const NO_MORE = `(?: (?:her|him|it|them|a thing|anything|a sound|a word))?(?= (?:that (?:day|night|morning|time|year)|for \\p{L}+ \\p{L}+|in the \\p{L}+)[,.;:—]|[,.;:—])`;
const BY_NOBODY = new RegExp(`^(nobody|no one|nothing) ((?:was|were|is|had been|has been) (?:${HARMED})|(?:${HAPPENS})${NO_MORE})(?=[,.;:—]| (?:in|at|on|that|for|by)\\b)`, 'iu');

/** `Nobody was hurt.` answers `Was anybody hurt?`, and `There was no wind` `Was there any wind?` */
export function negated(sentence: string): Question[] {
  const there = THERE.exec(sentence);
  if (there) return asked('whether', there[2]!, there[1]!, 'there any', there[2]!.slice(3));
  const noun = NO_NOUN.exec(sentence);
  if (noun && !/\b(?:n?or|one|more|other|doubt|use)\b/u.test(noun[2]!)) {
    const [helper, ...rest] = noun[3]!.split(' ');
    return asked('whether', `${noun[1]} ${noun[2]!.trim()}`, helper!, 'any', noun[2]!.trim(), ...rest, noun[4]!);
  }
  const at = /\b(?:nobody|no one|nothing) (?=\p{Ll})/iu.exec(sentence.slice(0, 50))?.index ?? -1;
  const who = at < 0 || !SPAN_OF_TIME.test(sentence.slice(0, at)) ? null : BY_NOBODY.exec(sentence.slice(at));
  const clause = who ? clauseOf(`Somebody ${who[2]!}.`) : null;
  return clause && who ? asked('whether', who[1]!, inverted({ ...clause, subject: NOBODY[who[1]!.toLowerCase()]!, isPlural: false })) : [];
}

/** Verbs with which a short sentence settles what was in doubt. */
const SETTLES = /^(?:believed|agreed|accepted|survived|succeeded|obeyed|recovered|escaped|refused|confessed|apologised|apologized)$/u;
const MAX_SETTLING_WORDS = 6;

/** `Falk believed her.` answers `Did Falk believe her?` */
export function settled(clause: Clause): Question[] {
  const verb = clause.tokens[clause.verb]!;
  const words = clause.sentence.split(' ').length;
  const isNamed = !clause.subjectTokens.some(({ pos }) => pos === 'PRON');
  return clause.lead === '' && isNamed && words <= MAX_SETTLING_WORDS && SETTLES.test(verb.lower)
    ? asked('whether', clause.sentence.slice(verb.start).replace(/[.]$/u, ''), inverted(clause)) : [];
}

/** Nouns that a listener asks about with `What kind of man was he?` */
const OF_A_KIND = /^(?:man|woman|boy|girl|child|lad|fellow|gentleman|lady|person|creature|place|town|village|city|country|island|house|ship|room|river|valley|building)$/u;
/** Subjects that a listener asks about with `What was it like?` */
const WITH_A_LOOK = /^the (?:place|town|village|city|country|island|house|room|road|street|valley|shop|inn|camp|coast|sea|weather|climate|winter|summer|night|voyage|journey|crossing|meeting|work|food|prison|school|hospital|ship|boat|mine|factory|water|reception|welcome)$/u;
const NO_QUALITY = /^(?:sure|able|unable|glad|afraid|aware|ready|likely|dead|alone|due|full|certain|worth|here|there|now|then|also|still|once|only|just|not|never|always|often|soon|already|about|true|evident|clear|over|gone|lost|missing|such|so|as|too|more|less|very|quite|rather|ill|late|much|well|known|present|absent|wont|old|young)$/u;

/** `The meeting was cold and short.` answers `What was the meeting like?`, and a portrait `What kind of man was he?` */
export function likeness({ tokens, verb, sentence, subject, subjectTokens, lead }: Clause): Question[] {
  const first = tokens[verb]!;
  const next = tokens[verb + 1];
  if (!/^(?:was|were|is|are)$/u.test(first.lower) || !next || lead !== '' || /[‘“"]/u.test(sentence.slice(0, 80))) return [];
  if (/^an?$/u.test(next.lower)) {
    const noun = tokens.findIndex(({ lower }, at) => at > verb && at < verb + 10 && OF_A_KIND.test(lower));
    const between = tokens.slice(verb + 2, Math.max(0, noun));
    const qualities = between.filter(({ pos, text }) => pos === 'ADJ' || text === ',').length;
    const plain = between.every(({ pos, text }) => /^(?:ADJ|ADV|NOUN|VERB)$/u.test(pos) || /^[,-]$/u.test(text) || text === 'and');
    const named = subjectTokens.every(({ pos }) => pos === 'PROPN') || /^(?:he|she|the \p{L}+)$/iu.test(subject);
    if (noun < 0 || qualities < 2 || !plain || !named) return [];
    return asked('what', sentence.slice(next.start, tokens[noun]!.end), 'what kind of', tokens[noun]!.text, first.lower, subject);
  }
  const isCompared = /^(?:less|more)$/u.test(next.lower);
  const quality = isCompared || /^(?:very|quite|rather|extremely|remarkably|singularly)$/u.test(next.lower) ? tokens[verb + 2] : next;
  if (!quality || quality.pos !== 'ADJ' || NO_QUALITY.test(quality.lower) || (!isCompared && /ed$/u.test(quality.lower))) return [];
  const after = tokens[tokens.indexOf(quality) + 1];
  const isWhole = after !== undefined && /^(?:[,.;:—]|and)$/u.test(after.lower);
  if (!isWhole || !WITH_A_LOOK.test(subject)) return [];
  return asked('like', sentence.slice(next.start, quality.end), 'what', first.lower, subject, 'like');
}

const REVEALED = 'truth|reason|cause|explanation|answer|conclusion|rule|secret|lesson|trouble|plan|news|message|question|danger|result';
const REVEALS = new RegExp(`\\bthe (${REVEALED})\\b([^:;“”"]{0,40}): (?:that )?(\\p{L}.{14,})$`, 'u');
const SINGLE_AIM = /^To ((?!an?\b|the\b|my\b|his\b|her\b|our\b|their\b|its\b|such\b|some\b|this\b|be\b)\p{Ll}+ [^,;:.]{5,80}),? (was|is|were) ((?:one |the |his |her |their )\p{L}[^.;]{5,90}?)(?=[,.;])/u;
const LED = /^(The (?:\p{Ll}+ )?\p{Ll}+) (had|has|have) (led|brought|driven|forced) (them|him|her|it|people|\p{Lu}\p{Ll}+) (to|into) (.{8,})$/u;
const CONSISTS = /^(The [\p{L} -]{3,40}?) (consists?|consisted|depends?|depended) (of|on|upon) (.{4,})$/u;
const BASE: Readonly<Record<string, string>> = wordTable({ consists: 'consist', consisted: 'consist', depends: 'depend', depended: 'depend', consist: 'consist', depend: 'depend' });

/** Questions about what a sentence reveals only at its end: `Then came doubts.` answers `What came then?` */
export function disclosed(sentence: string): Question[] {
  const found: Question[] = [];
  const came = /^(Then|Next|After that) came ([^,.;:]{4,60})[.,;:]/u.exec(sentence);
  if (came && !PERSON.test(came[2]!) && !/\p{Lu}/u.test(came[2]!)) found.push(...asked('what', came[2]!, 'what came', came[1]!.toLowerCase()));
  const reveals = REVEALS.exec(sentence);
  if (reveals) found.push(...asked('what', reveals[3]!, 'what', /\b(?:is|are|lies|comes)\b/u.test(reveals[2]!) ? 'is' : 'was', 'the', reveals[1]!));
  const aim = SINGLE_AIM.exec(sentence);
  if (aim) for (const told of [aim[3]!, aim[3]!.replace(/ to \p{Ll}+ .*$/u, '')]) found.push(...asked('what', aim[1]!, 'what', aim[2]!, told));
  const led = LED.exec(sentence);
  if (led) found.push(...asked('what', led[6]!, 'what', led[2]!, lowered(led[1]!), led[3]!, led[4]!, led[5]!));
  const consists = CONSISTS.exec(sentence);
  const form = consists ? consists[2]! : '';
  if (consists) found.push(...asked('what', consists[4]!, 'what', /ed$/u.test(form) ? 'did' : /s$/u.test(form) ? 'does' : 'do', lowered(consists[1]!), BASE[form]!, consists[3]!));
  return found;
}

const lowered = (words: string): string => words[0]!.toLowerCase() + words.slice(1);

/** `They lit the lamp by striking a match.` answers `How did they light the lamp?` */
export function means(sentence: string): Question[] {
  const found = /^([^,;:“”"]{8,70}?) (by \p{Ll}+ing [^;:“”"]{5,})$/u.exec(sentence);
  const clause = found ? clauseOf(`${found[1]!}.`) : null;
  const does = clause && clause.lead === '' && !isSaidOfSelf(found![1]!) && !MODAL.test(clause.tokens[clause.verb]!.lower) ? inverted(clause, 1, 7) : null;
  return does && endsWith(does, found![1]!) ? asked('how', found![2]!.replace(/[.]$/u, ''), 'how', does) : [];
}
