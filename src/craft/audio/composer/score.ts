import type { PartName } from './instruments.js';

/** A written note: start and length in seconds of the piece, MIDI key (60 is middle C), velocity 1 to 127. */
export interface Note<Part extends string = PartName> { part: Part; at: number; lasts: number; key: number; velocity: number }
