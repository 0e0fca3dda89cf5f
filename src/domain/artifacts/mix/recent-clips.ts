import { LRUCache } from 'lru-cache';
import type { Clip } from '../../../craft/audio/mix/clip.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';

/** A clip from the bytes of its frames, which are copied. */
export function clipFrom(bytes: Uint8Array, loops: boolean): Clip {
  const frames = new Int16Array(bytes.byteLength / 2);
  new Uint8Array(frames.buffer).set(bytes);
  return { frames, loops };
}

/** Renders at the first call, and keeps the clip as long as the returned function lives. */
export function madeOnce(render: () => Promise<Clip>): () => Promise<Clip> {
  let made: Promise<Clip> | null = null;
  return () => (made ??= render());
}

/** Renders each wish once and keeps the `most` recently used clips in memory. A failed render is tried again. */
export function recentClips<Wish>(render: (wish: Wish) => Promise<Clip>, most: number): (wish: Wish) => Promise<Clip> {
  const recent = new LRUCache<string, Promise<Clip>>({ max: most });
  return (wish) => {
    const key = canonicalJson(wish);
    const known = recent.get(key);
    if (known) return known;
    const made = render(wish);
    recent.set(key, made);
    made.catch(() => recent.delete(key));
    return made;
  };
}
