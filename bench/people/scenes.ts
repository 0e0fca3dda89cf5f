import { readFileSync } from 'node:fs';
import path from 'node:path';
import { analyseText } from '../../src/craft/narrative/analysis/index.js';
import { paragraphsOf } from '../../src/craft/narrative/analysis/language/paragraphs.js';
import { chaptersOf, titled } from './chapters.js';
import { readNovels } from './novels.js';

/**
 * Compares the scenes of chapters with those that readers marked who had not seen the rules: `node --import tsx bench/people/scenes.ts [--list]`. A cut
 * may be one paragraph off. Chapters that the rules were made on are counted apart from the others.
 */
interface Labelled { work: string; chapter: number; judged: 'made on' | 'held out'; scenes: { paragraph: number; place: string | null; sure: boolean }[] }

interface Count { right: number; wrong: number; sure: number; sureFound: number }

const NEAR = 1;
const labels = JSON.parse(readFileSync(new URL('scene-labels.json', import.meta.url), 'utf8')) as Labelled[];
const novels = new Map(readNovels(path.resolve('../shared/fixtures/quotes-novels')).map((novel) => [novel.work, novel]));

function countOf({ work, chapter: number, scenes }: Labelled): Count {
  const chapter = chaptersOf(novels.get(work)!).find((one) => one.number === number)!;
  const { text } = titled(chapter);
  const paragraphs = paragraphsOf(text);
  const marked = scenes.slice(1);
  const taken = new Set<number>();
  const count: Count = { right: 0, wrong: 0, sure: marked.filter(({ sure }) => sure).length, sureFound: 0 };
  for (const { start, heading } of analyseText(text).scenes.slice(1)) {
    const at = paragraphs.findLastIndex((paragraph) => paragraph.start <= start);
    const found = marked.findIndex(({ paragraph }, index) => !taken.has(index) && Math.abs(paragraph - at) <= NEAR);
    if (process.argv.includes('--list')) console.log(`${work} ${number} [${at}] ${found < 0 ? 'not marked' : `marked: ${marked[found]!.place}`} | ${heading}`);
    if (found < 0) count.wrong++;
    else {
      taken.add(found);
      count.right++;
      if (marked[found]!.sure) count.sureFound++;
    }
  }
  return count;
}

for (const judged of ['made on', 'held out'] as const) {
  const counts = labels.filter((one) => one.judged === judged).map(countOf);
  const sum = (of: keyof Count): number => counts.reduce((all, count) => all + count[of], 0);
  console.log(`${judged}: ${counts.length} chapters; cuts ${sum('right')} marked, ${sum('wrong')} not; of ${sum('sure')} sure ones ${sum('sureFound')} found`);
}
