import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment } from '../../config/environment.js';
import type { Config } from '../../config/index.js';
import { findFfmpeg, findTemporalCli } from '../binaries.js';
import { acquireLock } from './lock.js';
import { startNodeChild } from './node-child.js';
import { claimPort } from './ports.js';
import { startEmbeddedPostgres } from './postgres.js';
import { identify } from './process-identity.js';
import { readRunningStack, removeRunningStack, writeRunningStack } from './running-stack.js';
import { keepRunning, type Kept } from './supervise.js';
import { startTemporalServer } from './temporal.js';

export interface StackOptions {
  /** Prints nothing but what goes wrong. */
  quiet?: boolean;
  /** Takes the lines meant for people; standard error by default. */
  say?: (line: string) => void;
}

export interface Stack {
  databaseUrl: string;
  temporalAddress: string;
  uiUrl: string | null;
  baseUrl: string;
  appUrl: string;
  /** The first key of a new installation; null when there was one already. */
  ownerKey: string | null;
  stop(): Promise<void>;
}

/** Workers give running activities 8 s to end and cancel them then. */
const WORKER_GRACE_MS = 14_000;
const API_GRACE_MS = 8_000;
const DATABASE = 'proscenium';

interface Opening {
  config: Config;
  say: (line: string) => void;
  /** Told what takes long. */
  note: (line: string) => void;
  /** What runs so far, by name. */
  kept: Map<string, Kept>;
}

/** Each process has a port for its metrics: the configured one, then the next ones. */
const METERED = ['api', 'worker-story', 'worker-media'];
/** Whoever uses a part is gone before it. */
const STOP_ORDER = [['api'], ['worker-story', 'worker-media'], ['Temporal'], ['Postgres']];

async function openDatabase({ config, say, note, kept }: Opening): Promise<string> {
  const { ensureDatabase, migrate } = await import('../../db/migrate.js');
  let url = config.databaseUrl;
  if (!url) {
    let port = config.postgresPort;
    const first: { url?: string } = {};
    kept.set('Postgres', await keepRunning('Postgres', async () => {
      const server = await startEmbeddedPostgres({ dataDir: config.dataDir, port });
      // Whoever is connected expects a restarted server where it was.
      port = server.port;
      if (!first.url && server.note) note(server.note);
      first.url = server.urlOf(DATABASE);
      return server;
    }, say));
    url = first.url!;
    await ensureDatabase(url);
  }
  const applied = await migrate(url);
  if (applied.length > 0) note(`Database: ${applied.length} migration${applied.length === 1 ? '' : 's'} applied`);
  return url;
}

async function openTemporal({ config, say, note, kept }: Opening): Promise<{ address: string; uiUrl: string | null }> {
  if (config.temporal.address) return { address: config.temporal.address, uiUrl: config.temporal.uiUrl };
  const cli = await findTemporalCli(config, { onProgress: note });
  let { port, uiPort } = config.temporal;
  const { retentionDays, namespace } = config.temporal;
  const first: { uiUrl?: string; address?: string } = {};
  kept.set('Temporal', await keepRunning('Temporal', async () => {
    const server = await startTemporalServer({ cliPath: cli.path, dataDir: config.dataDir, port, uiPort, retentionDays, namespace });
    [port, uiPort] = [Number(new URL(`http://${server.address}`).port), Number(new URL(server.uiUrl).port)];
    Object.assign(first, { address: server.address, uiUrl: server.uiUrl });
    return server;
  }, say));
  return { address: first.address!, uiUrl: config.temporal.uiUrl ?? first.uiUrl! };
}

/** Puts the port that was found into the URLs that were derived from port 0. */
function urlsFor(config: Config, port: number): { appUrl: string; baseUrl: string } {
  const appUrl = config.appUrl.replace(/:0$/, `:${port}`);
  const isBelow = config.baseUrl.startsWith(`${config.appUrl}/`);
  return { appUrl, baseUrl: isBelow ? appUrl + config.baseUrl.slice(config.appUrl.length) : config.baseUrl };
}

async function openProcesses(
  { config, say, kept }: Opening, env: Record<string, string | undefined>,
): Promise<string | null> {
  let ownerKey: string | null = null;
  const child = async (name: string, args: string[], graceMs: number): Promise<void> => {
    const metricsPort = config.metricsPort === null ? undefined : String(config.metricsPort + METERED.indexOf(name));
    kept.set(name, await keepRunning(name, () => startNodeChild({
      name, args, graceMs, env: { ...env, METRICS_PORT: metricsPort }, dataDir: config.dataDir,
      onReady: (ready) => { ownerKey ??= ready.ownerKey ?? null; },
    }), say));
  };
  await Promise.all(await settle([
    child('worker-story', ['worker', '--queues', 'story,providers'], WORKER_GRACE_MS),
    child('worker-media', ['worker', '--queues', 'media'], WORKER_GRACE_MS),
    child('api', ['api'], API_GRACE_MS),
  ]));
  return ownerKey;
}

/** A folder made here can be entered by the user that runs Postgres when we are root, but not listed. */
async function prepareDataDir(dataDir: string): Promise<void> {
  if (await stat(dataDir).catch(() => null)) return;
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o711);
}

async function lockDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  const running = await readRunningStack(dataDir);
  const where = running ? ` at ${running.appUrl}` : '';
  return acquireLock(path.join(dataDir, 'run', 'stack.lock'), (pid) =>
    `Proscenium already runs on ${dataDir}${where} (process ${pid}). Stop that one, or give this one its own DATA_DIR, `
    + 'PORT, POSTGRES_PORT, TEMPORAL_PORT and TEMPORAL_UI_PORT (0 takes a free port).');
}

async function openStack(opening: Opening): Promise<Omit<Stack, 'stop'>> {
  const { config, note } = opening;
  const port = await claimPort(config.port, 'PORT', config.host);
  if (config.metricsPort !== null) for (const at of METERED.keys()) await claimPort(config.metricsPort + at, 'METRICS_PORT', config.host);
  const [ffmpeg, temporal, databaseUrl] = await Promise.all(await settle([
    findFfmpeg(config, { onProgress: note }), openTemporal(opening), openDatabase(opening),
  ] as const));
  if (ffmpeg.missing.length > 0) note(`ffmpeg (${ffmpeg.path}) lacks ${ffmpeg.missing.join(', ')}; see proscenium doctor`);
  const urls = urlsFor(config, port);
  const ownerKey = await openProcesses(opening, childEnvironment({
    DATA_DIR: config.dataDir, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_UI_URL: temporal.uiUrl ?? undefined, PORT: String(port), APP_URL: urls.appUrl, BASE_URL: urls.baseUrl,
    FFMPEG_PATH: ffmpeg.path,
  }));
  return { ...urls, databaseUrl, temporalAddress: temporal.address, uiUrl: temporal.uiUrl, ownerKey };
}

/** Waits for all, whatever becomes of them: what is half started when one fails can then be stopped. */
async function settle<T extends readonly Promise<unknown>[]>(starting: T): Promise<T> {
  await Promise.allSettled(starting);
  return starting;
}

/**
 * Starts everything: Postgres, Temporal, migrations, workers, API; external parts win when configured. Parts that crash
 * are started again. What a killed predecessor left running on this data folder is stopped first.
 * Throws `Locked` when a stack already runs on it, `PortBusy`, `BinaryNotFound`, or the part's own error; nothing is left
 * running then.
 */
export async function startStack(config: Config, options: StackOptions = {}): Promise<Stack> {
  const say = options.say ?? ((line: string) => { process.stderr.write(`${line}\n`); });
  await prepareDataDir(config.dataDir);
  const lock = await lockDataDir(config.dataDir);
  const opening: Opening = { config, say, note: options.quiet ? () => undefined : say, kept: new Map() };
  const close = async (): Promise<void> => {
    for (const names of STOP_ORDER) await Promise.all(names.map(async (name) => opening.kept.get(name)?.stop()));
    await removeRunningStack(config.dataDir);
    await lock.release();
  };
  try {
    const opened = await openStack(opening);
    await writeRunningStack(config.dataDir, { ...identify(process.pid), ...opened });
    return { ...opened, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}
