import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { logTail, startProcess, type ManagedProcess } from './managed-process.js';
import { claimPort, PortBusy } from './ports.js';
import { findForeignOwner, placePostgres, PostgresUnavailable, type PostgresPlace } from './postgres-place.js';
import { endProcess, isRunning, processesWithArgument, findStartTime } from './process-identity.js';

const run = promisify(execFile);

const MAJOR = '18';
const READY_MS = 60_000;
const STOP_GRACE_MS = 10_000;
/** The maximum number of starts when other programs keep taking the chosen port. */
const MAX_STARTS = 5;
const HOST = '127.0.0.1';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** 0: any free port. */
  port: number;
  /** True: another free port may be used when this one is in use. */
  mayMovePort?: boolean;
  /** False: faster, and loses data when the machine fails. For tests. */
  durable?: boolean;
  maxConnections?: number;
}

export interface EmbeddedPostgres {
  /** URL of the database `postgres`, as superuser. */
  adminUrl: string;
  /** The URL of a database of this server. */
  urlOf(database: string): string;
  port: number;
  process: ManagedProcess;
  note: string | null;
  stop(): Promise<void>;
}

/** A minimal environment: the server needs no variable of this process, and some may hold keys. */
const ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/bin:/bin' };

/** The superuser's password: random, created with the cluster, in a file that only its owner can read. */
async function passwordOf(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres-password');
  const known = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (known) return known;
  const password = randomBytes(18).toString('hex');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * Creates the cluster under a temporary name, so that a cluster that a killed process left incomplete is never used.
 */
async function createCluster(place: PostgresPlace, cluster: string, password: string): Promise<void> {
  const [fresh, passwordFile] = [`${cluster}.new`, path.join(place.folder, 'initdb-password')];
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.user) for (const file of [fresh, passwordFile]) await chown(file, place.user.uid, place.user.gid);
  try {
    await run(place.initdb, [
      `--pgdata=${fresh}`, '--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`,
      '--encoding=UTF8', '--locale=C.UTF-8',
    ], { env: ENVIRONMENT, cwd: place.folder, timeout: 120_000, ...(place.user ?? {}) });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().split('\n').slice(-3).join('\n');
    const hint = /libicu|shared object|shared libraries/.test(reason)
      ? 'Its libraries were not linked at installation: run npm rebuild, then try again.'
      : `Check the free space and the rights of ${place.folder}, or set DATABASE_URL.`;
    throw new PostgresUnavailable(`Postgres could not make its data folder: ${reason}\n${hint}`, { cause: error });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(fresh, cluster);
}

/**
 * Gives a cluster of root, as after a copy of the data folder that did not keep its owners, to the user that runs Postgres. Throws `PostgresUnavailable` for
 * one of anybody else.
 */
async function adoptCluster(cluster: string, user: PostgresPlace['user']): Promise<void> {
  const foreign = await findForeignOwner(cluster, user);
  if (!foreign) return;
  if (!foreign.isAdopted) throw new PostgresUnavailable(`${foreign.detail}. ${foreign.fix}`);
  await run('chown', ['-R', '-h', foreign.wanted, cluster], { timeout: 120_000 });
}

/** Stops a server that a killed supervisor left running on this cluster. */
async function stopLeftover(cluster: string): Promise<void> {
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  const onCluster = processesWithArgument(cluster);
  for (const identity of onCluster) await endProcess(identity, 'SIGINT', STOP_GRACE_MS);
  if (!Number.isInteger(pid) || pid <= 0 || process.platform === 'linux') return;
  const startedAt = findStartTime(pid);
  // The pid may belong to another process by now: the data folder in the file and the start time identify the server.
  if (startedAt && lines[1] === cluster && isRunning({ pid, startedAt })) {
    await endProcess({ pid, startedAt }, 'SIGINT', STOP_GRACE_MS);
  }
}

async function checkVersion(cluster: string): Promise<void> {
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version === MAJOR) return;
  throw new PostgresUnavailable(
    `${cluster} was made by Postgres ${version}; this is Postgres ${MAJOR}. Use another DATA_DIR, or move the data with pg_dump.`);
}

async function waitUntilReady(url: string, server: ManagedProcess, port: number): Promise<void> {
  const giveUpAt = Date.now() + READY_MS;
  let exited = false;
  void server.ended.then(() => { exited = true; });
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (exited) {
        const tail = await logTail(server.logFile);
        if (/Address already in use/.test(tail)) throw new PortBusy(`Port ${port} was taken. Set POSTGRES_PORT to another port.`);
        throw new PostgresUnavailable(`Postgres ended at once; the last lines of ${server.logFile}:\n${tail}`);
      }
      if (Date.now() > giveUpAt) throw new PostgresUnavailable(`Postgres does not answer: ${(error as Error).message}`);
      await sleep(30);
    }
  }
}

function serverArguments(cluster: string, port: number, options: EmbeddedPostgresOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: HOST,
    // TCP only: the default socket folder is shared, and the server does not start when it cannot write there.
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '128MB',
    huge_pages: 'off',
    ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  return ['-D', cluster, '-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Starts on the port. When another program takes the port between the check and the start, tries another free port, if the port may move. */
async function startWhereFree<T>(start: (port: number) => Promise<T>, port: number, mayMove: boolean): Promise<T> {
  for (let [at, tries] = [port, 1]; ; tries += 1) {
    try {
      return await start(at);
    } catch (error) {
      if (!(error instanceof PortBusy) || !mayMove || tries === MAX_STARTS) throw error;
      at = await claimPort(0, 'POSTGRES_PORT', HOST);
    }
  }
}

/**
 * Starts the Postgres of the npm package on `dataDir`, creates its cluster if needed, and waits until it answers. First
 * stops a server that a killed supervisor left running. Throws `PortBusy` or `PostgresUnavailable`. The package's own
 * start function is not used: it handles the signals of the process and fails when a server runs already.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = await placePostgres(options.dataDir);
  const cluster = path.join(place.folder, 'postgres');
  const password = await passwordOf(options.dataDir);
  await stopLeftover(cluster);
  const port = await claimPort(options.port, 'POSTGRES_PORT', HOST, options.mayMovePort);
  if (await stat(cluster).catch(() => null)) await adoptCluster(cluster, place.user);
  else await createCluster(place, cluster, password);
  await checkVersion(cluster);
  const start = async (at: number): Promise<EmbeddedPostgres> => {
    const server = await startProcess({
      name: 'postgres', command: place.postgres, args: serverArguments(cluster, at, options), env: ENVIRONMENT,
      folder: options.dataDir, stopSignal: 'SIGINT', graceMs: STOP_GRACE_MS, cwd: place.folder, ...(place.user ?? {}),
    });
    const urlOf = (database: string): string => `postgres://postgres:${password}@${HOST}:${at}/${database}`;
    try {
      await waitUntilReady(urlOf('postgres'), server, at);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return { adminUrl: urlOf('postgres'), urlOf, port: at, process: server, note: place.note, stop: () => server.stop() };
  };
  return startWhereFree(start, port, options.mayMovePort || options.port === 0);
}
