import type { SourceSpan } from '../screenplay/model.js';

/** What a pitch is told from: stretches of texts in their order, and the people whom it introduces. */
export interface PitchBrief {
  title: string;
  texts: readonly { sourceId: string; text: string; from: number; to: number }[];
  people: readonly string[];
}

/** A sentence of a pitch, with the characters of the texts that hold it. */
export interface PitchSentence { text: string; spans: readonly SourceSpan[] }

/** A moment of a story that a pitch shows; `title` is null where none fits. */
export interface PitchScene { title: string | null; sentences: readonly PitchSentence[] }

/** A story told in a writer's own words: in one sentence, by its world, its people and some of its moments, and from its beginning to its end. */
export interface PitchWords {
  logline: PitchSentence | null;
  /** Where and when it is. */
  world: readonly PitchSentence[];
  /** In the order of the story. */
  scenes: readonly PitchScene[];
  people: readonly { person: string; sentences: readonly PitchSentence[] }[];
  /** The last sentence tells how it ends; empty where that could not be told. */
  synopsis: readonly PitchSentence[];
}

/** A line of a performed read, or a sentence of one; `speaker` is null for a narrator. */
export interface TrailerLine { speaker: string | null; text: string; durationMs: number }
export interface LinesBrief { title: string; lines: readonly TrailerLine[] }

/** The parts of a trailer in which somebody may be heard, in their order. */
export const HEARD_SLOTS = ['hook', 'setup', 'inciting', 'escalation', 'drop', 'climax', 'button'] as const;
export type HeardSlot = (typeof HEARD_SLOTS)[number];

/**
 * Lines that a reader would have in a trailer, by their indexes, in the order in which they are heard: `worth` is 1 to 3. `after`: the line that must be heard
 * right before it; null for one that is understood without. `spoils`: those that tell how it ends.
 */
export interface ChosenLines {
  chosen: { line: number; worth: number; slot: HeardSlot; after: number | null }[];
  spoils: number[];
}

/** What is wrong with a line of a trailer for those who hear nothing else of its story: not understood, falsely joined to the line before it, of no weight. */
export const LINE_FAULTS = ['lost', 'misleads', 'empty'] as const;
export interface LineFault { line: number; fault: (typeof LINE_FAULTS)[number] }
