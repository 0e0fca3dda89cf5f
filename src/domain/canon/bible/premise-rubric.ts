import type { CheckResult, Finding, Note, NotJudged, Rubric } from '../../../kernel/families/coverage/rubric.js';
import {
  findPlaceholder, findRepeatedSentence, overlapOf, readingSeconds, sentencesIn, substanceOf, wordsOf,
} from '../../../craft/narrative/canon/wording.js';
import { detectLanguage } from '../../../craft/narrative/analysis/language/detect-language.js';
import { findEmptyName, findNonsense, isEnglish } from '../../../craft/narrative/canon/nonsense.js';
import { claimsGenre } from '../../../craft/narrative/canon/genres.js';
import type { SourceEvidence } from '../../../craft/narrative/canon/against-sources.js';
import type { BibleContent, BibleTextKey } from '../series-bible.js';

/** What is judged of a Series Bible, and what its sources say against it. Without `sources` it was not compared. */
export type ComparedContent = BibleContent & { sources?: SourceEvidence };

export const GATE_THRESHOLD = 60;

const MIN_PREMISE_WORDS = 8;
const MIN_SPECIFIC_WORDS = 5;
const MAX_EMPTY_SHARE = 0.5;
const MIN_GRAMMAR_SHARE = 0.15;
const MAX_LOGLINE_WORDS = 60;
const MAX_PREMISE_SECONDS = 600;
const TOO_ALIKE = 0.9;
/** The highest score for the form of a text alone: nobody has judged what it says. */
const MAX_FORM_SCORE = 85;

export const textOf = (doc: BibleContent, field: BibleTextKey): string => doc[field]?.trim() ?? '';

export function note(
  severity: Note['severity'], category: string, field: string, message: string, suggestion: string | null, anchor: Partial<Note['anchor']> = {},
): Note {
  return { severity, category, message, suggestion, anchor: { field, ...anchor } };
}

const clipped = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}...` : text);

/** Fields with a placeholder or mark-up in them. */
export function formatCheck(texts: readonly (readonly [field: string, text: string, anchor?: Partial<Note['anchor']>])[]): CheckResult {
  const notes = texts.flatMap(([field, text, anchor]) => {
    const found = findPlaceholder(text);
    return found ? [note('critical', 'format', field, `${field} has a placeholder or mark-up in it.`, 'Write what is meant, in plain words.',
      { ...anchor, quote: clipped(found) })] : [];
  });
  return { passed: notes.length === 0, details: notes.length === 0 ? 'Plain text everywhere.' : `${notes.length} field(s) hold a placeholder.`, notes };
}

/** What is wrong with a premise that says nothing of its own, or null. */
function emptiness(premise: string): string | null {
  const { words, specific, emptyShare, grammarShare } = substanceOf(premise);
  if (words < MIN_PREMISE_WORDS) return `The premise has ${words} words.`;
  if (grammarShare < MIN_GRAMMAR_SHARE) return 'The premise is no sentence: it lists words.';
  if (specific < MIN_SPECIFIC_WORDS) return `The premise has ${specific} word(s) that only this story has.`;
  if (emptyShare > MAX_EMPTY_SHARE) return 'Most words of the premise would fit any story.';
  return null;
}

function substanceCheck(doc: BibleContent): CheckResult {
  const premise = textOf(doc, 'premise');
  const reason = emptiness(premise);
  return {
    passed: reason === null, details: reason ?? 'The premise says who, what and where.',
    notes: reason === null ? [] : [note('critical', 'premise', 'premise', reason,
      'Say in two or three sentences who it is about, what happens to them, and where.', { quote: clipped(premise) })],
  };
}

function premiseFinding(doc: BibleContent): Finding {
  const nonsense = findNonsense(textOf(doc, 'premise'), isEnglish(textOf(doc, 'premise')));
  if (nonsense) return { score: 5, rationale: `The premise ${nonsense}.` };
  const { specific, emptyShare } = substanceOf(textOf(doc, 'premise'));
  const score = Math.min(MAX_FORM_SCORE, 35 + specific * 5) - Math.round(Math.max(0, emptyShare - 0.2) * 60);
  return { score: Math.max(0, Math.min(100, score)), rationale: 'The premise says something of its own. Whether that is a story worth telling is not judged.' };
}

/** Whether someone wants or resists something, in the logline or the premise; the words for it are known in English only. */
export function conflictFinding(doc: BibleContent): Finding | NotJudged {
  const texts = [textOf(doc, 'premise'), textOf(doc, 'logline'), ...(doc.characters ?? []).map(({ want }) => want && `wants ${want}`)];
  if (substanceOf(texts.join(' ')).hasStakes) return { score: 85, rationale: 'A character wants or resists something.' };
  if (detectLanguage(texts.join(' ')) !== 'en') return { notJudged: 'what is at stake is found in English words only.' };
  return {
    score: 40, rationale: 'Nobody wants, fears or resists anything.',
    notes: [note('major', 'conflict', 'premise', 'Nothing is at stake: nobody wants, fears or resists anything.',
      'Say what a character wants and what is in the way.', { quote: clipped(textOf(doc, 'premise')) })],
  };
}

/** Whether the logline is one sentence that stands by itself. */
export function loglineFinding(doc: BibleContent): Finding {
  const logline = textOf(doc, 'logline');
  const words = wordsOf(logline).length;
  const quote = clipped(logline);
  if (words < 4) {
    return { score: 30, rationale: 'The logline is only a few words.', notes: [note('major', 'craft', 'logline', `The logline has ${words} word(s).`,
      'Say in one sentence who does what against whom.', { quote })] };
  }
  if (words > MAX_LOGLINE_WORDS || sentencesIn(logline).length > 2) {
    return { score: 55, rationale: 'The logline is longer than a line.', notes: [note('minor', 'craft', 'logline', `The logline has ${words} words.`,
      'One sentence of at most 40 words is remembered.', { quote })] };
  }
  return { score: 85, rationale: `A logline of ${words} words.` };
}

function originalityFinding(doc: BibleContent): Finding {
  const [logline, premise] = [textOf(doc, 'logline'), textOf(doc, 'premise')];
  if (wordsOf(premise).length > wordsOf(logline).length + MIN_PREMISE_WORDS || overlapOf(premise, logline) < TOO_ALIKE) {
    return { score: 80, rationale: 'The premise says more than the logline.' };
  }
  return {
    score: 40, rationale: 'The premise repeats the logline.',
    notes: [note('major', 'originality', 'premise', 'The premise repeats the logline.', 'Say what the logline leaves out.', { quote: clipped(premise) })],
  };
}

/** Judges a short field such as the tone by its form; its meaning is not judged. */
export const shortFinding = (field: BibleTextKey, category: string, suggestion: string) => (doc: BibleContent): Finding | NotJudged => {
  const text = textOf(doc, field);
  const words = wordsOf(text).length;
  const empty = words === 0 ? null : findEmptyName(text, isEnglish(textOf(doc, 'premise')));
  if (empty) {
    const notes = [note('major', category, field, `${field} ${empty.reason}.`, suggestion, { quote: clipped(text) })];
    return { score: 10, rationale: `The ${field} ${empty.reason}.`, notes };
  }
  if (words === 0) return { score: 0, rationale: `No ${field}.`, notes: [note('major', category, field, `${field} says nothing.`, suggestion)] };
  if (words <= 120) return { notJudged: `the ${field} is named; whether it fits is for a person to say.` };
  return { score: 60, rationale: `The ${field} is not named but told.`, notes: [note('minor', category, field, `${field} has ${words} words.`, suggestion)] };
};

/** Judges the genre where the words of the sources reveal it. */
function genreFinding(doc: ComparedContent): Finding | NotJudged {
  const named = shortFinding('genre', 'genre', 'Name the genre in a word or two.')(doc);
  if (!('notJudged' in named)) return named;
  const { sources } = doc;
  if (!sources || sources.notJudged.some((words) => words.includes('genre'))) return named;
  if (sources.otherGenre === null) return claimsGenre(textOf(doc, 'genre')) ? { score: 85, rationale: 'The sources have the vocabulary of the genre.' } : named;
  return { score: 10, rationale: `Another genre: ${sources.otherGenre}.` };
}

/** Holds the gate for anything copied from the sources or contrary to them: a report that passed it would certify nothing. */
function sourcesCheck({ sources, ...doc }: ComparedContent): CheckResult {
  if (!sources) return { passed: true, details: 'Not judged: it was not compared with sources.' };
  const { denied, copiedLogline, otherGenre, notJudged } = sources;
  const notes = [
    ...denied.map(({ field, characterId, quote, message }) => note('critical', 'sources', field, message, 'Change it, or take away the source that says otherwise.',
      { quote: clipped(quote), ...(characterId ? { characterId } : {}) })),
    ...(copiedLogline === null ? [] : [note('critical', 'craft', 'logline', `The logline is a sentence of the source: “${clipped(copiedLogline)}”`,
      'Say in words of your own who wants what, and what is in the way.', { quote: clipped(textOf(doc, 'logline')) })]),
    ...(otherGenre === null ? [] : [note('critical', 'genre', 'genre', `Another genre: ${otherGenre}.`, 'Name the genre that the sources are of, or leave it to a person.',
      { quote: clipped(textOf(doc, 'genre')) })]),
  ];
  const details = [notes[0]?.message ?? 'Nothing that was compared contradicts the sources.', ...notJudged.map((words) => `Not judged: ${words}`)].join(' ');
  return { passed: notes.length === 0, details, notes };
}

const PREMISE_TEXTS = ['logline', 'genre', 'audience', 'tone', 'premise'] as const;

/** The nonsense in a field: words of no language, or words in no order of a sentence. Null for an honest text. */
function nonsenseIn(doc: BibleContent, field: (typeof PREMISE_TEXTS)[number]): string | null {
  const text = textOf(doc, field);
  const inEnglish = isEnglish(textOf(doc, 'premise'));
  if (field === 'premise' || field === 'logline') return findNonsense(text, inEnglish);
  const empty = wordsOf(text).length === 0 ? null : findEmptyName(text, inEnglish);
  return empty?.isNonsense ? empty.reason : null;
}

function wordingCheck(doc: BibleContent): CheckResult {
  const notes = PREMISE_TEXTS.flatMap((field) => {
    const reason = nonsenseIn(doc, field);
    return reason === null ? [] : [note('critical', field, field, `${field} ${reason}.`, 'Write what is meant, in plain words.', { quote: clipped(textOf(doc, field)) })];
  });
  return { passed: notes.length === 0, details: notes[0]?.message ?? 'Every field is written in words.', notes };
}

/** A premise that only repeats the logline says nothing: the plan would have one sentence to work from. */
function ownWordsCheck(doc: BibleContent): CheckResult {
  const [logline, premise] = [textOf(doc, 'logline'), textOf(doc, 'premise')].map((text) => wordsOf(text).join(' '));
  const passed = premise === '' || premise !== logline;
  return {
    passed, details: passed ? 'The premise has words of its own.' : 'The premise is the logline.',
    notes: passed ? [] : [note('critical', 'originality', 'premise', 'The premise is the logline.', 'Say what the logline leaves out.', { quote: clipped(textOf(doc, 'premise')) })],
  };
}

function repetitionCheck(doc: BibleContent): CheckResult {
  const repeated = findRepeatedSentence(textOf(doc, 'premise'));
  return {
    passed: repeated === null, details: repeated === null ? 'No sentence comes twice.' : 'A sentence comes twice.',
    notes: repeated === null ? [] : [note('minor', 'repetition', 'premise', 'The same sentence comes twice.', 'Keep it once.', { quote: clipped(repeated) })],
  };
}

function readingTimeCheck(doc: BibleContent): CheckResult {
  const seconds = readingSeconds(textOf(doc, 'premise'));
  const passed = seconds <= MAX_PREMISE_SECONDS;
  return {
    passed, details: `The premise reads in ${seconds} seconds.`,
    notes: passed ? [] : [note('minor', 'reading_time', 'premise', `The premise takes ${Math.round(seconds / 60)} minutes to read.`, 'Leave the plot to the episodes.')],
  };
}

/** The judges that both phases have in common. */
export const PREMISE_CATEGORIES: Rubric<ComparedContent>['categories'] = [
  { category: 'premise', weight: 3, of: ['premise'], judge: premiseFinding },
  { category: 'craft', weight: 1, of: ['logline'], judge: loglineFinding },
  { category: 'originality', weight: 1, of: ['logline', 'premise'], judge: originalityFinding },
  { category: 'tone', weight: 1, of: ['tone', 'premise'], judge: shortFinding('tone', 'tone', 'Name the tone in a few words.') },
  { category: 'genre', weight: 1, of: ['genre', 'premise', 'sources'], judge: genreFinding },
  { category: 'audience', weight: 1, of: ['audience', 'premise'], judge: shortFinding('audience', 'audience', 'Say for whom it is made.') },
];

export const PREMISE_CHECKS: Rubric<ComparedContent>['checks'] = [
  { id: 'sources', holdsGate: true, run: sourcesCheck },
  { id: 'substance', holdsGate: true, of: ['premise'], run: substanceCheck },
  { id: 'wording', holdsGate: true, of: PREMISE_TEXTS, run: wordingCheck },
  { id: 'own_words', holdsGate: true, of: ['premise', 'logline'], run: ownWordsCheck },
  { id: 'repetition', of: ['premise'], run: repetitionCheck },
  { id: 'reading_time', of: ['premise'], run: readingTimeCheck },
];

/** How the premise of a Series Bible is judged, before anything is planned on it. */
export const PREMISE_RUBRIC: Rubric<ComparedContent> = {
  version: 'bible-premise-3',
  gateThreshold: GATE_THRESHOLD,
  categories: [...PREMISE_CATEGORIES, { category: 'conflict', weight: 2, of: ['premise', 'logline'], judge: conflictFinding }],
  checks: [
    ...PREMISE_TEXTS.map((field) => ({ id: `format.${field}`, holdsGate: true, of: [field], run: (doc: BibleContent) => formatCheck([[field, textOf(doc, field)]]) })),
    ...PREMISE_CHECKS,
  ],
  about: (doc) => ({ logline: textOf(doc, 'logline') || null, synopsis: textOf(doc, 'premise') || null }),
};
