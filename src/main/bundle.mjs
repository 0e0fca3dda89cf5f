// One file for each long-running process: a thousand small modules take longer to find and to link than to run.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Entry and what it leaves in node_modules beside the rest: the worker's SDK starts threads and a native core from its own files. */
const PROCESSES = [
  { entry: 'src/main/api.js', left: /^(?!)/ },
  { entry: 'src/main/worker.js', left: /^@temporalio\// },
];
/** Packages that a process always loads and that come as many files; with all that they are made of. Others stay as they are. */
const BUNDLED = /^(typeorm|typebox|reflect-metadata|@temporalio\/(client|common)|koa|@koa\/router|ajv|ajv-formats|pg|raw-body|undici|uuid|openai|ipaddr\.js|culori|p-limit)(\/|$)/;
/** Drivers that TypeORM and pg would load for other databases; none is installed. */
const ABSENT = [
  '@google-cloud/spanner', '@sap/*', 'better-sqlite3', 'expo-sqlite', 'hdb-pool', 'ioredis', 'mongodb', 'mssql', 'mysql', 'mysql2', 'oracledb', 'pg-native',
  'pg-query-stream', 'react-native-sqlite-storage', 'redis', 'sql.js', 'sqlite3', 'typeorm-aurora-data-api-driver',
];
const NO_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');
const FOLDER = 'src/main';
const IN_PACKAGE = /[\\/]node_modules[\\/]/;
/** What the code of packages finds where they are files; nothing that we run reads it. */
const BANNER = 'import { createRequire as proscenium_createRequire } from \'node:module\';\n'
  + 'const require = proscenium_createRequire(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;';

/** Our code names packages; what they are made of is theirs. */
const packages = (left) => ({
  name: 'packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, importer }) => (
      left.test(name) || (!IN_PACKAGE.test(importer) && !BUNDLED.test(name)) ? { path: name, external: true } : null));
    // Traces name our sources; maps of packages would only make the map slow to read.
    build.onLoad({ filter: /node_modules[\\/].*\.[cm]?js$/ }, async (file) => ({
      contents: `${await readFile(file.path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`,
    }));
  },
});

/** Modules look for their threads, fonts and files from where they were compiled to, not from where the bundle is. */
const places = (staging) => ({
  name: 'places',
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

/** Puts each process's code, and that of the packages it is made of, in place of its entry module. `staging` holds the compiled files. */
export async function bundleProcesses(staging) {
  const { build } = await import('esbuild');
  await Promise.all(PROCESSES.map(async ({ entry, left }) => {
    const { outputFiles } = await build({
      absWorkingDir: staging, entryPoints: [entry], outdir: staging, outbase: staging, write: false, bundle: true, splitting: true,
      format: 'esm', platform: 'node', target: 'node20', logLevel: 'error', legalComments: 'none', banner: { js: BANNER },
      chunkNames: `${FOLDER}/${path.basename(entry, '.js')}-[hash]`, sourcemap: true, sourcesContent: false,
      external: ABSENT, plugins: [packages(left), places(staging)],
    });
    for (const { path: file, contents } of outputFiles) await writeFile(file, contents);
  }));
}
