import tseslint from 'typescript-eslint';

const outsideConfig = [{ selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Only src/kernel/config reads the environment: take a value from Config.' }];

const sqlInStores = [{ selector: 'CallExpression[callee.property.name=/^(query|repository)$/]',
  message: 'Statements live in *-store.ts files: call a function of a store, or write one.' }];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', '.proscenium/', 'docs/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-control-regex': 'off',
      'no-restricted-syntax': ['error', ...outsideConfig, ...sqlInStores],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }],
      'max-len': ['error', { code: 160, ignoreRegExpLiterals: true, ignoreTemplateLiterals: true, ignoreStrings: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/kernel/config/**'],
    rules: { 'no-restricted-syntax': ['error', ...sqlInStores] },
  },
  {
    // The ledger and the work kernel decide in statements; migrations, tests and benchmarks ask the database directly.
    files: ['**/*-store.ts', 'src/kernel/db/**', 'src/kernel/credits/**', 'src/kernel/works/**', 'src/monitoring/**', 'migrations/**', 'bench/**'],
    rules: { 'no-restricted-syntax': ['error', ...outsideConfig] },
  },
  {
    files: ['test/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['workflows/**'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'Buffer', 'fetch', 'require', '__dirname', 'setImmediate', 'performance'],
      'no-restricted-imports': ['error', {
        patterns: [{ group: ['node:*', 'typeorm', 'pg', 'koa', '@temporalio/client', '@temporalio/worker', '@temporalio/activity'],
          message: 'Workflow code is deterministic: do this in an activity.' }],
      }],
    },
  },
);
