import { createHash } from 'node:crypto';
import type { Look } from '../../../craft/images/person/look.js';
import { ObjectMissing, type ObjectStore } from '../../../kernel/storage/port.js';
import { castKey } from '../cast-canon.js';

/** A person's look as stored. `chosenFor` is present on a look that a user chose: the hash of the canon's words at that time. */
export type StoredLook = Look & { chosenFor?: string };

async function storedText(store: ObjectStore, key: string): Promise<string | null> {
  try {
    return (await store.get(key)).toString('utf8');
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Where the seed of a project's pictures is stored. */
export const seedKey = (projectId: string): string => `pictures/seeds/${hashOf(projectId)}.txt`;

/**
 * The seed of a project's pictures: made from the title of the first read or image that is drawn, so that another project with the same
 * story has the same people and rooms, and kept for everything later, whatever its title.
 */
export async function seedOf(store: ObjectStore, projectId: string, title: string): Promise<string> {
  const known = await storedText(store, seedKey(projectId));
  if (known !== null) return known;
  const seed = hashOf(title.trim().toLowerCase()).slice(0, 32);
  await store.put(seedKey(projectId), seed);
  return seed;
}

/** Where the look of a person of a project is stored. */
export const lookKey = (projectId: string, name: string): string => `pictures/looks/${hashOf(`${projectId}\n${castKey(name)}`)}.json`;

/** The stored look, or null while none was decided. */
export async function findLook(store: ObjectStore, projectId: string, name: string): Promise<StoredLook | null> {
  const text = await storedText(store, lookKey(projectId, name));
  return text === null ? null : JSON.parse(text) as StoredLook;
}

/** Stores a look; it replaces an earlier one. */
export async function storeLook(store: ObjectStore, projectId: string, name: string, look: StoredLook): Promise<void> {
  await store.put(lookKey(projectId, name), JSON.stringify(look));
}
