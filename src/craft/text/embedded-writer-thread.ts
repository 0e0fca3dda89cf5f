import { embeddedWriter } from '../narrative/embedded-writer.js';
import type {
  BibleBrief, BibleDraft, BlurbBrief,
  Digest, DigestSource, DraftBrief, EmbeddedWriter, OutlineBrief, OutlineDraft, PlanBrief, PlanDraft, PlannedScene, SceneBrief, SceneRequest, ScriptBrief,
  Speech, StoryReading, WrittenScene,
} from '../narrative/model.js';
import type { Screenplay } from '../screenplay/model.js';
import { compiledModule } from '../../kernel/threads/compiled-module.js';
import { ThreadPool } from '../../kernel/threads/thread-pool.js';

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

/** Work on two million characters takes seconds; a job of two minutes hangs. */
const TIMEOUT_MS = 120_000;

/** One thread for each process, because learning the language takes a thread seconds of computing. */
const pool = new ThreadPool<WriterJob, WriterResult>({
  what: 'the embedded writer', module: compiledModule('./writer-thread.js', import.meta.url), size: 1, timeoutMs: () => TIMEOUT_MS,
});

/**
 * The embedded writer in a separate thread: it computes for seconds, and its process must answer Temporal meanwhile.
 * Rejects with the same errors as `ThreadPool.run`.
 */
export function embeddedWriterThread(): EmbeddedWriter {
  const { name, embedded } = embeddedWriter();
  return {
    name, embedded,
    digest: (source, signal) => pool.run({ method: 'digest', source }, signal) as Promise<Digest>,
    speech: (text, signal, apart) => pool.run({ method: 'speech', text, apart }, signal) as Promise<Speech | null>,
    plan: (brief, signal) => pool.run({ method: 'plan', brief }, signal) as Promise<PlanDraft>,
    screenplay: (brief, signal) => pool.run({ method: 'screenplay', brief }, signal) as Promise<Screenplay>,
    planScenes: (brief, requested, signal) => pool.run({ method: 'planScenes', brief, requested }, signal) as Promise<PlannedScene[]>,
    writeScene: (brief, signal) => pool.run({ method: 'writeScene', brief }, signal) as Promise<WrittenScene>,
    outline: (brief, signal) => pool.run({ method: 'outline', brief }, signal) as Promise<OutlineDraft>,
    bible: (brief, signal) => pool.run({ method: 'bible', brief }, signal) as Promise<BibleDraft | null>,
    blurb: (brief, signal) => pool.run({ method: 'blurb', brief }, signal) as Promise<string | null>,
    pitch: () => Promise.resolve(null),
    trailerLines: () => Promise.resolve(null),
    trailerFaults: () => Promise.resolve(null),
  };
}
