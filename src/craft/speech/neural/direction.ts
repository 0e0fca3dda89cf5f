import type { Emotion } from '../../screenplay/model.js';

/** The delivery of an emotion relative to the neutral one: factors of rate and pitch, the exponent of the pitch curve, and gains in decibels. */
export interface EmotionShape { rate: number; pitch: number; melody: number; gainDb: number; effortDb: number; whisper: boolean }

/** Listeners recognise an emotion by pace, pitch, pitch movement, level and high tones together, so each emotion differs in most of them. */
export const EMOTION_SHAPES: Record<Emotion, EmotionShape> = {
  neutral: { rate: 1, pitch: 1, melody: 1, gainDb: 0, effortDb: 0, whisper: false },
  happy: { rate: 1.08, pitch: 1.1, melody: 1.3, gainDb: 0.8, effortDb: 1.5, whisper: false },
  sad: { rate: 0.84, pitch: 0.93, melody: 0.65, gainDb: -1.5, effortDb: -4, whisper: false },
  angry: { rate: 1.08, pitch: 1.05, melody: 1.4, gainDb: 1.8, effortDb: 4, whisper: false },
  afraid: { rate: 1.15, pitch: 1.16, melody: 1.1, gainDb: -0.5, effortDb: 0, whisper: false },
  calm: { rate: 0.95, pitch: 0.97, melody: 0.88, gainDb: -0.5, effortDb: -2, whisper: false },
  shout: { rate: 0.98, pitch: 1.25, melody: 1.3, gainDb: 3, effortDb: 6, whisper: false },
  whisper: { rate: 0.92, pitch: 1, melody: 1, gainDb: -1, effortDb: 0, whisper: true },
};
