export default {
  testEnvironment: 'node',
  testTimeout: 60_000,
  forceExit: true,
  // Suites share one Postgres and one Temporal server and nothing else: each has a database, a folder and task queues of its own.
  // Much of their time is waiting, for the engine's patience and for sound that plays: three at once keep two cores busy.
  maxWorkers: 3,
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        keepClassNames: true,
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    }],
  },
};
