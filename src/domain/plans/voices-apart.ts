import type { Voice } from '../../craft/speech/port.js';
import { semitones, timbreDistance } from '../../craft/speech/sound/voice-distance.js';
import { findStockPrint } from '../../craft/speech/stock-prints.js';

/** Voices nearer than this in pitch and in timbre are taken for each other by somebody who listens to a scene. */
const NEAR_SEMITONES = 3;
/** A narrator is heard next to everybody: nobody has nearly the same pitch. */
const SAME_SEMITONES = 1.5;
/** Of the pairs of a sex that are near in pitch, an eighth is nearer than the first, and half nearer than the second. */
const NEAR_TIMBRE = 5;
const MIDDLING_TIMBRE = 7;

/** Tags that do not tell two voices apart. */
const COMMON_TAGS = new Set(['narrator', 'clear', 'calm', 'old', 'child']);
const NEAR_COST = 40;
const ALIKE_COST = 60;

/** What two voices that were not measured have in common. */
function sharedManner(one: Voice, other: Voice): number {
  if (one.gender !== other.gender) return 0;
  const shared = one.styleTags.filter((tag) => !COMMON_TAGS.has(tag) && other.styleTags.includes(tag)).length;
  return one.ageRange === other.ageRange && one.accent === other.accent ? 3 * shared : shared;
}

/**
 * What it costs to hear two voices in one scene, 0 for voices that nobody confuses; the more if one of them narrates. Measured voices are
 * compared by pitch and timbre, others by what the catalogue says of them.
 */
export function nearnessCost(one: Voice, other: Voice, narrates: boolean): number {
  if (one.similarTo?.includes(other.voiceId) || other.similarTo?.includes(one.voiceId)) return ALIKE_COST;
  const [print, against] = [findStockPrint(one.voiceId), findStockPrint(other.voiceId)];
  if (!print?.pitchHz || !against?.pitchHz) return sharedManner(one, other);
  const timbre = timbreDistance(print, against);
  const interval = Math.abs(semitones(print.pitchHz, against.pitchHz));
  if (interval >= NEAR_SEMITONES) return timbre < NEAR_TIMBRE ? 4 : 0;
  if (timbre < NEAR_TIMBRE) return narrates ? ALIKE_COST : NEAR_COST;
  if (narrates && interval < SAME_SEMITONES) return 10;
  return timbre < MIDDLING_TIMBRE ? 6 : 2;
}
