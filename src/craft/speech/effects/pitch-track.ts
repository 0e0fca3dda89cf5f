import { NOTES, SCALES, type LineEffect } from '../../screenplay/model.js';
import { PitchDetector } from 'pitchy';
import { LINE_SAMPLE_RATE } from '../port.js';

/** A pitch every 5 ms, from a window of 64 ms around it. */
export const FRAME_SAMPLES = LINE_SAMPLE_RATE / 200;
const WINDOW_SAMPLES = 1_536;
const MIN_CLARITY = 0.85;
const [MIN_HZ, MAX_HZ] = [60, 500];
/** A line leaves its note only when another note is nearer to the pitch by this many semitones. */
const HYSTERESIS = 0.6;
const SMOOTH_FRAMES = 3;

/** The pitch of each frame as a MIDI number, 69 for 440 Hz; null where nothing is voiced. */
export function pitchTrack(samples: Float32Array): (number | null)[] {
  const detector = PitchDetector.forFloat32Array(WINDOW_SAMPLES);
  const window = new Float32Array(WINDOW_SAMPLES);
  return Array.from({ length: Math.ceil(samples.length / FRAME_SAMPLES) }, (_, frame) => {
    const from = Math.round((frame + 0.5) * FRAME_SAMPLES) - WINDOW_SAMPLES / 2;
    window.fill(0);
    const start = Math.max(0, from);
    window.set(samples.subarray(start, Math.max(start, from + WINDOW_SAMPLES)), start - from);
    const [hz, clarity] = detector.findPitch(window, LINE_SAMPLE_RATE);
    return clarity > MIN_CLARITY && hz >= MIN_HZ && hz <= MAX_HZ ? 69 + 12 * Math.log2(hz / 440) : null;
  });
}

/** The MIDI number of the nearest note of a scale. */
export function nearestNote(midi: number, { key, scale }: Pick<LineEffect, 'key' | 'scale'>): number {
  const root = NOTES.indexOf(key);
  const octave = Math.floor((midi - root) / 12);
  const notes = [octave - 1, octave, octave + 1].flatMap((at) => SCALES[scale].map((step) => root + 12 * at + step));
  return notes.reduce((best, note) => (Math.abs(note - midi) < Math.abs(best - midi) ? note : best));
}

/** Semitones by which each frame moves towards the scale. Frames without a pitch move as the last one with a pitch. */
export function pitchShifts(track: readonly (number | null)[], effect: LineEffect): number[] {
  let note: number | null = null;
  let shift = 0;
  const shifts = track.map((midi) => {
    if (midi === null) return shift;
    const nearest = nearestNote(midi, effect);
    if (note === null || Math.abs(midi - nearest) + HYSTERESIS < Math.abs(midi - note)) note = nearest;
    shift = (note - midi) * effect.strength;
    return shift;
  });
  const reach = Math.floor((effect.smooth * SMOOTH_FRAMES) / 2);
  if (reach === 0) return shifts;
  return shifts.map((_, at) => {
    const around = shifts.slice(Math.max(0, at - reach), at + reach + 1);
    return around.reduce((sum, value) => sum + value, 0) / around.length;
  });
}
