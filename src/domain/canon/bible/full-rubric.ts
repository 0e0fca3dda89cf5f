import type { CheckResult, Finding, Note, NotJudged, Rubric } from '../../../kernel/families/coverage/rubric.js';
import type { Contradiction } from '../../../craft/narrative/canon/contradictions.js';
import { contentWords, looksAlike, overlapOf, readingSeconds, substanceOf, wordsOf } from '../../../craft/narrative/canon/wording.js';
import { BIBLE_TEXT_KEYS, type BibleCharacter, type BibleContent, type BibleEpisode } from '../series-bible.js';
import {
  conflictFinding, formatCheck, GATE_THRESHOLD, note, PREMISE_CATEGORIES, PREMISE_CHECKS, textOf, type ComparedContent,
} from './premise-rubric.js';

/** What a script of the project shows the judge: who speaks in it, and how much of it is dialogue. */
export interface JudgedScript { scriptUploadId: string; title: string; speakers: string[]; dialogueWords: number; words: number }

/** A Series Bible with the scripts of its project and what contradicts the locked facts of its ledger. */
export type FullBible = ComparedContent & { scripts: JudgedScript[]; contradictions: Contradiction[] };

const MIN_SUMMARY_WORDS = 5;
const MIN_DIALOGUE_SHARE = 0.2;
const TOO_ALIKE = 0.9;
const MAX_BIBLE_SECONDS = 3_600;

const charactersOf = (doc: BibleContent): readonly BibleCharacter[] => doc.characters ?? [];
const episodesOf = (doc: BibleContent): readonly BibleEpisode[] => doc.episodes ?? [];

const CHARACTER_TEXTS = ['role', 'want', 'wound', 'arc', 'voice', 'relationships'] as const;
/** How many texts of a character say something; each character needs at least one. */
const described = (character: BibleCharacter): number =>
  CHARACTER_TEXTS.filter((field) => contentWords(character[field]).length > 0 && !/^character$/iu.test(character[field].trim())).length;

function characterFinding(doc: FullBible): Finding {
  const characters = charactersOf(doc);
  if (characters.length === 0) return { score: 0, rationale: 'No characters.' };
  const blank = characters.filter((character) => described(character) === 0);
  const fullness = characters.reduce((sum, character) => sum + Math.min(1, described(character) / 2), 0) / characters.length;
  return {
    score: Math.round(30 + 65 * fullness), rationale: `${characters.length - blank.length} of ${characters.length} characters are described.`,
    notes: blank.map(({ id, name }) => note('major', 'character', 'characters', `${name} is never described.`,
      'Give at least a role, and what the character wants or how it speaks.', { characterId: id, quote: name })),
  };
}

function structureFinding(doc: FullBible): Finding {
  const episodes = episodesOf(doc);
  if (episodes.length === 0) return { score: 0, rationale: 'No episodes.' };
  const thin = episodes.filter(({ summary }) => wordsOf(summary).length < MIN_SUMMARY_WORDS);
  return {
    score: Math.round(30 + 65 * (1 - thin.length / episodes.length)),
    rationale: `${episodes.length - thin.length} of ${episodes.length} episodes say what happens.`,
    notes: thin.map(({ id, title }) => note('major', 'structure', 'episodes', `${title} does not say what happens.`,
      'Say in a sentence or two what happens and what changes.', { episodeId: id, quote: title })),
  };
}

function themeFinding(doc: FullBible): Finding | NotJudged {
  if (contentWords(textOf(doc, 'themes')).length > 0) return { notJudged: 'the themes are named; whether the story has them is for a person to say.' };
  return {
    score: 60, rationale: 'No themes are named.',
    notes: [note('minor', 'theme', 'themes', 'No themes are named.', 'Name what the story keeps coming back to.')],
  };
}

function canonFormat(doc: FullBible): CheckResult {
  return formatCheck([
    ...charactersOf(doc).flatMap((character) => [['name', character.name] as const, ...CHARACTER_TEXTS.map((field) => [field, character[field]] as const)]
      .map(([, text]) => ['characters', text, { characterId: character.id }] as const)),
    ...episodesOf(doc).flatMap((episode) => [episode.title, episode.summary].map((text) => ['episodes', text, { episodeId: episode.id }] as const)),
  ]);
}

function namesCheck(doc: FullBible): CheckResult {
  const characters = charactersOf(doc);
  const notes = characters.flatMap((one, at) => characters.slice(at + 1).filter((other) => looksAlike(one.name, other.name)).map((other) =>
    note('minor', 'names', 'characters', `${one.name} and ${other.name} are easily taken for one another.`, 'Rename one of them.',
      { characterId: other.id, quote: `${one.name}, ${other.name}` })));
  return { passed: notes.length === 0, details: notes.length === 0 ? 'All names differ.' : `${notes.length} pair(s) of names look or sound alike.`, notes };
}

/** Checks the speakers of scripts against the cast. Words alone do not tell who is a person in an episode summary, so those are not checked. */
function castCheck(doc: FullBible): CheckResult {
  const known = new Set(charactersOf(doc).flatMap(({ name }) => [name.toLowerCase(), ...wordsOf(name)]));
  const unknown = doc.scripts.flatMap(({ scriptUploadId, speakers }) => speakers
    .filter((speaker) => !known.has(speaker.toLowerCase()) && !wordsOf(speaker).some((word) => known.has(word)))
    .map((speaker) => note('minor', 'cast', 'characters', `${speaker} speaks in a script and is not among the characters.`,
      `Add ${speaker} to the characters.`, { scriptUploadId, quote: speaker })));
  return { passed: unknown.length === 0, details: unknown.length === 0 ? 'Everybody who speaks is among the characters.' : `${unknown.length} speaker(s) are unknown.`, notes: unknown };
}

function continuityCheck({ contradictions }: FullBible): CheckResult {
  const notes = contradictions.map(({
    factId, statement, quote, reason, scriptUploadId, episodeId, bibleField, characterId, sceneIndex, entryIndex,
  }): Note => ({
    severity: 'major', category: 'continuity', message: `${reason} The ledger says: “${statement}” The text says: “${quote}”`,
    anchor: {
      field: bibleField ?? 'continuity', quote, ...(characterId ? { characterId } : {}), ...(scriptUploadId ? { scriptUploadId } : {}), ...(episodeId ? { episodeId } : {}),
      ...(sceneIndex === undefined ? {} : { sceneIndex }), ...(entryIndex === undefined ? {} : { entryIndex }),
    },
    suggestion: `Change the line, or unlock the fact ${factId}.`,
  }));
  return { passed: notes.length === 0, details: notes.length === 0 ? 'Nothing contradicts a locked fact.' : `${notes.length} line(s) contradict a locked fact.`, notes };
}

function lengthCheck(doc: FullBible): CheckResult {
  const [people, episodes] = [charactersOf(doc).length, episodesOf(doc).length];
  return { passed: people > 0 && episodes > 0, details: `${people} character(s) and ${episodes} episode(s).` };
}

function repetitionCheck(doc: FullBible): CheckResult {
  const episodes = episodesOf(doc).filter(({ summary }) => wordsOf(summary).length >= MIN_SUMMARY_WORDS);
  const notes = episodes.flatMap((one, at) => episodes.slice(0, at)
    .filter((other) => overlapOf(one.summary, other.summary) >= TOO_ALIKE && overlapOf(other.summary, one.summary) >= TOO_ALIKE).slice(0, 1)
    .map((other) => note('major', 'repetition', 'episodes', `${one.title} has the summary of ${other.title}.`, 'Say what is different in it.',
      { episodeId: one.id, quote: one.title })));
  return { passed: notes.length === 0, details: notes.length === 0 ? 'Every episode has a summary of its own.' : `${notes.length} summary(s) come twice.`, notes };
}

function readingTimeCheck(doc: FullBible): CheckResult {
  const texts = [...BIBLE_TEXT_KEYS.map((key) => doc[key] ?? ''), ...charactersOf(doc).flatMap((each) => Object.values(each)), ...episodesOf(doc).map(({ summary }) => summary)];
  const seconds = readingSeconds(texts.join(' '));
  return { passed: seconds <= MAX_BIBLE_SECONDS, details: `What is judged reads in ${Math.max(1, Math.round(seconds / 60))} minute(s).` };
}

function dialogueCheck({ scripts }: FullBible): CheckResult {
  const notes = scripts.filter(({ words, dialogueWords }) => words > 0 && dialogueWords / words < MIN_DIALOGUE_SHARE)
    .map(({ scriptUploadId, title, words, dialogueWords }) => note('minor', 'dialogue', 'scripts',
      `${title} is dialogue for ${Math.round((dialogueWords / words) * 100)} % only.`, 'Let a character say what the action tells.', { scriptUploadId }));
  return { passed: notes.length === 0, details: scripts.length === 0 ? 'There is no script yet.' : `${scripts.length} script(s) counted.`, notes };
}

function substanceOfCast(doc: FullBible): CheckResult {
  const any = charactersOf(doc).some((character) => described(character) > 0);
  return { passed: any, details: any ? 'At least one character is described.' : 'No character is described.' };
}

function episodesSaySomething(doc: FullBible): CheckResult {
  const any = episodesOf(doc).some(({ summary }) => substanceOf(summary).specific > 1);
  return { passed: any, details: any ? 'At least one episode says what happens.' : 'No episode says what happens.' };
}

const TEXTS = ['logline', 'genre', 'audience', 'tone', 'premise', 'format', 'seasonArc', 'themes', 'worldRules', 'canonTimeline', 'locationTruths'] as const;

/**
 * How a whole Series Bible is judged, before an episode is started. Scores and the gate depend on the Bible, and on the sources
 * that it was compared with; scripts and the ledger add notes and checks that do not hold the gate.
 */
export const FULL_RUBRIC: Rubric<FullBible> = {
  version: 'bible-full-3',
  gateThreshold: GATE_THRESHOLD,
  categories: [
    ...PREMISE_CATEGORIES,
    { category: 'conflict', weight: 2, of: ['premise', 'logline', 'characters'], judge: conflictFinding },
    { category: 'character', weight: 3, of: ['characters'], judge: characterFinding },
    { category: 'structure', weight: 3, of: ['episodes'], judge: structureFinding },
    { category: 'theme', weight: 1, of: ['themes'], judge: themeFinding },
  ],
  checks: [
    ...TEXTS.map((field) => ({ id: `format.${field}`, holdsGate: true, of: [field], run: (doc: FullBible) => formatCheck([[field, textOf(doc, field)]]) })),
    { id: 'format.canon', holdsGate: true, of: ['characters', 'episodes'], run: canonFormat },
    ...PREMISE_CHECKS,
    { id: 'length', holdsGate: true, of: ['characters', 'episodes'], run: lengthCheck },
    { id: 'described', holdsGate: true, of: ['characters'], run: substanceOfCast },
    { id: 'told', holdsGate: true, of: ['episodes'], run: episodesSaySomething },
    { id: 'names', of: ['characters'], run: namesCheck },
    { id: 'cast', of: ['characters', 'scripts'], run: castCheck },
    { id: 'episodes', of: ['episodes'], run: repetitionCheck },
    { id: 'whole_reading_time', run: readingTimeCheck },
    { id: 'dialogue_share', of: ['scripts'], run: dialogueCheck },
    { id: 'continuity', of: ['contradictions'], run: continuityCheck },
  ],
  about: (doc) => ({ logline: textOf(doc, 'logline') || null, synopsis: textOf(doc, 'seasonArc') || textOf(doc, 'premise') || null }),
};
