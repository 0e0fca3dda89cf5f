import path from 'node:path';
import { ROOT } from './durations.mjs';
import { readProcessorTimes } from './processor-time.mjs';

const SHOWN = 20;
const WIDTH = 9;

const cell = (value) => String(value).padStart(WIDTH);
const seconds = (value) => cell(value.toFixed(1));

/** The folder below `test` that a file is in. */
const areaOf = (file) => path.relative(ROOT, file).split(path.sep)[1];

function addTo(areas, area, row) {
  const sum = areas.get(area) ?? { files: 0, tests: 0, own: 0, children: 0 };
  areas.set(area, { files: sum.files + 1, tests: sum.tests + row.tests, own: sum.own + row.own, children: sum.children + row.children });
}

/** Prints the processor seconds of each area, and the files that take the most, where the platform tells them. */
export default class ProcessorReporter {
  onRunComplete(_contexts, { testResults }) {
    const times = readProcessorTimes();
    const rows = testResults.filter(({ testFilePath }) => times.has(testFilePath)).map(({ testFilePath, numPassingTests, numFailingTests }) =>
      ({ file: testFilePath, tests: numPassingTests + numFailingTests, ...times.get(testFilePath) }));
    if (rows.length === 0) return;
    const areas = new Map();
    for (const row of rows) {
      addTo(areas, areaOf(row.file), row);
      addTo(areas, 'all', row);
    }
    const costOf = ({ own, children }) => own + children;
    const table = [...areas].sort(([, a], [, b]) => costOf(b) - costOf(a)).map(([area, { files, tests, own, children }]) =>
      `${seconds(own + children)}${seconds(own)}${seconds(children)}${cell(files)}${cell(tests)}  ${area}`);
    const dearest = rows.sort((a, b) => costOf(b) - costOf(a)).slice(0, SHOWN).map(({ file, own, children }) =>
      `${seconds(own + children)}${seconds(own)}${seconds(children)}  ${path.relative(ROOT, file)}`);
    process.stderr.write(`\nProcessor seconds: ${['all', 'Jest', 'started', 'files', 'tests'].join(', ')}\n${table.join('\n')}\n${dearest.join('\n')}\n`);
  }
}
