import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, expect, jest } from '@jest/globals';
import { embeddedWriter } from '../../src/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../src/narrative/model.js';
import { speakerOf, type Screenplay } from '../../src/screenplay/model.js';
import { HARD_RULES, type Finding, type LintRule } from '../../src/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../src/narrative/writing/lint/lint.js';
import { isSayable } from '../../src/narrative/writing/wording/spoken-text.js';
import { countWords } from '../../src/narrative/writing/wording/wording.js';
import { expectGoodWriting, wordsHeard } from './written-form.js';

jest.setTimeout(300_000);

const FIXTURES = process.env['PROSCENIUM_FIXTURES'] ?? path.resolve(import.meta.dirname, '../../../shared/fixtures');
const present = existsSync(path.join(FIXTURES, 'prose')) && existsSync(path.join(FIXTURES, 'quotes'));
if (!present) process.stderr.write(`\n!!! ${FIXTURES} is absent: dramas are NOT tested on real texts. Set PROSCENIUM_FIXTURES.\n\n`);

interface Work { name: string; text: string }

const worksIn = (folder: string, ending: string, textOf: (raw: string) => string): Work[] => present
  ? readdirSync(path.join(FIXTURES, folder)).filter((file) => file.endsWith(ending)).sort()
    .map((file) => ({ name: file, text: textOf(readFileSync(path.join(FIXTURES, folder, file), 'utf8')) })) : [];
const PROSE = worksIn('prose', '.txt', (raw) => raw);
const NOVELS = worksIn('quotes', '.json', (raw) => (JSON.parse(raw) as { text: string }).text);

function briefFor({ name, text }: Work, durationSeconds: number): ScriptBrief {
  return { seed: `drama-${name}`, title: 'A Play', beats: [], castNames: [], creativeBrief: null, canon: null,
    target: { audience: 'listeners', objective: 'entertain', outcome: 'they know the story' },
    sources: [{ sourceId: 'src', label: null, text, digest: null }],
    tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds } };
}

/** What no drama may do, whatever the text. */
function expectPlayable(screenplay: Screenplay): void {
  const cues = new Set(screenplay.cast.map((member) => member.character));
  screenplay.entries.forEach((entry, at) => {
    if (speakerOf(entry, 'include') === null) return;
    expect(isSayable(entry.ttsText ?? entry.text)).toBe(true);
    if (entry.kind !== 'dialogue') return;
    expect(cues.has(entry.character!)).toBe(true);
    expect(entry.confidence).not.toBe('weak');
    if (entry.parenthetical !== undefined) expect(entry.parenthetical).toMatch(/^\p{Ll}.*[^.,;:]$/u);
    const next = screenplay.entries[at + 1];
    const isOpen = /\?["”’)]*$/u.test(entry.text);
    if (isOpen) expect(next?.kind).not.toBe('scene_heading');
  });
  for (const { heading } of screenplay.scenes) expect(heading).toMatch(/^(?:INT\.|EXT\.|INT\.\/EXT\.) \S/u);
}

/** The findings of the linter, none of them hard. */
function lintOf(screenplay: Screenplay, { sources, tableRead: { durationSeconds } }: ScriptBrief): Finding[] {
  const findings = lintScreenplay(screenplay, sources, durationSeconds);
  expect(findings.filter(({ rule }) => HARD_RULES.has(rule))).toEqual([]);
  expect(screenplay.reviewNotes).toEqual(findings);
  return findings;
}

/** Runs the checks; one that fails says of what. */
function inside<T>(name: string, checks: () => T): T {
  try {
    return checks();
  } catch (error) {
    throw new Error(name, { cause: error });
  }
}

/** Remarks that a text may provoke; more than this over all texts of a set means that something got worse. */
async function review(
  works: readonly Work[], durations: readonly number[], lint = lintOf,
): Promise<{ soft: Partial<Record<LintRule, number>>; far: string[] }> {
  const writer = embeddedWriter();
  const soft: Partial<Record<LintRule, number>> = {};
  const far: string[] = [];
  for (const work of works) for (const seconds of durations) {
    const brief = briefFor(work, seconds);
    const screenplay = await writer.screenplay(brief);
    const findings = inside(`${work.name}, ${seconds} s`, () => {
      expectPlayable(screenplay);
      return lint(screenplay, brief);
    });
    for (const { rule } of findings) soft[rule] = (soft[rule] ?? 0) + 1;
    const error = wordsHeard(screenplay) / (seconds * 2.5) - 1;
    if (Math.abs(error) > 0.05 && countWords(work.text) > seconds * 2.5) far.push(`${work.name} ${seconds}: ${Math.round(error * 100)} %`);
  }
  return { soft, far };
}

(present ? describe : describe.skip)('dramas of real texts', () => {
  it('are without a hard finding over the prose, at two, four and eight minutes', async () => {
    expect(PROSE.length).toBeGreaterThanOrEqual(8);
    const { soft, far } = await review(PROSE, [120, 240, 480], expectGoodWriting);
    expect(far).toEqual([]);
    const { breath = 0, unnamed = 0, 'one-line-speaker': once = 0, ...rest } = soft;
    expect(breath).toBeLessThanOrEqual(8);
    expect(unnamed).toBeLessThanOrEqual(6);
    expect(once).toBeLessThanOrEqual(4);
    expect(Object.values(rest).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(3);
  });

  it('are without a hard finding over the beginnings of novels, at two and four minutes', async () => {
    expect(NOVELS.length).toBeGreaterThanOrEqual(50);
    const halves = [await review(NOVELS.filter((_work, at) => at % 2 === 0), [120]), await review(NOVELS.filter((_work, at) => at % 2 === 1), [240])];
    const far = halves.flatMap((half) => half.far);
    const soft: Partial<Record<LintRule, number>> = {};
    for (const half of halves) for (const [rule, count] of Object.entries(half.soft)) soft[rule as LintRule] = (soft[rule as LintRule] ?? 0) + count;
    expect(far.length).toBeLessThanOrEqual(3);
    const { breath = 0, unnamed = 0, 'one-line-speaker': once = 0, ...rest } = soft;
    expect(breath).toBeLessThanOrEqual(10);
    expect(unnamed).toBeLessThanOrEqual(8);
    expect(once).toBeLessThanOrEqual(10);
    expect(Object.values(rest).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8);
  });

  it('are the same bytes for the same brief', async () => {
    const brief = briefFor(NOVELS[3]!, 240);
    const [one, again] = [await embeddedWriter().screenplay(brief), await embeddedWriter().screenplay(structuredClone(brief))];
    expect(JSON.stringify(again)).toBe(JSON.stringify(one));
  });
});
