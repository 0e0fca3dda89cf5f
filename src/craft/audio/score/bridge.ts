import { LINE_SAMPLE_RATE } from '../../speech/port.js';
import { resample } from '../../speech/resample.js';
import { SAMPLE_RATE, seeded } from '../sounds/dsp.js';
import { playPhrase } from '../sounds/music.js';
import { clipOf, levelled, MIX_RATE, type Clip } from '../mix/clip.js';
import { seedOf } from './bed.js';

/** Loudness of a phrase of music relative to the voices. */
export const BRIDGE_DB = -5;
/** Derived from the loudness of voices, −24 LUFS. */
const BRIDGE_LUFS = -24 + BRIDGE_DB;
/** Silence between the music and the voices on either side of it. */
const CLEAR_MS = 160;
/** The shortest pause that gets music; a shorter one stays silent, because no phrase fits into it. */
const LEAST_MS = 1_200;

/** A pause to fill with music, in whole milliseconds. */
export interface BridgeWish { soundId: string; durationMs: number }

const recent = new Map<string, Int16Array>();
const MOST_RECENT = 16;

function render({ soundId, durationMs }: BridgeWish): Int16Array {
  const perMs = LINE_SAMPLE_RATE / 1_000;
  const filled = new Int16Array(durationMs * perMs);
  const phrase = !isBridged({ durationMs }) ? null : playPhrase(soundId, (durationMs - 2 * CLEAR_MS) / 1_000, seeded(seedOf(soundId)));
  if (!phrase) return filled;
  const room = filled.length - 2 * CLEAR_MS * perMs;
  filled.set(levelled([resample(phrase, SAMPLE_RATE, LINE_SAMPLE_RATE)], LINE_SAMPLE_RATE, BRIDGE_LUFS).subarray(0, room), CLEAR_MS * perMs);
  return filled;
}

/**
 * The pause as samples (mono, 16 bits, 24 kHz) of exactly its length, with the beginning of a piece of music in it, which tells listeners that the scene has
 * changed. A short pause is silence. The same wish gives the same samples.
 */
export function renderBridge(wish: BridgeWish): Int16Array {
  const key = `${wish.soundId} ${wish.durationMs}`;
  const known = recent.get(key);
  if (known) return known;
  const made = render(wish);
  if (recent.size >= MOST_RECENT) recent.delete(recent.keys().next().value!);
  recent.set(key, made);
  return made;
}

/** Whether a pause is long enough for music. */
export const isBridged = ({ durationMs }: Pick<BridgeWish, 'durationMs'>): boolean => durationMs >= LEAST_MS;

/** The same phrase as a clip for a mix. */
export function bridgeClip(wish: BridgeWish): Clip {
  const mono = resample(renderBridge(wish), LINE_SAMPLE_RATE, MIX_RATE);
  return clipOf({ left: mono, right: mono }, false);
}
