import { createHash } from 'node:crypto';

const BODY_LENGTH = 26;

/**
 * Id of the work of a kind on a revision of a subject. It is a function of these three, so that every repeat of a request reaches
 * the same row, hold and run. A migration computes the same ids in SQL.
 */
export function workIdOf(kind: string, subjectId: string, revision = 0): string {
  return `wrk_${createHash('sha256').update(`${kind}:${subjectId}:${revision}`).digest('hex').slice(0, BODY_LENGTH)}`;
}

const RUN_ID = /^(?<kind>[^:]+):(?<subjectId>.+?)(?::r\d+)?(?::e\d+)?$/;

/** Kind and subject of the work of a run; null for an id that is not in the form of `workRunId`. */
export function subjectOfRun(runId: string): { kind: string; subjectId: string } | null {
  return (RUN_ID.exec(runId)?.groups as { kind: string; subjectId: string } | undefined) ?? null;
}

/** Id of the run for an epoch of work. It is readable for operators, and the same for every request for the same epoch. */
export function workRunId({ kind, subjectId, revision, epoch }: { kind: string; subjectId: string; revision: number; epoch: number }): string {
  return `${kind}:${subjectId}${revision === 0 ? '' : `:r${revision}`}${epoch === 1 ? '' : `:e${epoch}`}`;
}
