import type { Emotion } from '../screenplay/model.js';

/** The parts of a trailer, in their order. */
export const SLOTS = ['hook', 'setup', 'inciting', 'escalation', 'drop', 'climax', 'title', 'button'] as const;
export type Slot = (typeof SLOTS)[number];

/** Seconds that a trailer can last. */
export const TRAILER_SECONDS = { least: 15, most: 180 } as const;

/** Tells a unit from the others of its read. */
export interface UnitKey {
  entryIndex: number;
  /** Counts the units of its line, from 0. */
  sentence: number;
}

export const isUnit = (one: UnitKey, other: UnitKey): boolean => one.entryIndex === other.entryIndex && one.sentence === other.sentence;

/** What a reader of the whole read thinks of a unit for a trailer. */
export interface ReadersView {
  name: string;
  /** 0 to 3. */
  worth: number;
  slot: Slot | null;
  /** Its place among the lines of the trailer that the reader would cut, from 0. */
  at?: number;
  /** It tells how the story ends. */
  spoils: boolean;
  /** What must be heard right before it. */
  after?: UnitKey;
  /** What was wrong with it when it was heard in a trailer: nobody understood it, or it said nothing. */
  fault?: 'lost' | 'empty';
  /** After these it was heard in a trailer and misled. */
  notAfter?: readonly UnitKey[];
}

/** A sentence, or a few, of one line of a performed read, which can be heard without what is around them. */
export interface Unit extends UnitKey {
  sceneIndex: number;
  /** Who is heard; null for the narrator. */
  speaker: string | null;
  text: string;
  /** Where it is in the sound of its line. */
  fromMs: number;
  toMs: number;
  /** When it begins in the read. */
  atMs: number;
  emotion: Emotion;
  /** How much louder it is than its speaker usually is; 0 where that was not measured. */
  forceDb: number;
  /** Whom a told unit tells of, the main one first, where somebody said so. */
  about?: readonly string[];
  /** A line of the writer's stock, which holds nothing of the story. */
  isStock: boolean;
  /** Absent where nobody read all lines, or had nothing to say about this one. */
  reader?: ReadersView;
}

/** What a trailer is cut from. */
export interface CutSource {
  units: readonly Unit[];
  durationMs: number;
  /** The people of the read, those with the most words first, without its narrator. */
  people: readonly string[];
  scenes: readonly { index: number; fromMs: number; untilMs: number; firstEntry: number; people: readonly string[] }[];
}

/** How much of the stage a beat shows: the place alone, everybody in it, two people, one from further or nearer. */
export const BEAT_SIZES = ['place', 'wide', 'two', 'medium', 'close'] as const;
export type BeatSize = (typeof BEAT_SIZES)[number];

/** What a beat shows: the stage as it is at an entry of the read. */
export interface BeatPicture { sceneIndex: number; entryIndex: number; size: BeatSize; people: readonly string[] }

/** What is heard in a beat. */
export interface BeatLine extends UnitKey, Pick<Unit, 'speaker' | 'text' | 'fromMs' | 'toMs'> {
  /** When it begins after its beat; before it, when negative. */
  offsetMs: number;
  gainDb: number;
}

/** Why a beat has its line: how much a rule gave or took, in points. */
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
  /** Pictures that follow one another within the beat, on counts: 1 for one that is held. */
  cuts: number;
  marks: readonly Mark[];
}

/** A trailer as a list of cuts. Its counts at its tempo last exactly as long as was wished. */
export interface Cut { countsPerMinute: number; beats: readonly Beat[] }

export interface CutWish {
  seconds: number;
  /** The name of the thing, for its card. */
  title: string;
  /** Equal wishes for equal sources give equal cuts. */
  seed: string;
}

/** Milliseconds of so many counts. */
export const msOfCounts = ({ countsPerMinute }: Pick<Cut, 'countsPerMinute'>, counts: number): number => (counts * 60_000) / countsPerMinute;
