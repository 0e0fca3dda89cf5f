import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { findSound, SOUNDS_VERSION } from '../../../craft/audio/sounds/catalogue.js';
import type { Services } from '../../../kernel/services.js';
import { compiledModule } from '../../../kernel/threads/compiled-module.js';
import { ThreadPool } from '../../../kernel/threads/thread-pool.js';

const TIMEOUT_MS = 30_000;

/** Making a sound takes a second of computing, so it runs in its own thread and the process keeps answering. */
const thread = new ThreadPool<string, Uint8Array>({
  what: 'the sound thread', module: compiledModule('./sound-thread-main.js', import.meta.url), size: 1, timeoutMs: () => TIMEOUT_MS,
});

const keyOf = (soundId: string): string => `sounds/v${SOUNDS_VERSION}/${soundId}.wav`;

/** The file of a sound by its public name, such as `rain.wav`; null for another name. The first request makes the file. */
export async function findSoundFile({ store }: Pick<Services, 'store'>, name: string): Promise<MediaFile | null> {
  const soundId = name.endsWith('.wav') ? name.slice(0, -'.wav'.length) : '';
  if (!findSound(soundId)) return null;
  const key = keyOf(soundId);
  const { byteSize, modifiedAt } = await store.stat(key) ?? await store.put(key, await thread.run(soundId));
  return {
    byteSize, etag: `"${soundId}-v${SOUNDS_VERSION}"`, contentType: 'audio/wav', lastModified: modifiedAt, filename: name,
    open: (range) => store.stream(key, range),
  };
}
