import { randomUUID } from 'node:crypto';
import { ObjectMissing, type ObjectStore } from '../storage/port.js';
import type { WorkInput } from './model.js';

/** Stores the brief of a request and returns its key. Each request has its own object, so that no request deletes the brief of another. */
export async function putBrief(store: ObjectStore, { workId }: Pick<WorkInput, 'workId'>, brief: unknown): Promise<string> {
  const key = `briefs/${workId}/${randomUUID()}.json`;
  await store.put(key, JSON.stringify(brief));
  return key;
}

/** The brief of the request of a run; undefined when the request has none, or when the work was already opened or refused. */
export async function findBrief(store: ObjectStore, { briefKey }: Pick<WorkInput, 'briefKey'>): Promise<unknown> {
  if (briefKey === undefined) return undefined;
  try {
    return JSON.parse((await store.get(briefKey)).toString('utf8'));
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}
