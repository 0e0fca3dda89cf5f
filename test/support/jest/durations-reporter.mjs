import path from 'node:path';
import { recordDurations, ROOT } from './durations.mjs';

const SHOWN = 20;
const MS_PER_S = 1_000;

/** Prints the slowest files after a run of many, and records them with `RECORD_DURATIONS=1`. */
export default class DurationsReporter {
  onRunComplete(_contexts, { testResults }) {
    const seconds = testResults.filter(({ skipped }) => !skipped)
      .map(({ testFilePath, perfStats }) => [testFilePath, (perfStats.end - perfStats.start) / MS_PER_S]);
    if (process.env.RECORD_DURATIONS === '1') recordDurations(seconds);
    if (seconds.length <= SHOWN) return;
    const total = seconds.reduce((sum, [, took]) => sum + took, 0);
    const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
    const lines = slowest.map(([file, took]) => `${took.toFixed(1).padStart(7)} s  ${path.relative(ROOT, file)}`);
    process.stderr.write(`\nThe slowest ${SHOWN} of ${seconds.length} files, ${Math.round(total)} s together:\n${lines.join('\n')}\n`);
  }
}
