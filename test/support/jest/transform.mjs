// Compiles test files for Jest with esbuild, as the build does. What they import of the product and of packages is not evaluated again for
// each of them: Node loads it, once for each process of the run (see environment.mjs).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { initSync, parse } from 'es-module-lexer';
import { transformSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const tsconfigRaw = readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8');
const PRODUCT = /^(src|workflows|activities|api|entities|migrations|bench)\//;
/** The modules that the build replaces by bundles. A bundle has its own copy of each module, so the tests use the unbundled files. */
const BUNDLED = /^src\/main\/(api|worker)\.ts$/;
const STAR = /^export\s*\*\s*from/;
/** Imports that stay inside a test's context: what Jest itself provides, modules of Node, and relative files. */
const INSIDE = /^(@jest\/globals$|node:|\.)/;
const STATIC = -1;

initSync();

const compile = (source, file, options) => transformSync(source, {
  sourcefile: file, loader: 'ts', target: 'node20', sourcemap: 'external', tsconfigRaw, ...options,
});

/** In the context of a test each use of a global is a call, so that code that computes takes several times as long. */
const COMPUTING = ['Math', 'Number', 'Buffer', 'Int16Array', 'Uint8Array', 'Float32Array', 'Float64Array'];

/** Declares local variables for the globals in `COMPUTING` that a module uses and does not declare itself. */
const takenGlobals = (source) => COMPUTING.filter((name) => new RegExp(`\\b${name}[.(]|new ${name}\\b`).test(source)
  && !new RegExp(`(?:const|let|var|function|class|import)[^;=]*\\b${name}\\b`).test(source)).map((name) => `const ${name} = globalThis.${name};`).join(' ');

/** Matches calls of `require` for packages in the output of esbuild, which turns `import()` into such a call too. */
const REQUIRED = /\brequire\("((?!node:|\.|@jest\/globals")[^"]+)"\)/g;

/**
 * Compiles a test as a script, because Node releases the context of a script when the file is over; contexts with ES modules stay in memory until the process
 * ends.
 */
function script(source, file) {
  const { code, map } = compile(source, file, {
    format: 'cjs', supported: { 'dynamic-import': false }, define: { 'import.meta.url': 'moduleUrl', 'import.meta.dirname': '__dirname' },
  });
  const url = code.includes('moduleUrl') ? 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' : '';
  return { code: `${takenGlobals(source)}${url}${code.replace(REQUIRED, 'requireOutside("$1")')}`, map };
}

const load = (specifier) => `await loadOutside(${JSON.stringify(specifier)})`;

/** Translates an import statement of a package, as esbuild writes it, into one that loads the package outside the context and takes the same names from it. */
function takeOutside(statement, specifier, at) {
  const clause = statement.slice('import'.length, statement.lastIndexOf('from')).trim();
  if (!clause) return `${load(specifier)};`;
  const [, single, all, named] = /^(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s*([\w$]+)|\{([^}]*)\})?$/.exec(clause);
  const module = `outside${at}`;
  return [
    `const ${module} = ${load(specifier)};`,
    ...(single ? [`const ${single} = ${module}.default;`] : []), ...(all ? [`const ${all} = ${module};`] : []),
    ...(named === undefined ? [] : [`const {${named.replaceAll(' as ', ': ')}} = ${module};`]),
  ].join(' ');
}

/** Replaces the imports of packages, each on its line, so that the source map stays right. */
function takePackagesOutside(code) {
  const [imports] = parse(code);
  return imports.filter(({ d, n }) => d === STATIC && n !== undefined && !INSIDE.test(n)).reverse()
    .reduce((text, { ss, se, n }, at) => text.slice(0, ss) + takeOutside(text.slice(ss, se), n, at) + text.slice(se), code);
}

/** A module that re-exports the built one. For `export * from` it refers to the bridge of that other module. */
function bridgeTo(built, code) {
  const [imports, exports] = parse(code);
  const stars = imports.filter(({ ss, se }) => STAR.test(code.slice(ss, se))).map(({ n }) => `export * from ${JSON.stringify(n)};`);
  const names = exports.map(({ n }, at) => `const v${at} = built[${JSON.stringify(n)}]; export { v${at} as ${n} };`);
  return [`const built = ${load(pathToFileURL(built).href)};`, ...stars, ...names].join('\n');
}

/** Part of the cache key, because other versions of this file compile differently. */
const VERSION = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url))).digest('hex');

export default {
  getCacheKey: (source, file, { transformerConfig }) =>
    createHash('sha256').update([VERSION, ROOT, JSON.stringify(transformerConfig), file, source].join('\0')).digest('hex'),
  /**
   * `evaluatesAll` is for tests that declare their own operations and schemas: each gets its own copy of the product. `modules` is for tests that await
   * something before they declare their tests.
   */
  process(source, file, { transformerConfig: { evaluatesAll = false, modules = false } }) {
    const place = path.relative(ROOT, file).split(path.sep).join('/');
    const built = path.join(ROOT, 'dist', place.replace(/\.ts$/, BUNDLED.test(place) ? '.unbundled.js' : '.js'));
    if (!evaluatesAll && !modules) {
      return PRODUCT.test(place) ? { code: `module.exports = requireOutside(${JSON.stringify(built)});` } : script(source, file);
    }
    const { code, map } = compile(source, file, { format: 'esm' });
    if (evaluatesAll) return { code, map };
    return PRODUCT.test(place) ? { code: bridgeTo(built, code) } : { code: takePackagesOutside(code), map };
  },
};
