import type { Voice } from '../../craft/speech/port.js';
import { semitones, timbreDistance } from '../../craft/speech/sound/voice-distance.js';
import { findStockPrint } from '../../craft/speech/stock-prints.js';

/** Listeners of a scene mistake two voices for each other when their pitches are closer than this and their timbres are close too. */
const NEAR_SEMITONES = 3;
/** The narrator speaks next to everybody, so nobody should have a pitch as close as this to the narrator's. */
const SAME_SEMITONES = 1.5;
/** Distances of timbre. Of the voice pairs of one sex with close pitches, an eighth is closer than the first value, and half is closer than the second. */
const NEAR_TIMBRE = 5;
const MIDDLING_TIMBRE = 7;

/** Tags too common to tell two voices apart. */
const COMMON_TAGS = new Set(['narrator', 'clear', 'calm', 'old', 'child']);
const NEAR_COST = 40;
const ALIKE_COST = 60;

/** How much the catalogue's tags of two voices have in common, for voices that were not measured. */
function sharedManner(one: Voice, other: Voice): number {
  if (one.gender !== other.gender) return 0;
  const shared = one.styleTags.filter((tag) => !COMMON_TAGS.has(tag) && other.styleTags.includes(tag)).length;
  return one.ageRange === other.ageRange && one.accent === other.accent ? 3 * shared : shared;
}

/**
 * The cost of hearing two voices in one scene: 0 for voices that nobody confuses, and more when one of them narrates. Measured voices are compared by pitch
 * and timbre, others by their entries in the catalogue.
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
