import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker, type ActivityInterceptorsFactory, type LogEntry, type WorkerOptions } from '@temporalio/worker';
import { getEmbeddedVoices } from '../craft/speech/embedded-voices.js';
import { FLITE_PROVIDER } from '../craft/speech/flite/engine.js';
import { NEURAL_PROVIDER } from '../craft/speech/neural/engine.js';
import { getComposer } from '../craft/audio/composer/sound-bank.js';
import { createActivities } from '../../activities/index.js';
import type { Config } from '../kernel/config/index.js';
import { createLogger, type Logger } from '../kernel/log/index.js';
import { watchRuns } from '../monitoring/watch.js';
import type { TaskQueue } from '../kernel/temporal/queues.js';
import { connectionsOf, type Connections } from './connections.js';
import { runWorker } from '../kernel/temporal/run-worker.js';
import { openServices, type OpenServices } from './services.js';
import { inTurn } from '../kernel/threads/turns.js';

export { requireServers } from './servers/required-servers.js';
export { workerContents } from './worker-contents.js';

export interface RunningWorker {
  services: OpenServices;
  /** Rejects when a worker fails. The process must then end. */
  ended: Promise<void>;
  /** Watches runs until the worker is stopped: mends work that lost its run and logs runs that keep failing. */
  watch(): void;
  stop(): Promise<void>;
}

const HERE = path.dirname(fileURLToPath(import.meta.url));

/** Extra slots for reads that wait for the speech process, so that they do not keep renders and other reads from running. */
const WAITING_READS = 16;

/** Extra slots for pictures that wait for an image service, for ffmpeg or for their turn; only one is drawn at a time. */
const WAITING_PICTURES = 4;

/** Concurrency of a queue: processor cores limit renders, rate limits limit providers. */
function limitsOf(queue: TaskQueue, config: Config): Partial<WorkerOptions> {
  if (queue === 'media') return { maxConcurrentActivityTaskExecutions: config.mediaConcurrency + WAITING_READS };
  if (queue === 'pictures') return { maxConcurrentActivityTaskExecutions: config.mediaConcurrency + WAITING_PICTURES };
  if (queue === 'providers') return { maxConcurrentActivityTaskExecutions: 20 };
  return { maxConcurrentActivityTaskExecutions: 40, maxCachedWorkflows: config.workflowCacheSize };
}

/** Path of the workflow bundle, which the build makes. Throws when it is missing. */
export function workflowBundlePath(): string {
  const candidates = [path.resolve(HERE, '../../workflows.bundle.js'), path.resolve(HERE, '../../dist/workflows.bundle.js')];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (!found) throw new Error('the workflow bundle is missing: run `npm run build`');
  return found;
}

/**
 * Loads voices and finds ffmpeg, so that the first listener does not wait for them. The neural voices take hundreds of megabytes, so
 * they are loaded only when a read is about to be asked for, and nothing waits for them.
 */
async function warmUp(services: OpenServices, neural: boolean): Promise<void> {
  const [speech] = await Promise.all([services.speech(), services.ffmpeg()]);
  const sayWith = async (provider: string): Promise<void> => {
    const voice = speech.voices().find((each) => each.provider === provider);
    if (voice) await speech.speak({ text: 'Places, please.', voiceId: voice.voiceId, emotion: 'neutral', speed: 1, volume: 1 });
  };
  await sayWith(FLITE_PROVIDER);
  if (neural) sayWith(NEURAL_PROVIDER).catch((error: Error) => services.log.warn({ err: error }, 'the neural voices could not be loaded ahead'));
}

/** The SDK warns of workers without workflows. That is expected: only one queue has workflows. */
const IGNORED_WARNING = /^No workflows registered/;

function forwardLog(log: Logger, { level, message, meta }: LogEntry): void {
  if (IGNORED_WARNING.test(message)) return;
  const { error, ...facts } = (meta ?? {}) as { error?: unknown };
  log[level.toLowerCase() as Lowercase<typeof level>]({ ...facts, ...(error === undefined ? {} : { err: error }) }, message);
}

let runtimeInstalled = false;
/** Installs the SDK's runtime, of which a process has one. A second call does nothing. */
export function installRuntime({ logLevel, metricsPort, host }: Pick<Config, 'logLevel' | 'metricsPort' | 'host'>): void {
  if (runtimeInstalled) return;
  runtimeInstalled = true;
  const level = logLevel === 'debug' ? 'DEBUG' : logLevel === 'silent' ? 'ERROR' : 'WARN';
  const log = createLogger('temporal', logLevel);
  Runtime.install({
    logger: new DefaultLogger(level, (entry) => forwardLog(log, entry)), shutdownSignals: [],
    telemetryOptions: {
      logging: { filter: { core: level === 'DEBUG' ? 'INFO' : level, other: 'ERROR' }, forward: {} },
      ...(metricsPort === null ? {} : {
        metrics: { prometheus: { bindAddress: `${host}:${metricsPort}`, useSecondsForDurations: true, unitSuffix: true } },
      }),
    },
  });
}

/** Payloads hold ids and object keys. Outside production a larger one is an error. */
const MAX_PAYLOAD_BYTES = 64 * 1024;

const payloadGuard = {
  encode: async (payloads: { data?: Uint8Array | null }[]) => {
    for (const { data } of payloads) {
      if ((data?.length ?? 0) > MAX_PAYLOAD_BYTES) throw new Error(`a payload has ${data!.length} bytes: send ids and object keys instead`);
    }
    return payloads;
  },
  decode: async (payloads: { data?: Uint8Array | null }[]) => payloads,
};

/** Runs each activity with the priority and fairness key of its run, which decide its turn wherever it waits inside the worker. */
const takeTurns: ActivityInterceptorsFactory = ({ info: { priority } }) => ({
  inbound: {
    execute: (input, next) => inTurn({
      ...(priority?.priorityKey ? { priority: priority.priorityKey } : {}), ...(priority?.fairnessKey ? { share: priority.fairnessKey } : {}),
    }, () => next(input)),
  },
});

/** Starts a worker for each named task queue. They poll until stopped. With `warmVoices` the one for media also loads the neural voices. */
export async function startWorker(
  config: Config, queues: readonly TaskQueue[], connections: Connections = connectionsOf(config), { warmVoices = false } = {},
): Promise<RunningWorker> {
  installRuntime(config);
  // These throw when parts are missing on this machine, before a server that does not answer can cause another error.
  await getEmbeddedVoices(config);
  await getComposer(config);
  const { apiKey, tls } = config.temporal;
  const [connection, services] = await Promise.all([
    NativeConnection.connect({
      address: connections.temporalAddress, ...(apiKey ? { apiKey } : {}), ...(tls || apiKey ? { tls: true } : {}),
    }),
    openServices(config, 'proscenium-worker', connections),
  ]);
  const activities = createActivities(services);
  const opening = Promise.all(queues.map((queue) => Worker.create({
    connection, namespace: config.temporal.namespace, taskQueue: `${config.temporal.queuePrefix}${queue}`,
    activities: activities[queue],
    interceptors: { activity: [takeTurns] },
    ...(queue === 'story' ? { workflowBundle: { codePath: workflowBundlePath() } } : {}),
    ...(config.nodeEnv === 'production' ? {} : { dataConverter: { payloadCodecs: [payloadGuard] } }),
    shutdownGraceTime: '8s', shutdownForceTime: '12s',
    // By default the SDK delays heartbeats for most of their timeout, so that a busy machine may send them too late.
    maxHeartbeatThrottleInterval: '2s',
    ...limitsOf(queue, config),
  })));
  const [workers] = await Promise.all([opening, queues.includes('media') ? warmUp(services, warmVoices) : undefined]);
  const running = Promise.all(workers.map(runWorker)).then(() => undefined);
  running.catch((error: Error) => services.log.fatal({ err: error }, 'a worker stopped'));
  let stopWatching = (): void => undefined;
  return {
    services, ended: running,
    watch() {
      stopWatching = watchRuns(services);
    },
    async stop() {
      stopWatching();
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
      await connection.close();
      await services.close();
    },
  };
}
