import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../adapters/storage/port.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { Screenplay } from '../../screenplay/model.js';

/** Keeps a screenplay as canonical JSON under a key made of its hash; the same screenplay has one object. */
export async function putScreenplay(store: ObjectStore, screenplay: Screenplay): Promise<string> {
  const json = canonicalJson(screenplay);
  const key = `scripts/${createHash('sha256').update(json).digest('hex')}.json`;
  if (!await store.stat(key)) await store.put(key, json);
  return key;
}

const RECENT = 32;
const recent = new Map<string, Screenplay>();

/** Reads a screenplay; objects never change, so the latest ones are kept in memory. Raises `ObjectMissing`. */
export async function getScreenplay(store: ObjectStore, key: string): Promise<Screenplay> {
  let screenplay = recent.get(key);
  if (!screenplay) {
    screenplay = JSON.parse((await store.get(key)).toString('utf8')) as Screenplay;
    if (recent.size >= RECENT) recent.delete(recent.keys().next().value!);
    recent.set(key, screenplay);
  }
  return screenplay;
}
