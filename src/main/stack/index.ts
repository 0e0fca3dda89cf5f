import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment } from '../../kernel/config/environment.js';
import { ConfigInvalid, type Config, type PortSetting } from '../../kernel/config/index.js';
import { saysDiskFull } from '../../kernel/storage/disk-space.js';
import { makeFolder } from '../../kernel/storage/make-folder.js';
import { openRecogniser } from '../../craft/recogniser/index.js';
import { locateFfmpeg, locateTemporalCli } from '../binaries.js';
import { installMusicAtStart } from '../music/at-start.js';
import { installVoicesAtStart } from '../voices/at-start.js';
import { acquireLock, Locked, type Lock } from './lock.js';
import { metricsPortsOf } from './metrics-ports.js';
import { endLeftoverChild, startNodeChild } from './node-child.js';
import { claimPort, holdPort, type HeldPort } from './ports.js';
import { startEmbeddedPostgres } from './postgres.js';
import { identify } from './process-identity.js';
import { findRunningStack, removeRunningStack, writeRunningStack } from './running-stack.js';
import { keepRunning, type SupervisedPart } from './supervise.js';
import { startTemporalServer } from './temporal.js';

export interface StackOptions {
  /** Prints only problems. */
  quiet?: boolean;
  /** Receives lines for people. Default: writes them to standard error. */
  say?: (line: string) => void;
  /** Loads the neural voices at once, because a read will be asked for soon. */
  warmVoices?: boolean;
}

export interface Stack {
  databaseUrl: string;
  temporalAddress: string;
  uiUrl: string | null;
  baseUrl: string;
  appUrl: string;
  /** The first key of a new installation, or null if the installation had one. */
  ownerKey: string | null;
  stop(): Promise<void>;
}

/** Workers give running activities 8 s to end, then cancel them. */
const WORKER_GRACE_MS = 14_000;
const API_GRACE_MS = 8_000;
const DATABASE = 'proscenium';

interface Opening {
  config: Config;
  say: (line: string) => void;
  /** Receives a line when something takes long. */
  note: (line: string) => void;
  warmVoices: boolean;
  /** The parts that run so far, by name. */
  kept: Map<string, SupervisedPart>;
  /** The ports of the metrics of the Node processes, in their order; empty without metrics. */
  metricsPorts: readonly number[];
  /** Ports that were in use, and the ports used instead. */
  moved: { setting: PortSetting; from: number; to: number }[];
}

/** The Node processes. Each has a metrics port: the first has the configured one, the others the next ones. */
const NODE_PROCESSES = ['api', 'worker-story', 'worker-media'];
/** A part stops after the parts that use it. */
const STOP_ORDER = [['api'], ['worker-story', 'worker-media'], ['Temporal'], ['Postgres']];

const mayMove = (config: Config, setting: PortSetting): boolean => !config.fixedPorts.includes(setting);

function notePort({ moved }: Opening, setting: PortSetting, from: number, to: number): void {
  if (from !== 0 && from !== to) moved.push({ setting, from, to });
}

/** One line that names the ports in use and the ports used instead. */
const movedPorts = (moved: Opening['moved']): string =>
  `Ports in use by other programs: ${moved.map(({ setting, from, to }) => `${setting} ${from} (used instead: ${to})`).join(', ')}.`;

async function openDatabase(opening: Opening): Promise<string> {
  const { config, say, note, kept } = opening;
  const { ensureDatabase, migrate } = await import('../../kernel/db/migrate.js');
  let url = config.databaseUrl;
  if (!url) {
    let port = config.postgresPort;
    const first: { url?: string } = {};
    kept.set('Postgres', await keepRunning('Postgres', async () => {
      // Clients are connected to the first port, so a restarted server must keep it.
      const mayMovePort = first.url === undefined && mayMove(config, 'POSTGRES_PORT');
      const server = await startEmbeddedPostgres({ dataDir: config.dataDir, port, mayMovePort });
      if (first.url === undefined) notePort(opening, 'POSTGRES_PORT', port, server.port);
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

async function openTemporal(opening: Opening): Promise<{ address: string; uiUrl: string | null }> {
  const { config, say, note, kept } = opening;
  if (config.temporal.address) return { address: config.temporal.address, uiUrl: config.temporal.uiUrl };
  const cli = await locateTemporalCli(config, { onProgress: note });
  let { port, uiPort } = config.temporal;
  const { retentionDays, namespace } = config.temporal;
  const first: { uiUrl?: string; address?: string } = {};
  kept.set('Temporal', await keepRunning('Temporal', async () => {
    const isFirst = first.address === undefined;
    const movablePorts = (['TEMPORAL_PORT', 'TEMPORAL_UI_PORT'] as const).filter((setting) => isFirst && mayMove(config, setting));
    const server = await startTemporalServer({
      cliPath: cli.path, dataDir: config.dataDir, port, uiPort, movablePorts, retentionDays, namespace,
    });
    const found = { port: Number(new URL(`http://${server.address}`).port), uiPort: Number(new URL(server.uiUrl).port) };
    if (isFirst) {
      notePort(opening, 'TEMPORAL_PORT', port, found.port);
      notePort(opening, 'TEMPORAL_UI_PORT', uiPort, found.uiPort);
    }
    ({ port, uiPort } = found);
    Object.assign(first, { address: server.address, uiUrl: server.uiUrl });
    return server;
  }, say));
  return { address: first.address!, uiUrl: config.temporal.uiUrl ?? first.uiUrl! };
}

/** Puts the port in use into the URLs that the configuration derived from the configured port. */
function urlsFor(config: Config, port: number): { appUrl: string; baseUrl: string } {
  const isDerived = config.appUrl.endsWith(`:${config.port}`) && (config.port === 0 || mayMove(config, 'PORT'));
  const appUrl = isDerived ? config.appUrl.replace(/:\d+$/, `:${port}`) : config.appUrl;
  const isBelow = config.baseUrl.startsWith(`${config.appUrl}/`);
  return { appUrl, baseUrl: isBelow ? appUrl + config.baseUrl.slice(config.appUrl.length) : config.baseUrl };
}

async function openProcesses(
  { config, say, kept, warmVoices, metricsPorts }: Opening, env: Record<string, string | undefined>, own: HeldPort,
): Promise<string | null> {
  let ownerKey: string | null = null;
  let isPortHeld = true;
  const child = async (name: string, args: string[], graceMs: number): Promise<void> => {
    const metricsPort = metricsPorts[NODE_PROCESSES.indexOf(name)];
    kept.set(name, await keepRunning(name, () => {
      // The first API process serves on the socket that we held, so that its port is at no moment free for another program.
      const socket = name === 'api' && isPortHeld ? own.server : undefined;
      return startNodeChild({
        name, args: socket ? [...args, '--socket-from-supervisor'] : args, graceMs, dataDir: config.dataDir, socket,
        env: { ...env, METRICS_PORT: metricsPort?.toString() },
        onReady: (ready) => { ownerKey ??= ready.ownerKey ?? null; },
      });
    }, say));
  };
  const api = async (): Promise<void> => {
    try {
      await child('api', ['api'], API_GRACE_MS);
    } finally {
      isPortHeld = false;
      await own.release();
    }
  };
  await Promise.all(await settle([
    child('worker-story', ['worker', '--queues', 'story,providers'], WORKER_GRACE_MS),
    child('worker-media', ['worker', '--queues', 'media,pictures', ...(warmVoices ? ['--warm-voices'] : [])], WORKER_GRACE_MS),
    api(),
  ]));
  return ownerKey;
}

/** Creates the data folder. As root, the user that runs Postgres may enter the folder but not list it. */
async function prepareDataDir(dataDir: string): Promise<void> {
  if (await stat(dataDir).catch(() => null)) return;
  await makeFolder(dataDir);
  await chmod(dataDir, 0o711);
}

/** Creates and locks the data folder. Throws `Locked`, and `ConfigInvalid` for a folder that cannot be written. */
async function takeDataDir(dataDir: string): Promise<Lock> {
  try {
    await prepareDataDir(dataDir);
    return await lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof Locked || (error as NodeJS.ErrnoException).code === undefined || saysDiskFull(error)) throw error;
    throw new ConfigInvalid(`DATA_DIR must be a folder that you may write to: ${(error as Error).message}`, { cause: error });
  }
}

async function lockDataDir(dataDir: string): Promise<Lock> {
  const running = await findRunningStack(dataDir);
  const where = running ? ` at ${running.appUrl}` : '';
  return acquireLock(path.join(dataDir, 'run', 'stack.lock'), (pid) =>
    `Proscenium already runs on ${dataDir}${where} (process ${pid}). Stop that one, or give this one its own DATA_DIR, `
    + 'PORT, POSTGRES_PORT, TEMPORAL_PORT and TEMPORAL_UI_PORT (0 takes a free port).');
}

async function openStack(opening: Opening): Promise<Omit<Stack, 'stop'>> {
  const { config, say, note, moved } = opening;
  // Throws before anything is started when a configured recogniser is not installed.
  await openRecogniser(config);
  // Processes that a killed supervisor left running may still hold the ports.
  for (const name of NODE_PROCESSES) await endLeftoverChild(config.dataDir, name);
  for (const port of opening.metricsPorts) await claimPort(port, 'METRICS_PORT', config.host);
  // Held while the servers start, so that another stack that starts at the same time does not take the port.
  const own = await holdPort({ port: config.port, setting: 'PORT', host: config.host, mayMove: mayMove(config, 'PORT') });
  notePort(opening, 'PORT', config.port, own.port);
  const servers = await settle([
    locateFfmpeg(config, { onProgress: note }), openTemporal(opening), openDatabase(opening), installVoicesAtStart(config, opening),
    installMusicAtStart(config, opening),
  ] as const);
  const [ffmpeg, temporal, databaseUrl] = await Promise.all(servers).catch(async (error: unknown) => {
    await own.release();
    throw error;
  });
  if (moved.length > 0) say(movedPorts(moved));
  if (ffmpeg.missing.length > 0) note(`ffmpeg (${ffmpeg.path}) lacks ${ffmpeg.missing.join(', ')}; see proscenium doctor`);
  const { port } = own;
  const urls = urlsFor(config, port);
  const ownerKey = await openProcesses(opening, childEnvironment({
    DATA_DIR: config.dataDir, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_UI_URL: temporal.uiUrl ?? undefined, PORT: String(port), APP_URL: urls.appUrl, BASE_URL: urls.baseUrl,
    FFMPEG_PATH: ffmpeg.path,
  }), own);
  return { ...urls, databaseUrl, temporalAddress: temporal.address, uiUrl: temporal.uiUrl, ownerKey };
}

/** Waits until all have ended, then throws the first error: parts that started meanwhile can then be stopped. */
async function settle<T extends readonly Promise<unknown>[]>(starting: T): Promise<T> {
  await Promise.allSettled(starting);
  return starting;
}

/**
 * Starts Postgres, Temporal, migrations, workers and API; configured external servers replace the embedded ones. Meanwhile
 * installs the neural voices where they are missing, unless `VOICES` is `stage`, and the instruments of composed music. If a
 * port that is not set explicitly is in use, takes another free one and prints a line that names it. Parts that crash
 * are started again. First stops processes that a killed supervisor left running on this data folder. Throws `Locked`
 * when a stack runs on the folder, `ConfigInvalid` for a host that this machine does not have, a data folder that cannot be written or
 * ports of metrics that cannot be taken, `PortBusy`, `BinaryNotFound`,
 * `VoicesNotInstalled`, or the error of a part; everything that was started is stopped then.
 */
export async function startStack(config: Config, options: StackOptions = {}): Promise<Stack> {
  const say = options.say ?? ((line: string) => { process.stderr.write(`${line}\n`); });
  const metricsPorts = metricsPortsOf(config, NODE_PROCESSES.length);
  const lock = await takeDataDir(config.dataDir);
  const opening: Opening = {
    config, say, warmVoices: options.warmVoices ?? false, note: options.quiet ? () => undefined : say, kept: new Map(), moved: [], metricsPorts,
  };
  const close = async (): Promise<void> => {
    // A part that cannot be stopped must not keep the others running.
    const failures: unknown[] = [];
    for (const names of STOP_ORDER) {
      const stopped = await Promise.allSettled(names.map(async (name) => opening.kept.get(name)?.stop()));
      failures.push(...stopped.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : [])));
    }
    await removeRunningStack(config.dataDir);
    await lock.release();
    if (failures.length > 0) throw failures[0];
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
