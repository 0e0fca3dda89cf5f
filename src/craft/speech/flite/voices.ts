import type { Emotion, Gender } from '../../screenplay/model.js';
import type { Voice } from '../port.js';
import { stockVoice } from '../stock-voice.js';

export const FLITE_BASES = ['rms', 'awb', 'slt', 'kal16'] as const;
export type FliteBase = (typeof FLITE_BASES)[number];

/**
 * One character voice: a flite base voice and a vocal-tract factor. flite gets pitch and duration adjusted by the factor,
 * and resampling plays its samples faster by the same factor, so pitch, formants and rate are independent of each other.
 */
export interface CharacterVoice {
  voiceId: string;
  name: string;
  gender: Gender;
  ageRange: Voice['ageRange'];
  accent: string;
  styleTags: string[];
  base: FliteBase;
  /** Above 1 sounds like a smaller head. */
  tractFactor: number;
  /** Null means the base voice's value; the base `rms` ignores pitch and spread. */
  pitchHz: number | null;
  pitchSpreadHz: number | null;
  /** Factor on the speech rate. */
  rate: number;
  /** Lift of the high tones in decibels, for base voices that sound muffled. */
  brightnessDb: number;
  /** Slow tremor of an old voice. */
  vibrato: boolean;
  /** Constant gain that gives all voices the same level, and the loudness with that gain (ITU-R BS.1770). */
  gainDb: number;
  measuredLufs: number;
}

type Row = [
  id: string, name: string, gender: Gender, age: Voice['ageRange'], accent: string, tags: string,
  base: FliteBase, tract: number, pitchHz: number | null, spreadHz: number | null, rate: number,
  gainDb: number, lufs: number,
];

/** The bases slt and awb have little above 2.5 kHz: 0.5 and 1.5 % of their energy, where rms has 5 %. */
export const BRIGHTNESS_DB: Record<FliteBase, number> = { rms: 0, awb: 4, slt: 7, kal16: 0 };

const US = 'American';
const SCOTTISH = 'Scottish';

const ROWS: Row[] = [
  ['narrator-m', 'Marcus Vale', 'male', 'adult', US, 'narrator calm clear', 'rms', 1, null, null, 1, -2.8, -24],
  ['man-deep', 'Grant Holloway', 'male', 'adult', US, 'deep grave', 'rms', 0.9, null, null, 0.97, -2.7, -24],
  ['man-bright', 'Teddy Marsh', 'male', 'young_adult', US, 'bright open', 'rms', 1.13, null, null, 1.06, -2.9, -24],
  ['scot', 'Callum Reid', 'male', 'adult', SCOTTISH, 'warm brisk', 'awb', 1, 122, 22, 1, -4.4, -24],
  ['scot-giant', 'Angus Muir', 'male', 'adult', SCOTTISH, 'huge slow rough', 'awb', 0.88, 82, 12, 0.9, -4.9, -24],
  ['teen-boy', 'Jamie Rowan', 'male', 'teen', SCOTTISH, 'eager quick', 'awb', 1.08, 175, 30, 1.08, -5.6, -24],
  ['old-man', 'Alasdair Finch', 'male', 'senior', SCOTTISH, 'old frail', 'awb', 0.93, 150, 38, 0.78, -5.8, -24],
  ['boy', 'Robin Kerr', 'male', 'child', SCOTTISH, 'child lively', 'awb', 1.2, 245, 34, 1.08, -6.9, -24],
  ['girl', 'Poppy Lennox', 'female', 'child', SCOTTISH, 'child light', 'awb', 1.28, 285, 42, 1, -6.6, -24],
  ['narrator-f', 'Eleanor Hart', 'female', 'adult', US, 'narrator clear even', 'slt', 1, 168, 20, 1, -8.8, -24],
  ['woman-young', 'Nora Quill', 'female', 'young_adult', US, 'bright lively', 'slt', 1.03, 218, 30, 1.08, -10.8, -24],
  ['woman-alto', 'Vivian Stone', 'female', 'adult', US, 'low composed', 'slt', 0.91, 140, 16, 0.95, -7.3, -24],
  ['old-woman', 'Agatha Bloom', 'female', 'senior', US, 'old kindly', 'slt', 0.97, 190, 42, 0.76, -10.5, -24],
  ['man-light', 'Julian Wren', 'male', 'young_adult', US, 'light gentle', 'slt', 0.8, 112, 14, 1, -6.2, -24],
  ['clerk', 'Desmond Pryce', 'male', 'adult', SCOTTISH, 'dry fast official', 'awb', 1.06, 104, 10, 1.1, -5.1, -24],
  ['robot', 'Unit Nine', 'neutral', 'adult', US, 'machine flat', 'kal16', 1, 105, 1, 1, 3.6, -24],
];

/** The sixteen voices; any two differ in pitch or timbre. */
export const CHARACTER_VOICES: readonly CharacterVoice[] = ROWS.map((row) => {
  const [id, name, gender, ageRange, accent, tags, base, tractFactor, ...sound] = row;
  const [pitchHz, pitchSpreadHz, rate, gainDb, measuredLufs] = sound;
  return {
    voiceId: `stage-${id}`, name, gender, ageRange, accent, styleTags: tags.split(' '), base, tractFactor,
    pitchHz, pitchSpreadHz, rate, brightnessDb: BRIGHTNESS_DB[base], vibrato: id === 'old-man' || id === 'old-woman', gainDb, measuredLufs,
  };
});

/** Catalogue entries of the embedded voices. */
export const catalogue = (provider: string): Voice[] => CHARACTER_VOICES.map((voice) => stockVoice(provider, voice));

export interface EmotionShape { rate: number; pitch: number; spread: number; gainDb: number; whisper: boolean }

/** Delivery of each emotion; `rms` voices ignore pitch and spread. */
export const EMOTION_SHAPES: Record<Emotion, EmotionShape> = {
  neutral: { rate: 1, pitch: 1, spread: 1, gainDb: 0, whisper: false },
  happy: { rate: 1.1, pitch: 1.12, spread: 1.5, gainDb: 0.5, whisper: false },
  sad: { rate: 0.86, pitch: 0.92, spread: 0.5, gainDb: -0.7, whisper: false },
  angry: { rate: 1.1, pitch: 1.06, spread: 1.7, gainDb: 1.5, whisper: false },
  afraid: { rate: 1.16, pitch: 1.2, spread: 1.2, gainDb: -0.5, whisper: false },
  calm: { rate: 0.92, pitch: 0.97, spread: 0.7, gainDb: 0, whisper: false },
  shout: { rate: 1.02, pitch: 1.25, spread: 1.6, gainDb: 2.5, whisper: false },
  whisper: { rate: 0.95, pitch: 1, spread: 1, gainDb: -1, whisper: true },
};
