import { randomBytes } from 'node:crypto';
import type { ObjectStore } from './port.js';

/** Proves that the store takes an object and gives it up again. Throws the store's own error when it does not. */
export async function probeStore(store: Pick<ObjectStore, 'put' | 'delete'>): Promise<void> {
  const key = `probe-${randomBytes(6).toString('hex')}`;
  await store.put(key, 'Proscenium was here');
  await store.delete(key);
}
