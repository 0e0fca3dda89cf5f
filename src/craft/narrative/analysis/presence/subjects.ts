import type { Naming } from '../../../people/mentions.js';
import { SPEECH_VERB } from '../language/lexicon.js';

/**
 * Who does something in a sentence: a person by id, or the word that stands for a person. `they` and `we` are several people. A `noun` is a person mentioned
 * before (`the girl`, `her daughter`), other than its `owner`.
 */
export type Who = { id: string } | { pronoun: 'he' | 'she' | 'they' | 'we' | 'I' } | { role: string } | { noun: 'female' | 'male'; owner: 'female' | 'male' | null };

/**
 * One subject of a sentence. `now` is true for an action of the present moment: not an earlier one, and not one that a person only reports, thinks or wishes.
 * `acts` is false for a person who is only said to be away or talked about.
 */
export interface Subject { at: number; who: Who; now: boolean; acts: boolean }

/** A person whom a sentence names. `at` is the character offset in the sentence. */
export interface Named { at: number; id: string }

/** Lower-case words after a name that are not its verb. */
const NO_VERB = new Set(('that at a an the and or but in on of to from with by for as so if when while who whom which whose where into upon about after before than because not '
  + 'very too up down out off over her his their its my your our it him them me us this these those through under along across without within like nor yet till until since').split(' '));
const PREPOSITIONS = 'of|to|with|from|at|about|upon|between|than|like|against|after|before|beside|besides|behind|near|by|on|in|into|towards?|over|under|through|without|for|nor|save|except|concerning|regarding|round|around|among';
const PREPOSITION_BEFORE = new RegExp(`\\b(?:${PREPOSITIONS})\\s(?:Mrs?\\.?\\sand\\s)?(?:(?:the|his|her|my|their|our|dear|poor|old|little|young|both|either|neither)\\s){0,3}$`, 'iu');
/** After `for` as a conjunction (`because`) comes a subject. */
const REASON_BEFORE = /(?:^|[,;:—]\s*)for\s(?:neither\s|both\s)?$/iu;
const SAYS_BEFORE = new RegExp(`\\b(?:${SPEECH_VERB}|came|went|sat|stood|rose)\\s(?:the\\s|old\\s|poor\\s|little\\s|young\\s){0,2}$`, 'iu');
const REPORTED_BEFORE = new RegExp('\\b(?:that|whether|if|how|why|whom|than|as though|as if|hop(?:ed|ing)|thought|thinking|wish(?:ed|ing)|suppos(?:ed|ing)|believ(?:ed|ing)|'
  + 'knew|known|sure|afraid|certain|fear(?:ed|ing)|fanc(?:ied|ying)|imagin(?:ed|ing)|expect(?:ed|ing)|unless|such as)\\s(?:\\p{Ll}+\\s){0,2}$', 'iu');
const PAST_BEFORE = /^\s?(?:\p{Ll}+ly\s|also\s|never\s|not\s|just\s|once\s)?(?:had|'d|would have|could have|might have|must have|should have)\s(?:\p{Ll}+ly\s|never\s|not\s|already\s|just\s|so\s|long\s|only\s|always\s){0,2}(?:been|\p{Ll}+(?:ed|en|wn|ne|ld|nt|pt|ft|ught|ung|unk|ade|aid|ood|et|ut|it|ead|ost|ome|un)\b)/u;
/** Verbs of feeling and thinking count as the present moment even in the past perfect: `Elizabeth had expected it`. */
const FELT = /^\s?(?:\p{Ll}+ly\s)?(?:had|would have)\s(?:\p{Ll}+\s){0,2}(?:expected|felt|known|thought|hoped|wondered|supposed|believed|needed|feared|wished|imagined|been (?:surprised|afraid|glad|sorry|angry|pleased))(?!\p{L})/u;
const WISHED = /^\s?(?:would|might|should|may|must|shall|will|could never|used to)\s/u;
const AWAY = new RegExp('^(?:\\s\\p{Ll}+ly)?\\s(?:was|were|had been|is|being)\\s(?:\\p{Ll}+ly\\s|now\\s|already\\s|still\\s|never\\s|not\\s|no longer\\s|soon\\s|much\\s){0,2}(?:gone|away|absent|dead|missing|expected|'
  + 'commended|praised|mentioned|named|missed|remembered|forgotten|spoken of|talked of|discussed|abused|blamed|there no)\\b', 'u');

/** Words before a subject that begins a clause and is followed by an aside: `and Mr. Collins, in describing …, had more to say`. */
const CLAUSE_BEFORE = /(?:^|[;:.—–]\s|,\s|\b(?:and|but|while|when|as|so|then)\s)$/u;
const ASIDE = /^,\s(?:\p{Ll}+ing|in|with|after|on|who|though|however|at|by|as|when|having|being|\p{Ll}+ed)(?!\p{L})/u;

const PRONOUN = /(?<![\p{L}’'])(he|she|they|we|I)(?![\p{L}’'])/giu;
const ROLES = 'guard|coachman|maid|maid-servant|servant|constable|policeman|waiter|butler|footman|porter|officer|soldier|sailor|nurse|clerk|landlord|landlady|driver|cook|priest|clergyman|'
  + 'game-?keeper|jailer|gaoler|sentry|sergeant|conductor|cabman|postman|housekeeper|gardener|groom|shepherd|fisherman|boatman|inspector|magistrate|judge|surgeon|apothecary|beadle|turnkey|'
  + 'barman|barmaid|shopman|innkeeper|housemaid|parlourmaid|governess|schoolmaster|chauffeur|peasant|beggar|monk|nun|messenger|page-boy|hostler|ostler';
const NOUNS = {
  female: 'girl|lady|woman|daughter|mother|sister|wife|niece|aunt|widow',
  male: 'boy|gentleman|man|son|father|brother|husband|nephew|uncle|fellow|lad|youth',
} as const;
const NOUN = new RegExp(`(?<![\\p{L}’'-])(the|his|her|my|this|that)\\s(?:\\p{Ll}+\\s){0,2}?(?:(${NOUNS.female})|(${NOUNS.male}))(?![\\p{L}’'-])`, 'giu');
const ROLE = new RegExp(`(?<![\\p{L}’'-])(?:the|an?|his|her|my|our|their|one)\\s(?:\\p{Ll}+\\s){0,2}?(${ROLES})(?![\\p{L}’'-])`, 'giu');

interface Candidate { at: number; end: number; who: Who; possessive: boolean; isPronoun: boolean }

/** The subject that a candidate makes with the words around it; null when it is not a subject. */
function subjectOf({ at, end, who, possessive, isPronoun }: Candidate, sentence: string): Subject | null {
  if (possessive) return null;
  const before = sentence.slice(Math.max(0, at - 60), at);
  const after = sentence.slice(end).replace(/^,\s[^,.;:]{1,90},/u, '');
  const [, verb = '', mark = ''] = /^\s?(?:(\p{Ll}[\p{L}’'-]*)|([,;:.!?—–]|$))/u.exec(after) ?? [];
  const says = SAYS_BEFORE.test(before);
  const opens = verb === '' && mark === ',' && CLAUSE_BEFORE.test(before) && ASIDE.test(after);
  const isAfterPreposition = PREPOSITION_BEFORE.test(before) && !REASON_BEFORE.test(before);
  if (!says && !isPronoun && !opens && (isAfterPreposition || NO_VERB.has(verb) || (verb === '' && mark !== ''))) return null;
  if (!says && !opens && verb === '' && !/^\s?(?:and\s)/u.test(after)) return null;
  const reported = REPORTED_BEFORE.test(before);
  return { at, who, now: says || (!reported && (FELT.test(after) || (!PAST_BEFORE.test(after) && !WISHED.test(after)))), acts: !AWAY.test(after) };
}

/** Words that join two names: `Thomas and Joe left`. */
const JOINS = /^,?\s(?:and|or|nor)\s(?:the\s|his\s|her\s|little\s|poor\s|old\s|young\s)?$/u;

/** The people who do something in a sentence of narration, and all people whom it names. */
export function subjectsOf(sentence: string, naming: Naming): { subjects: Subject[]; named: Named[] } {
  const names = naming.mentionsIn(sentence).map(({ start, end, id, possessive }): Candidate => ({ at: start, end, who: { id }, possessive, isPronoun: false }));
  const isFree = ({ index, 0: words }: { index: number; 0: string }): boolean => !names.some(({ at, end }) => at < index + words.length && index < end);
  const pronouns = [...sentence.matchAll(PRONOUN)].filter(isFree).map((match): Candidate => {
    const word = match[1] === 'I' ? 'I' as const : match[1]!.toLowerCase() as 'he' | 'she' | 'they' | 'we';
    return { at: match.index, end: match.index + match[0].length, who: { pronoun: word }, possessive: false, isPronoun: true };
  }).filter(({ who }) => !('pronoun' in who) || (who.pronoun as string) !== 'i');
  const roles = [...sentence.matchAll(ROLE)].filter(isFree).map((match): Candidate => {
    const end = match.index + match[0].length;
    return { at: match.index, end, who: { role: match[1]!.toLowerCase() }, possessive: /^[’']s?\b/u.test(sentence.slice(end)), isPronoun: false };
  });
  const isOfNone = (match: { index: number; 0: string }): boolean =>
    isFree(match) && !roles.some(({ at, end }) => at < match.index + match[0].length && match.index < end);
  const nouns = [...sentence.matchAll(NOUN)].filter(isOfNone).map((match): Candidate => {
    const end = match.index + match[0].length;
    const owner = /^his$/iu.test(match[1]!) ? 'male' : /^her$/iu.test(match[1]!) ? 'female' : null;
    return { at: match.index, end, who: { noun: match[2] ? 'female' : 'male', owner }, possessive: /^[’']s?\b/u.test(sentence.slice(end)), isPronoun: false };
  });
  const candidates = [...names, ...pronouns, ...roles, ...nouns].sort((one, other) => one.at - other.at);
  const found: (Subject | null)[] = [];
  for (const [at, candidate] of [...candidates.entries()].reverse()) {
    const next = candidates[at + 1];
    const later = found[0] ?? null;
    const isJoined = next !== undefined && later !== null && !candidate.possessive && JOINS.test(sentence.slice(candidate.end, next.at));
    found.unshift(isJoined ? { ...later, at: candidate.at, who: candidate.who } : subjectOf(candidate, sentence));
  }
  const subjects = found.filter((one) => one !== null);
  return { subjects, named: names.flatMap(({ at, who }) => ('id' in who ? [{ at, id: who.id }] : [])) };
}
