// Finds the tests that a change reaches: by imports, and by area, since `test/` uses the area names of `api/` and `src/domain/`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Modules that import the whole product: through them, every change reaches every test of the API. */
const HUB = /^(src\/main\/|src\/kernel\/services\.ts|src\/domain\/work-kinds\.ts|(api|activities|workflows|entities|migrations)\/index\.ts)/;
const IMPORT = /^(?:import(?! type)|export|\}).*? from '(\.[^']+)'|import\('(\.[^']+)'\)/gm;
/** The distance of a test of the same area, in steps of imports. A test that shares two area names is half as far away. */
const STEPS_TO_AREA = 4;
/** Folders above the areas, which are no areas themselves. */
const NO_AREA = new Set(['src', 'domain', 'api', 'activities', 'workflows', 'entities', 'migrations', 'kernel', 'craft', 'test', 'support']);

/** The relative imports of each file that the tests reach, as paths from the root. */
async function importsOf(root, tests) {
  const imports = new Map();
  const open = [...tests];
  for (let file = open.pop(); file; file = open.pop()) {
    if (imports.has(file)) continue;
    const text = existsSync(path.join(root, file)) ? await readFile(path.join(root, file), 'utf8') : '';
    const imported = [...text.matchAll(IMPORT)]
      .map(([, named, loaded]) => path.posix.join(path.posix.dirname(file), named ?? loaded).replace(/\.js$/, '.ts'));
    imports.set(file, imported);
    open.push(...imported);
  }
  return imports;
}

/** For each file that imports a changed one, the fewest steps of imports between them, without paths through hubs. */
function stepsToTests(imports, changed) {
  const importers = new Map();
  for (const [file, imported] of imports) for (const other of imported) importers.set(other, [...importers.get(other) ?? [], file]);
  const steps = new Map(changed.map((file) => [file, 0]));
  const open = [...changed];
  for (let file = open.shift(); file; file = open.shift()) {
    for (const importer of importers.get(file) ?? []) {
      if (steps.has(importer) || HUB.test(importer)) continue;
      steps.set(importer, steps.get(file) + 1);
      open.push(importer);
    }
  }
  return steps;
}

const areasOf = (file) => file.replace(/\.test\.ts$|\.ts$/, '').split('/').filter((part) => !NO_AREA.has(part));

/** The most area names that a test shares with one changed file. */
const kinship = (test, changed) => Math.max(0, ...changed.map((file) => {
  const own = new Set(areasOf(test));
  return areasOf(file).filter((area) => own.has(area)).length;
}));

/**
 * The tests that the changed files reach, nearest first: changed tests, tests of the same area, then tests by the steps of imports.
 * Paths are from `root`.
 */
export async function reachedTests(root, tests, changed) {
  const imports = await importsOf(root, tests);
  const steps = stepsToTests(imports, changed.filter((file) => imports.has(file)));
  const distances = new Map(tests.map((test) => {
    const shared = kinship(test, changed);
    return [test, Math.min(steps.get(test) ?? Infinity, shared > 0 ? STEPS_TO_AREA / shared : Infinity)];
  }));
  return tests.filter((test) => distances.get(test) < Infinity).sort((a, b) => distances.get(a) - distances.get(b));
}
