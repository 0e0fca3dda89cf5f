// How long each test file takes: `durations.tsv` is written by `RECORD_DURATIONS=1 npm test`, and only orders the files.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TABLE = new URL('./durations.tsv', import.meta.url);
const HEADER = 'seconds\tfile';
/** Shorter files are not listed. */
const LISTED_S = 2;
const BYTES_PER_S = 4_000;

const placeOf = (file) => path.relative(ROOT, file).split(path.sep).join('/');

/** Seconds of the listed files, by path from the root. */
export function readDurations() {
  const rows = readFileSync(TABLE, 'utf8').trimEnd().split('\n').slice(1).map((row) => row.split('\t'));
  return new Map(rows.map(([seconds, file]) => [file, Number(seconds)]));
}

/** Seconds that a file probably takes: as listed, else by its size. `file` is absolute. */
export function expectedSeconds(file, durations) {
  return durations.get(placeOf(file)) ?? Math.min(LISTED_S, statSync(file).size / BYTES_PER_S);
}

/** Replaces the rows of the files that ran. `seconds` maps absolute paths. */
export function recordDurations(seconds) {
  const rows = new Map(readDurations());
  for (const [file, took] of seconds) {
    if (took < LISTED_S) rows.delete(placeOf(file));
    else rows.set(placeOf(file), Math.round(took));
  }
  const lines = [...rows].sort(([a, took], [b, other]) => other - took || (a < b ? -1 : 1)).map(([file, took]) => `${took}\t${file}`);
  writeFileSync(TABLE, `${[HEADER, ...lines].join('\n')}\n`);
}
