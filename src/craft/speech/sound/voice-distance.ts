import type { VoicePrint } from './voice-print.js';

/**
 * The standard deviation of each coefficient between two sentences of the same voice, measured over 47 voices. The rarer a difference is within one voice,
 * the more it counts between two.
 */
const OWN_SPREAD = [0.7, 0.23, 0.16, 0.17, 0.13, 0.1, 0.14, 0.12, 0.14, 0.11, 0.1, 0.1, 0.08, 0.12];
/** The median difference between two sentences of one voice: in timbre, in the unit of `OWN_SPREAD`, and in pitch, in semitones. */
const OWN_TIMBRE = 0.93;
const OWN_SEMITONES = 1;
/** A larger interval makes two voices no more different. */
const MAX_SEMITONES = 6;

/** Two prints with a smaller distance may be the same voice: two sentences of one voice differ by 0.3 to 1.3, measured over 47 voices. */
export const SAME_VOICE = 1.5;
/** Voices with a smaller distance are easily confused, unless a listener hears them side by side. */
export const ALIKE_VOICES = 2.5;

/** The interval in semitones between two pitches, upwards from the second. */
export const semitones = (one: number, other: number): number => 12 * Math.log2(one / other);

function pitchDifference(one: number | null, other: number | null): number {
  if (one === null || other === null) return one === other ? 0 : MAX_SEMITONES;
  return Math.min(MAX_SEMITONES, Math.abs(semitones(one, other)));
}

/** The distance between the timbres of two voices; 1 is about the distance between two sentences of one voice. */
export function timbreDistance(one: VoicePrint, other: VoicePrint): number {
  const squares = OWN_SPREAD.reduce((sum, spread, at) => sum + (((one.timbre[at] ?? 0) - (other.timbre[at] ?? 0)) / spread) ** 2, 0);
  return Math.sqrt(squares / OWN_SPREAD.length) / OWN_TIMBRE;
}

/** The distance between two voices in timbre and pitch; 1 is about the distance between two sentences of one voice. Pace does not count. */
export function voiceDistance(one: VoicePrint, other: VoicePrint): number {
  const timbre = timbreDistance(one, other);
  const pitch = pitchDifference(one.pitchHz, other.pitchHz) / OWN_SEMITONES;
  return Math.round(Math.sqrt((timbre ** 2 + pitch ** 2) / 2) * 100) / 100;
}
