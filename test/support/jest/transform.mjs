// Compiles test files for Jest with esbuild, as the build does. A file of the product is not compiled: a test gets the
// built module of it, which Node loads once for each process of the run (see environment.mjs).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { initSync, parse } from 'es-module-lexer';
import { transformSync } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const tsconfigRaw = readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8');
const PRODUCT = /^(src|workflows|activities|api|entities|migrations|bench)\//;
/** The modules that the build replaces by bundles, which share no module with others. */
const BUNDLED = /^src\/main\/(api|worker)\.ts$/;
const STAR = /^export\s*\*\s*from/;

initSync();

const compile = (source, file) => transformSync(source, {
  sourcefile: file, loader: 'ts', format: 'esm', target: 'node20', sourcemap: 'external', tsconfigRaw,
});

/** A module with the exports of the built one. What a module exports of another by `*`, it takes from that module's bridge. */
function bridgeTo(built, code) {
  const [imports, exports] = parse(code);
  const stars = imports.filter(({ ss, se }) => STAR.test(code.slice(ss, se))).map(({ n }) => `export * from ${JSON.stringify(n)};`);
  const names = exports.map(({ n }, at) => `const v${at} = product[${JSON.stringify(n)}]; export { v${at} as ${n} };`);
  return [`const product = await loadProduct(${JSON.stringify(pathToFileURL(built).href)});`, ...stars, ...names].join('\n');
}

export default {
  process(source, file) {
    const place = path.relative(ROOT, file).split(path.sep).join('/');
    const compiled = compile(source, file);
    if (!PRODUCT.test(place)) return compiled;
    const built = place.replace(/\.ts$/, BUNDLED.test(place) ? '.unbundled.js' : '.js');
    return { code: bridgeTo(path.join(ROOT, 'dist', built), compiled.code) };
  },
};
