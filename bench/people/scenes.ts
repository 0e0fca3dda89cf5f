import path from 'node:path';
import { analyseText } from '../../src/craft/narrative/analysis/index.js';
import { paragraphsOf } from '../../src/craft/narrative/analysis/language/paragraphs.js';
import { chaptersOf, titled } from './chapters.js';
import { readNovels } from './novels.js';
import { countScenes, sceneLabels, type SceneCount, type SceneLabel } from './scene-count.js';

/** Compares the scenes that the rules find in chapters with those that readers marked: `node --import tsx bench/people/scenes.ts [--list]`. */
const novels = new Map(readNovels(path.resolve('../shared/fixtures/quotes-novels')).map((novel) => [novel.work, novel]));

function countOf(label: SceneLabel): SceneCount {
  const { text } = titled(chaptersOf(novels.get(label.work)!).find(({ number }) => number === label.chapter)!);
  return countScenes(label, paragraphsOf(text), analyseText(text).scenes, (at, heading, marked) => {
    if (process.argv.includes('--list')) console.log(`${label.work} ${label.chapter} [${at}] ${marked === undefined ? 'not marked' : `marked: ${marked}`} | ${heading}`);
  });
}

for (const judged of ['made on', 'held out'] as const) {
  const counts = sceneLabels().filter((one) => one.judged === judged).map(countOf);
  const sum = (of: keyof SceneCount): number => counts.reduce((all, count) => all + count[of], 0);
  console.log(`${judged}: ${counts.length} chapters; cuts ${sum('right')} marked, ${sum('wrong')} not; of ${sum('sure')} sure ones ${sum('sureFound')} found; `
    + `places ${sum('placeRight')} right, ${sum('placeWrong')} others, ${sum('placeMissing')} not given`);
}
