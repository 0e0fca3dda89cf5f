import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../kernel/services.js';
import { WORK_KINDS } from '../domain/work-kinds.js';
import { IS_OPEN, medianDurationsMs } from '../kernel/works/work-store.js';
import { diskSpace } from '../kernel/storage/disk-space.js';
import { StoreMissing } from '../kernel/storage/port.js';
import { OTHER_RUNS } from './other-runs.js';
import { countFailingRuns } from './failing-runs.js';
import { providersOf } from './providers.js';

export type HealthStatus = 'ok' | 'degraded' | 'down';

const KEEP_MS = 5_000;
const PING_MS = 1_000;
const STORAGE_MS = 2_000;

/** The work is open and none of its activities has begun. */
const IS_QUEUED = `status IN ('PENDING', 'RESERVED')`;
const IDLE = { queued: 0, running: 0, oldestQueuedSeconds: null };

interface Backoff { stage: string; message: string | null; until: string | null }

/** The round trip is null when the engine did not answer in time. `reason` is null while it answers and, as far as it tells, takes runs. */
interface EngineAnswer { roundTripMs: number | null; reason: string | null }

async function askEngine({ engine, log }: Services): Promise<EngineAnswer> {
  const inTime = <T>(asked: Promise<T>, words: string) => {
    const answer = asked.catch((error: Error) => {
      log.warn({ error: error.message }, words);
      return null;
    });
    return Promise.race([answer, sleep(PING_MS, null, { ref: false })]);
  };
  const [roundTripMs, fault] = await Promise.all([
    inTime(engine.ping(), 'the workflow engine does not answer'), inTime(engine.fault(), 'the workflow engine does not say whether it takes runs'),
  ]);
  if (roundTripMs === null) return { roundTripMs, reason: 'the workflow engine did not answer within a second' };
  if (fault) log.warn({ fault: fault.detail, fix: fault.fix }, 'the workflow engine takes no run');
  return { roundTripMs, reason: fault && `no run can be started: ${fault.detail}` };
}

/** Why the media store cannot be used; null while it answers and is there. Whether it takes objects is not tried. */
async function storageFault({ store, log }: Services): Promise<string | null> {
  const answer = store.check().then(() => null, (error: Error) => {
    const words = error instanceof StoreMissing ? 'the bucket or folder of the media store does not exist' : 'the media store does not answer';
    log.warn({ error: error.message || String((error as NodeJS.ErrnoException).code) }, words);
    return words;
  });
  return Promise.race([answer, sleep(STORAGE_MS, 'the media store did not answer within two seconds', { ref: false })]);
}

/** The queues of all kinds of work and all other runs, including empty ones. */
async function queuesOf({ db }: Services) {
  const kinds = [...WORK_KINDS.values()];
  const [others, medians, open] = await Promise.all([
    Promise.all(OTHER_RUNS.map(async ({ queue: name, waits }) => ({ name, ...await waits(db) }))),
    medianDurationsMs(db, kinds.map(({ kind }) => ({ name: kind, kind }))),
    db.query<{ kind: string; queued: number; running: number; oldestQueuedSeconds: number | null }>(
      `SELECT kind, count(*) FILTER (WHERE ${IS_QUEUED})::int AS queued, count(*) FILTER (WHERE NOT ${IS_QUEUED})::int AS running,
         floor(extract(epoch FROM now() - min(created_at) FILTER (WHERE ${IS_QUEUED})))::int AS "oldestQueuedSeconds"
       FROM works WHERE ${IS_OPEN} GROUP BY kind`),
  ]);
  return [...others, ...kinds.map(({ kind, queue: name }) => {
    const { queued, running, oldestQueuedSeconds } = open.find((work) => work.kind === kind) ?? IDLE;
    return { name, queued, running, oldestQueuedSeconds, p50Ms: medians.get(kind) ?? null };
  })].sort((a, b) => a.name.localeCompare(b.name));
}

async function backoffsOf({ db }: Services): Promise<Backoff[]> {
  return db.query<Backoff>(
    `SELECT progress->>'stage' AS stage, progress->'lastError'->>'message' AS message, progress->>'nextAttemptAt' AS until
     FROM works WHERE status IN ('RUNNING', 'PARTIAL') AND progress->>'stage' = 'provider_backoff'
     ORDER BY progress->>'nextAttemptAt' DESC LIMIT 100`);
}

async function invariantsOf({ db }: Services) {
  const [row] = await db.query<{ findings: number; mended: number; checkedAt: Date }>(
    'SELECT jsonb_array_length(findings) AS findings, jsonb_array_length(mended) AS mended, checked_at AS "checkedAt" FROM system_checks ORDER BY checked_at DESC LIMIT 1',
  );
  return row ? { findings: row.findings, mended: row.mended, checkedAt: row.checkedAt.toISOString() } : null;
}

async function measure(services: Services) {
  const byProvider = [...WORK_KINDS.values()].flatMap(({ kind, provider }) => (provider ? [{ kind, name: provider }] : []));
  const [engine, storageReason, failingRuns, queues, backoffs, invariants, medians, { isLow, freeBytes, minFreeBytes }] = await Promise.all([
    askEngine(services), storageFault(services), countFailingRuns(services), queuesOf(services), backoffsOf(services), invariantsOf(services),
    medianDurationsMs(services.db, byProvider), diskSpace(services.config),
  ]);
  const providers = providersOf(services).map(({ kind, name, embedded }) => {
    const backoff = backoffs.find(({ message }) => message?.toLowerCase().includes(name.toLowerCase()));
    return {
      kind, name, embedded, status: backoff ? 'degraded' as const : 'ok' as const, backoffUntil: backoff?.until ?? null,
      p50Ms: medians.get(kind) ?? null,
    };
  });
  const degraded = isLow || engine.reason !== null || storageReason !== null
    || backoffs.length > 0 || (failingRuns?.length ?? 0) > 0 || (invariants?.findings ?? 0) > 0;
  return {
    status: (engine.roundTripMs === null ? 'down' : degraded ? 'degraded' : 'ok') as HealthStatus,
    engine: {
      status: engine.reason === null ? 'ok' as const : 'down' as const, reason: engine.reason,
      roundTripMs: engine.roundTripMs === null ? null : Math.round(engine.roundTripMs),
    },
    storage: { status: storageReason === null ? 'ok' as const : 'down' as const, reason: storageReason },
    providers,
    voices: { speaking: services.embeddedVoices.speaking, reason: services.embeddedVoices.reason },
    music: { composing: services.composer.composes, reason: services.composer.reason },
    disk: { status: isLow ? 'low' as const : 'ok' as const, freeBytes, minFreeBytes },
    queues,
    failingRuns,
    invariants,
    checkedAt: new Date().toISOString(),
  };
}

export type GenerationHealth = Awaited<ReturnType<typeof measure>>;

const kept = new WeakMap<Services['db'], { until: number; health: Promise<GenerationHealth> }>();

/** Health of generation, measured at most every five seconds per process; the engine has one second to answer, the media store two. */
export async function generationHealth(services: Services): Promise<GenerationHealth> {
  const found = kept.get(services.db);
  if (found && found.until > Date.now()) return found.health;
  const health = measure(services);
  kept.set(services.db, { until: Date.now() + KEEP_MS, health });
  health.catch(() => kept.delete(services.db));
  return health;
}
