import type { Emotion } from '../screenplay/model.js';

/** The parts of a trailer, in their order. */
export const SLOTS = ['hook', 'setup', 'inciting', 'escalation', 'drop', 'climax', 'title', 'button'] as const;
export type Slot = (typeof SLOTS)[number];

/** Seconds that a trailer can last. */
export const TRAILER_SECONDS = { least: 15, most: 180 } as const;

/** Identifies a unit within its read. */
export interface UnitKey {
  entryIndex: number;
  /** The index of the unit within its line, from 0. */
  sentence: number;
}

export const isUnit = (one: UnitKey, other: UnitKey): boolean => one.entryIndex === other.entryIndex && one.sentence === other.sentence;

/** What somebody who read all lines thinks of a unit for a trailer. */
export interface ReadersView {
  name: string;
  /** How good the unit is for a trailer, 0 to 3. */
  worth: number;
  slot: Slot | null;
  /** The unit's place in the trailer that the reader would cut, from 0. */
  at?: number;
  /** True when the unit tells how the story ends. */
  spoils: boolean;
  /** The unit that must be heard right before this one. */
  after?: UnitKey;
  /** What was wrong when a trailer used the unit: nobody understood it, or it said nothing. */
  fault?: 'lost' | 'empty';
  /** Units after which this one misled a listener in a trailer. */
  notAfter?: readonly UnitKey[];
}

/** One or more sentences of a line of a performed read that can be heard without their surroundings. */
export interface Unit extends UnitKey {
  sceneIndex: number;
  /** The speaker; null for the narrator. */
  speaker: string | null;
  text: string;
  /** Where the unit lies in the audio of its line. */
  fromMs: number;
  toMs: number;
  /** When the unit begins in the read. */
  atMs: number;
  emotion: Emotion;
  /** How much louder the unit is than its speaker's usual level; 0 if that was not measured. */
  forceDb: number;
  /** The people whom a narrated unit is about, the main one first; absent when nobody said so. */
  about?: readonly string[];
  /** True for a stock line of the writer, which tells nothing of the story. */
  isStock: boolean;
  /** Absent when nobody read all lines, or the reader said nothing about this unit. */
  reader?: ReadersView;
}

/** What a trailer is cut from. */
export interface CutSource {
  units: readonly Unit[];
  durationMs: number;
  /** The people of the read without its narrator, sorted by their number of words, most first. */
  people: readonly string[];
  scenes: readonly { index: number; fromMs: number; untilMs: number; firstEntry: number; people: readonly string[] }[];
}

/** How much of the stage a beat shows: the place alone, everybody in it, two people, or one person from further away or nearer. */
export const BEAT_SIZES = ['place', 'wide', 'two', 'medium', 'close'] as const;
export type BeatSize = (typeof BEAT_SIZES)[number];

/** What a beat shows: the stage as it is at an entry of the read. */
export interface BeatPicture { sceneIndex: number; entryIndex: number; size: BeatSize; people: readonly string[] }

/** The line that is heard in a beat. */
export interface BeatLine extends UnitKey, Pick<Unit, 'speaker' | 'text' | 'fromMs' | 'toMs'> {
  /** When the line begins, relative to its beat; negative for a line that begins before it. */
  offsetMs: number;
  gainDb: number;
}

/** Why a beat has its line: the points that a rule added or took. */
export interface Mark { rule: string; points: number; words: string }

/** A piece of a trailer between two cuts of its storyboard. It lasts a whole number of counts of its music. */
export interface Beat {
  slot: Slot;
  counts: number;
  line: BeatLine | null;
  /** Null for a card. */
  picture: BeatPicture | null;
  /** Words on a card; null for a picture. */
  card: string | null;
  /** How many pictures follow one another within the beat, each starting on a count; 1 for a single held picture. */
  cuts: number;
  marks: readonly Mark[];
}

/** A trailer as a list of cuts. At its tempo, its counts last exactly as long as requested. */
export interface Cut { countsPerMinute: number; beats: readonly Beat[] }

export interface CutWish {
  seconds: number;
  /** The title of the work, for the card. */
  title: string;
  /** The same wish, source and seed always give the same cut. */
  seed: string;
}

/** The duration of this many counts in milliseconds. */
export const msOfCounts = ({ countsPerMinute }: Pick<Cut, 'countsPerMinute'>, counts: number): number => (counts * 60_000) / countsPerMinute;
