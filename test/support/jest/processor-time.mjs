// What a test file costs: the seconds of processor time of the file itself and of the processes that it started. Unlike elapsed time, they do not depend on
// what else the machine does. Only Linux reports them for ended processes; elsewhere nothing is recorded.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const STAT = '/proc/self/stat';
/** The unit of the times in `/proc/self/stat`, the same on every Linux platform. */
const TICKS_PER_S = 100;
const US_PER_S = 1_000_000;
/** Indexes among the fields after the name of the process. */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14];

/** Seconds of all ended processes that this process started and waited for, with those that these waited for; 0 where nothing tells them. */
export function childrenSeconds() {
  if (!existsSync(STAT)) return 0;
  const stat = readFileSync(STAT, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_PER_S;
}

/** Seconds of this process with all its threads. */
export function ownSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / US_PER_S;
}

/** Starts to measure a test file. Returns a function that writes the row `[path, own, children]` to the file that `TEST_PROCESSOR_TIMES` names. */
export function measureFile(testPath) {
  const [own, children] = [ownSeconds(), childrenSeconds()];
  return () => {
    const file = process.env.TEST_PROCESSOR_TIMES;
    if (file) appendFileSync(file, `${JSON.stringify([testPath, ownSeconds() - own, childrenSeconds() - children])}\n`);
  };
}

/** The rows of a run, by path; empty where nothing was measured. */
export function readProcessorTimes() {
  const file = process.env.TEST_PROCESSOR_TIMES;
  const rows = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map((row) => JSON.parse(row)) : [];
  return new Map(rows.map(([path, own, children]) => [path, { own, children }]));
}
