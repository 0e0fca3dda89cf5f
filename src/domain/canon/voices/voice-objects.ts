import { findStockPrint } from '../../../craft/speech/stock-prints.js';
import { findDesignedVoice, isDesignedId } from '../../../craft/speech/designed/designed-voice.js';
import type { VoicePrint } from '../../../craft/speech/sound/voice-print.js';
import { ObjectMissing, type ObjectStore } from '../../../kernel/storage/port.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';

/** Key of the recorded sentence of a designed voice. */
const sampleKey = (voiceId: string): string => `voices/previews/${voiceId}.mp3`;
const printKey = (voiceId: string): string => `voices/prints/${voiceId}.json`;

async function findJson<T>(store: ObjectStore, key: string): Promise<T | null> {
  try {
    return JSON.parse((await store.get(key)).toString('utf8')) as T;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** Stores the recorded sentence and the measured print of a designed voice. */
export async function storeSample(store: ObjectStore, voiceId: string, { mp3, print }: { mp3: Uint8Array; print: VoicePrint }): Promise<void> {
  await store.put(sampleKey(voiceId), mp3);
  await store.put(printKey(voiceId), JSON.stringify(print));
}

/** How a voice sounds; null for a voice that was never measured, such as that of a service. */
export async function findPrint(store: ObjectStore, voiceId: string): Promise<VoicePrint | null> {
  if (!isDesignedId(voiceId)) return findStockPrint(voiceId);
  return findJson<VoicePrint>(store, printKey(voiceId));
}

/** The recorded sentence of a designed voice; null for an id that is no recipe, and when none was recorded here. */
export async function findDesignedSample(store: ObjectStore, voiceId: string): Promise<MediaFile | null> {
  if (!findDesignedVoice(voiceId)) return null;
  const key = sampleKey(voiceId);
  const stored = await store.stat(key);
  if (!stored) return null;
  return {
    byteSize: stored.byteSize, etag: `"${voiceId}-${stored.byteSize}"`, contentType: 'audio/mpeg', lastModified: stored.modifiedAt,
    open: (range) => store.stream(key, range),
  };
}
