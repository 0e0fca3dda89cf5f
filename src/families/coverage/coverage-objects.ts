import { ObjectMissing, type ObjectStore } from '../../adapters/storage/port.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { Judgement } from './rubric.js';

const documentKey = (hash: string): string => `coverage/documents/${hash.slice(0, 2)}/${hash}.json`;
const judgementKey = (hash: string): string => `coverage/judgements/${hash.slice(0, 2)}/${hash}.json`;

/** Stores the document as it is when its report is requested. Later changes of the document belong to other reports. */
export async function storeDocument(store: ObjectStore, hash: string, content: unknown): Promise<void> {
  await store.put(documentKey(hash), canonicalJson(content));
}

/** The stored document. Throws `ObjectMissing`. */
export async function getDocument(store: ObjectStore, hash: string): Promise<unknown> {
  return JSON.parse((await store.get(documentKey(hash))).toString('utf8'));
}

/** The stored judgement, or null. */
export async function findJudgement(store: ObjectStore, hash: string): Promise<Judgement | null> {
  try {
    return JSON.parse((await store.get(judgementKey(hash))).toString('utf8')) as Judgement;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

export async function storeJudgement(store: ObjectStore, hash: string, judgement: Judgement): Promise<void> {
  await store.put(judgementKey(hash), JSON.stringify(judgement));
}
