// Runs failed test files again after a whole run, in which other files ran beside them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** When more files failed, something is broken, and a second run would only waste time. */
const MOST_REPEATED = 3;

const sumOf = (rows, column) => rows.reduce((sum, row) => sum + row[column], 0);

/** The results of a run, or null when it ended before it wrote any. */
const resultsOf = async (file) => {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : JSON.parse(text);
};

/**
 * Runs the files that failed once more, alone, when they are few: a test that failed only because the machine was busy passes then, and is
 * named. Returns the exit code of both runs together. `runAgain` runs the given files and writes their results to the same file.
 */
export async function secondRun({ code, resultsFile, root, runAgain, say }) {
  const first = code === 0 ? null : await resultsOf(resultsFile);
  const failed = first?.filter(([, , , , isFailed]) => isFailed).map(([file]) => file) ?? [];
  if (failed.length === 0 || failed.length > MOST_REPEATED) return code;
  const names = failed.map((file) => path.relative(root, file));
  say(`\nFAILED BESIDE OTHERS, run once more, alone: ${names.join(', ')}`);
  const again = await runAgain(failed);
  const second = await resultsOf(resultsFile);
  const all = [...first.filter(([file]) => !failed.includes(file)), ...second];
  if (again === 0) say(`\nPASSED ALONE: ${names.join(', ')}. Such a test depends on how busy the machine is: mend it.`);
  process.stdout.write(`${sumOf(all, 1)} passed, ${sumOf(all, 2)} failed, ${sumOf(all, 3)} skipped\n`);
  return again;
}
