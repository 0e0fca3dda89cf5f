// `npm run check`: what a change needs first, in about a minute: types, lint of the changed files, import rules, generated files, house
// rules, and the tests that the change reaches. `npm run check -- --all` checks the whole project without these tests, as CI does.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildProject } from '../../src/main/build.mjs';
import { expectedSeconds, readDurations, ROOT } from '../support/jest/durations.mjs';
import { reachedTests } from './reached-tests.mjs';

const MS_PER_S = 1_000;
/** The budget for the tests that a change reaches: the nearest run, two at a time, until their durations add up to this. */
const TEST_BUDGET_S = 50;
const CODE = /\.(ts|mjs|js)$/;
const RULED = /^(src|workflows|activities|api|entities|migrations|bench|test)\/.*\.ts$/;

const say = (line) => process.stdout.write(`${line}\n`);

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

/**
 * Paths that differ from a commit (the last one by default), and new files that git does not ignore. When there are none, the paths that the last commit
 * changed.
 */
function changedFiles(since) {
  const untracked = git('ls-files', '--others', '--exclude-standard');
  const changed = git('diff', '--name-only', since ?? 'HEAD');
  const files = changed.length + untracked.length > 0 ? [...changed, ...untracked] : git('diff', '--name-only', 'HEAD~1');
  return [...new Set(files)].sort();
}

/** Runs a program; its output is shown when it fails. */
async function step(name, script, args) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, script), ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { output += text; });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${((performance.now() - startedAt) / MS_PER_S).toFixed(1)} s${code === 0 ? '' : `\n${output.trimEnd()}`}`);
  return code === 0;
}

const TYPES = ['node_modules/typescript/bin/tsc', ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/proscenium/types.tsbuildinfo']];
const ESLINT = 'node_modules/eslint/bin/eslint.js';
const CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
const DOCS = ['src/main/proscenium.mjs', ['docs', '--check']];
/** The rules for every file of the project. They take a second, so every check runs them. */
const HOUSE = ['node_modules/jest/bin/jest.js', ['--runTestsByPath', 'test/contract/tidy.test.ts', '--reporters', 'default']];

const checkAll = () => Promise.all([
  step('types', ...TYPES), step('lint', ESLINT, ['.']), step('house rules', ...HOUSE),
  step('import rules', CRUISER, ['src', 'workflows', 'activities', 'api', 'entities', 'migrations', 'bench', 'test']).then(async (done) =>
    await step('generated files', ...DOCS) && done),
]);

async function checkChanged(changed) {
  const present = changed.filter((file) => existsSync(path.join(ROOT, file)));
  const code = present.filter((file) => CODE.test(file) && !file.startsWith('docs/'));
  const ruled = present.filter((file) => RULED.test(file));
  const steps = [step('types', ...TYPES), step('generated files', ...DOCS), step('house rules', ...HOUSE)];
  if (code.length > 0) steps.push(step(`lint of ${code.length} changed files`, ESLINT, code));
  if (ruled.length > 0) steps.push(step('import rules of the changed files', CRUISER, ['--max-depth', '1', ...ruled]));
  return Promise.all(steps);
}

/**
 * Chooses the nearest tests that fit into the budget; a changed test always runs. `left` has the other tests that the change reaches, `others` counts those
 * that it does not reach.
 */
async function chooseTests(changed) {
  const all = git('ls-files', '--cached', '--others', '--exclude-standard', 'test/*.test.ts').filter((file) => existsSync(path.join(ROOT, file)));
  const durations = readDurations();
  const chosen = [];
  const left = [];
  let seconds = 0;
  for (const test of await reachedTests(ROOT, all, changed)) {
    const takes = expectedSeconds(path.join(ROOT, test), durations);
    if (changed.includes(test) || seconds + takes <= TEST_BUDGET_S) {
      seconds += takes;
      chosen.push(test);
    } else left.push(test);
  }
  return { chosen, left, others: all.length - chosen.length - left.length };
}

async function runTests(tests) {
  const child = spawn(process.execPath, [path.join(ROOT, 'test/run.mjs'), '--runTestsByPath', ...tests], { cwd: ROOT, stdio: 'inherit' });
  return await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)) === 0;
}

async function main(args) {
  await buildProject();
  if (args.includes('--all')) return (await checkAll()).every(Boolean);
  const since = args.find((argument) => !argument.startsWith('-'));
  const changed = changedFiles(since);
  say(`${changed.length} changed files since ${since ?? 'the last commit'}.`);
  const { chosen, left, others } = await chooseTests(changed);
  const sound = (await checkChanged(changed)).every(Boolean);
  const passed = chosen.length === 0 || await runTests(chosen);
  say(`Left out: lint of unchanged files; circles between files; ${left.length} tests that the change reaches${left.length > 0 ? ` (${left.join(', ')})` : ''}; `
    + `${others} tests that it reaches only through the whole API. \`npm run check -- --all\` and \`npm test\` do the rest.`);
  return sound && passed;
}

process.exitCode = await main(process.argv.slice(2)) ? 0 : 1;
