import path from 'node:path';
import { analyseRead, analyseText } from '../../src/craft/narrative/analysis/index.js';
import { paragraphsOf } from '../../src/craft/narrative/analysis/language/paragraphs.js';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import type { TextAnalysis } from '../../src/craft/narrative/model.js';
import { Budget } from '../../src/craft/text/model/budget.js';
import { ModelClient } from '../../src/craft/text/model/model-client.js';
import { StoryReadings } from '../../src/craft/text/reading/readings.js';
import { writerMemory } from '../../src/craft/text/writer-memory.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { chaptersOf, chosenChapters, titled, type Chapter } from './chapters.js';
import { readNovels } from './novels.js';
import { countScenes, sceneLabels, type SceneCount } from './scene-count.js';
import { percentOf, scoreOf, sumOf, type Score } from './score.js';

/**
 * Measures how well the model behind `TEXT_BASE_URL` reads stories: `TEXT_BASE_URL=… TEXT_MODEL=… node --import tsx bench/people/with-model.ts [SEED]
 * [COUNT]` asks it about COUNT chapters of each novel, chosen by SEED. With SEED `scenes`, it asks about the chapters whose scenes readers marked.
 */
const [seed = 'model', count = '1'] = process.argv.slice(2);
const { text: settings } = readConfig();
const { baseUrl } = settings;
if (baseUrl === null) throw new Error('set TEXT_BASE_URL, and TEXT_MODEL');
const readings = new StoryReadings({
  model: new ModelClient({ ...settings, baseUrl }), memory: writerMemory(null), embedded: embeddedWriter(), budget: () => new Budget(Infinity, Infinity),
});
const novels = readNovels(path.resolve('../shared/fixtures/quotes-novels'));
const marked = new Map(sceneLabels().map((label) => [`${label.work} ${label.chapter}`, label]));
const isHeldOut = ({ work, number }: Chapter): boolean => marked.get(`${work} ${number}`)?.judged === 'held out';
const chosen = novels.flatMap((novel) => (seed === 'scenes' ? chaptersOf(novel).filter(isHeldOut).map(titled) : chosenChapters(novel, Number(count), seed)));

const words = ({ speakers, words: own, together }: Score): string =>
  [speakers.all, speakers.explicit, speakers.anaphoric, speakers.implicit, own, together.all].map((share) => percentOf(share).toFixed(1).padStart(6)).join('');
const scenesOf = ({ work, number, text }: Chapter, analysis: TextAnalysis): SceneCount | null => {
  const label = marked.get(`${work} ${number}`);
  return label ? countScenes(label, paragraphsOf(text), analysis.scenes) : null;
};

const before: Score[] = [];
const after: Score[] = [];
await Promise.all(chosen.map(async (chapter) => {
  const read = await readings.read(chapter.text);
  const people = novels.find(({ work }) => work === chapter.work)!.people;
  const name = `${chapter.work} ${chapter.number}`.padEnd(34);
  if (!read || 'reason' in read) {
    console.log(name, read?.reason ?? 'no story');
    return;
  }
  const [rules, model] = [analyseText(chapter.text), analyseRead(chapter.text, read.reading)];
  const scores = [rules, model].map((analysis) => scoreOf({ ...chapter, people }, analysis));
  before.push(scores[0]!);
  after.push(scores[1]!);
  console.log(name, words(scores[0]!), ' |', words(scores[1]!), ' control', `${read.agreement.same}/${read.agreement.asked}`,
    'scenes', JSON.stringify([scenesOf(chapter, rules), scenesOf(chapter, model)]));
  for (const [kept, gone] of read.reading.same) console.log(`    ${gone} is ${kept}`);
  for (const { start, heading } of model.scenes) console.log(`    ${heading} | ${chapter.text.slice(start, start + 60).replaceAll(/\s+/gu, ' ')}`);
}));
const sum = (scores: readonly Score[]): string => ['all', 'explicit', 'anaphoric', 'implicit'].map((type) =>
  percentOf(sumOf(scores.map(({ speakers }) => speakers[type as 'all']))).toFixed(1).padStart(6)).join('') + percentOf(sumOf(scores.map((score) => score.words))).toFixed(1).padStart(6)
  + percentOf(sumOf(scores.map(({ together }) => together.all))).toFixed(1).padStart(6);
console.log(`all, explicit, anaphoric, implicit, words, together; ${chosen.length} chapters, ${after.length} read\nby rules  ${sum(before)}\nwith model${sum(after)}`);
process.exit(0);
