// `npm run bench`: builds when the sources changed, then measures with the compiled benchmarks.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildIfStale } from '../src/main/build.mjs';

const BENCH = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist/bench/index.js');

try {
  await buildIfStale();
  const { main } = await import(pathToFileURL(BENCH).href);
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
