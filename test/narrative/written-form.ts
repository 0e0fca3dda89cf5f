import { expect } from '@jest/globals';
import type { ScriptBrief } from '../../src/craft/narrative/model.js';
import { readSeconds } from '../../src/craft/narrative/writing/direction/length.js';
import { analyseDelivery } from '../../src/craft/narrative/writing/direction/direction.js';
import { HARD_RULES, type Finding } from '../../src/craft/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../src/craft/narrative/writing/lint/lint.js';
import { analyseSource } from '../../src/craft/narrative/writing/material/source-analysis.js';
import { questionsAbout } from '../../src/craft/narrative/writing/modes/podcast/questions.js';
import { countWords, WORDS_PER_SECOND } from '../../src/craft/narrative/writing/wording/wording.js';
import { speakerOf, type Screenplay } from '../../src/craft/screenplay/model.js';

/** Words that are heard. */
export const wordsHeard = ({ entries, narrationPolicy }: Screenplay): number => entries.reduce((sum, entry) =>
  sum + (speakerOf(entry, narrationPolicy) === null ? 0 : countWords(entry.text)), 0);

/** Indexes, spans, scenes and cast agree with each other and with the one source of the brief. */
function expectWellFormed(screenplay: Screenplay, { sources: [source] }: ScriptBrief): void {
  screenplay.entries.forEach((entry, index) => {
    expect(entry.index).toBe(index);
    for (const span of entry.spans) {
      expect(span.sourceId).toBe(source!.sourceId);
      expect(span.start).toBeLessThan(span.end);
      expect(span.end).toBeLessThanOrEqual(source!.text!.length);
    }
    if ((entry.kind === 'dialogue' || entry.kind === 'action') && entry.origin !== 'stock') expect(entry.spans.length).toBeGreaterThan(0);
    expect(entry.text).toBe(entry.text.trim());
  });
  screenplay.scenes.forEach((scene, index) => {
    expect(scene.index).toBe(index);
    expect(screenplay.entries[scene.firstEntry]).toMatchObject({ kind: 'scene_heading', text: scene.heading });
    expect(scene.firstEntry).toBe(index === 0 ? 0 : screenplay.scenes[index - 1]!.lastEntry + 1);
  });
  const heard = new Set(screenplay.entries.map((entry) => speakerOf(entry, screenplay.narrationPolicy)).filter((cue) => cue !== null));
  expect(new Set(screenplay.cast.map((member) => member.character))).toEqual(heard);
  if (screenplay.narrationPolicy === 'suppress') expect(heard.has('NARRATOR')).toBe(false);
}

/**
 * What must hold for anything that the embedded writer makes of a text of several pages. `maxStockShare` is the share of the words heard that may be the
 * writer's own. Answers the findings of the linter.
 */
export function expectGoodWriting(screenplay: Screenplay, brief: ScriptBrief, maxStockShare = 0.17): Finding[] {
  expectWellFormed(screenplay, brief);
  const findings = lintScreenplay(screenplay, brief.sources, brief.tableRead.durationSeconds);
  expect(findings.filter(({ rule }) => HARD_RULES.has(rule))).toEqual([]);
  expect(screenplay.reviewNotes).toEqual(findings);
  expect(findings.filter(({ rule }) => rule === 'scene-head').length).toBeLessThanOrEqual(1);
  expect(findings.filter(({ rule }) => rule === 'repeat')).toEqual([]);
  const stock = screenplay.entries.reduce((sum, entry) =>
    sum + (entry.origin === 'stock' && entry.kind === 'dialogue' ? countWords(entry.text) : 0), 0);
  expect(stock / wordsHeard(screenplay)).toBeLessThanOrEqual(maxStockShare);
  for (const entry of analyseDelivery(screenplay).entries) {
    expect(entry.delivery !== undefined).toBe(speakerOf(entry, screenplay.narrationPolicy) !== null);
  }
  return findings;
}

/** The rules of the linter about what a listener stumbles over. */
const OF_HEARING: readonly string[] = ['host-change', 'two-voices', 'shared-i', 'dangling-opening', 'idle-question'];
/** A text that is not this many times as long as the wished programme may be too short for it. */
const ENOUGH = 1.15;
/** Characters of the longest tag that hands over to a quoted person before the words are said. */
const LONGEST_TAG = 80;
/** A shorter programme of long paragraphs misses its length by more. */
const EXACT_FROM_SECONDS = 240;

/**
 * What a listener expects of a documentary or a podcast: few lines that are not of the source, answers to what hosts ask, long
 * passages in order, the end of the source, one voice for its author, and no name of a file.
 */
export function expectGoodProgramme(screenplay: Screenplay, { sources: [source], tableRead }: ScriptBrief): void {
  const lines = screenplay.entries.filter(({ kind }) => kind === 'dialogue');
  const stock = lines.filter(({ origin }) => origin === 'stock');
  expect(stock.length).toBeLessThanOrEqual(Math.max(1, lines.length * 0.15));
  for (const line of stock) {
    if (line.text.endsWith('?')) expect(questionsAbout(screenplay.entries[line.index + 1]!.text).map(({ text }) => text)).toContain(line.text);
    expect(line.text).not.toMatch(/\b\p{L}+[-_]\p{L}+[-_]\p{L}+\b|\.txt\b|\b[Tt]m\d/u);
  }
  const told = lines.filter(({ origin, text }) => origin === 'source' && !/["“]/u.test(text));
  const text = source!.text!;
  expect(screenplay.reviewNotes.filter(({ rule }) => OF_HEARING.includes(rule)).length).toBeLessThanOrEqual(1);
  const wish = tableRead.durationSeconds;
  if (wish >= EXACT_FROM_SECONDS && countWords(text) > wish * WORDS_PER_SECOND * ENOUGH) {
    expect(Math.abs(readSeconds(screenplay) / wish - 1)).toBeLessThanOrEqual(0.06);
  }
  expect(lines.at(-1)!.origin).not.toBe('stock');
  const end = Math.max(...lines.flatMap(({ spans }) => spans.map((span) => span.end)));
  // The end of the part that the script performs, for a text that makes several.
  const until = Math.max(...(screenplay.covers ?? [{ end: text.length }]).map((span) => span.end));
  expect(countWords(text.slice(end, until))).toBeLessThanOrEqual(countWords(text) * 0.02);
  // A banner comes before its passage but may be taken from anywhere above it.
  // The same holds for the tag of a quotation, with which the author hands over to the person who is quoted (`Osei says:`).
  const read = lines.filter(({ character }) => character !== 'NARRATOR').flatMap(({ text: said, spans }, at, all) => {
    const quoted = said.endsWith(':') ? all[at + 1]?.spans[0] : undefined;
    return spans.filter(({ start, end }) => quoted === undefined || start < quoted.start || text.slice(start, end).length > LONGEST_TAG);
  });
  const jumps = read.filter((span, at) => at > 0 && countWords(text.slice(read[at - 1]!.end, span.start)) > 25).length;
  expect(jumps).toBeLessThanOrEqual(Math.max(1, Math.floor(tableRead.durationSeconds / 55)));
  expect(read.map(({ start }) => start)).toEqual(read.map(({ start }) => start).sort((a, b) => a - b));
  if (screenplay.mode === 'documentary' && analyseSource(source!)!.analysis.narrator === null) {
    const people = new Set(screenplay.cast.filter(({ role }) => role === 'character').map(({ character }) => character));
    expect(new Set(told.map(({ character }) => character!).filter((cue) => !people.has(cue))).size).toBeLessThanOrEqual(1);
  }
}
