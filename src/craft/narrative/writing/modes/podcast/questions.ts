import { splitSentences } from '../../../analysis/language/sentences.js';
import { COUNTING } from '../../wording/number-words.js';
import { countWords } from '../../wording/wording.js';
import { clauseOf, isAuxiliary, isPastAndParticiple, questionForm, WHEN, type Clause } from './clauses.js';
import { asked, endsWith, inverted, isSaidOfSelf, MODAL, PERSON, type Question } from './question.js';
import { disclosed, likeness, means, negated, settled } from './statement-questions.js';
import { wordTable } from '../../../../patterns/word-table.js';

const MAX_QUESTION_WORDS = 15;
const NUMBER = `(?:(?:about|some|nearly|almost|only|exactly|over|just) )?(?:\\d[\\d,.]*|${COUNTING.filter((word) => word !== 'one').join('|')}|hundreds?|dozens?)(?: (?:hundred|thousand|million|billion))?`;
const COUNTED = new RegExp(`^(${NUMBER}) ((?:\\p{Ll}+ )?\\p{Ll}{3,}(?:s|people|men|women|children|species|fish|sheep))\\b(?![-’'])`, 'u');
const MEASURE = new RegExp(`^(${NUMBER}[\\p{L} ]{2,24}?) (long|wide|high|tall|deep|thick|old|away)\\b`, 'u');
const UNIT = /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|nights?)$/u;
/** Nouns for places that a listener may want to find on a map. */
const PLACE = /^(?:the )?(?:\p{L}+ ){0,2}(?:house|village|town|city|station|museum|church|island|mine|bridge|harbour|harbor|school|hospital|farm|factory|office|ship|wreck|grave|camp|source|entrance|castle|tower|garden|spring|hole|leak|works|mill)$/u;
const MONEY = /^[$€£]|\b(?:pounds?|dollars?|euros?|pence|cents?|francs?|shillings?)\b/u;
const NO_COUNT = /\b(?:years?|months|weeks|days|hours|minutes|seconds|percent|cent|times|thirds|quarters|halves|things|others|euros|pounds|dollars|o’clock)\b/u;
const SAYING: Readonly<Record<string, readonly [string, string]>> = wordTable({
  said: ['did', 'say'], says: ['does', 'say'], wrote: ['did', 'write'], writes: ['does', 'write'], told: ['did', 'tell'],
  remembers: ['does', 'remember'], explained: ['did', 'explain'], explains: ['does', 'explain'], asked: ['did', 'ask'], added: ['did', 'add'],
});
const TAG = /[,.!?]["”]\s+((?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?\p{Lu}[\p{L}’-]+(?: (?:van|de|von) \p{Lu}[\p{L}’-]+| \p{Lu}[\p{L}’-]+){0,2}) (said|says|wrote|writes|told|remembers|explained|explains|asked|added)(?: ((?:the|her|his|their|me|us|a) ?(?:\p{Ll}+)?(?: of \p{L}+)?))?\b/u;
/** Subjects that can be asked about with `What was the …?`: `The reason was a lack of money` answers `What was the reason?` */
const ASKABLE = /^(?:cause|reason|answer|result|lesson|point|trouble|problem|secret|difference|aim|rule|idea|explanation|consequence|conclusion|question|danger|warning|plan|verdict|price|surprise|change)$/u;
/** A quotation with fewer words is a greeting or a shout. */
const MIN_QUOTED_WORDS = 5;
const PRONOUN = /\b(?:he|she|it|they|him|her|his|its|their|them|we|us|our|I|my|me|you|your|this|that|these|those)\b/iu;

/** First-person words. A host who asks about the text is not the person who says `I` in it. */
const FIRST_PERSON = /\b(?:I|me|my|mine|myself|we|us|our|ours|ourselves)\b/u;

/** True when the question refers to something said before it. */
export const pointsBack = (question: string): boolean => PRONOUN.test(question);

/**
 * The questions that the first sentence of a text answers, the best first. Each is built from the words of the sentence except those that answer it, so it
 * presupposes nothing that the sentence does not say.
 */
export function questionsAbout(text: string): Question[] {
  const first = splitSentences(text)[0];
  const sentence = first ? text.slice(first.start, first.end) : '';
  if (sentence === '' || countWords(sentence) > 60) return [];
  const built = [...cleft(sentence), ...said(sentence), ...whatClause(sentence), ...newPerson(sentence), ...negated(sentence),
    ...disclosed(sentence), ...means(sentence)];
  const clause = clauseOf(sentence);
  if (clause) {
    built.push(...why(clause), ...passiveAgent(clause), ...counts(clause), ...measures(clause), ...copula(clause),
      ...likeness(clause), ...settled(clause), ...whenOrWhere(clause));
  }
  const words = sentence.toLowerCase();
  return built.filter(({ text: asked, answer }) => countWords(asked) <= MAX_QUESTION_WORDS && countWords(asked) >= 3
    && words.includes(answer.toLowerCase()) && !asked.toLowerCase().includes(answer.toLowerCase()) && !/["“”(\[;:—]/u.test(asked) && !FIRST_PERSON.test(asked));
}

/** `It was a driver who joined the dots.` answers `Who joined the dots?` */
function cleft(sentence: string): Question[] {
  const found = /^It was ((?!not\b|only\b)(?:an? |the )?[^,.;]{2,50}?) who (\p{Ll}+ [^,.;:]{2,60})[,.;:]/u.exec(sentence);
  return found && !/\bwho\b/u.test(found[2]!) ? asked('who', found[1]!, 'who', found[2]!) : [];
}

/** `“…,” van Dam told the board in April.` answers `What did van Dam tell the board?` */
function said(sentence: string): Question[] {
  if (!/^["“]/u.test(sentence)) return [];
  const found = TAG.exec(sentence);
  const form = found ? SAYING[found[2]!] : undefined;
  if (!found || !form || (found[2] === 'told' && !found[3])) return [];
  const quoted = sentence.slice(1, found.index);
  if (countWords(quoted) < MIN_QUOTED_WORDS) return [];
  return asked('said', quoted, 'what', form[0], found[1]!, form[1], found[2] === 'told' ? found[3]!.trim() : '');
}

/** `What the cards showed was …` answers `What did the cards show?` */
function whatClause(sentence: string): Question[] {
  const found = /^What ((?:the|a|an|\p{Lu}\p{Ll}+|they|we|he|she|it) ?[\p{L} ]{0,30}?) ((?:\p{Ll}+)) (?:was|is|were) (.{8,})$/u.exec(sentence);
  if (!found) return [];
  const clause = clauseOf(`${found[1]![0]!.toUpperCase()}${found[1]!.slice(1)} ${found[2]!} it.`);
  const form = clause && !/\b(?:do|does|did|is|was)$/u.test(found[1]!) && !/^(?:do|does|did|is|was)$/u.test(found[2]!) ? questionForm(clause.tokens[clause.verb]!, clause.isPlural) : null;
  return clause && form ? asked('what', found[3]!, 'what', form.auxiliary, clause.subject, form.base) : [];
}

function why(clause: Clause): Question[] {
  const found = /^(.{12,90}?)(?:,? because|[,;] for(?! the (?:most|first|second|third|last|next|same|sake|time|moment|rest|purpose)\b)(?= (?:the|a|an|he|she|it|they|there|that|this|nobody|no|\p{Lu}\p{Ll}+)\b)) (.{8,})$/u.exec(clause.sentence);
  if (!found || /[;:“"]|, (?:and|but|so)\b/u.test(found[1]!)) return [];
  const short = clauseOf(`${found[1]!.replace(/^[^,]{2,40}, (?=\p{L})/u, (lead) => WHEN.test(lead) ? '' : lead)
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}.`);
  const isOpen = short && /^(?:it|you|this|that|there|an? .*)$/u.test(short.subject);
  if (!short || isOpen || MODAL.test(short.tokens[short.verb]!.lower) || isSaidOfSelf(found[1]!)) return [];
  const does = inverted(short, 1, 10, /^(?:of|at|on|in|with|for|from|to|as)$/u);
  return does && endsWith(does, found[1]!) ? asked('why', found[2]!.replace(/[.]$/u, ''), 'why', does) : [];
}

/** `The answer was found by a boy of eleven.` answers `Who found the answer?` */
function passiveAgent(clause: Clause): Question[] {
  const { tokens, verb, sentence, subject } = clause;
  const by = tokens.findIndex(({ lower }, at) => at > verb && at < verb + 4 && lower === 'by');
  if (by < 0 || !/^(?:was|were|is|are)$/u.test(tokens[verb]!.lower) || !/(?:ed|en|n|t|d)$/u.test(tokens[by - 1]!.lower)) return [];
  const agent = sentence.slice(tokens[by]!.end + 1).split(/[,.;:]| and /u)[0]!;
  if (/[’']s\b/u.test(agent) || /^(?:an?|this|that|one|each|every) /u.test(subject)) return [];
  if (!PERSON.test(agent) && !/^(?:(?:Dr|Mr|Mrs)\. )?\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(agent)) return [];
  const done = tokens[by - 1]!.lower;
  if (by === verb + 2 && isPastAndParticiple(done)) return asked('who', agent, 'who', done, subject);
  return asked('who', agent, 'who', tokens[verb]!.lower, subject, sentence.slice(tokens[verb]!.end + 1, tokens[by]!.end));
}

function counts(clause: Clause): Question[] {
  const { tokens, verb, sentence, subject, isPlural } = clause;
  const first = tokens[verb]!;
  const isHelper = isAuxiliary(clause) && tokens[verb + 1]?.pos === 'VERB' && first.lower !== 'was' && first.lower !== 'were';
  const at = isHelper ? verb + 2 : verb + 1;
  const after = tokens[at] ? sentence.slice(tokens[at]!.start) : '';
  const found = COUNTED.exec(after);
  if (!found || NO_COUNT.test(found[2]!) || /^(?:an? |one |each |it$)/u.test(subject)) return [];
  if (isHelper) return asked('count', found[1]!, 'how many', found[2]!, first.lower, subject, tokens[verb + 1]!.text);
  if (/^(?:is|are|was|were|will|would|can|could)$/u.test(first.lower)) return [];
  const form = /^(?:has|have)$/u.test(first.lower) ? { auxiliary: isPlural ? 'do' : 'does', base: 'have' } : questionForm(first, isPlural);
  return form ? asked('count', found[1]!, 'how many', found[2]!, form.auxiliary, subject, form.base) : [];
}

function measures(clause: Clause): Question[] {
  const { tokens, verb, sentence, subject, isPlural } = clause;
  const first = tokens[verb]!;
  const after = tokens[verb + 1] ? sentence.slice(tokens[verb + 1]!.start) : '';
  const size = /^(?:is|was|are|were)$/u.test(first.lower) ? MEASURE.exec(after) : null;
  if (size) return asked('measure', size[1]!, size[2] === 'away' ? 'how far away' : `how ${size[2]}`, first.lower, subject);
  const amount = new RegExp(`^(?:[$€£]?${NUMBER})(?: [\\p{L}]+){0,2}`, 'u').exec(after)?.[0] ?? '';
  const form = questionForm(first, isPlural);
  if (amount === '' || !form) return [];
  if (form.base === 'cost' && MONEY.test(amount)) return asked('measure', amount, 'how much', form.auxiliary, subject, 'cost');
  const unit = amount.split(' ').some((word) => UNIT.test(word));
  return unit && /^(?:take|last)$/u.test(form.base) ? asked('measure', amount, 'how long', form.auxiliary, subject, form.base) : [];
}

/** `The lesson of Aldermoor is not that …` answers `What is the lesson of Aldermoor?` */
function copula({ tokens, verb, sentence, subject, subjectTokens }: Clause): Question[] {
  const first = tokens[verb]!;
  if (!/^(?:is|was)$/u.test(first.lower) || !tokens[verb + 1]) return [];
  const answer = sentence.slice(tokens[verb + 1]!.start).replace(/[.]$/u, '');
  const place = /^(?:where|in|at|on|under|behind|beside|inside|near|above|below) /u.test(answer);
  if (place && PLACE.test(subject) && !WHEN.test(answer)) return asked('where', answer, 'where', first.lower, subject);
  const head = subjectTokens.filter(({ pos }) => pos === 'NOUN')[0]?.lower ?? '';
  const past = /(?:ed|en)$/u.test(tokens[verb + 1]!.lower);
  const names = /^(?:an?|the|that|to|not|how|what|his|her|their|our|my)$/u.test(tokens[verb + 1]!.lower) || /^(?:NOUN|PROPN)$/u.test(tokens[verb + 1]!.pos);
  return ASKABLE.test(head) && /^the /u.test(subject) && !past && names && !/^all /u.test(answer) ? asked('what', answer, 'what', first.lower, subject) : [];
}

/** `Dr. Helen Marsh, who led the inquiry, does not …` answers `Who led the inquiry?` */
function newPerson(sentence: string): Question[] {
  const found = /^((?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?\p{Lu}[\p{L}’-]+(?: (?:(?:van|de|von|of) )?\p{Lu}[\p{L}’-]+){1,3}), who ((?:led|leads|wrote|built|found|founded|discovered|designed|runs|ran|made|drew|invented|heads|headed|keeps|kept|owns|owned|commands|commanded|started|began|organised|organized|signed|painted|planned|teaches|taught) [^,]{3,50}),/u.exec(sentence);
  return found && !PRONOUN.test(found[2]!) ? asked('who', found[1]!, 'who', found[2]!) : [];
}

function whenOrWhere(clause: Clause): Question[] {
  const { tokens, verb, sentence, lead } = clause;
  if (lead !== '' && /\d|day\b/u.test(lead) && !/^(?:Since|Until|By)/u.test(lead)) return asked('when', lead, 'when', inverted(clause));
  const found = WHEN.exec(sentence.slice(tokens[verb]!.end));
  const phrase = found?.[0].trim() ?? '';
  const passive = /^(?:was|were)$/u.test(tokens[verb]!.lower) && /(?:ed|en|n|t|d)$/u.test(tokens[verb + 1]?.lower ?? '');
  if (phrase !== '' && passive && found!.index < 40 && /\d{4}/u.test(phrase) && /^(?:in|on|at)/iu.test(phrase)) return asked('when', phrase, 'when', inverted(clause, 1, 3));
  const stands = /^(?:lies|lay|stands|stood|lives|lived)$/u.test(tokens[verb]!.lower) && /^(?:in|at|on|near|behind|between)$/u.test(tokens[verb + 1]?.lower ?? '');
  const isPlaced = /^live/u.test(tokens[verb]!.lower) ? clause.subjectTokens[0]!.pos === 'PROPN' : PLACE.test(clause.subject);
  const form = stands && isPlaced ? questionForm(tokens[verb]!, clause.isPlural) : null;
  return form ? asked('where', sentence.slice(tokens[verb + 1]!.start).split(/[,.;]/u)[0]!, 'where', form.auxiliary, clause.subject, form.base) : [];
}
