import { clauseOf, type Clause } from './clauses.js';
import { asked, inverted, PERSON, type Question } from './question.js';

/** Nouns after `no` that name no thing: `There is no doubt` does not answer `Is there any doubt?`. */
const NO_THING = /^(?:doubt|need|use|question|reason|way|time|help|one|more|longer|sooner|such|other|less|better|easy|man|mistake|mistaking|wonder|matter)\b/u;
const NOBODY: Readonly<Record<string, string>> = { nobody: 'anybody', 'no one': 'anyone', nothing: 'anything' };
const NP_END = '(?: (?:in|at|on|among|for|which|that|to|but|and|nor|or|except|until|since|because|when|between)\\b|[,.;:—])';
const THERE = new RegExp(`^There (was|were|is|are) (no \\p{Ll}[^,.;:—]{2,50}?)(?=${NP_END})`, 'u');
const NO_NOUN = new RegExp(`^(No|Not an?|Not one) ((?:\\p{Ll}+ ){1,6}?)(was|were|had been|has been) ([^,.;:—]{3,50}?)(?=${NP_END})`, 'u');
const SPAN_OF_TIME = /^(?:(?:for|in|after|during|until|at) (?:[\p{L}\d]+ ){1,3}(?:years?|winters?|summers?|seasons?|months?|weeks?|days?|nights?|hours?|first) )?$/iu;

/** `Nobody was hurt.` answers `Was anybody hurt?`, and `There was no wind` `Was there any wind?` */
export function negated(sentence: string): Question[] {
  const there = THERE.exec(sentence);
  if (there) return NO_THING.test(there[2]!.slice(3)) ? [] : asked('whether', there[2]!, there[1]!, 'there any', there[2]!.slice(3));
  const noun = NO_NOUN.exec(sentence);
  if (noun && !NO_THING.test(noun[2]!)) {
    const [helper, ...rest] = noun[3]!.split(' ');
    return asked('whether', `${noun[1]} ${noun[2]!.trim()}`, helper!, 'any', noun[2]!.trim(), ...rest, noun[4]!);
  }
  const who = /\b(nobody|no one|nothing) (?=\p{Ll})/iu.exec(sentence.slice(0, 50));
  if (!who || !SPAN_OF_TIME.test(sentence.slice(0, who.index))) return [];
  const clause = clauseOf(`Somebody ${sentence.slice(who.index + who[0].length)}`);
  const subject = NOBODY[who[1]!.toLowerCase()]!;
  const isCompared = /\b(?:more|less|better|worse|\p{Ll}+er than)\b/u.test(sentence);
  return clause && !isCompared ? asked('whether', who[1]!, inverted({ ...clause, subject, isPlural: false })) : [];
}

/** Verbs with which a short sentence settles whether something happens. */
const SETTLES = /^(?:believed|agreed|accepted|worked|held|survived|succeeded|listened|answered|understood|obeyed|passed|recovered|escaped|lived|helped|refused|failed|noticed|hesitated)$/u;
const MAX_SETTLING_WORDS = 6;

/** `Falk believed her.` answers `Did Falk believe her?` */
export function settled(clause: Clause): Question[] {
  const verb = clause.tokens[clause.verb]!;
  const words = clause.sentence.split(' ').length;
  return clause.lead === '' && words <= MAX_SETTLING_WORDS && SETTLES.test(verb.lower)
    ? asked('whether', clause.sentence.slice(verb.start).replace(/[.]$/u, ''), inverted(clause)) : [];
}

/** Nouns of which a listener asks what kind they are. */
const OF_A_KIND = /^(?:man|woman|boy|girl|child|lad|fellow|gentleman|lady|person|creature|place|town|village|city|country|island|house|ship|room|river|valley|building)$/u;
const NO_LOOK = /^(?:the (?:truth|fact|answer|result|reason|cause|question|idea|rule|number|other|others|same|rest|whole|next|first|last|only|latter|former))\b/u;
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
  if (!/^the \p{Ll}+$/u.test(subject) || NO_LOOK.test(subject)) return [];
  return asked('like', sentence.slice(next.start, quality.end), 'what', first.lower, subject, 'like');
}

const REVEALED = 'truth|reason|cause|explanation|answer|conclusion|rule|secret|lesson|trouble|plan|news|message|question|danger|result';
const REVEALS = new RegExp(`\\bthe (${REVEALED})\\b([^:;“”"]{0,40}): (?:that )?(\\p{L}.{14,})$`, 'u');
const UNSAID = /^What ((?:had|has|have|was|were) (?:happened|become|come) (?:to|of) [^,.;?]{3,40}?) (?:I|we|he|she|they|nobody|no one|it) (?:\p{L}+ )/u;
const SINGLE_AIM = /^To (\p{Ll}+ [^,;:.]{5,80}),? (was|is|were) ((?:one |the |his |her |their )\p{L}[^.;]{5,90}?)(?=[,.;])/u;
const LED = /^(The [^,.;]{3,60}?) (had|has|have) (led|brought|driven|forced) (them|him|her|it|people|\p{Lu}\p{Ll}+) (to|into) (.{8,})$/u;
const CONSISTS = /^(The [\p{L} -]{3,40}?) (consists?|consisted|depends?|depended) (of|on|upon) (.{4,})$/u;
const BASE: Readonly<Record<string, string>> = { consists: 'consist', consisted: 'consist', depends: 'depend', depended: 'depend', consist: 'consist', depend: 'depend' };

/** Questions about what a sentence only then says: `Then came doubts.` answers `What came then?` */
export function disclosed(sentence: string): Question[] {
  const found: Question[] = [];
  const came = /^(Then|Next|After that) came ([^,.;:]{4,60})[.,;:]/u.exec(sentence);
  if (came && !PERSON.test(came[2]!) && !/\p{Lu}/u.test(came[2]!)) found.push(...asked('what', came[2]!, 'what came', came[1]!.toLowerCase()));
  const reveals = REVEALS.exec(sentence);
  if (reveals) found.push(...asked('what', reveals[3]!, 'what', /\b(?:is|are|lies|comes)\b/u.test(reveals[2]!) ? 'is' : 'was', 'the', reveals[1]!));
  const unsaid = UNSAID.exec(sentence);
  if (unsaid) found.push(...asked('what', sentence.slice(unsaid[0].length), 'what', unsaid[1]!));
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
  return clause && clause.lead === '' ? asked('how', found![2]!.replace(/[.]$/u, ''), 'how', inverted(clause, 1, 7)) : [];
}
