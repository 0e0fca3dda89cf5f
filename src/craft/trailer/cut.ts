import type { Emotion } from '../screenplay/model.js';

/** The parts of a trailer, in their order. */
export const SLOTS = ['hook', 'setup', 'inciting', 'escalation', 'drop', 'climax', 'title', 'button'] as const;
export type Slot = (typeof SLOTS)[number];

/** Seconds that a trailer can last. */
export const TRAILER_SECONDS = { least: 15, most: 180 } as const;

/** A sentence, or a few, of one line of a performed read, which can be heard without what is around them. */
export interface Unit {
  entryIndex: number;
  /** Counts the units of its line, from 0. */
  sentence: number;
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
  /** A line of the writer's stock, which holds nothing of the story. */
  isStock: boolean;
  /** What a reader of all lines would do with it: how much it is worth to a trailer (0 to 3), and where. Absent where none chose, or not this one. */
  reader?: { name: string; worth: number; slot: Slot | null; spoils: boolean };
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
export interface BeatLine extends Pick<Unit, 'entryIndex' | 'sentence' | 'speaker' | 'text' | 'fromMs' | 'toMs'> {
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
