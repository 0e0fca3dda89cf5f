import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { createActivities } from '../../activities/index.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { WORK_KINDS } from '../../src/domain/work-kinds.js';
import { OTHER_RUNS } from '../../src/monitoring/other-runs.js';
import { declaredSubjects, getCoverage } from '../../src/kernel/families/coverage/coverage.js';
import type { WorkerContents } from '../../src/main/worker-contents.js';
import type { Services } from '../../src/kernel/services.js';

const CLI = path.resolve('dist/src/main/cli.js');
const KINDS = [...WORK_KINDS.values()];
const SPELLING = /^[a-z]+(-[a-z]+)*$/;

let worker: WorkerContents;

/** API and worker are separate processes with separate bundles, so the worker must know everything that the API orders. */
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'worker', '--list'], { maxBuffer: 1_000_000 });
  worker = JSON.parse(stdout) as WorkerContents;
});

/** Names of the workflows, other than those of work, that can be started because the sources declare their inputs in `RunInputs`. */
function declared(): string[] {
  const found = execFileSync('git', ['grep', '-h', '-A3', 'interface RunInputs', '--', 'src'], { encoding: 'utf8' });
  return [...new Set([...found.matchAll(/\b([a-z]\w*Workflow):/g)].map(([, name]) => name!))].sort();
}

const OF_WORK = [...new Set(KINDS.filter(({ step }) => !step).map(({ workflow }) => workflow))];

describe('the built worker', () => {
  it('has every workflow that can be started, and the one that all single-step kinds share', () => {
    expect(declared()).toEqual(['checkWorkflow', ...OTHER_RUNS.flatMap(({ workflows }) => workflows)].sort());
    expect(OF_WORK.length).toBeGreaterThan(6);
    expect(worker.workflows).toEqual([...declared(), ...OF_WORK, 'stepWorkflow'].sort());
  });

  it('has an activity for each single-step kind', () => {
    const steps = KINDS.flatMap(({ step }) => (step ? [step.activity] : []));
    expect(steps.length).toBeGreaterThan(9);
    expect(Object.values(worker.activities).flat()).toEqual(expect.arrayContaining(steps));
  });

  it('knows each kind of work under the name by which the API orders it', () => {
    expect(worker.kinds.map(({ kind }) => ({ kind, workflow: WORK_KINDS.get(kind)?.workflow }))).toEqual(worker.kinds);
  });

  it('can judge every document that the API takes orders for', () => {
    expect(OPERATIONS.filter(({ method, path: route }) => method === 'POST' && route.endsWith('/coverage')).length).toBeGreaterThan(3);
    // Importing the operations of a document also loads its coverage, wherever that is listed.
    expect(worker.coverages.map(({ subject }) => subject).sort()).toEqual(declaredSubjects().sort());
    for (const { subject, rubric } of worker.coverages) expect(getCoverage(subject).rubric.version).toBe(rubric);
  });

  it('has every activity, on its queue', () => {
    const declared = createActivities({ config: readConfig() } as Services);
    expect(worker.activities).toEqual(Object.fromEntries(Object.entries(declared).map(([queue, group]) => [queue, Object.keys(group).sort()])));
  });
});

describe('the names of kinds and queues', () => {
  const kinds = [...KINDS, ...OTHER_RUNS];

  it('are words with hyphens, and no two are equal', () => {
    for (const names of [kinds.map(({ kind }) => kind), kinds.map(({ queue }) => queue)]) {
      expect(names.filter((name) => !SPELLING.test(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(KINDS.map(({ unit }) => unit).filter((unit) => !SPELLING.test(unit))).toEqual([]);
  });
});
