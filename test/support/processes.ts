import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync, closeSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { readConfig } from '../../src/kernel/config/index.js';
import { createAccount } from '../../src/domain/account/account-store.js';
import { createApiKey } from '../../src/kernel/access/api-key-store.js';
import { SCOPES } from '../../src/kernel/contract/scopes.js';
import { openServices, type OpenServices } from '../../src/main/services.js';
import { claimPort } from '../../src/main/stack/ports.js';
import type { TaskQueue } from '../../src/kernel/temporal/queues.js';
import { ApiClient } from './api-client.js';
import { createTestDatabase } from './database.js';

const CLI = fileURLToPath(new URL('../../dist/src/main/cli.js', import.meta.url));
const READY_WITHIN_MS = 120_000;
const LOG_TAIL = 3_000;

export interface Ended { code: number | null; signal: NodeJS.Signals | null; at: number }

/** A started process, which leads a process group. */
export interface Served {
  name: string;
  pid: number;
  ended: Promise<Ended>;
  /** Signals only the process, not its children, as an operator or the kernel does. */
  kill(signal: NodeJS.Signals): Promise<Ended>;
}

export interface Processes {
  baseUrl: string;
  /** The first API process. */
  api: Served;
  temporal: Client;
  /** Services in the test's process on the same database, store and engine. */
  services: OpenServices;
  /** Starts another API process at the same address. */
  startApi(fault?: string): Promise<Served>;
  startWorker(queues: readonly TaskQueue[], fault?: string): Promise<Served>;
  /** A client of a fresh account with all scopes. */
  newAccount(credits?: number): Promise<ApiClient>;
  /** Runs Temporal's command line: `temporal <args> --address …`. */
  temporalCli(...args: string[]): Promise<string>;
  /** Runs the work. If it fails, the error has the last lines of all logs. */
  withLogs<T>(work: () => Promise<T>): Promise<T>;
  /** The lines of all logs that match. */
  logged(pattern: RegExp): Promise<string[]>;
  file(name: string): string;
  close(): Promise<void>;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with \`npm test\``);
  return value;
}

function signalled(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal, at: performance.now() })));
}

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready in ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS);
    child.on('message', (message: { type?: string }) => {
      if (message.type !== 'ready') return;
      clearTimeout(late);
      resolve();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      reject(new Error(`ended before it was ready (${signal ?? code})`));
    });
  });
}

/** The started processes. Clean-up signals only their process groups, never processes by name. */
export class StartedProcesses {
  private readonly members: { served: Served; log: string; over: boolean }[] = [];

  constructor(private readonly folder: string, private readonly env: Record<string, string>) {}

  /** Starts a script, by default the product's command line, and waits until it says that it is ready. */
  async start(name: string, args: readonly string[], { fault = '', script = CLI } = {}): Promise<Served> {
    const log = path.join(this.folder, `${this.members.length}-${name}.log`);
    const output = openSync(log, 'w');
    const child = spawn(process.execPath, [script, ...args], {
      detached: true, stdio: ['ignore', output, output, 'ipc'], env: { ...this.env, FAULT: fault },
    });
    closeSync(output);
    const ended = endOf(child);
    const served: Served = {
      name, pid: child.pid!, ended,
      kill(signal) {
        signalled(child.pid!, signal);
        return ended;
      },
    };
    const member = { served, log, over: false };
    this.members.push(member);
    void ended.then(() => { member.over = true; });
    await readiness(child).catch(async (error: Error) => { throw new Error(`${name}: ${error.message}\n${await this.logs()}`); });
    return served;
  }

  async logs(): Promise<string> {
    const parts = await Promise.all(this.members.map(async ({ log }) => `--- ${path.basename(log)}\n${(await readFile(log, 'utf8')).slice(-LOG_TAIL)}`));
    return parts.join('\n');
  }

  /** The lines of all logs that match. */
  async logged(pattern: RegExp): Promise<string[]> {
    const logs = await Promise.all(this.members.map(({ log }) => readFile(log, 'utf8')));
    return logs.flatMap((log) => log.split('\n')).filter((line) => pattern.test(line));
  }

  /** Runs the work. If it fails, the error has the last lines of all logs. */
  async withLogs<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      (error as Error).stack += `\n${await this.logs()}`;
      throw error;
    }
  }

  async dismiss(): Promise<void> {
    for (const { served, over } of this.members) if (!over) signalled(-served.pid, 'SIGKILL');
    await Promise.all(this.members.map(({ served }) => served.ended));
  }
}

/** Deletes the schedule of the checker, so that checks run only when a test starts them. */
async function dropSchedule(temporal: Client, prefix: string): Promise<void> {
  await temporal.schedule.getHandle(`${prefix}proscenium-check`).delete();
}

/** Terminates runs that a test left open on the shared Temporal server. */
async function endOpenRuns(temporal: Client, prefix: string): Promise<void> {
  const query = `TaskQueue = '${prefix}story' AND ExecutionStatus = 'Running'`;
  for await (const { workflowId } of temporal.workflow.list({ query })) {
    await temporal.workflow.getHandle(workflowId).terminate('the test is over').catch(() => undefined);
  }
}

export interface ProcessesOptions {
  /** For each worker process, the queues that it polls. */
  workers: readonly (readonly TaskQueue[])[];
  env?: Record<string, string>;
}

/**
 * Starts API and workers as real processes, with a separate database, data folder and task queues. Needs a built
 * `dist`.
 */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-processes-'));
  const port = await claimPort(0, 'PORT');
  const temporalAddress = required('TEST_TEMPORAL_ADDRESS');
  const prefix = `t${randomBytes(5).toString('hex')}-`;
  const env = {
    // Node's options are meant for Jest, not for its children.
    ...process.env as Record<string, string>, NODE_OPTIONS: '', NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: path.join(folder, 'data'), PORT: String(port),
    DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporalAddress, TASK_QUEUE_PREFIX: prefix, DATABASE_POOL_SIZE: '5',
    RATE_LIMIT_DEFAULT: '100000', RATE_LIMIT_ELEVATED: '100000', ...options.env,
  };
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' });
  const crew = new StartedProcesses(folder, env);
  const connection = Connection.lazy({ address: temporalAddress });
  const temporal = new Client({ connection });
  const services = await openServices(config, 'proscenium-test', { databaseUrl: database.url, temporalAddress });
  const startWorker = async (queues: readonly TaskQueue[], fault?: string): Promise<Served> => {
    const served = await crew.start(`worker-${queues.join('-')}`, ['worker', '--queues', queues.join(',')], { fault });
    if (queues.includes('story')) await dropSchedule(temporal, prefix);
    return served;
  };
  const close = async (): Promise<void> => {
    await crew.dismiss();
    await endOpenRuns(temporal, prefix);
    await services.close();
    await connection.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  const started = [crew.start('api', ['api']), ...options.workers.map((queues) => startWorker(queues))] as const;
  const [api] = await Promise.all(started).catch(async (error: unknown) => {
    await Promise.allSettled(started);
    await close();
    throw error;
  });
  return {
    baseUrl: config.baseUrl, api: api!, temporal, services, startWorker, close,
    startApi: (fault) => crew.start('api', ['api'], { fault }),
    file: (name) => path.join(folder, name),
    async newAccount(credits = 100) {
      const account = await createAccount(services.db, { name: 'Test', monthlyAllocation: credits });
      const { key } = await createApiKey(services.db, { accountId: account.id, name: 'test', scopes: SCOPES });
      return new ApiClient(config.baseUrl, key, account.id);
    },
    async temporalCli(...args) {
      const { stdout } = await promisify(execFile)(required('TEMPORAL_CLI_PATH'), [...args, '--address', temporalAddress], { timeout: 20_000 });
      return stdout;
    },
    withLogs: (work) => crew.withLogs(work), logged: (pattern) => crew.logged(pattern),
  };
}
