import { expect } from '@jest/globals';
import type { ScriptBrief } from '../../src/narrative/model.js';
import { analyseDelivery } from '../../src/narrative/writing/direction/direction.js';
import { HARD_RULES, type Finding } from '../../src/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../src/narrative/writing/lint/lint.js';
import { countWords } from '../../src/narrative/writing/wording/wording.js';
import { speakerOf, type Screenplay } from '../../src/screenplay/model.js';

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
 * What holds for whatever the embedded writer makes of a text of several pages. `maxStockShare` is the share of the words heard
 * that may be the writer's own. Answers the findings of the linter.
 */
export function expectGoodWriting(screenplay: Screenplay, brief: ScriptBrief, maxStockShare = 0.17): Finding[] {
  expectWellFormed(screenplay, brief);
  const findings = lintScreenplay(screenplay, brief.sources, brief.tableRead.durationSeconds);
  expect(findings.filter(({ rule }) => HARD_RULES.has(rule))).toEqual([]);
  expect(screenplay.reviewNotes).toEqual(findings);
  expect(findings.filter(({ rule }) => rule === 'scene-head' || rule === 'answer-head').length).toBeLessThanOrEqual(1);
  expect(findings.filter(({ rule }) => rule === 'repeat')).toEqual([]);
  const stock = screenplay.entries.reduce((sum, entry) =>
    sum + (entry.origin === 'stock' && entry.kind === 'dialogue' ? countWords(entry.text) : 0), 0);
  expect(stock / wordsHeard(screenplay)).toBeLessThanOrEqual(maxStockShare);
  for (const entry of analyseDelivery(screenplay).entries) {
    expect(entry.delivery !== undefined).toBe(speakerOf(entry, screenplay.narrationPolicy) !== null);
  }
  return findings;
}
