export default {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  // It only ends what hangs; how fast things are is for the benchmarks to say.
  testTimeout: 180_000,
  forceExit: true,
  // Suites share one Postgres and one Temporal server and nothing else: each has a database, a folder and task queues of its own.
  // Much of their time is waiting, for the engine's patience and for sound that plays: two at once keep two cores busy.
  maxWorkers: 2,
  roots: ['<rootDir>/test'],
  setupFiles: ['<rootDir>/test/support/property-seed.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': '<rootDir>/test/support/jest/transform.mjs' },
};
