import type { Pronunciation } from '../port.js';

/** A style table of the pack and its share in a voice; the shares of a voice add up to 1. */
export type StyleShare = readonly [style: string, share: number];

/** How the line is shaped after the model has spoken it. */
export interface LineShape {
  /** Above 1 sounds like a smaller head. */
  tractFactor: number;
  vibrato: boolean;
  whisper: boolean;
  /** Lift of the frequencies above 1.5 kHz in decibels: vocal effort. */
  effortDb: number;
  gainDb: number;
}

/** One line for the process that speaks. */
export interface NeuralJob {
  text: string;
  accent: 'us' | 'gb';
  pronunciations: readonly Pronunciation[];
  styles: readonly StyleShare[];
  /** Factor of the speech rate, including the factor of the voice. */
  rate: number;
  /** Factor of the predicted pitch, and the exponent that widens (above 1) or flattens (below 1) its movement. */
  pitch: number;
  melody: number;
  shape: LineShape;
}
