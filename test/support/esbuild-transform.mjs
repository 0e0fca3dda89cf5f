// Compiles test files for Jest with esbuild, as the build does.
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

const tsconfigRaw = readFileSync(new URL('../../tsconfig.json', import.meta.url), 'utf8');

export default {
  process: (source, file) => transformSync(source, {
    sourcefile: file, loader: 'ts', format: 'esm', target: 'node20', sourcemap: 'external', tsconfigRaw,
  }),
};
