const TRANSFORM = '<rootDir>/test/support/jest/transform.mjs';

const project = {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  roots: ['<rootDir>/test'],
  setupFiles: ['<rootDir>/test/support/property-seed.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

export default {
  // It only ends what hangs; how fast things are is for the benchmarks to say.
  testTimeout: 180_000,
  forceExit: true,
  // Suites share one Postgres and one Temporal server and nothing else: each has a database, a folder and task queues of its own.
  // Much of their time is waiting, for the engine's patience and for sound that plays: three at once keep two cores busy.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  reporters: ['default', '<rootDir>/test/support/jest/durations-reporter.mjs', '<rootDir>/test/support/jest/results-reporter.mjs'],
  projects: [
    { ...project, testPathIgnorePatterns: ['/test/families/'], transform: { '^.+\\.ts$': [TRANSFORM, {}] } },
    // The tests of the families declare operations, schemas and workflows of their own.
    { ...project, roots: ['<rootDir>/test/families'], transform: { '^.+\\.ts$': [TRANSFORM, { evaluatesAll: true }] } },
  ],
};
