import { describe, expect, it } from '@jest/globals';
import { SPEECH_VERB } from '../../../src/craft/narrative/analysis/language/lexicon.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { PlanBrief, PlanParts, TextAnalysis } from '../../../src/craft/narrative/model.js';
import { creditsSeconds, readSeconds } from '../../../src/craft/narrative/writing/direction/length.js';
import { analyseSource } from '../../../src/craft/narrative/writing/material/source-analysis.js';
import { countWords } from '../../../src/craft/narrative/writing/wording/wording.js';
import { speakerOf, type Screenplay } from '../../../src/craft/screenplay/model.js';
import { corporaWith, filesIn } from '../../support/corpora.js';


const writer = embeddedWriter();

/** The writer's own analysis, which it keeps for the latest texts. */
const analysisOf = (text: string): TextAnalysis => analyseSource({ sourceId: 'src', label: null, text, digest: null })!.analysis;

function briefFor(text: string, durationSeconds: number, part = 1): PlanBrief {
  return {
    seed: 'parts', sources: [{ sourceId: 'src', label: null, text, digest: null }], creativeBrief: null, canon: null,
    target: { audience: 'listeners', objective: 'entertain', outcome: 'they know the story' },
    tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds, part },
  };
}

async function performed(text: string, durationSeconds: number, part = 1): Promise<{ screenplay: Screenplay; parts: PlanParts }> {
  const brief = briefFor(text, durationSeconds, part);
  const plan = await writer.plan(brief);
  const screenplay = await writer.screenplay({ ...brief, tableRead: brief.tableRead!, title: plan.title, beats: plan.journey.beats, castNames: [] });
  return { screenplay, parts: plan.parts! };
}

/** The stretches of a range whose letters no entry speaks. */
function silentStretches(text: string, { entries }: Screenplay, range: { start: number; end: number }): string[] {
  const spoken = new Uint8Array(text.length);
  for (const entry of entries) for (const { start, end } of speakerOf(entry, 'include') === null ? [] : entry.spans) spoken.fill(1, start, end);
  const silent: string[] = [];
  let from = range.start;
  for (let at = range.start; at <= range.end; at++) {
    if (at < range.end && spoken[at] === 0) continue;
    const words = text.slice(from, at);
    if (/\p{L}/u.test(words)) silent.push(words);
    from = at + 1;
  }
  return silent;
}

/** What may be silent: a bare tag and its manner, and words that cannot be spoken. */
const MAY_BE_SILENT = new RegExp(`\\b(?:${SPEECH_VERB})\\b|\\[|Fig\\.|\\||https?:|\\)`, 'u');
const MAX_SILENT_WORDS = 16;

function expectAllSpoken(text: string, screenplay: Screenplay, range: { start: number; end: number }): void {
  const headings = analysisOf(text).paragraphs.filter(({ kind }) => kind !== 'body').map(({ start, end }) => text.slice(start, end));
  const lost = silentStretches(text, screenplay, range).filter((words) => {
    const own = headings.reduce((rest, heading) => rest.replace(heading, ''), words).trim();
    return countWords(own) >= 3 && !(MAY_BE_SILENT.test(own) && countWords(own) <= MAX_SILENT_WORDS);
  });
  expect(lost).toEqual([]);
}

/** No narration has quotation marks, and no heading names people. */
function expectCleanNarration({ entries, scenes, cast }: Screenplay): void {
  for (const { kind, parenthetical, text: words } of entries) {
    if (kind === 'action' || parenthetical === 'narrating') expect(words).not.toMatch(/[“”"]/u);
  }
  const cues = cast.filter(({ role }) => role === 'character').map(({ character }) => character);
  for (const { heading } of scenes) {
    expect(cues.filter((cue) => heading === `INT./EXT. ${cue}` || heading.includes(` ${cue} AND `) || heading.includes(`AS ${cue} TELLS`))).toEqual([]);
  }
}

const isStory = (text: string): boolean => {
  const { form, quotes } = analysisOf(text);
  return form === 'fiction' && quotes.length >= 3;
};

describe.each(corporaWith('prose'))('parts of the stories of $name', (corpus) => {
  const stories = filesIn(corpus, 'prose', '.txt').map(({ name, read }) => ({ name, text: read().toString('utf8') })).filter(({ text }) => isStory(text));

  it('come from at least three stories', () => expect(stories.length).toBeGreaterThanOrEqual(3));

  // One story after the other, so that its analysis is made once.
  describe.each(stories)('$name', ({ text }) => {
    it('the parts cover the text without gap or overlap at every length', async () => {
      for (const seconds of [60, 1_200]) {
        const { parts: { count, items } } = await writer.plan(briefFor(text, seconds)).then(({ parts }) => ({ parts: parts! }));
        const spans = items.flatMap((item) => item.spans);
        expect([items.length, spans[0]!.start, spans.at(-1)!.end]).toEqual([count, 0, text.length]);
        spans.slice(1).forEach((span, at) => expect(span.start).toBe(spans[at]!.end));
      }
    });

    it('everything but the tags is spoken, in the order of the text', async () => {
      const { screenplay, parts } = await performed(text, 3_600);
      expect(parts.items.filter(({ estimatedSeconds }) => estimatedSeconds > 3_600)).toEqual([]);
      if (countWords(text) < 9_000) expect(parts.count).toBe(1);
      expectAllSpoken(text, screenplay, parts.items[0]!.spans[0]!);
      const starts = screenplay.entries.filter(({ spans }) => spans.length > 0).map(({ spans }) => spans[0]!.start);
      const backwards = starts.filter((start, at) => at > 0 && start < starts[at - 1]! - 400);
      expect(backwards).toEqual([]);
      expect(screenplay.entries.filter(({ kind }) => kind === 'transition')).toEqual([]);
      expectCleanNarration(screenplay);
    });

    it('a part says its own words and lasts as long as announced', async () => {
      const { count } = (await writer.plan(briefFor(text, 300))).parts!;
      for (const part of new Set([1, count])) {
        const { screenplay, parts } = await performed(text, 300, part);
        const item = parts.items[part - 1]!;
        const [range] = item.spans;
        expectAllSpoken(text, screenplay, range!);
        const outside = screenplay.entries.filter(({ spans }) => spans.some(({ start, end }) => start < range!.start || end > range!.end));
        // One sentence of the text before may place the scene.
        expect(outside.every(({ spans, sceneIndex }) => part > 1 && sceneIndex === 0 && spans.every(({ end }) => end <= range!.start))).toBe(true);
        expect(outside.length).toBeLessThanOrEqual(1);
        expect(Math.abs(readSeconds(screenplay) + creditsSeconds(screenplay) - item.estimatedSeconds)).toBeLessThanOrEqual(2);
      }
    });
  });
});

describe('the part of a longer story that is performed when nobody chose one', () => {
  const talk = (one: string, other: string, thing: string): string[] => Array.from({ length: 7 }, (_, at) => [
    `“I never meant to let the ${thing} go on the ${['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'last'][at]} day,” said ${one}. “You know that as well as I do.”`,
    `“Then you must fetch it back before anybody hears of it,” said ${other}, and looked at the door.`,
  ]).flat();
  const chapter = (number: string, one: string, other: string, thing: string): string => [`CHAPTER ${number}`, `${one} Marsh came into the kitchen with the letter in her hand, and ${other} rose from the table.`,
    ...talk(one, other, thing), `“I will,” said ${one}. She closed the door behind her, and ${other} was left alone.`].join('\n\n');

  it('is the first, which introduces the people, when the others are no better', async () => {
    const text = [chapter('I', 'Joan', 'Peter', 'lamp'), chapter('II', 'Ruth', 'Simon', 'cask'), chapter('III', 'Jane', 'David', 'bell')].join('\n\n');
    const { tableRead, ...brief } = briefFor(text, 135);
    const { part: _chosen, ...unchosen } = tableRead!;
    const { parts } = await writer.plan({ ...brief, tableRead: unchosen });
    expect([parts!.count > 1, parts!.index]).toEqual([true, 1]);
  });
});
