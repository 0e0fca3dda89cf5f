import { stemsOf } from '../narrative/writing/wording/salience.js';
import type { CutSource, Mark, Unit } from './cut.js';
import { leaningsOf, leaningWeight } from './leaning.js';
import { namesOf } from './names.js';
import { onlySaysWhoSpeaks } from './speech-tags.js';
import { stakesIn, type Stakes } from './stakes.js';

/** A unit with the points that each criterion gives it, in whatever slot it is used. */
export interface Scored {
  unit: Unit;
  /** The index among the units of the read. */
  order: number;
  ms: number;
  /** Where in the read the unit begins and ends, 0 to 1. */
  from: number;
  until: number;
  marks: readonly Mark[];
  points: number;
  /** How strongly the unit stirs a listener, from below 0 to about 2. */
  heat: number;
  /** How much the unit depends on words that are not heard with it. */
  leaning: number;
  /** `stems` are content words without names; `words` are all words. */
  stems: ReadonlySet<string>;
  words: ReadonlySet<string>;
  named: readonly string[];
  /** Small talk or daily routine (meals, travel, hours), which tells no story. */
  isErrand: boolean;
  isQuestion: boolean;
  isCry: boolean;
  /** The unit tells of danger, crime, death, or something that changes a life. */
  isGrave: boolean;
}

/** Preferred lengths: a listener understands a line of a trailer at once or not at all. */
const LENGTH = { leastMs: 900, bestMs: 4_200, goodMs: 5_500, longMs: 7_200 } as const;
/** A longer line is never used in a trailer. */
export const MAX_LINE_MS = 8_200;
/** How many decibels above the speaker's usual loudness count fully. */
const FULL_FORCE_DB = 4;

/** Points for each word of this kind, and the most for all together. */
const STAKE = { grave: 0.7, usual: 0.3, most: 1.5, mostOfUsual: 0.9 } as const;
const SMALL_TALK = new RegExp('\\b(?:how do you do|good (?:morning|evening|day|night|afternoon)|thank you|thanks|I beg your pardon|you are very (?:good|kind)|so kind|very (?:happy|glad|pleased) to|upon my word|I assure you|I dare say|I daresay|I declare|dear me|my compliments|much obliged'
  + '|if you please|pray be seated|sit down|would you (?:like|care for|have) (?:an?|some)|will you (?:have|take) (?:an?|some)|shall I (?:get|bring|fetch|pour|stir|send|ring)|an? (?:cup|glass|drop|bit) of|what do you hear|your health|the weather|how is your|my dear (?:madam|sir|miss|child)|(?:so |very )?(?:delighted|sorry) to (?:hear|see)|take your time|not at all|are you (?:all )?ready|how about|I should fancy|all right\\?|what a pleasure|quite so|just so)\\b', 'iu');
/** Daily routine that tells no story: meals, carriages, hours. */
const ERRANDS = new RegExp('\\b(?:back by|dinner|dine|breakfast|luncheon|lunch|supper|tea|carriage|coach|o[’\']clock|half[- ]past|early in the morning|this afternoon|very (?:nice|pleasant|good of)|getting on'
  + '|to bed|get up|got up|sit down|call again|(?:go|come|walk|drive) (?:over|home|round)|meet again|at (?:sunrise|sunset|noon)|see you|put on (?:my|your|his|her|our) (?:things|hats?|coats?|bonnets?|shawls?)|umbrellas?|aspirins?|is served|ring the bell|show you (?:out|in)|in a (?:moment|minute)|by the (?:post|train)|shillings?|yards?|miles?'
  + '|(?:take|have|drink|eat|bring|fetch|want) (?:some|an?|the|my|more) (?:\\p{L}+ )?(?:brandy|wine|beer|toddy|whisky|coffee|bread|soup|toast|cake|meat|milk|water|pipe|cigar)'
  + '|shall we (?:go|meet|start|dine|walk|drive|begin)|what (?:time|day|night|hour|sum))\\b', 'iu');
/** Words of somebody who wants something, or refuses. */
const WANTS = /\b(?:I (?:want|will|won[’']t|will not|must|hate|love|refuse|swear|know|dare|cannot|can[’']t|would rather|no longer|never|shall never|wish)|I[’']ll (?!be\b)|you (?:must|shall|will never|dare|never)|don[’']t you|how (?:can|could|dare) you|do not|never)\b/iu;
const SEARCHING = new RegExp('\\b(?:why|who|whose|how (?:can|could|dare|will|shall|did|do|long|many|much)|what (?:are|do|did|have|will|would|if|has|shall|can|is (?:it|this|that|happening|wrong|the matter|become|to become))|where (?:are|were|have|is (?:he|she|my|your))'
  + '|(?:do|did|have|are|were|will|would|can|could|must|don[’\']?t|didn[’\']?t|won[’\']?t|can[’\']?t|aren[’\']?t|haven[’\']?t|weren[’\']?t) (?:you|I|we)(?: not| ever| never| really)?)\\b', 'iu');
/** Words that only connect thoughts spoken aloud; a listener remembers none of them. */
const HEDGES = /\b(?:I suppose|I think|I believe|I fancy|I daresay|rather|somewhat|perhaps|in fact|of course|you know|I mean|that is to say|so to speak|as it were|sort of|at least|at any rate|however|indeed)\b/giu;
const HEATED = { shout: 0.8, angry: 0.7, afraid: 0.7, sad: 0.3, happy: 0.25, whisper: 0.25, calm: -0.2, neutral: 0 } as const;

const ENDS_ASKING = /\?["”’)]*$/u;
const ENDS_CRYING = /!["”’)]*$/u;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const rounded = (value: number): number => Math.round(100 * value) / 100;
const clamped = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

function lengthMark(ms: number, words: number): Mark {
  const rule = 'length';
  if (words < 3) return { rule, points: words < 2 ? -0.5 : -0.2, words: `${words} ${words === 1 ? 'word' : 'words'}` };
  if (ms < LENGTH.leastMs) return { rule, points: 0, words: `${seconds(ms)} is over before it is heard` };
  if (ms <= LENGTH.bestMs) return { rule, points: 0.7, words: `${seconds(ms)} can be followed at once` };
  if (ms <= LENGTH.goodMs) return { rule, points: 0.2, words: `${seconds(ms)} is long` };
  return { rule, points: ms <= LENGTH.longMs ? -0.5 : -1.5, words: `${seconds(ms)} is too long` };
}

function stakesMark({ grave, usual }: Stakes): Mark | null {
  const found = [...grave, ...usual];
  if (found.length === 0) return null;
  const points = STAKE.grave * grave.length + Math.min(STAKE.mostOfUsual, STAKE.usual * usual.length);
  return { rule: 'stakes', points: rounded(Math.min(STAKE.most, points)), words: `something is at stake: ${found.slice(0, 4).join(', ')}` };
}

/** Another speaker's question right before a unit that begins a line; null when there is none. */
function askedBefore(units: readonly Unit[], order: number): Unit | null {
  const [unit, before] = [units[order]!, units[order - 1]];
  if (!before || unit.sentence !== 0 || unit.speaker === null || before.speaker === unit.speaker || before.sceneIndex !== unit.sceneIndex) return null;
  return ENDS_ASKING.test(before.text) ? before : null;
}

/** Criteria that make a line say something. A line without a positive mark of any of them is bland. */
const STIRRING = new Set(['reader', 'stakes', 'question', 'cry', 'will', 'force', 'emotion', 'names']);

interface About { units: readonly Unit[]; names: ReadonlyMap<string, RegExp>; leads: readonly string[]; hasPeople: boolean }

function standsMark({ units }: About, order: number): { mark: Mark; leaning: number } {
  const { text, speaker } = units[order]!;
  const leanings = leaningsOf(text, speaker === null);
  const asks = ENDS_ASKING.test(text) ? null : askedBefore(units, order);
  if (asks) leanings.push({ weight: 0.4, words: `may answer “${asks.text.slice(0, 40)}”` });
  const leaning = rounded(leaningWeight(leanings));
  if (leaning === 0) return { leaning, mark: { rule: 'stands alone', points: 0.5, words: 'can be understood with nothing before it' } };
  return { leaning, mark: { rule: 'stands alone', points: rounded(-2 * leaning), words: leanings.slice(0, 2).map(({ words }) => words).join('; ') } };
}

/** A name in the middle of a sentence. */
const NAME = /(?<=[\p{Ll}\d,;] )(?:(?:Mr|Mrs|Miss|Lady|Lord|Sir|Dr|Aunt|Uncle)\.? )?(?!(?:God|Lord|Heaven|Christmas|English|Miss|Sir|Captain|Doctor|Mother|Father|Mama|Papa)\b)\p{Lu}[\p{Ll}’']{2,}/gu;

/** Takes points for names of people who are not in the read: they tell a listener nothing. */
function strangerMark({ names }: About, text: string): Mark | null {
  const strangers = [...text.matchAll(NAME)].map(([name]) => name).filter((name) => ![...names.values()].some((pattern) => pattern.test(name)));
  return strangers.length === 0 ? null : { rule: 'strangers', points: rounded(-0.35 * Math.min(2, strangers.length)), words: `names ${strangers[0]!}, who is not met` };
}

function namedMark({ leads }: About, named: readonly string[]): Mark | null {
  if (named.length === 0) return null;
  const lead = named.find((person) => leads.includes(person));
  return { rule: 'names', points: lead ? 0.35 : 0.2, words: `names ${lead ?? named[0]!}` };
}

function emotionMark({ emotion }: Unit): Mark | null {
  return emotion === 'neutral' || emotion === 'calm' ? null : { rule: 'emotion', points: 0.4, words: emotion };
}

function plainnessMark(text: string): Mark | null {
  const commas = (text.match(/[,;:—]/gu) ?? []).length;
  const hedges = [...text.matchAll(HEDGES)].map(([word]) => word.toLowerCase());
  const points = -0.25 * Math.max(0, commas - 1) - 0.3 * hedges.length;
  if (points === 0) return null;
  return { rule: 'plain', points: rounded(Math.max(-1.2, points)), words: hedges.length > 0 ? `hedges: ${hedges[0]}` : `${commas} clauses` };
}

/** A question that somebody must answer for himself, or that asks for a reason, holds a listener more than one for a fact. */
function questionMark(text: string, count: number): Mark {
  if (count < 3) return { rule: 'question', points: 0.3, words: 'asks' };
  return SEARCHING.test(text) ? { rule: 'question', points: 1, words: 'asks what somebody must answer' } : { rule: 'question', points: 0.5, words: 'asks for a fact' };
}

/** A character's voice is worth more than the narrator's, unless the narrator tells something grave: that may be the strongest line of a story. */
const voiceMark = (speaker: string | null, isGrave: boolean): Mark =>
  (speaker === null ? { rule: 'voice', points: isGrave ? 0 : -0.5, words: 'the narrator tells it' } : { rule: 'voice', points: 0.5, words: `${speaker} says it` });

/** Narration of at most this many words usually describes a small gesture. */
const WORDS_OF_A_GESTURE = 6;
const isGesture = ({ speaker, text }: Unit, count: number): boolean =>
  speaker === null && count <= WORDS_OF_A_GESTURE && !ENDS_ASKING.test(text) && !ENDS_CRYING.test(text);

/** Points for each level of `worth`. A reader who knows what the lines mean weighs as much as all other criteria together. */
const WORTH = 1;
const SPOILT = -4;
const FAULTY = -3;
const FAULT_WORDS = { lost: 'did not understand it in a trailer', empty: 'found that it says nothing in a trailer' } as const;

function readerMark({ reader }: Unit): Mark | null {
  if (!reader) return null;
  if (reader.spoils) return { rule: 'reader', points: SPOILT, words: `${reader.name} finds that it gives the end away` };
  if (reader.fault) return { rule: 'reader', points: FAULTY, words: `${reader.name} ${FAULT_WORDS[reader.fault]}` };
  if (reader.worth === 0) return null;
  return { rule: 'reader', points: rounded(WORTH * reader.worth), words: `${reader.name} would have it in the trailer` };
}

interface Said { isCry: boolean; isQuestion: boolean; isGrave: boolean; force: number; stakes: number; isQuick: boolean }

/** How strongly a unit stirs a listener, by what it says and how it is said. */
function heatOf({ emotion, speaker }: Unit, { isCry, isQuestion, isGrave, force, stakes, isQuick }: Said): number {
  const said = (isCry ? 0.5 : 0) + (isQuestion ? 0.15 : 0) + force + HEATED[emotion];
  return rounded(said + 0.5 * stakes + (isQuick ? 0.2 : 0) - (speaker === null && !isGrave ? 0.2 : 0));
}

function scoredUnit(about: About, order: number, durationMs: number): Scored {
  const unit = about.units[order]!;
  const { text, speaker, forceDb } = unit;
  const ms = unit.toMs - unit.fromMs;
  const count = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const [isQuestion, isCry] = [ENDS_ASKING.test(text), ENDS_CRYING.test(text)];
  const named = [...about.names].filter(([, pattern]) => pattern.test(text)).map(([person]) => person);
  const { mark: stands, leaning } = standsMark(about, order);
  const stake = stakesIn(text);
  const isGrave = stake.grave.length > 0;
  const stakes = stakesMark(stake);
  const force = clamped(forceDb / FULL_FORCE_DB, -0.6, 0.8);
  const found: (Mark | null)[] = [
    lengthMark(ms, count), stands, stakes,
    isQuestion ? questionMark(text, count) : null,
    isCry ? { rule: 'cry', points: 0.4, words: 'cries out' } : null,
    about.hasPeople ? voiceMark(speaker, isGrave) : null,
    speaker !== null && /\byou(?:r|rs)?\b/iu.test(text) ? { rule: 'address', points: 0.25, words: 'is said to somebody' } : null,
    WANTS.test(text) && speaker !== null ? { rule: 'will', points: 0.35, words: `somebody wants, or will not: “${WANTS.exec(text)![0]}”` } : null,
    ERRANDS.test(text) ? { rule: 'errand', points: -0.6, words: `is of a day, and of no story: “${ERRANDS.exec(text)![0]}”` } : null,
    forceDb === 0 ? null : { rule: 'force', points: rounded(0.7 * force), words: `${Math.abs(forceDb).toFixed(1)} dB ${forceDb > 0 ? 'louder' : 'softer'} than usual` },
    emotionMark(unit), namedMark(about, named), about.hasPeople ? strangerMark(about, text) : null, plainnessMark(text),
    SMALL_TALK.test(text) ? { rule: 'small talk', points: -0.9, words: 'is what everybody says' } : null,
    speaker === null && onlySaysWhoSpeaks(text) ? { rule: 'tag', points: -2, words: 'only says who speaks' } : null,
    isGesture(unit, count) && !isGrave ? { rule: 'gesture', points: -0.6, words: 'tells of a moment, and of no story' } : null,
    readerMark(unit),
    !unit.reader?.worth && /^["“‘']?\p{Ll}/u.test(text) ? { rule: 'fragment', points: -1.5, words: 'begins in the middle of a sentence' } : null,
    unit.isStock ? { rule: 'stock', points: -3, words: 'holds nothing of the story' } : null,
  ];
  const marks = found.filter((mark): mark is Mark => mark !== null);
  if (!marks.some(({ rule, points }) => STIRRING.has(rule) && points > 0)) marks.push({ rule: 'bland', points: -0.6, words: 'asks, wants and risks nothing' });
  const nameWords = new Set(named.flatMap((person) => stemsOf(person)));
  return {
    unit, order, ms, from: unit.atMs / durationMs, until: (unit.atMs + ms) / durationMs, marks,
    points: rounded(marks.reduce((sum, { points }) => sum + points, 0)),
    heat: heatOf(unit, { isCry, isQuestion, isGrave, force, stakes: stakes?.points ?? 0, isQuick: ms < 1_800 && count > 1 }),
    leaning, words: new Set(text.toLowerCase().match(/\p{L}[\p{L}’']*/gu) ?? []), stems: new Set(stemsOf(text).filter((stem) => !nameWords.has(stem))), named, isQuestion, isCry, isGrave,
    isErrand: ERRANDS.test(text) || SMALL_TALK.test(text),
  };
}

/** The two people whom a trailer is about: those who speak most. */
export const leadsOf = ({ people }: Pick<CutSource, 'people'>): readonly string[] => people.slice(0, 2);

const known = new WeakMap<CutSource, readonly Scored[]>();

/** All units of a read with their criteria, in order. */
export function scoredUnits(source: CutSource): readonly Scored[] {
  const before = known.get(source);
  if (before) return before;
  const about: About = { units: source.units, names: namesOf(source.people), leads: leadsOf(source), hasPeople: source.people.length > 0 };
  const scored = source.units.map((_unit, order) => scoredUnit(about, order, source.durationMs));
  known.set(source, scored);
  return scored;
}
