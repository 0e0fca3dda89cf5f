import { findSound } from '../../../craft/audio/sounds/catalogue.js';
import { compiledModule } from '../../../kernel/threads/compiled-module.js';
import { ThreadPool } from '../../../kernel/threads/thread-pool.js';
import { clipFrom, recentClips } from './recent-clips.js';

const TIMEOUT_MS = 60_000;

/** A thread for clips: computing a soundscape takes a second or two, and the worker must serve others meanwhile. */
const thread = new ThreadPool<string, Uint8Array>({
  what: 'the clip thread', module: compiledModule('./clip-thread-main.js', import.meta.url), size: 1, timeoutMs: () => TIMEOUT_MS,
});

/** About 5 MB for a soundscape, less than 1 MB for an effect. */
const RECENT = 16;

/** An effect or a soundscape for the mix. */
export const soundClip = recentClips(
  async (soundId: string) => clipFrom(await thread.run(soundId), findSound(soundId)?.kind === 'soundscape'), RECENT);
