import type { Finding, Note, Rubric } from '../../../kernel/families/coverage/rubric.js';
import { SCRIPT_CHECKS } from './checks.js';
import {
  actionOf, at, dialogueOf, dialogueShare, meaningOf, percent, readingMinutes, repeatsIn, sharedMeaning, speakersOf, within, wordsIn,
} from './measures.js';
import type { JudgedEntry, ScriptDocument } from './script-document.js';

const MAX_NOTES = 5;
/** Least share of a beat's words that the text must contain for the beat to count as told. */
const TOLD_SHARE = 0.3;

const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length);
const finding = (score: number, rationale: string, notes: readonly Note[] = []): Finding => ({ score: Math.round(score), rationale, notes });

/** Beats of the outline with the share of their words that the text has. */
function beatsTold(doc: ScriptDocument): { summary: string; share: number }[] {
  const text = meaningOf(doc.entries.map((entry) => entry.text).join(' '));
  return doc.beats.map(({ summary }) => ({ summary, share: sharedMeaning(meaningOf(summary), text) }));
}

function premise(doc: ScriptDocument): Finding {
  const beats = beatsTold(doc);
  if (beats.length === 0) return finding(70, 'No outline says what it should tell.');
  const missing = beats.filter(({ share }) => share < TOLD_SHARE);
  return finding(mean(beats.map(({ share }) => within(share, [0, 0.5, 1, 2]))), `${beats.length - missing.length} of ${beats.length} beats of the outline are found in it.`,
    missing.slice(0, MAX_NOTES).map(({ summary }) => ({
      severity: 'major', category: 'premise', message: `A beat of the outline is not found: ${summary}`, anchor: null, suggestion: 'Play it, or change the outline.',
    })));
}

function structure(doc: ScriptDocument): Finding {
  const spoken = dialogueOf(doc);
  const opening = spoken[0] && spoken[0].index <= Math.max(12, doc.entries.length * 0.2) ? 100 : 40;
  const scenes = within(doc.scenes.length, [0, 2, 60, 120]);
  const last = doc.entries.filter(({ kind }) => kind === 'dialogue' || kind === 'action').at(-1);
  const ending = last && wordsIn(last.text) >= 3 ? 100 : 60;
  const perScene = doc.scenes.map(({ index }) => doc.entries.filter((entry) => entry.sceneIndex === index && entry.kind !== 'scene_heading').length);
  const empty = perScene.filter((count) => count === 0).length;
  return finding(mean([opening, scenes, ending, percent(1 - empty / Math.max(1, perScene.length))]),
    `${doc.scenes.length} scene(s), ${empty} of them empty; the first words are spoken in entry ${spoken[0]?.index ?? 'none'}.`);
}

function character(doc: ScriptDocument): Finding {
  const speakers = speakersOf(doc);
  const lines = speakers.reduce((sum, { lineCount }) => sum + lineCount, 0);
  const most = Math.max(0, ...speakers.map(({ lineCount }) => lineCount)) / Math.max(1, lines);
  const once = speakers.filter(({ lineCount }) => lineCount === 1).length;
  return finding(mean([within(speakers.length, [0, 2, 12, 30]), within(most, [0, 0.1, 0.7, 1.05]), percent(1 - once / Math.max(1, speakers.length))]),
    `${speakers.length} speaker(s); the one who says most has ${Math.round(most * 100)} % of the lines; ${once} say(s) a single one.`);
}

function dialogue(doc: ScriptDocument): Finding {
  const lines = dialogueOf(doc);
  const words = lines.map(({ text }) => wordsIn(text));
  const changes = lines.filter((line, place) => place > 0 && line.character !== lines[place - 1]!.character).length;
  const exchange = changes / Math.max(1, lines.length - 1);
  const parts = [within(mean(words), [1, 4, 30, 90]), within(exchange, [0, 0.4, 1, 2]), within(dialogueShare(doc), [0, 0.3, 0.9, 1.05])];
  return finding(lines.length === 0 ? 0 : mean(parts),
    `${lines.length} speeches of ${Math.round(mean(words))} words on average; the speaker changes after ${Math.round(exchange * 100)} % of them.`);
}

const OPPOSES = /\?|!|\b(?:no|not|never|nobody|nothing|but|why|cannot|can['’]t|won['’]t|don['’]t|didn['’]t|isn['’]t|wasn['’]t|must|refuse|wrong|stop|lie|lied)\b/iu;

function conflict(doc: ScriptDocument): Finding {
  const lines = dialogueOf(doc);
  const against = lines.filter(({ text }) => OPPOSES.test(text));
  const share = against.length / Math.max(1, lines.length);
  return finding(within(share, [0, 0.3, 1, 2]), `${against.length} of ${lines.length} speeches ask, refuse or contradict.`);
}

/** The longest run of action without dialogue, in words, and its last entry. */
function longestTelling(doc: ScriptDocument): { words: number; entry: JudgedEntry | null } {
  let run = 0;
  let longest: { words: number; entry: JudgedEntry | null } = { words: 0, entry: null };
  for (const entry of doc.entries) {
    run = entry.kind === 'action' ? run + wordsIn(entry.text) : entry.kind === 'dialogue' ? 0 : run;
    if (run > longest.words) longest = { words: run, entry };
  }
  return longest;
}

function pacing(doc: ScriptDocument): Finding {
  const length = doc.targetPages === null ? 75 : within(doc.pageCount / doc.targetPages, [0, 0.7, 1.4, 3]);
  const telling = longestTelling(doc);
  const notes: Note[] = telling.words > 250 && telling.entry ? [{
    severity: 'minor', category: 'pacing', message: `Nobody speaks for ${telling.words} words.`, anchor: at(telling.entry), suggestion: 'Break it with a line.',
  }] : [];
  return finding(mean([length, within(telling.words, [-1, 0, 150, 600])]), `About ${Math.round(readingMinutes(doc))} minute(s); nobody speaks for at most ${telling.words} words.`, notes);
}

function originality(doc: ScriptDocument): Finding {
  const said = dialogueOf(doc).length + actionOf(doc).length;
  const words = doc.entries.flatMap(({ text }) => [...meaningOf(text)]);
  const variety = words.length === 0 ? 0 : new Set(words).size / Math.sqrt(2 * words.length);
  const repeated = repeatsIn(doc).length / Math.max(1, said);
  return finding(mean([percent(1 - repeated * 4), within(variety, [0.5, 3, 40, 60])]), `${Math.round(repeated * 100)} % of the entries repeat another; ${new Set(words).size} different words of weight.`);
}

function craft(doc: ScriptDocument): Finding {
  const failed = SCRIPT_CHECKS.filter(({ run }) => !run(doc).passed).map(({ id }) => id);
  const score = percent(1 - failed.length / SCRIPT_CHECKS.length);
  return failed.length === 0 ? finding(score, 'Every check passes.') : { ...finding(score, `Checks that fail: ${failed.join(', ')}.`), namesFaults: true };
}

/** How a screenplay is judged. Everything is counted in the text, so that the same text always gets the same report. */
export const SCRIPT_RUBRIC: Rubric<ScriptDocument> = {
  version: 'script-3',
  gateThreshold: 60,
  categories: [
    { category: 'premise', weight: 2, judge: premise },
    { category: 'structure', weight: 2, judge: structure },
    { category: 'character', weight: 1.5, judge: character },
    { category: 'dialogue', weight: 2, judge: dialogue },
    { category: 'conflict', weight: 1, judge: conflict },
    { category: 'pacing', weight: 1.5, judge: pacing },
    { category: 'originality', weight: 1, judge: originality },
    { category: 'craft', weight: 1, judge: craft },
  ],
  checks: SCRIPT_CHECKS,
  about: (doc) => ({
    logline: doc.beats[0]?.summary ?? null,
    synopsis: `${doc.title}: ${doc.scenes.length} scene(s) on ${doc.pageCount} page(s), with ${speakersOf(doc).map(({ character: name }) => name).slice(0, 8).join(', ') || 'nobody who speaks'}.`,
  }),
};
