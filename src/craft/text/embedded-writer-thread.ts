import { embeddedWriter } from '../narrative/embedded-writer.js';
import type {
  BibleBrief, BibleDraft, BlurbBrief,
  Digest, DigestSource, DraftBrief, EmbeddedWriter, OutlineBrief, OutlineDraft, PlanBrief, PlanDraft, PlannedScene, SceneBrief, SceneRequest, ScriptBrief,
  Speech, StoryReading, WrittenScene,
} from '../narrative/model.js';
import type { Screenplay } from '../screenplay/model.js';
import { compiledModule } from '../../kernel/threads/compiled-module.js';
import { ThreadPool, ThreadTimedOut } from '../../kernel/threads/thread-pool.js';
import { ProviderFailure } from '../failures.js';

export type WriterJob =
  | { method: 'digest'; source: DigestSource }
  | { method: 'speech'; text: string; apart: StoryReading['apart'] }
  | { method: 'plan'; brief: PlanBrief }
  | { method: 'screenplay'; brief: ScriptBrief }
  | { method: 'planScenes'; brief: DraftBrief; requested: readonly SceneRequest[] | null }
  | { method: 'writeScene'; brief: SceneBrief }
  | { method: 'outline'; brief: OutlineBrief }
  | { method: 'bible'; brief: BibleBrief }
  | { method: 'blurb'; brief: BlurbBrief };
export type WriterResult = string | Digest | PlanDraft | Screenplay | PlannedScene[] | WrittenScene | OutlineDraft | BibleDraft | Speech | null;

/** Work on hundreds of thousands of characters takes a minute; after two minutes a text is given up. */
const TIMEOUT_MS = 120_000;
/** Jobs with more characters than this take longer than others should wait. */
const LONG_CHARACTERS = 100_000;
const WHAT = 'the embedded writer';

/** A text that takes too long would take too long again, and hold up the texts of others each time. */
function toFinal(error: unknown): unknown {
  if (!(error instanceof ThreadTimedOut)) return error;
  return new ProviderFailure(WHAT, `this text takes longer than ${error.afterMs / 1000} s to work through; attach a shorter one, such as a chapter`, false, { cause: error });
}

interface WriterPools { usual: ThreadPool<WriterJob, WriterResult>; long: ThreadPool<WriterJob, WriterResult> }

function startPools(timeoutMs: number): WriterPools {
  const start = () => new ThreadPool<WriterJob, WriterResult>({
    what: WHAT, module: compiledModule('./writer-thread.js', import.meta.url), size: 1, timeoutMs: () => timeoutMs, toError: toFinal,
  });
  return { usual: start(), long: start() };
}

/**
 * One thread each for usual and for long texts of a process, so that a short text never waits minutes for a novel. There are no more, because learning the
 * language takes a thread seconds of computing. A thread starts with its first job.
 */
const shared = startPools(TIMEOUT_MS);

/** The number of characters in all texts of a job. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + charactersIn(part), 0);
}

/**
 * The embedded writer in a separate thread: it computes for seconds, and its process must answer Temporal meanwhile.
 * Rejects with a final `ProviderFailure` for a text that takes longer than two minutes, else with the same errors as `ThreadPool.run`. Without
 * `timeoutMs` all callers share the threads of the process.
 */
export function embeddedWriterThread(timeoutMs?: number): EmbeddedWriter {
  const { name, embedded } = embeddedWriter();
  const pools = timeoutMs === undefined ? shared : startPools(timeoutMs);
  const run = (job: WriterJob, signal?: AbortSignal): Promise<WriterResult> => pools[charactersIn(job) > LONG_CHARACTERS ? 'long' : 'usual'].run(job, signal);
  return {
    name, embedded,
    digest: (source, signal) => run({ method: 'digest', source }, signal) as Promise<Digest>,
    speech: (text, signal, apart) => run({ method: 'speech', text, apart }, signal) as Promise<Speech | null>,
    plan: (brief, signal) => run({ method: 'plan', brief }, signal) as Promise<PlanDraft>,
    screenplay: (brief, signal) => run({ method: 'screenplay', brief }, signal) as Promise<Screenplay>,
    planScenes: (brief, requested, signal) => run({ method: 'planScenes', brief, requested }, signal) as Promise<PlannedScene[]>,
    writeScene: (brief, signal) => run({ method: 'writeScene', brief }, signal) as Promise<WrittenScene>,
    outline: (brief, signal) => run({ method: 'outline', brief }, signal) as Promise<OutlineDraft>,
    bible: (brief, signal) => run({ method: 'bible', brief }, signal) as Promise<BibleDraft | null>,
    blurb: (brief, signal) => run({ method: 'blurb', brief }, signal) as Promise<string | null>,
    pitch: () => Promise.resolve(null),
    trailerLines: () => Promise.resolve(null),
    trailerFaults: () => Promise.resolve(null),
  };
}
