import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { childEnvironment } from '../../src/kernel/config/environment.js';
import type { Config } from '../../src/kernel/config/index.js';
import { ensureDatabase, migrate } from '../../src/kernel/db/migrate.js';
import { locateFfmpeg, locateTemporalCli } from '../../src/main/binaries.js';
import { ProductionClient } from '../../src/main/production/client.js';
import { startNodeChild } from '../../src/main/stack/node-child.js';
import { claimPort } from '../../src/main/stack/ports.js';
import { startEmbeddedPostgres } from '../../src/main/stack/postgres.js';
import type { Part } from '../../src/main/stack/supervise.js';
import { startTemporalServer } from '../../src/main/stack/temporal.js';

/** `neural` needs the pack of neural voices, which a machine may not have. */
export type BenchVoices = 'stage' | 'neural';
export type BenchRecords = 'auto' | 'on-demand';

/** Settings of the stack's processes that benchmarks choose. */
export interface BenchSettings { VOICES: BenchVoices; RECORD_READS: BenchRecords }

export interface BenchApi { origin: string; key: string; client: ProductionClient }

/** A separate stack in a temporary folder, independent of other stacks on the machine. */
export interface BenchStack {
  dataDir: string;
  databaseUrl: string;
  /** URL of the database `postgres`, as superuser. */
  adminUrl: string;
  temporalAddress: string;
  ffmpegPath: string;
  pool: pg.Pool;
  /** Environment variables of the stack's processes, with `changes` applied. */
  environment(changes?: Record<string, string>): Record<string, string | undefined>;
  /** Applies the settings to the API and to workers that start from now on; stops those that run with other settings. */
  use(settings: BenchSettings): Promise<void>;
  /** Starts the API at the first call. */
  api(): Promise<BenchApi>;
  /** At the first call, starts one worker process for stories and providers and one for media. */
  workers(): Promise<void>;
  /** The running processes by name. */
  parts: Map<string, { pid: number; stop(): Promise<void> }>;
  close(): Promise<void>;
}

/** The parts that read the settings, in the order in which they stop. */
const CONFIGURED = ['api', 'worker-story', 'worker-media'];
const MANY = '1000000000';
const API_GRACE_MS = 8_000;
const WORKER_GRACE_MS = 14_000;

/** Unset, because the caller's providers, storage and limits would change the figures. */
const UNSET = {
  STORAGE_URL: undefined, TEXT_BASE_URL: undefined, SPEECH_BASE_URL: undefined, TASK_QUEUE_PREFIX: undefined, FAULT: undefined,
  PROSCENIUM_BOOTSTRAP_KEY: undefined, TEMPORAL_API_KEY: undefined, TEMPORAL_TLS: undefined, TEMPORAL_NAMESPACE: undefined,
  TEMPORAL_UI_URL: undefined, HOST: undefined, TRUSTED_PROXY_HOPS: undefined, RECOGNISER: undefined,
};

/** The folder lets every user enter it, because Postgres runs as another user when this process runs as root. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-bench-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Calls `make` at the first call only, and again at the first call after `forget`. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { forget(): void } {
  let made: Promise<T> | undefined;
  return Object.assign(() => (made ??= make()), { forget: () => { made = undefined; } });
}

/** Starts Postgres and Temporal on free loopback ports. When a part fails, stops the others and throws its error. */
export async function startBenchStack(config: Config, say: (line: string) => void): Promise<BenchStack> {
  const dataDir = await temporaryFolder();
  const parts: BenchStack['parts'] = new Map();
  const closers: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const close = once(async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  });
  const keep = (name: string, part: Part): void => {
    parts.set(name, { pid: part.process.pid, stop: () => part.stop() });
    closers.push(() => part.stop());
  };
  try {
    const [ffmpeg, cli] = [await locateFfmpeg(config, { onProgress: say }), await locateTemporalCli(config, { onProgress: say })];
    const postgres = await startEmbeddedPostgres({ dataDir, port: 0 });
    keep('postgres', postgres);
    const databaseUrl = postgres.urlOf('proscenium');
    await ensureDatabase(databaseUrl);
    await migrate(databaseUrl);
    const temporal = await startTemporalServer({ cliPath: cli.path, dataDir, port: 0, uiPort: 0, retentionDays: 1 });
    keep('temporal', temporal);
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    closers.push(() => pool.end());
    const port = await claimPort(0, 'PORT');
    const origin = `http://127.0.0.1:${port}`;
    let settings: BenchSettings = { VOICES: 'stage', RECORD_READS: 'auto' };
    const environment: BenchStack['environment'] = (changes = {}) => childEnvironment({
      ...UNSET, NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: dataDir, DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporal.address, FFMPEG_PATH: ffmpeg.path, PORT: String(port), APP_URL: origin, BASE_URL: `${origin}/api/v1`,
      ...settings, RATE_LIMIT_DEFAULT: MANY, RATE_LIMIT_ELEVATED: MANY, FREE_CREDITS: MANY, ...changes,
    });
    const child = async (name: string, args: string[], graceMs: number): Promise<string | null> => {
      let ownerKey: string | null = null;
      keep(name, await startNodeChild({
        name, args, dataDir, graceMs, env: environment(), onReady: (ready) => { ownerKey = ready.ownerKey ?? null; },
      }));
      return ownerKey;
    };
    // Only the first API of an installation reports the owner's key.
    let key: string | null = null;
    const api = once(async (): Promise<BenchApi> => {
      key = await child('api', ['api'], API_GRACE_MS) ?? key;
      if (!key) throw new Error('the API of a new installation reported no owner key');
      return { origin, key, client: new ProductionClient(`${origin}/api/v1`, key) };
    });
    const workers = once(async (): Promise<void> => {
      await child('worker-story', ['worker', '--queues', 'story,providers'], WORKER_GRACE_MS);
      await child('worker-media', ['worker', '--queues', 'media,pictures'], WORKER_GRACE_MS);
    });
    return {
      dataDir, databaseUrl, adminUrl: postgres.adminUrl, temporalAddress: temporal.address, ffmpegPath: ffmpeg.path, pool, environment,
      parts, close, api, workers,
      async use(wanted) {
        if (isDeepStrictEqual(wanted, settings)) return;
        settings = wanted;
        for (const name of CONFIGURED) {
          await parts.get(name)?.stop();
          parts.delete(name);
        }
        api.forget();
        workers.forget();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
