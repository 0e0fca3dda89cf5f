import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../', import.meta.url);

/**
 * URL of a compiled module, for a thread. `path` is relative to `importer`; when `importer` is TypeScript source, the URL
 * points into `dist`. Throws when the module is not built.
 */
export function compiledModule(path: string, importer: string): URL {
  const beside = new URL(path, importer);
  const places = [beside, new URL(`dist/${beside.href.slice(ROOT.href.length)}`, ROOT)];
  const found = places.find((place) => existsSync(fileURLToPath(place)));
  if (!found) throw new Error(`${fileURLToPath(beside)} is missing: run \`npm run build\``);
  return found;
}
