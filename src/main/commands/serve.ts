import type { Server } from 'node:net';
import { parseArgs } from 'node:util';
import type { Config } from '../../kernel/config/index.js';
import { TASK_QUEUES, type TaskQueue } from '../../kernel/temporal/queues.js';
import type { Connections } from '../connections.js';
import { claimPort } from '../stack/ports.js';
import { findRunningStack } from '../stack/running-stack.js';
import type { RunningWorker } from '../worker.js';
import { UsageError } from './usage.js';

/**
 * The configured servers, else those of the stack that runs on the data folder. Throws `UsageError` without either: at the usual ports may be the servers of a
 * stack on another folder.
 */
async function resolveConnections(config: Config): Promise<Connections> {
  const { databaseUrl, temporal: { address } } = config;
  if (databaseUrl && address) return { databaseUrl, temporalAddress: address };
  const running = await findRunningStack(config.dataDir);
  if (!running) {
    const absent = [...(databaseUrl ? [] : ['DATABASE_URL']), ...(address ? [] : ['TEMPORAL_ADDRESS'])].join(' and ');
    throw new UsageError(`no stack runs on this data folder (${config.dataDir}): set ${absent}, or start \`proscenium up\``);
  }
  return { databaseUrl: databaseUrl ?? running.databaseUrl, temporalAddress: address ?? running.temporalAddress };
}

/** Reports to the supervisor that this process serves, and answers its pings. */
function report(ready: { url?: string; ownerKey?: string | null }): void {
  process.on('message', (message: { type?: string }) => {
    if (message.type === 'ping') process.send?.({ type: 'pong' });
  });
  process.send?.({ type: 'ready', ...ready });
}

/** The listening socket that the supervisor holds for this process, so that no other program takes its port meanwhile. */
function socketFromSupervisor(): Promise<Server> {
  return new Promise((resolve, reject) => {
    if (!process.send) {
      reject(new UsageError('--socket-from-supervisor is for the supervisor'));
      return;
    }
    const take = (message: { type?: string }, socket: unknown): void => {
      if (message.type !== 'socket') return;
      process.off('message', take);
      resolve(socket as Server);
    };
    process.on('message', take);
    process.send({ type: 'socket?' });
  });
}

/** Resolves on a stop signal, or when the supervisor has ended. */
function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
    process.once('disconnect', () => resolve());
  });
}

/** Ends the process within two seconds, even if open handles keep the event loop alive. */
function endSoon(): void {
  if (process.connected) process.disconnect();
  setTimeout(() => process.exit(), 2_000).unref();
}

/** `proscenium api`: serves until a signal comes. */
export async function runApi(argv: string[], config: Config): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { 'socket-from-supervisor': { type: 'boolean' } }, strict: true });
  const asked = untilAskedToStop();
  try {
    const { requireServers, startApi } = await import('../api.js');
    const socket = values['socket-from-supervisor'] ? await socketFromSupervisor() : undefined;
    const connections = await resolveConnections(config);
    // Without Temporal for a while, the API still shows what is there.
    await requireServers(config, connections, { name: 'proscenium-api', mayTemporalBeAway: true });
    const api = await startApi(config, connections, { socket });
    report({ url: api.url, ownerKey: api.ownerKey });
    if (!process.send) {
      process.stderr.write(`Proscenium listens on ${api.url}\n`);
      if (api.ownerKey) process.stderr.write(`Owner key, shown only once: ${api.ownerKey}\n`);
    }
    api.warmUp().catch((error: Error) => api.services.log.error({ err: error }, 'modules could not be preloaded; the first requests that need them may be slow or fail'));
    await asked;
    await api.close();
  } finally {
    endSoon();
  }
}

function parseQueues(text: string | undefined): TaskQueue[] {
  if (text === undefined) return [...TASK_QUEUES];
  const names = text.split(',').map((name) => name.trim()).filter(Boolean);
  const unknown = names.find((name) => !(TASK_QUEUES as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0) {
    throw new UsageError(`--queues takes names from ${TASK_QUEUES.join(', ')}, not "${unknown ?? text}"`);
  }
  return names as TaskQueue[];
}

/** Starts what only the workers of the `story` queue do: the schedule of the checker, and the watch over runs. */
async function startWatch(worker: RunningWorker, config: Config, { temporalAddress }: Connections): Promise<void> {
  const { ensureSchedules } = await import('../../kernel/temporal/schedules.js');
  await ensureSchedules(config, temporalAddress);
  // Called on the worker, because entity classes match the data source only inside the worker's bundle.
  worker.watch();
}

/**
 * `proscenium worker --queues story,providers`: works until a signal comes. `--list` only prints, as JSON, the workflows, activities and kinds of work of
 * this build.
 */
export async function runWorker(argv: string[], config: Config): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { queues: { type: 'string' }, 'warm-voices': { type: 'boolean' }, list: { type: 'boolean' } }, strict: true });
  if (values.list) {
    const { workerContents, workflowBundlePath } = await import('../worker.js');
    process.stdout.write(`${JSON.stringify(await workerContents(config, workflowBundlePath()), null, 2)}\n`);
    return;
  }
  const queues = parseQueues(values.queues);
  const asked = untilAskedToStop();
  try {
    const [{ requireServers, startWorker }, connections] = await Promise.all([import('../worker.js'), resolveConnections(config)]);
    await requireServers(config, connections, { name: 'proscenium-worker', mayTemporalBeAway: false });
    // The SDK would only say that it cannot listen.
    if (config.metricsPort !== null) await claimPort(config.metricsPort, 'METRICS_PORT', config.host);
    const worker = await startWorker(config, queues, connections, { warmVoices: values['warm-voices'] ?? false });
    if (queues.includes('story')) await startWatch(worker, config, connections);
    report({});
    if (!process.send) process.stderr.write(`Proscenium works on ${queues.join(', ')}\n`);
    // When a worker fails, the process would continue without polling. It ends instead, and its supervisor starts it
    // again.
    await Promise.race([asked, worker.ended]);
    await worker.stop();
  } finally {
    endSoon();
  }
}
