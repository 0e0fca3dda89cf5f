import { writeFileSync } from 'node:fs';

/** Writes how many tests of each file passed and failed to the file that `TEST_RESULTS` names: `[path, passed, failed, skipped, isFailed]`. */
export default class ResultsReporter {
  onRunComplete(_contexts, { testResults }) {
    const file = process.env.TEST_RESULTS;
    if (!file) return;
    const rows = testResults.map(({ testFilePath, numPassingTests, numFailingTests, numPendingTests, testExecError }) =>
      [testFilePath, numPassingTests, numFailingTests, numPendingTests, numFailingTests > 0 || Boolean(testExecError)]);
    writeFileSync(file, JSON.stringify(rows));
  }
}
