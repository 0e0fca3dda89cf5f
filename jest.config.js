import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TRANSFORM = '<rootDir>/test/support/jest/transform.mjs';

/** Tests that await something before they declare their tests can only be modules. */
const AWAITS = /^(?:await|(?:const|let) [^=]*= await)\b/m;
const tests = readdirSync('test', { recursive: true }).filter((file) => file.endsWith('.test.ts') && !file.startsWith('families')).map((file) => path.posix.join('test', file));
const modules = tests.filter((file) => AWAITS.test(readFileSync(file, 'utf8'))).map((file) => `<rootDir>/${file}`);

const project = {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  roots: ['<rootDir>/test'],
  setupFiles: ['<rootDir>/test/support/property-seed.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

export default {
  // It only ends what hangs; how fast things are is for the benchmarks to say.
  testTimeout: 1_800_000,
  forceExit: true,
  // Suites share one Postgres and one Temporal server and nothing else: each has a database, a folder and task queues of its own.
  // Much of their time is waiting, for the engine's patience and for sound that plays: three at once keep two cores busy.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  reporters: ['default', ...['durations', 'processor', 'results'].map((what) => `<rootDir>/test/support/jest/${what}-reporter.mjs`)],
  projects: [
    { ...project, testPathIgnorePatterns: ['/test/families/', ...modules], transform: { '^.+\\.ts$': [TRANSFORM, {}] } },
    { ...project, extensionsToTreatAsEsm: ['.ts'], testMatch: modules, transform: { '^.+\\.ts$': [TRANSFORM, { modules: true }] } },
    // The tests of the families declare operations, schemas and workflows of their own.
    { ...project, extensionsToTreatAsEsm: ['.ts'], roots: ['<rootDir>/test/families'], transform: { '^.+\\.ts$': [TRANSFORM, { evaluatesAll: true }] } },
  ],
};
