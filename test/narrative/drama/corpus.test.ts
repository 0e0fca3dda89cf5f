import { describe, it, expect } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../../src/craft/narrative/model.js';
import { speakerOf, type Screenplay } from '../../../src/craft/screenplay/model.js';
import { HARD_RULES, type Finding, type LintRule } from '../../../src/craft/narrative/writing/lint/findings.js';
import { lintScreenplay } from '../../../src/craft/narrative/writing/lint/lint.js';
import { isSayable } from '../../../src/craft/narrative/writing/wording/spoken-text.js';
import { creditsSeconds, readSeconds } from '../../../src/craft/narrative/writing/direction/length.js';
import { corporaWith, filesIn, OWN, type Corpus } from '../../support/corpora.js';
import { expectGoodWriting } from '../written-form.js';


interface Work { name: string; text: string }

const proseOf = (corpus: Corpus): Work[] => filesIn(corpus, 'prose', '.txt').map(({ name, read }) => ({ name, text: read().toString('utf8') }));
/** Short pieces with many speakers. */
const piecesOf = (corpus: Corpus): Work[] => (corpus === OWN
  ? filesIn(corpus, 'quotes', '.txt').map(({ name, read }) => ({ name, text: read().toString('utf8').replace(/^#.*\n/, '').replace(/\[[^|\]]+\|([^\]]*)\]/g, '$1') }))
  : filesIn(corpus, 'quotes', '.json').map(({ name, read }) => ({ name, text: (JSON.parse(read().toString('utf8')) as Work).text })));

function briefFor({ name, text }: Work, durationSeconds: number): ScriptBrief {
  return { seed: `drama-${name}`, title: 'A Play', beats: [], castNames: [], creativeBrief: null, canon: null,
    target: { audience: 'listeners', objective: 'entertain', outcome: 'they know the story' },
    sources: [{ sourceId: 'src', label: null, text, digest: null }],
    tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds } };
}

/** What must hold for the drama of any text. */
function expectPlayable(screenplay: Screenplay): void {
  const cues = new Set(screenplay.cast.map((member) => member.character));
  screenplay.entries.forEach((entry) => {
    if (speakerOf(entry, 'include') === null) return;
    expect(isSayable(entry.ttsText ?? entry.text)).toBe(true);
    if (entry.kind !== 'dialogue') return;
    expect(cues.has(entry.character!)).toBe(true);
    if (entry.parenthetical !== undefined) expect(entry.parenthetical).toMatch(/^\p{Ll}.*[^.,;:]$/u);
  });
  for (const { heading } of screenplay.scenes) expect(heading).toMatch(/^(?:(?:INT\.|EXT\.|INT\.\/EXT\.) \S|SCENE \d+(?: - \S|$))/u);
}

/** The findings of the linter, none of them hard. */
function lintOf(screenplay: Screenplay, { sources, tableRead: { durationSeconds } }: ScriptBrief): Finding[] {
  const findings = lintScreenplay(screenplay, sources, durationSeconds);
  expect(findings.filter(({ rule }) => HARD_RULES.has(rule))).toEqual([]);
  expect(screenplay.reviewNotes).toEqual(findings);
  return findings;
}

/** Runs the checks; when one fails, the error says for what. */
function inside<T>(name: string, checks: () => T): T {
  try {
    return checks();
  } catch (error) {
    throw new Error(name, { cause: error });
  }
}

/** Writes dramas of all works in all lengths. Answers how often each rule of the linter remarked on something, and which dramas miss their announced length. */
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
    const { parts } = await writer.plan(brief);
    // An announced length is in whole seconds.
    const announced = parts!.items[parts!.index - 1]!.estimatedSeconds;
    const error = readSeconds(screenplay) + creditsSeconds(screenplay) - announced;
    if (Math.abs(error) > Math.max(0.5, announced * 0.02)) far.push(`${work.name} ${seconds}: ${error} s of ${announced}`);
  }
  return { soft, far };
}

/**
 * The most remarks that the texts of a set may provoke; more means that something got worse. `rest` counts every other remark except guesses, which are the
 * analysis's.
 */
interface Bounds { texts: number; far: number; breath: number; unnamed: number; once: number; rest: number }

function expectWithin({ soft, far }: Awaited<ReturnType<typeof review>>, bounds: Bounds): void {
  expect(far.length <= bounds.far ? [] : far).toEqual([]);
  const { breath = 0, unnamed = 0, 'one-line-speaker': once = 0, attribution: _guesses = 0, ...others } = soft;
  const rest = Object.values(others).reduce((sum, count) => sum + count, 0);
  const found = { breath, unnamed, once, rest };
  for (const rule of ['breath', 'unnamed', 'once', 'rest'] as const) expect([rule, found[rule] <= bounds[rule], found]).toEqual([rule, true, found]);
}

const PROSE_BOUNDS: Record<'own' | 'larger', Bounds> = {
  own: { texts: 6, far: 0, breath: 0, unnamed: 6, once: 2, rest: 4 },
  larger: { texts: 8, far: 1, breath: 8, unnamed: 6, once: 13, rest: 6 },
};
const PIECE_BOUNDS: Record<'own' | 'larger', Bounds> = {
  own: { texts: 11, far: 0, breath: 0, unnamed: 3, once: 6, rest: 0 },
  larger: { texts: 50, far: 1, breath: 14, unnamed: 10, once: 30, rest: 18 },
};

describe.each(corporaWith('quotes'))('dramas of $name', (corpus) => {
  const which = corpus === OWN ? 'own' : 'larger';

  it('are without a hard finding over the prose, at two, four and eight minutes', async () => {
    const works = proseOf(corpus);
    expect(works.length).toBeGreaterThanOrEqual(PROSE_BOUNDS[which].texts);
    expectWithin(await review(works, [120, 240, 480], expectGoodWriting), PROSE_BOUNDS[which]);
  });

  it('are without a hard finding over short pieces, at two and four minutes', async () => {
    const works = piecesOf(corpus);
    expect(works.length).toBeGreaterThanOrEqual(PIECE_BOUNDS[which].texts);
    const [even, odd] = [0, 1].map((parity) => works.filter((_work, at) => at % 2 === parity)) as [Work[], Work[]];
    const found = await review(even, [120]);
    const { soft, far } = await review(odd, [240]);
    for (const [rule, count] of Object.entries(soft)) found.soft[rule as LintRule] = (found.soft[rule as LintRule] ?? 0) + count;
    expectWithin({ soft: found.soft, far: [...found.far, ...far] }, PIECE_BOUNDS[which]);
  });

  it('are the same bytes for the same brief', async () => {
    const brief = briefFor(piecesOf(corpus)[3]!, 240);
    const [one, again] = [await embeddedWriter().screenplay(brief), await embeddedWriter().screenplay(structuredClone(brief))];
    expect(JSON.stringify(again)).toBe(JSON.stringify(one));
  });
});
