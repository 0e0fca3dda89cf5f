// The build: compiles TypeScript, copies other files, and bundles the page clients and the workflows, all into dist/.
// It is plain JavaScript, because it runs before anything is compiled. `node src/main/build.mjs [--force]`
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  copyFile, mkdir, open, readFile, readdir, rename, rm, rmdir, unlink, writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleProcesses } from './bundle.mjs';
import { writeLists } from './lists/write-lists.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const DIST = path.join(ROOT, 'dist');
const STAMP = path.join(DIST, '.stamp.json');
const LOCK = path.join(DIST, '.lock');
const BUNDLE = 'workflows.bundle.js';
const SOURCE_FOLDERS = ['src', 'workflows', 'activities', 'api', 'entities', 'migrations', 'bench'];
/** Folders from which files that are not TypeScript are copied. */
const COPIED_FROM = /^(src|bench)\//;
const SOURCE_FILES = ['package-lock.json', 'tsconfig.json'];
const COPIED = new Set(['.mjs', '.css', '.woff2', '.svg', '.html', '.wasm', '.txt', '.md', '.json', '.tsv', '.py', '.mp3', '.png']);
const CLIENTS = 'src/pages/client';
const LOCK_WAIT_MS = 180_000;

/** Every file below a folder, as sorted relative paths with `/`. */
async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).split(path.sep).join('/'))
    .sort();
}

async function sourceFiles() {
  const nested = await Promise.all(SOURCE_FOLDERS.map(async (folder) =>
    (await filesBelow(path.join(ROOT, folder))).map((file) => `${folder}/${file}`)));
  return [...nested.flat(), ...SOURCE_FILES];
}

async function hashOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await readFile(path.join(root, file)).catch(() => null);
    if (content) hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const readStamp = async () => JSON.parse(await readFile(STAMP, 'utf8').catch(() => '{}'));

/** True when sources and compiler are installed, so that a build is possible. */
export function canBuild() {
  return existsSync(path.join(ROOT, 'src/main/cli.ts')) && existsSync(path.join(ROOT, 'node_modules/esbuild'));
}

/** True when dist was built from the current sources. */
export async function isFresh() {
  const [stamp, sources] = [await readStamp(), await hashOf(ROOT, await sourceFiles())];
  return stamp.sources === sources && !(await findMissingOutput(stamp));
}

async function findMissingOutput(stamp) {
  return (stamp.files ?? []).find((file) => !existsSync(path.join(DIST, file)));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `work` while no other build of this checkout runs. Takes over the lock of a build whose process has ended. */
async function withLock(work) {
  await mkdir(DIST, { recursive: true });
  const giveUpAt = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    const handle = await open(LOCK, 'wx').catch((error) => {
      if (error.code === 'EEXIST') return null;
      throw error;
    });
    if (handle) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    }
    const holder = Number(await readFile(LOCK, 'utf8').catch(() => '0'));
    if (holder > 0 && !isAlive(holder)) {
      // Several builds may wait here: the rename succeeds in exactly one of them.
      const aside = `${LOCK}.${process.pid}`;
      await rename(LOCK, aside).then(() => unlink(aside), () => undefined);
    } else if (Date.now() > giveUpAt) {
      throw new Error(`another build (process ${holder}) holds ${LOCK} for ${LOCK_WAIT_MS / 1000} s`);
    } else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  try {
    return await work();
  } finally {
    await unlink(LOCK).catch(() => undefined);
  }
}

/** Compiles each TypeScript file to a JavaScript file without checking types; `npm run types` does that. */
async function compile(staging, sources) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT, entryPoints: sources.filter((file) => file.endsWith('.ts')), outdir: staging, outbase: ROOT,
    format: 'esm', platform: 'node', target: 'node20', sourcemap: true, sourcesContent: false, logLevel: 'silent',
  });
}

async function copyPlainFiles(staging, sources) {
  for (const file of sources.filter((name) => COPIED_FROM.test(name) && COPIED.has(path.extname(name)))) {
    await mkdir(path.dirname(path.join(staging, file)), { recursive: true });
    await copyFile(path.join(ROOT, file), path.join(staging, file));
  }
}

async function bundleClients(staging, sources) {
  const entryPoints = sources.filter((file) => path.posix.dirname(file) === CLIENTS && file.endsWith('.ts'));
  if (entryPoints.length === 0) return;
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT, entryPoints, outdir: path.join(staging, 'src/pages/assets'), outbase: CLIENTS,
    bundle: true, format: 'esm', target: 'es2020', minify: true, logLevel: 'silent',
  });
}

/**
 * Moves changed files from the staging folder into dist, each atomically. Then removes files that the build no longer
 * makes.
 */
async function install(staging) {
  const files = await filesBelow(staging);
  for (const file of files) {
    const [from, to] = [path.join(staging, file), path.join(DIST, file)];
    let content = await readFile(from);
    if (file.endsWith('.js.map')) {
      // Paths in source maps lose one `../`, because the staging folder is one level deeper than dist.
      const map = JSON.parse(content.toString('utf8'));
      content = Buffer.from(JSON.stringify({ ...map, sources: map.sources.map((source) => source.replace(/^\.\.\//, '')) }));
      await writeFile(from, content);
    }
    const current = await readFile(to).catch(() => null);
    if (current?.equals(content)) continue;
    await mkdir(path.dirname(to), { recursive: true });
    await rename(from, to);
  }
  const wanted = new Set([...files, BUNDLE]);
  for (const file of await filesBelow(DIST)) {
    if (!file.startsWith('.') && !wanted.has(file)) await removeWithEmptyFolders(file);
  }
  return files;
}

async function removeWithEmptyFolders(file) {
  await unlink(path.join(DIST, file)).catch(() => undefined);
  for (let folder = path.dirname(file); folder !== '.'; folder = path.dirname(folder)) {
    if (!(await rmdir(path.join(DIST, folder)).then(() => true, () => false))) return;
  }
}

const WORKFLOWS = 'workflows/index.js';
const SIGNAL_GUARD = 'workflows/shared/signal-guard.js';

/**
 * The compiled files that the workflows import, directly or indirectly, by relative paths. The bundle depends on no
 * others.
 */
async function workflowClosure() {
  const seen = new Set();
  const open = [WORKFLOWS, SIGNAL_GUARD];
  while (open.length > 0) {
    const file = open.pop();
    if (seen.has(file) || !existsSync(path.join(DIST, file))) continue;
    seen.add(file);
    const text = await readFile(path.join(DIST, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)) {
      open.push(path.posix.join(path.posix.dirname(file), specifier));
    }
  }
  return [...seen].sort();
}

/**
 * Makes the workflow bundle when a file of it changed. Returns the hash of its files, or null when there are no
 * workflows.
 */
async function bundleWorkflows(previousHash, lockHash) {
  const entry = path.join(DIST, WORKFLOWS);
  if (!existsSync(entry)) return null;
  const hash = `${lockHash.slice(0, 16)}-${await hashOf(DIST, await workflowClosure())}`;
  const target = path.join(DIST, BUNDLE);
  if (hash === previousHash && existsSync(target)) return hash;
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  // Preloaded: the workflow modules keep no state, so one evaluation serves all runs.
  const { code } = await bundleWorkflowCode({
    workflowsPath: entry, preloadModules: [entry], workflowInterceptorModules: [path.join(DIST, SIGNAL_GUARD)],
    logger: new DefaultLogger('ERROR'),
  });
  await writeFile(`${target}.${process.pid}`, code);
  await rename(`${target}.${process.pid}`, target);
  return hash;
}

async function removeLeftovers() {
  for (const name of await readdir(DIST)) {
    if (name.startsWith('.staging-')) await rm(path.join(DIST, name), { recursive: true, force: true });
  }
}

async function buildLocked({ force }) {
  if (!force && await isFresh()) return false;
  await removeLeftovers();
  await writeLists(ROOT);
  const sources = await sourceFiles();
  const sourcesHash = await hashOf(ROOT, sources);
  const previous = await readStamp();
  const staging = path.join(DIST, `.staging-${process.pid}`);
  try {
    await compile(staging, sources);
    await copyPlainFiles(staging, sources);
    await bundleClients(staging, sources);
    await bundleProcesses(staging);
    const files = await install(staging);
    const workflows = await bundleWorkflows(previous.workflows, await hashOf(ROOT, ['package-lock.json']));
    // If a file is saved during the build, the hash differs at the next start, which builds again.
    const stamp = { sources: sourcesHash, workflows, files: workflows ? [...files, BUNDLE] : files };
    await writeFile(`${STAMP}.${process.pid}`, JSON.stringify(stamp));
    await rename(`${STAMP}.${process.pid}`, STAMP);
    return true;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * Builds when something changed. Returns true if it built. Throws with the compiler's messages when a file cannot be
 * parsed.
 */
export async function buildProject({ force = false } = {}) {
  return withLock(() => buildLocked({ force }));
}

/** Builds in a child process when the sources changed and can be built. Throws when the build fails. */
export async function buildIfStale() {
  if (canBuild() && !(await isFresh())) {
    process.stderr.write('Building…\n');
    // The build runs in a child process, because its end frees the memory of the compilers. It prints to stderr: stdout is for the command's own output.
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('The build failed: see the messages above.');
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(path.resolve(process.argv[1])).href) {
  const startedAt = Date.now();
  try {
    const built = await buildProject({ force: process.argv.includes('--force') });
    process.stdout.write(`proscenium: ${built ? `built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s` : 'dist is up to date'}\n`);
  } catch (error) {
    process.stderr.write(`proscenium: the build failed: ${error.message}\n`);
    process.exitCode = 1;
  }
}
