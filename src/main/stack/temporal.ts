import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fetch } from 'undici';
import type { PortSetting } from '../../kernel/config/index.js';
import { SEARCH_ATTRIBUTES } from '../../kernel/temporal/search-attributes.js';
import { acquireLock, awaitLock } from './lock.js';
import { endLeftover, logTail, privateFolder, startProcess, type ManagedProcess } from './managed-process.js';
import { holdPort, PortBusy, type HeldPort } from './ports.js';
import { endProcess, processesWithArgument } from './process-identity.js';

const run = promisify(execFile);

const HOST = '127.0.0.1';
const READY_MS = 60_000;
/**
 * The dev server sometimes panics while it starts, and succeeds on the next attempt: it chooses ports for its inner services, which another process may take
 * first.
 */
const MAX_STARTS = 3;
const UI_READY_MS = 15_000;
/**
 * This lock is held from the choice of the ports until the server listens on them. The server has no password, so a stack that starts at the same moment with
 * the same ports would connect to the other stack's server.
 */
const PORTS_LOCK = path.join(tmpdir(), `proscenium-ports-${process.getuid?.() ?? 'user'}.lock`);
const PORTS_WAIT_MS = 120_000;
/** The server with its UI takes 2.7 s to stop. If killed earlier it loses no data, but leaves its write-ahead log. */
const STOP_GRACE_MS = 8_000;

export interface TemporalServerOptions {
  /** The Temporal CLI. */
  cliPath: string;
  dataDir: string;
  /** 0: any free port. */
  port: number;
  uiPort: number;
  /** The ports that another free port may replace when they are in use. */
  movablePorts?: readonly PortSetting[];
  retentionDays: number;
  namespace?: string;
}

export interface TemporalServer {
  address: string;
  uiUrl: string;
  process: ManagedProcess;
  stop(): Promise<void>;
}

/** The Temporal dev server does not start. The message has the last lines of its log. */
export class TemporalUnavailable extends Error {
  override readonly name = 'TemporalUnavailable';
}

/** The search attributes as arguments of the command line, such as `StoryAccountId=Keyword`. */
export function searchAttributeFlags(): string[] {
  return Object.values(SEARCH_ATTRIBUTES).flatMap(({ name, type }) =>
    ['--search-attribute', `${name}=${type.charAt(0)}${type.slice(1).toLowerCase()}`]);
}

function serverArguments(options: TemporalServerOptions, database: string, port: number, uiPort: number): string[] {
  const namespace = options.namespace ?? 'default';
  return [
    'server', 'start-dev', '--db-filename', database, '--ip', HOST, '--port', String(port), '--ui-port', String(uiPort),
    '--log-level', 'error', '--namespace', namespace,
    // Without these three settings an activity takes 52 ms instead of 13, and a start waits for several flushes to
    // disk.
    '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL',
    '--dynamic-config-value', 'history.transferProcessorMaxPollRPS=200',
    // A run whose workflow tasks keep failing is reported after 10 s; with the default of 5 failures, after half a
    // minute.
    '--dynamic-config-value', 'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute=3',
    // The server takes the steps of the accounts in turn. That is exact only within one partition of a queue, so each queue has one.
    '--dynamic-config-value', 'matching.enableFairness=true',
    '--dynamic-config-value', 'matching.numTaskqueueReadPartitions=1', '--dynamic-config-value', 'matching.numTaskqueueWritePartitions=1',
    ...searchAttributeFlags(),
  ];
}

/** Two different free ports, for the server and for its UI. */
async function claimPorts({ port, uiPort, movablePorts = [] }: TemporalServerOptions): Promise<[port: number, uiPort: number]> {
  const hold = (wanted: number, setting: PortSetting): Promise<HeldPort> =>
    holdPort({ port: wanted, setting, host: HOST, mayMove: movablePorts.includes(setting) });
  const server = await hold(port, 'TEMPORAL_PORT');
  try {
    const ui = await hold(uiPort, 'TEMPORAL_UI_PORT');
    await ui.release();
    return [server.port, ui.port];
  } finally {
    await server.release();
  }
}

/** Retries setting the retention until that succeeds, which also proves that the server is ready. */
async function waitUntilReady(
  options: TemporalServerOptions, address: string, environment: Record<string, string>, server: ManagedProcess,
): Promise<void> {
  const giveUpAt = Date.now() + READY_MS;
  let exited = false;
  void server.ended.then(() => { exited = true; });
  for (;;) {
    try {
      await run(options.cliPath, [
        'operator', 'namespace', 'update', '-n', options.namespace ?? 'default',
        '--retention', `${options.retentionDays}d`, '--address', address,
      ], { env: environment, timeout: 10_000 });
      return;
    } catch (error) {
      if (exited) {
        const tail = await logTail(server.logFile);
        if (/address already in use/.test(tail)) {
          throw new PortBusy(`A port of Temporal was taken (${address}). Set TEMPORAL_PORT and TEMPORAL_UI_PORT to others.`);
        }
        throw new TemporalUnavailable(`Temporal ended at once; the last lines of ${server.logFile}:\n${tail}`);
      }
      if (Date.now() > giveUpAt) {
        throw new TemporalUnavailable(`Temporal does not answer on ${address}: ${(error as Error).message}`);
      }
      await sleep(60);
    }
  }
}

async function waitForUi(uiUrl: string): Promise<void> {
  const giveUpAt = Date.now() + UI_READY_MS;
  for (;;) {
    // Other paths answer 200 before the server is ready; this one asks the server.
    const ok = await fetch(`${uiUrl}/api/v1/namespaces/default`, { signal: AbortSignal.timeout(2_000) })
      .then(async (response) => { await response.body?.cancel(); return response.ok; }, () => false);
    if (ok) return;
    if (Date.now() > giveUpAt) throw new TemporalUnavailable(`the Temporal UI does not answer on ${uiUrl}`);
    await sleep(100);
  }
}

/**
 * Starts the Temporal dev server on its SQLite file below `dataDir`, with the search attributes and the retention, and
 * waits until the server and its UI answer. Locks the file, because two servers on one file would both accept work.
 * First stops a server that a killed supervisor left running. Throws `Locked`, `PortBusy` or `TemporalUnavailable`.
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const folder = await privateFolder(options.dataDir, 'temporal');
  const database = path.join(folder, 'temporal.db');
  const lock = await acquireLock(`${database}.lock`, (pid) => `Process ${pid} already runs a Temporal server on ${database}.`);
  let server: ManagedProcess | undefined;
  try {
    const spec = { name: 'temporal', folder: options.dataDir, stopSignal: 'SIGTERM' as const, graceMs: STOP_GRACE_MS };
    await endLeftover(spec);
    for (const identity of processesWithArgument(database)) await endProcess(identity, 'SIGTERM', STOP_GRACE_MS);
    // A separate home folder, so that the program does not find the user's configuration of another server.
    const environment = { HOME: folder, PATH: '/usr/bin:/bin' };
    const ports = await awaitLock(PORTS_LOCK, PORTS_WAIT_MS);
    let at: { address: string; uiUrl: string };
    try {
      for (let start = 1; ; start += 1) {
        const [port, uiPort] = await claimPorts(options);
        at = { address: `${HOST}:${port}`, uiUrl: `http://${HOST}:${uiPort}` };
        server = await startProcess({
          ...spec, command: options.cliPath, args: serverArguments(options, database, port, uiPort), env: environment,
        });
        try {
          await waitUntilReady(options, at.address, environment, server);
          break;
        } catch (error) {
          if (start === MAX_STARTS || server.child.exitCode === null) throw error;
          await server.stop();
        }
      }
      await waitForUi(at.uiUrl);
    } finally {
      await ports.release();
    }
    const running = server;
    return {
      ...at, process: running,
      async stop() {
        await running.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await server?.stop();
    await lock.release();
    throw error;
  }
}
