import path from 'node:path';
import { parseArgs } from 'node:util';
import { msOfCounts, type Beat } from '../../src/craft/trailer/cut.js';
import { readNovels } from '../people/novels.js';
import { measureCuts, type MeasuredCut } from './measure.js';

function lineOf({ slot, counts, line, picture, card, cuts }: Beat, atMs: number): string {
  const seen = picture ? `${picture.size} ${picture.people.join(', ')}` : `card ${card}`;
  const heard = line ? `${line.speaker ?? '(narrator)'}: ${line.text}` : '';
  return `${(atMs / 1_000).toFixed(1).padStart(6)} ${slot.padEnd(10)} ${String(counts).padStart(2)} ${`${seen} ×${cuts}`.slice(0, 30).padEnd(30)} ${heard}`.trimEnd();
}

function print({ work, cut, facts }: MeasuredCut, withMarks: boolean): void {
  console.log(`\n${work}: ${cut.beats.length} beats at ${cut.countsPerMinute.toFixed(1)} counts a minute`);
  let counts = 0;
  for (const beat of cut.beats) {
    console.log(lineOf(beat, msOfCounts(cut, counts)));
    if (withMarks) for (const { rule, points, words } of beat.marks) console.log(`${' '.repeat(22)}${points.toFixed(2).padStart(6)} ${rule}: ${words}`);
    counts += beat.counts;
  }
  for (const { criterion, isMet, words } of facts) console.log(`  ${isMet ? 'ok' : '--'} ${criterion}: ${words}`);
}

/**
 * Prints the cut lists of trailers of chapters of the labelled novels, for people to read: `npx tsx bench/trailers/run.ts [--works A,B] [--seconds 60]
 * [--seed trailers] [--marks] [--folder DIR]`. Another seed chooses other chapters; with `--marks`, each line tells why it was chosen.
 */
function main(): void {
  const { values } = parseArgs({ options: {
    folder: { type: 'string', default: '../shared/fixtures/quotes-novels' }, works: { type: 'string' }, seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: 'trailers' }, marks: { type: 'boolean', default: false },
  } });
  const wanted = values.works?.split(',');
  const novels = readNovels(path.resolve(values.folder)).filter(({ work }) => !wanted || wanted.includes(work));
  for (const measured of measureCuts(novels, Number(values.seconds), values.seed)) print(measured, values.marks);
}

main();
