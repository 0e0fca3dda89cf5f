import { pcmSamples, SAMPLES_PER_MS } from '../../../craft/speech/line-cache.js';
import { NARRATOR } from '../../../craft/screenplay/model.js';
import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import type { LineSource } from '../films/narrated.js';

/** A line that is spoken in a take. */
export interface SaidLine extends LineSource {
  /** `narration` for words that the narrator speaks for this film, else the index of the line among the lines of its item (0 in a beat). */
  of: 'narration' | number;
  text: string;
  /** The voice that the line must have; null when the line sounds different on purpose: from far away, through a telephone, with an effect. */
  voiceId: string | null;
  /** When it is heard, on the clock of the whole film. */
  startMs: number;
  endMs: number;
  gainDb: number;
}

/** The sound of the line alone: mono samples at 24 kHz. */
export async function ownSound({ open, fromMs, toMs }: LineSource): Promise<Int16Array> {
  return pcmSamples(await open()).slice(Math.round(fromMs * SAMPLES_PER_MS), Math.round(toMs * SAMPLES_PER_MS));
}

/** The voice that a line of the read must have; null when distance or an effect changes the sound. `speaker` is null for the narrator. */
export function voiceOfLine({ read, screenplay }: PerformedRead, { entryIndex, speaker }: { entryIndex: number; speaker: string | null }): string | null {
  const entry = screenplay.entries[entryIndex];
  const { distance, effect } = { distance: entry?.delivery?.distance ?? entry?.distance, effect: entry?.sound?.effect };
  return distance || effect ? null : read.voiceMap[speaker ?? NARRATOR]?.voiceId ?? null;
}

/** How much louder a line becomes when it was not heard, and the highest gain, both in dB. */
const [LIFT_DB, MOST_DB] = [6, 6];

/** The line with its gain raised, so that it is heard; the gain stays within the limit. */
export const mostLifted = <Line extends { gainDb: number }>(line: Line): Line => ({
  ...line, gainDb: Math.max(line.gainDb, Math.min(MOST_DB, line.gainDb + LIFT_DB)) });

/** The voices of everyone who is heard in the read. */
export const voicesOfRead = ({ read }: PerformedRead): string[] => [...new Set(Object.values(read.voiceMap).map(({ voiceId }) => voiceId))];
