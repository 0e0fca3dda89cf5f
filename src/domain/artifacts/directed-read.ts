import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../adapters/storage/port.js';
import type { ReadSound } from './performance/performance-plan.js';
import type { VoiceMap } from '../library/voice-map.js';
import { canonicalJson } from '../../contract/canonical-json.js';

/** Content of the first revision of a table read. */
export interface DirectedRead extends ReadSound {
  title: string; mode: string; narrationPolicy: string; scriptKey: string; voiceMap: VoiceMap; castList: object;
  entryCount: number; spokenCount: number;
}

/** Stores the content of a first revision until it is published, because casts are too large for a workflow history. Returns the key. */
export async function storeDirectedRead(store: ObjectStore, revision: DirectedRead): Promise<string> {
  const json = canonicalJson(revision);
  const key = `scripts/${createHash('sha256').update(json).digest('hex')}.revision.json`;
  await store.put(key, json);
  return key;
}

export async function getDirectedRead(store: ObjectStore, key: string): Promise<DirectedRead> {
  return JSON.parse((await store.get(key)).toString('utf8')) as DirectedRead;
}
