import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyseText } from '../../src/craft/narrative/analysis/index.js';
import type { Benchmark } from '../benchmark.js';
import type { Bound, Figure } from '../figures.js';
import { markedText, readNovels, type LabelledNovel } from '../people/novels.js';
import { percentOf, scoreOf, sumOf, type Score, type Share } from '../people/score.js';

const CORPUS = path.resolve('../shared/fixtures/quotes-novels');
const SHORT_TEXT = path.resolve('test/fixtures/quotes/tags-before-and-after.txt');

const least = (floor: number, aim: number): Bound => ({ of: 'value', sense: 'least', floor, aim });
const most = (floor: number, aim: number): Bound => ({ of: 'value', sense: 'most', floor, aim });

/** The judged figures on whole novels: the share in percent, and its bound. */
const JUDGED: readonly { name: string; share: (score: Score) => Share; bound: Bound; without?: true; note?: string }[] = [
  { name: 'speakers right', share: ({ speakers }) => speakers.all, bound: least(75, 88) },
  { name: 'speakers right, named by a tag', share: ({ speakers }) => speakers.explicit, bound: least(88, 96) },
  { name: 'speakers right, tag without a name', share: ({ speakers }) => speakers.anaphoric, bound: least(66, 88) },
  { name: 'speakers right, no tag', share: ({ speakers }) => speakers.implicit, bound: least(71, 80) },
  { name: 'words in a wrong voice', share: ({ words }) => words, bound: most(24, 8), without: true },
  { name: 'right where not called weak', share: ({ sure }) => sure, bound: least(86, 95) },
  { name: 'one person under one member of the cast', share: ({ together }) => together.explicit, bound: least(93, 97), note: 'quotations with a name in their tag' },
  { name: 'quotations of others under a member', share: ({ alone }) => alone.explicit, bound: most(5, 2), without: true, note: 'quotations with a name in their tag' },
  { name: 'sex right', share: ({ sex }) => sex, bound: least(97, 99) },
];

function figuresOf(scores: readonly Score[], judged: boolean, note: string): Figure[] {
  return JUDGED.map(({ name, share, bound, without, note: own }) => {
    const percent = percentOf(sumOf(scores.map(share)));
    return {
      benchmark: 'people', name, unit: '%', rounds: [without ? Math.round(10 * (100 - percent)) / 10 : percent],
      ...(judged ? { bound } : {}), note: own ? `${own}; ${note}` : note,
    };
  });
}

/** Accuracy of speakers and identities against the labels of whole novels; without the novels, or in a quick run, on one short text. */
export const peopleBenchmark: Benchmark = {
  name: 'people',
  summary: 'speakers and people of whole novels against their labels',
  async run(_stack, { quick, say }) {
    const whole = !quick && existsSync(CORPUS);
    const texts: LabelledNovel[] = whole ? readNovels(CORPUS)
      : [markedText('tags-before-and-after', readFileSync(SHORT_TEXT, 'utf8'))];
    const scores = texts.map((text) => {
      const score = scoreOf(text, analyseText(text.text));
      say(`people: ${text.work} ${percentOf(score.speakers.all)} % of ${score.speakers.all.all} quotations right`);
      return score;
    });
    const quotations = sumOf(scores.map(({ speakers }) => speakers.all)).all;
    return Promise.resolve(figuresOf(scores, whole, `${texts.length} ${whole ? 'novels' : 'short text'}, ${quotations} quotations`));
  },
};
