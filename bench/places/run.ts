import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describePlace } from '../../src/craft/images/places/place.js';
import { smallPng } from '../../src/craft/images/raster.js';
import { readNovels, readOpenings } from '../people/novels.js';
import { OTHER_PLACES } from './told-places.js';
import { countFeatures, isMadeOn, measurePlaces, type MeasuredPlace } from './measure.js';

function report(name: string, places: readonly MeasuredPlace[]): void {
  const { said, drawn } = countFeatures(places);
  console.log(`${name}: ${places.length} places, ${said} features said, ${drawn} drawn = ${(drawn / Math.max(1, said)).toFixed(3)}`);
}

const WIDTH_PX = 800;

/**
 * Prints which features of the listed places are drawn, by default only for the novels that serve to develop rules, and the share for both halves. `npx tsx
 * bench/places/run.ts [--folder DIR] [--openings DIR] [--all] [--sheets DIR]`: with `--all`, also prints the places of the other novels; with `--sheets`,
 * writes the pictures.
 */
function main(): void {
  const { values } = parseArgs({ options: {
    folder: { type: 'string', default: '../shared/fixtures/quotes-novels' }, openings: { type: 'string', default: '../shared/fixtures/quotes' }, all: { type: 'boolean', default: false }, sheets: { type: 'string' },
  } });
  const novels = readNovels(path.resolve(values.folder));
  const works = novels.map(({ work }) => work);
  const places = measurePlaces(novels);
  const madeOn = places.filter(({ told }) => isMadeOn(told.work, works));
  const others = measurePlaces(readOpenings(path.resolve(values.openings)), OTHER_PLACES);
  const shown = values.all ? [...places, ...others] : madeOn;
  if (values.sheets) mkdirSync(values.sheets, { recursive: true });
  shown.forEach(({ told, words, place, svg, missing, shown: things }, at) => {
    console.log(`\n${at + 1}. ${told.work}: ${words}\n   says  ${told.states.map((state) => (missing.includes(state) ? `-${state}-` : state)).join(' ')}`
      + `\n   draws ${place.side} ${describePlace(place)}: ${things.join(' ')}`);
    if (values.sheets) writeFileSync(path.join(values.sheets, `${at + 1}-${told.work}.png`), smallPng(svg, WIDTH_PX));
  });
  console.log('');
  report('made on', madeOn);
  report('held out', places.filter(({ told }) => !isMadeOn(told.work, works)));
  report('together', places);
  report('other books', others);
}

main();
