import { ObjectMissing, type ObjectStore } from '../../storage/port.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { Judgement } from './rubric.js';

export const documentKey = (hash: string): string => `coverage/documents/${hash.slice(0, 2)}/${hash}.json`;
export const judgementKey = (hash: string): string => `coverage/judgements/${hash.slice(0, 2)}/${hash}.json`;

/** Stores the document in its state at the request of its report. Later changes of the document belong to other reports. */
export async function storeDocument(store: ObjectStore, hash: string, content: unknown): Promise<void> {
  await store.put(documentKey(hash), canonicalJson(content));
}

/** The stored document. Throws `ObjectMissing`. */
export async function getDocument(store: ObjectStore, hash: string): Promise<object> {
  return JSON.parse((await store.get(documentKey(hash))).toString('utf8')) as object;
}

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** The stored document, or null. */
export const findDocument = (store: ObjectStore, hash: string): Promise<unknown> => orNull(getDocument(store, hash));

/** The stored judgement, or null. */
export const findJudgement = (store: ObjectStore, hash: string): Promise<Judgement | null> =>
  orNull(store.get(judgementKey(hash)).then((bytes) => JSON.parse(bytes.toString('utf8')) as Judgement));

export async function storeJudgement(store: ObjectStore, hash: string, judgement: Judgement): Promise<void> {
  await store.put(judgementKey(hash), JSON.stringify(judgement));
}
