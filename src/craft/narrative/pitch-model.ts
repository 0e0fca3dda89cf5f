import type { SourceSpan } from '../screenplay/model.js';

/** The input for a pitch: stretches of texts in their order, and the people whom it introduces. */
export interface PitchBrief {
  title: string;
  texts: readonly { sourceId: string; text: string; from: number; to: number }[];
  people: readonly string[];
}

/** A sentence of a pitch, with the source spans that support it. */
export interface PitchSentence { text: string; spans: readonly SourceSpan[] }

/** A moment of a story that a pitch shows; `title` is null where none fits. */
export interface PitchScene { title: string | null; sentences: readonly PitchSentence[] }

/** A story in a writer's own words: its logline, its world, its people, some of its moments, and its whole course from beginning to end. */
export interface PitchWords {
  logline: PitchSentence | null;
  /** The place and time of the story. */
  world: readonly PitchSentence[];
  /** In the order of the story. */
  scenes: readonly PitchScene[];
  people: readonly { person: string; sentences: readonly PitchSentence[] }[];
  /** The story from beginning to end, with the ending in the last sentence; empty when the ending is unknown. */
  synopsis: readonly PitchSentence[];
}

/** A line of a performed read, or a sentence of one; `speaker` is null for a narrator. */
export interface TrailerLine { speaker: string | null; text: string; durationMs: number }
export interface LinesBrief { title: string; lines: readonly TrailerLine[] }

/** The parts of a trailer in which a voice may be heard, in their order. */
export const HEARD_SLOTS = ['hook', 'setup', 'inciting', 'escalation', 'drop', 'climax', 'button'] as const;
export type HeardSlot = (typeof HEARD_SLOTS)[number];

/**
 * The lines that suit a trailer, by index, in the order in which they are heard; `worth` is 1 to 3. `after` is the line that must be heard directly before;
 * null for a line that needs none. `spoils` lists lines that reveal the ending.
 */
export interface ChosenLines {
  chosen: { line: number; worth: number; slot: HeardSlot; after: number | null }[];
  spoils: number[];
}

/**
 * Faults of a trailer line for an audience that does not know the story: `lost` is not understood, `misleads` seems to answer the line before it, `empty`
 * carries no weight.
 */
export const LINE_FAULTS = ['lost', 'misleads', 'empty'] as const;
export interface LineFault { line: number; fault: (typeof LINE_FAULTS)[number] }
