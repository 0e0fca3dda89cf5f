import type { PartName } from './instruments.js';

/** A note as it is written: seconds from the beginning of the piece, key of the keyboard (60 is middle C), strength 1 to 127. */
export interface Note<Part extends string = PartName> { part: Part; at: number; lasts: number; key: number; velocity: number }
