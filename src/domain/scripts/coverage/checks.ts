import type { CheckResult, Note, Rubric } from '../../../kernel/families/coverage/rubric.js';
import { actionOf, at, dialogueOf, dialogueShare, folded, lookAlike, readingMinutes, repeatsIn, speakersOf, wordsIn } from './measures.js';
import type { JudgedEntry, ScriptDocument } from './script-document.js';

const MAX_NOTES = 10;
const MAX_NAMED = 5;
/** Most words of one speech or paragraph before a reader loses the thread. */
const MAX_ENTRY_WORDS = 180;
const MAX_REPEATED_SHARE = 0.15;
const DIALOGUE_RANGE = [0.2, 0.97] as const;
/** Limits of the length, as factors of the target length. */
const LENGTH_RANGE = [0.5, 1.8] as const;

const listed = (names: readonly string[]): string => `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''}`;
const rounded = (value: number): string => (Math.round(value * 10) / 10).toString();

function note(severity: Note['severity'], category: string, message: string, entry: JudgedEntry | null, suggestion: string | null): Note {
  return { severity, category, message, anchor: entry ? at(entry) : null, suggestion };
}

/** True for lines that consist of marks or unpronounceable letters instead of words. */
const isNoise = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  const odd = words.filter((word) => /^[a-z]+$/i.test(word) && (!/[aeiouy]/i.test(word) || /[^aeiouy]{6,}/i.test(word) || word.length > 24)).length;
  return wordsIn(text) > 0 && (letters < text.replace(/\s/g, '').length * 0.6 || (words.length > 0 && odd / words.length > 0.34));
};

function format(doc: ScriptDocument): CheckResult {
  const headed = doc.scenes.filter(({ heading }) => heading.trim() !== '').length;
  const spoken = [...dialogueOf(doc), ...actionOf(doc)];
  const long = spoken.filter(({ text }) => wordsIn(text) > MAX_ENTRY_WORDS);
  const noise = spoken.filter(({ text }) => isNoise(text));
  const isText = spoken.length > 0 && noise.length / spoken.length < 0.25;
  return {
    passed: headed > 0 && dialogueOf(doc).length > 0 && isText,
    details: headed === 0 ? 'It has no scene heading.' : dialogueOf(doc).length === 0 ? 'Nobody speaks.'
      : !isText ? `${noise.length} of ${spoken.length} entries are not words.` : `${headed} scene(s) with headings, ${dialogueOf(doc).length} speeches.`,
    notes: [
      ...long.slice(0, MAX_NOTES).map((entry) => note('minor', 'craft', `${wordsIn(entry.text)} words in one piece.`, entry, 'Split it, or let another character answer.')),
      ...noise.slice(0, MAX_NOTES).map((entry) => note('critical', 'craft', 'This is not made of words.', entry, 'Write what is seen or said.')),
    ],
  };
}

const namesOf = ({ people }: ScriptDocument): string[] => people.flatMap(({ name, aliases }) => [name, ...aliases]);

/** True when a cue is a name of the canon or a part of one (ADA for Ada Brandt), or contains one. */
function isKnown(cue: string, names: readonly string[]): boolean {
  const said = folded(cue);
  return names.some((name) => {
    const known = folded(name);
    return known === said || ` ${known} `.includes(` ${said} `) || ` ${said} `.includes(` ${known} `);
  });
}

const isDescribed = (cue: string, doc: ScriptDocument): boolean => actionOf(doc).some(({ text }) => ` ${folded(text)} `.includes(` ${folded(cue)} `));

const firstLineOf = (cue: string, doc: ScriptDocument): JudgedEntry | null => dialogueOf(doc).find(({ character }) => character === cue) ?? null;

/** How the speakers are known when none is a stranger. `unseen` are those whom the action does not name. */
function whoIsKnown(names: readonly string[], unseen: readonly string[]): string {
  if (unseen.length === 0) return 'Everybody who speaks is described.';
  return names.length === 0 ? `The canon names nobody; not described: ${listed(unseen)}.` : `Everybody who speaks is described, or known from the canon alone: ${listed(unseen)}.`;
}

function cast(doc: ScriptDocument): CheckResult {
  const names = namesOf(doc);
  const unseen = speakersOf(doc).map(({ character }) => character).filter((cue) => !isDescribed(cue, doc));
  const strangers = unseen.filter((cue) => names.length > 0 && !isKnown(cue, names));
  return {
    passed: strangers.length === 0, details: strangers.length === 0 ? whoIsKnown(names, unseen) : `Neither in the canon nor described: ${listed(strangers)}.`,
    notes: strangers.slice(0, MAX_NOTES).map((cue) => note('major', 'character', `${cue} speaks and nobody knows who that is.`, firstLineOf(cue, doc),
      doc.onlyHeard?.includes(cue) ? 'Add them to the cast.' : 'Describe them where they come in, or add them to the cast.')),
  };
}

/** Finds names that almost equal a name of the canon: most likely the same person, misspelt. */
function continuity(doc: ScriptDocument): CheckResult {
  const names = namesOf(doc);
  const misspelt = speakersOf(doc).map(({ character }) => character).filter((cue) => !isKnown(cue, names))
    .flatMap((cue) => names.filter((name) => lookAlike(cue, name)).slice(0, 1).map((name) => ({ cue, name })));
  return {
    passed: misspelt.length === 0,
    details: misspelt.length === 0 ? 'Names are spelt as in the canon.' : `Spelt otherwise than in the canon: ${listed(misspelt.map(({ cue, name }) => `${cue} (${name})`))}.`,
    notes: misspelt.slice(0, MAX_NOTES).map(({ cue, name }) => note('major', 'character', `${cue} is ${name} in the canon.`, firstLineOf(cue, doc), `Write ${name.toUpperCase()}.`)),
  };
}

function length(doc: ScriptDocument): CheckResult {
  const minutes = rounded(readingMinutes(doc));
  if (doc.targetPages === null) return { passed: true, details: `${doc.pageCount} page(s), about ${minutes} minutes; no outline says how long it should be.` };
  const share = doc.pageCount / doc.targetPages;
  const passed = share >= LENGTH_RANGE[0] && share <= LENGTH_RANGE[1];
  return {
    passed, details: `${doc.pageCount} page(s) of ${rounded(doc.targetPages)} planned, about ${minutes} minutes.`,
    notes: passed ? [] : [note('minor', 'pacing', share < 1 ? 'It is much shorter than its outline.' : 'It is much longer than its outline.', null,
      share < 1 ? 'Play out a beat that is only told.' : 'Cut what repeats, or plan more pages.')],
  };
}

function structure(doc: ScriptDocument): CheckResult {
  const entries = [...dialogueOf(doc), ...actionOf(doc)];
  const scenesWithWords = new Set(entries.map(({ sceneIndex }) => sceneIndex)).size;
  const passed = scenesWithWords >= 1 && entries.length >= 6 && speakersOf(doc).length >= 1;
  return {
    passed, details: `${scenesWithWords} scene(s) with words, ${entries.length} entries, ${speakersOf(doc).length} speaker(s).`,
    notes: passed ? [] : [note('critical', 'structure', 'There is too little for an opening, a turn and an end.', entries[0] ?? null, 'Write at least one exchange that changes something.')],
  };
}

function share(doc: ScriptDocument): CheckResult {
  const value = dialogueShare(doc);
  return {
    passed: value >= DIALOGUE_RANGE[0] && value <= DIALOGUE_RANGE[1],
    details: `${Math.round(value * 100)} % of the words are dialogue.`,
    notes: value < DIALOGUE_RANGE[0] ? [note('major', 'dialogue', 'The narrator says nearly everything.', actionOf(doc)[0] ?? null, 'Let people say what the action tells.')] : [],
  };
}

function repetition(doc: ScriptDocument): CheckResult {
  const repeats = repeatsIn(doc);
  const said = dialogueOf(doc).length + actionOf(doc).length;
  const value = said === 0 ? 0 : repeats.length / said;
  return {
    passed: value <= MAX_REPEATED_SHARE,
    details: `${repeats.length} of ${said} entries say what was said before, word for word.`,
    notes: repeats.slice(0, MAX_NOTES).map(({ entry, first }) => note('major', 'originality', `The same words as in entry ${first.index}.`, entry, 'Cut one, or let it answer the other.')),
  };
}

function names(doc: ScriptDocument): CheckResult {
  const cues = speakersOf(doc).map(({ character }) => character);
  const pairs = cues.flatMap((one, place) => cues.slice(place + 1).filter((other) => lookAlike(one, other)).map((other) => [one, other] as const));
  return {
    passed: pairs.length === 0,
    details: pairs.length === 0 ? 'No two speakers have names that look alike.' : `Easily confused: ${listed(pairs.map((pair) => pair.join(' and ')))}.`,
    notes: pairs.slice(0, MAX_NOTES).map(([one, other]) => note('minor', 'character', `${one} and ${other} look alike on the page and sound alike.`, firstLineOf(other, doc), `Rename one of them.`)),
  };
}

function described(doc: ScriptDocument): CheckResult {
  const voices = doc.onlyHeard ?? [];
  const unseen = speakersOf(doc).map(({ character }) => character).filter((cue) => !voices.includes(cue) && !isDescribed(cue, doc));
  return {
    passed: unseen.length === 0,
    details: unseen.length === 0 ? 'Everybody is seen before or while they speak.' : `Never described: ${listed(unseen)}.`,
    notes: unseen.slice(0, MAX_NOTES).map((cue) => note('minor', 'character', `${cue} is heard and never seen.`, firstLineOf(cue, doc), 'Say in the action who comes in.')),
  };
}

/** The checks of a script. Those that hold the gate find texts that are unfit to be heard, however good the rest is. */
export const SCRIPT_CHECKS: Rubric<ScriptDocument>['checks'] = [
  { id: 'format', holdsGate: true, run: format },
  { id: 'structure', holdsGate: true, run: structure },
  { id: 'repetition', holdsGate: true, run: repetition },
  { id: 'cast', run: cast },
  { id: 'continuity', run: continuity },
  { id: 'length', run: length },
  { id: 'dialogue_share', run: share },
  { id: 'look_alike_names', run: names },
  { id: 'described', run: described },
];
