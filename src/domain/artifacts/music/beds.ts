import type { Bed, BedWish } from '../../../craft/audio/score/bed.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { compiledModule } from '../../../kernel/threads/compiled-module.js';
import { ThreadPool } from '../../../kernel/threads/thread-pool.js';
import type { MusicCue } from './music-lane.js';

const TIMEOUT_MS = 60_000;

/** A piece takes a second or two of computing, during which the worker must serve others. */
const thread = new ThreadPool<BedWish, Uint8Array>({
  what: 'the music thread', module: compiledModule('./bed-thread-main.js', import.meta.url), size: 1, timeoutMs: () => TIMEOUT_MS,
});

/** About 2 MB each. */
const RECENT = 8;
const recent = new Map<string, Promise<Bed>>();

const wishOf = ({ bpm, density, brightness, instruments, clip: { assetId, playMode } }: MusicCue): BedWish =>
  ({ soundId: assetId, playMode, bpm, density, brightness, instruments });

async function render(wish: BedWish): Promise<Bed> {
  const bytes = await thread.run(wish);
  const samples = new Int16Array(bytes.byteLength / 2);
  new Uint8Array(samples.buffer).set(bytes);
  return { samples, loops: wish.playMode === 'loop' };
}

/** The music of a cue. Equal music is made once; the latest pieces stay in memory. */
export function bedOf(cue: MusicCue): Promise<Bed> {
  const wish = wishOf(cue);
  const key = canonicalJson(wish);
  const known = recent.get(key);
  if (known) return known;
  const made = render(wish);
  if (recent.size >= RECENT) recent.delete(recent.keys().next().value!);
  recent.set(key, made);
  made.catch(() => recent.delete(key));
  return made;
}
