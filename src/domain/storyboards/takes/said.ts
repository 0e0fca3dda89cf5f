import { pcmSamples, SAMPLES_PER_MS } from '../../../craft/speech/line-cache.js';
import { NARRATOR } from '../../../craft/screenplay/model.js';
import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import type { LineSource } from '../films/narrated.js';

/** Something that is said in a take. */
export interface SaidLine extends LineSource {
  /** Words that the narrator speaks for this film, or which line of the read. */
  of: 'narration' | number;
  text: string;
  /** The voice that it is to have; null when it sounds otherwise on purpose: from far away, through a telephone, with an effect. */
  voiceId: string | null;
  /** When it is heard, on the clock of the whole film. */
  startMs: number;
  endMs: number;
  gainDb: number;
}

/** The sound of what is said alone: mono samples at 24 kHz. */
export async function ownSound({ open, fromMs, toMs }: LineSource): Promise<Int16Array> {
  return pcmSamples(await open()).slice(Math.round(fromMs * SAMPLES_PER_MS), Math.round(toMs * SAMPLES_PER_MS));
}

/** The voice that a line of the read is to have; `speaker` is null for its narrator. */
export function voiceOfLine({ read, screenplay }: PerformedRead, { entryIndex, speaker }: { entryIndex: number; speaker: string | null }): string | null {
  const entry = screenplay.entries[entryIndex];
  const { distance, effect } = { distance: entry?.delivery?.distance ?? entry?.distance, effect: entry?.sound?.effect };
  return distance || effect ? null : read.voiceMap[speaker ?? NARRATOR]?.voiceId ?? null;
}

/** How much louder a line becomes that was not heard, and at most, in decibels. */
const [LIFT_DB, MOST_DB] = [6, 6];

/** A line of the read as loud as it may be for being heard. */
export const mostLifted = <Line extends { gainDb: number }>(line: Line): Line => ({
  ...line, gainDb: Math.max(line.gainDb, Math.min(MOST_DB, line.gainDb + LIFT_DB)) });

/** Everybody who is heard in the read, by their voices. */
export const voicesOfRead = ({ read }: PerformedRead): string[] => [...new Set(Object.values(read.voiceMap).map(({ voiceId }) => voiceId))];
