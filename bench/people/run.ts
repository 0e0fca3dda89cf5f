import path from 'node:path';
import { analyseText } from '../../src/craft/narrative/analysis/index.js';
import { readNovels } from './novels.js';
import { percentOf, scoreOf, sumOf, type Score, type Share } from './score.js';

const folder = path.resolve(process.argv[2] ?? '../shared/fixtures/quotes-novels');
const wanted = process.argv.slice(3);
const scores: Score[] = [];
const line = (work: string, ...shares: Share[]): string =>
  `${work.slice(0, 24).padEnd(24)} ${shares.map((one) => `${percentOf(one).toFixed(1).padStart(6)}`).join(' ')}`;
const columns = (score: Score): Share[] => [
  score.speakers.all, score.speakers.explicit, score.speakers.anaphoric, score.speakers.implicit, score.words, score.weak, score.sure,
  score.together.explicit, score.alone.explicit, score.together.all, score.alone.all, score.sex,
];
console.log(`${''.padEnd(24)}    all  expl   anaph  impl   words  weak   sure   tog.x  alon.x tog    alone  sex`);
for (const novel of readNovels(folder).filter(({ work }) => wanted.length === 0 || wanted.includes(work))) {
  const score = scoreOf(novel, analyseText(novel.text));
  scores.push(score);
  console.log(line(novel.work, ...columns(score)));
}
console.log(line('together', ...columns(scores[0]!).map((_one, at) => sumOf(scores.map((score) => columns(score)[at]!)))));
console.log('weak share', percentOf({ right: sumOf(scores.map(({ weak }) => weak)).all, all: sumOf(scores.map(({ speakers }) => speakers.all)).all }),
  'not found', scores.reduce((sum, { notFound }) => sum + notFound, 0));
