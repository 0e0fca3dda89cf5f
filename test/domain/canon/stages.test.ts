import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FULL_RUBRIC, type FullBible } from '../../../src/domain/canon/bible/full-rubric.js';
import { PREMISE_RUBRIC } from '../../../src/domain/canon/bible/premise-rubric.js';
import { refusalOf, stageOf, type ProjectNeed, type StageFacts } from '../../../src/domain/canon/project-stage.js';
import { applyBiblePatch, type BibleContent } from '../../../src/domain/canon/series-bible.js';
import { judge, type Judgement } from '../../../src/kernel/families/coverage/rubric.js';
import { STAGED_BIBLE } from '../../support/canon/staged-project.js';

const GOOD = applyBiblePatch({}, STAGED_BIBLE, 'merge');
const judged = (content: BibleContent): Judgement => judge(PREMISE_RUBRIC, content, null);
const judgedAll = (content: BibleContent): Judgement => judge<FullBible>(FULL_RUBRIC, { ...content, scripts: [], contradictions: [] }, null);

const text = fc.constantFrom('', 'TBD', 'dry', 'A keeper tends a lamp.', 'An amazing story about life, love and secrets with many twists.',
  'Ada must find who drains the oil before a ship is wrecked. Ada must find who drains the oil before a ship is wrecked.');
const FIELDS = ['logline', 'genre', 'audience', 'tone', 'premise'] as const;

describe('the premise', () => {
  it('of a few true sentences passes, no matter whom it is about', () => {
    expect(judged(GOOD)).toMatchObject({ gatePassed: true });
    expect(judged({
      ...GOOD, logline: 'A widow sells her house to a stranger who never moves in.',
      premise: 'Ruth sells her farmhouse to pay her son’s debts. The buyer pays in cash and does not come. Every week somebody mows the lawn.',
    })).toMatchObject({ gatePassed: true });
  });

  it.each([
    ['An amazing story about life and love. It is full of secrets, twists and emotions, and the characters face many challenges.'],
    ['TBD'], ['lamp keeper island ship oil storm chapel cart wreck'], ['asdf asdf qwer zxcv uiop hjkl vbnm asdf qwer'], ['Short one.'],
  ])('without substance fails, with a critical note on the premise: %s', (premise) => {
    const { gatePassed, notes } = judged({ ...GOOD, premise });
    expect(gatePassed).toBe(false);
    expect(notes.some(({ severity, anchor }) => severity === 'critical' && anchor?.field === 'premise')).toBe(true);
  });
});

describe('notes', () => {
  it('are the same for the same Bible, and an edit changes only the judges that read the edited field', () => {
    fc.assert(fc.property(fc.constantFrom(...FIELDS), text, fc.constantFrom(...FIELDS), text, (base, value, field, next) => {
      const before = { ...GOOD, [base]: value };
      const after = { ...before, [field]: next };
      for (const [rubric, run] of [[PREMISE_RUBRIC, judged], [FULL_RUBRIC, judgedAll]] as const) {
        expect(run(before)).toEqual(run(before));
        const [one, other] = [run(before), run(after)];
        const scoreOf = ({ scores }: Judgement, wanted: string) => scores.find(({ category }) => category === wanted);
        rubric.categories.forEach(({ of, category }) => {
          if (!(of as readonly string[]).includes(field)) expect(scoreOf(other, category)).toEqual(scoreOf(one, category));
        });
        rubric.checks.forEach(({ of }, at) => {
          if (of && !(of as readonly string[]).includes(field)) expect(other.checks[at]).toEqual(one.checks[at]);
        });
      }
    }));
  });

  it('name characters without a description, names that look alike and episodes that say nothing', () => {
    const { notes } = judgedAll({
      ...GOOD, ...applyBiblePatch({}, { characters: [{ name: 'Marian', role: 'keeper' }, { name: 'Marion' }], episodes: [{ title: 'One' }, { title: 'Two', summary: 'A ship is wrecked on the reef.' }] }, 'merge'),
    });
    expect(notes.map(({ category, anchor }) => [category, anchor?.characterId ?? anchor?.episodeId])).toEqual(expect.arrayContaining([
      ['character', 'ch_2'], ['names', 'ch_2'], ['structure', 'ep_1'],
    ]));
  });
});

describe('the stage of a project', () => {
  const reports = fc.array(fc.record({
    id: fc.constantFrom('cov_a', 'cov_b', 'cov_c'), workStatus: fc.constantFrom('PENDING' as const, 'RUNNING' as const, 'READY' as const, 'FAILED' as const),
    gatePassed: fc.constantFrom(null, true, false), overallScore: fc.constantFrom(null, 40, 80), focusPrompt: fc.constantFrom(null, 'the ending'),
  }), { maxLength: 3 });
  const content = fc.record(Object.fromEntries([...FIELDS, 'visualStyle'].map((field) => [field, fc.constantFrom('', 'words')])))
    .chain((texts) => fc.boolean().map((lists): BibleContent => ({ ...texts, ...(lists ? { characters: GOOD.characters!, episodes: GOOD.episodes! } : {}) })));
  const state = fc.record({ content, premise: reports, full: reports })
    .map(({ content: bible, premise, full }): StageFacts => ({ projectId: 'prj_1', canBeDrafted: false, isBegun: true, content: bible, reports: { premise, full } }));
  const shown = (need: ProjectNeed, facts: StageFacts): unknown => {
    const refusal = refusalOf(need, facts);
    return refusal && [refusal.code, refusal.message, refusal.details];
  };

  it('and every refusal follow from the Bible and the reports alone, and every refusal names a call that mends it', () => {
    fc.assert(fc.property(state, (facts) => {
      for (const need of ['plan', 'episode', 'pictures'] as const) {
        expect(shown(need, structuredClone(facts))).toEqual(shown(need, facts));
        const details = refusalOf(need, facts)?.details as { nextCall?: { method: string; path: string } } | undefined;
        if (details) expect(details.nextCall?.path).toMatch(/^\/story-projects\/prj_1\/series-bible(\/coverage)?/);
      }
      const { canPlan, canStartEpisode, next, stage } = stageOf(facts);
      expect(canStartEpisode).toBe(stage === 'done');
      if (canStartEpisode) expect(canPlan).toBe(true);
      expect(next === null).toBe(stage === 'done');
    }));
  });

  it('never goes back when a report is added, and what passed stays passed', () => {
    fc.assert(fc.property(state, reports, (facts, more) => {
      const before = stageOf(facts);
      const after = stageOf({ ...facts, reports: { premise: [...facts.reports.premise, ...more], full: [...facts.reports.full, ...more] } });
      if (before.canPlan) expect(after.canPlan).toBe(true);
      if (before.canStartEpisode) expect(after.canStartEpisode).toBe(true);
    }));
  });
});
