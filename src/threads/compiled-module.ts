import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/**
 * URL of a compiled module, for a thread: relative to `importer`, or its copy in `dist` when that runs from its TypeScript source.
 * Throws when nothing is built.
 */
export function compiledModule(path: string, importer: string): URL {
  const beside = new URL(path, importer);
  const places = [beside, new URL(`dist/${beside.href.slice(ROOT.href.length)}`, ROOT)];
  const found = places.find((place) => existsSync(fileURLToPath(place)));
  if (!found) throw new Error(`${fileURLToPath(beside)} is missing: run \`npm run build\``);
  return found;
}
