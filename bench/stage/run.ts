import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeLook } from '../../src/craft/images/person/look.js';
import { describePlace } from '../../src/craft/images/places/place.js';
import { smallPng } from '../../src/craft/images/raster.js';
import { FilesystemStore } from '../../src/kernel/storage/filesystem.js';
import { chaptersOf, titled, type Chapter } from '../people/chapters.js';
import { readNovels, type LabelledNovel } from '../people/novels.js';
import { JUDGED_PASSAGES } from './judged-passages.js';
import { judgedShots, seenIn, type JudgedShot } from './measure.js';
import { chosenPassages } from './passages.js';
import { stagedPassage } from './staged-passage.js';

const WIDTH_PX = 480;

const judgedChapters = (novels: readonly LabelledNovel[]): Chapter[] => JUDGED_PASSAGES.map(({ work, number }) =>
  titled(chaptersOf(novels.find((novel) => novel.work === work)!).find((chapter) => chapter.number === number)!));

function report(name: string, judged: readonly JudgedShot[]): void {
  const share = (of: (one: JudgedShot) => boolean | null): string => {
    const known = judged.map(of).filter((one) => one !== null);
    return `${known.filter(Boolean).length} of ${known.length}`;
  };
  console.log(`${name.padEnd(34)} person right ${share(({ person }) => person)}, place right ${share(({ place }) => place)}`);
}

const markOf = ({ person, place }: JudgedShot): string => `${person === false ? ' PERSON' : ''}${place === false ? ' PLACE' : ''}`;

/**
 * Prints what the films of chapters show, shot by shot: `npx tsx bench/stage/run.ts --seed WORD [--count 3] [--seconds 90] [--words] [--sheets DIR]` prints
 * chapters chosen by the seed, for people to judge. `--words` prints only what is heard, so that people can judge before they see anything; `--sheets` writes
 * the pictures. `--judged` takes the chapters whose words were judged and counts the shots that show the right person and place.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: {
    folder: { type: 'string', default: '../shared/fixtures/quotes-novels' }, seed: { type: 'string', default: 'stage' }, count: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '90' }, words: { type: 'boolean', default: false }, sheets: { type: 'string' }, judged: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false }, without: { type: 'string', default: 'TheInvisibleMan,TheSportOfTheGods,HowardsEnd' },
  } });
  const store = new FilesystemStore(mkdtempSync(path.join(tmpdir(), 'stage-')));
  const novels = readNovels(path.resolve(values.folder));
  const passages = values.judged ? judgedChapters(novels) : chosenPassages(novels, Number(values.count), values.seed, values.without.split(','));
  const all: JudgedShot[] = [];
  for (const [index, passage] of passages.entries()) {
    const read = await stagedPassage(passage, Number(values.seconds), store);
    const name = `${passage.work}-${passage.number}`;
    const seen = seenIn(read);
    const shots = values.judged ? judgedShots(seen, JUDGED_PASSAGES[index]!) : seen.map((shot): JudgedShot => ({ shot, person: null, place: null }));
    all.push(...shots);
    if (!values.quiet) {
      console.log(`\n== ${name}: ${read.screenplay.scenes.map(({ heading }) => heading).join(' | ')}`);
      if (!values.words) for (const look of read.art.looks) if (look) console.log(`   ${describeLook(look)}`);
    }
    if (values.sheets) mkdirSync(values.sheets, { recursive: true });
    for (const [at, judged] of shots.entries()) {
      const { words, speaker, size, people, place, picture } = judged.shot;
      const shown = `\n      ${size}: ${people.map((one) => `${one.name} (${one.expression})`).join(', ') || 'nobody'} | ${describePlace(place)}`;
      if (!values.quiet) console.log(`${at + 1}.${markOf(judged)} [${speaker ?? '-'}] ${words}${values.words ? '' : shown}`);
      if (values.sheets) writeFileSync(path.join(values.sheets, `${name}-${String(at + 1).padStart(2, '0')}.png`), smallPng(await picture.draw(), WIDTH_PX));
    }
    if (values.judged) report(name, shots);
  }
  if (values.judged) report('together', all);
}

await main();
