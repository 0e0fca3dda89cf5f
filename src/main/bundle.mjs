// Bundles each long-running process into few files: finding and linking a thousand small modules takes longer than
// running them.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Entry modules. Packages that match `external` are not bundled: the worker's SDK starts threads and a native core from
 * its files.
 */
const PROCESSES = [
  { entry: 'src/main/api.js', external: /^(?!)/ },
  { entry: 'src/main/worker.js', external: /^@temporalio\// },
];
/**
 * Packages of many files that a process always loads; they are bundled with their dependencies. Others are not bundled.
 */
const BUNDLED = /^(typeorm|typebox|reflect-metadata|@temporalio\/(client|common)|koa|@koa\/router|ajv|ajv-formats|pg|raw-body|undici|uuid|openai|ipaddr\.js|culori|p-limit)(\/|$)/;
/** Drivers for other databases that TypeORM and pg would load; none is installed. */
const NOT_INSTALLED = [
  '@google-cloud/spanner', '@sap/*', 'better-sqlite3', 'expo-sqlite', 'hdb-pool', 'ioredis', 'mongodb', 'mssql', 'mysql', 'mysql2', 'oracledb', 'pg-native',
  'pg-query-stream', 'react-native-sqlite-storage', 'redis', 'sql.js', 'sqlite3', 'typeorm-aurora-data-api-driver',
];
const NO_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');
const FOLDER = 'src/main';
const IN_PACKAGE = /[\\/]node_modules[\\/]/;
/** Defines the globals of CommonJS that the code of packages uses. */
const BANNER = 'import { createRequire as proscenium_createRequire } from \'node:module\';\n'
  + 'const require = proscenium_createRequire(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;';

/**
 * Bundles listed packages with their dependencies, and leaves the other packages that our code imports in node_modules.
 */
const packagePlugin = (external) => ({
  name: 'packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, importer }) => (
      external.test(name) || (!IN_PACKAGE.test(importer) && !BUNDLED.test(name)) ? { path: name, external: true } : null));
    // Stack traces need only the maps of our sources; those of packages would make the bundle's map slow to read.
    build.onLoad({ filter: /node_modules[\\/].*\.[cm]?js$/ }, async (file) => ({
      contents: `${await readFile(file.path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`,
    }));
  },
});

/** Replaces `import.meta.url` by the URL of the compiled module, because modules find their threads, fonts and files relative to it. */
const importUrlPlugin = (staging) => ({
  name: 'import-url',
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
      if (IN_PACKAGE.test(file)) return null;
      const text = await readFile(file, 'utf8');
      if (!text.includes('import.meta.url')) return null;
      const from = path.relative(path.join(staging, FOLDER), file).split(path.sep).join('/');
      return { contents: text.replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`) };
    });
  },
});

/**
 * Replaces the entry module of each process by the bundle of its modules and packages. `staging` holds the compiled files. The original module stays next to
 * it as `*.unbundled.js`, for code such as tests that shares modules with other code.
 */
export async function bundleProcesses(staging) {
  const { build } = await import('esbuild');
  await Promise.all(PROCESSES.map(async ({ entry, external }) => {
    await copyFile(path.join(staging, entry), path.join(staging, entry.replace(/\.js$/, '.unbundled.js')));
    const { outputFiles } = await build({
      absWorkingDir: staging, entryPoints: [entry], outdir: staging, outbase: staging, write: false, bundle: true, splitting: true,
      format: 'esm', platform: 'node', target: 'node20', logLevel: 'error', legalComments: 'none', banner: { js: BANNER },
      chunkNames: `${FOLDER}/${path.basename(entry, '.js')}-[hash]`, sourcemap: true, sourcesContent: false,
      external: NOT_INSTALLED, plugins: [packagePlugin(external), importUrlPlugin(staging)],
    });
    for (const { path: file, contents } of outputFiles) await writeFile(file, contents);
  }));
}
