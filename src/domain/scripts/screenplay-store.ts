import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../kernel/storage/port.js';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { Screenplay } from '../../craft/screenplay/model.js';

/** Stores a screenplay as canonical JSON under a hash of it, so equal screenplays share an object. Returns the key. */
export async function putScreenplay(store: ObjectStore, screenplay: Screenplay): Promise<string> {
  const json = canonicalJson(screenplay);
  const key = `scripts/${createHash('sha256').update(json).digest('hex')}.json`;
  if (!await store.stat(key)) await store.put(key, json);
  return key;
}

const RECENT = 32;
const recent = new Map<string, Screenplay>();

/** Loads a screenplay. Objects never change, so the latest ones are cached in memory. Throws `ObjectMissing`. */
export async function getScreenplay(store: ObjectStore, key: string): Promise<Screenplay> {
  let screenplay = recent.get(key);
  if (!screenplay) {
    screenplay = JSON.parse((await store.get(key)).toString('utf8')) as Screenplay;
    if (recent.size >= RECENT) recent.delete(recent.keys().next().value!);
    recent.set(key, screenplay);
  }
  return screenplay;
}
