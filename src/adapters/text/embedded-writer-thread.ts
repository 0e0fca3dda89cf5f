import { Worker } from 'node:worker_threads';
import { embeddedWriter } from '../../narrative/embedded-writer.js';
import type {
  Digest, DraftBrief, PlanBrief, PlanDraft, PlannedScene, SceneBrief, SceneRequest, ScriptBrief, StoryWriter, WrittenScene,
} from '../../narrative/model.js';
import type { Screenplay } from '../../screenplay/model.js';
import { ThreadPool } from '../threads/thread-pool.js';

type DigestSource = Parameters<StoryWriter['digest']>[0];

export type WriterJob =
  | { method: 'digest'; source: DigestSource }
  | { method: 'plan'; brief: PlanBrief }
  | { method: 'screenplay'; brief: ScriptBrief }
  | { method: 'planScenes'; brief: DraftBrief; requested: readonly SceneRequest[] | null }
  | { method: 'writeScene'; brief: SceneBrief };
export type WriterResult = Digest | PlanDraft | Screenplay | PlannedScene[] | WrittenScene;

/** Reading two million characters takes seconds; a minute more is a fault. */
const PATIENCE_MS = 120_000;

function startThread(): Worker {
  const body = import.meta.url.endsWith('.ts') ? './writer-thread-body-from-source.mjs' : './writer-thread-body.js';
  return new Worker(new URL(body, import.meta.url), { env: {}, execArgv: [] });
}

/**
 * The embedded writer in a thread of its own: it computes without a pause, and the process that hosts it must go on answering the
 * engine. Rejects as `ThreadPool.run` does.
 */
export function embeddedWriterThread(): StoryWriter {
  const { name, embedded } = embeddedWriter();
  const pool = new ThreadPool<WriterJob, WriterResult>({ what: 'the writer', size: 1, start: startThread, patienceMs: () => PATIENCE_MS });
  return {
    name, embedded,
    digest: (source, signal) => pool.run({ method: 'digest', source }, signal) as Promise<Digest>,
    plan: (brief, signal) => pool.run({ method: 'plan', brief }, signal) as Promise<PlanDraft>,
    screenplay: (brief, signal) => pool.run({ method: 'screenplay', brief }, signal) as Promise<Screenplay>,
    planScenes: (brief, requested, signal) => pool.run({ method: 'planScenes', brief, requested }, signal) as Promise<PlannedScene[]>,
    writeScene: (brief, signal) => pool.run({ method: 'writeScene', brief }, signal) as Promise<WrittenScene>,
  };
}
