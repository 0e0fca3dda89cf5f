/** The screenplay of a performed read: scenes, entries and cast. */

import type { AgeRange, Evidence } from '../people/facts.js';
import type { TextOrigin } from '../people/origins.js';
import type { PersonDrawing, PlaceDrawing } from './drawings.js';

export { drawnWith, isSameThing } from './drawings.js';
export type { DrawnThing, PersonDrawing, PlaceDrawing, ShapeLine } from './drawings.js';

export type EntryKind = 'scene_heading' | 'action' | 'dialogue' | 'transition';

/** Confidence in the speaker: `hard` from an explicit tag, `inferred`, or `weak`, a guess that must not be trusted. */
export type AttributionConfidence = 'hard' | 'inferred' | 'weak';

/** Characters `[start, end)` of the source's extracted text. */
export interface SourceSpan { sourceId: string; start: number; end: number }

/**
 * Origin of the words: `source` verbatim, `edited` (source words joined or trimmed, or retold by a model and checked against the
 * sentences of `spans`), or a `stock` line of the writer, which holds no fact of the source.
 */
export type EntryOrigin = 'source' | 'edited' | 'stock';

export const EMOTIONS = ['neutral', 'happy', 'sad', 'angry', 'afraid', 'calm', 'shout', 'whisper'] as const;
export type Emotion = (typeof EMOTIONS)[number];

export const DISTANCES = ['far', 'telephone'] as const;
/** Where a voice comes from, when it is not in the room: off stage or through a wall, or over a telephone or radio. */
export type Distance = (typeof DISTANCES)[number];

/** How a line is spoken. `speed` and `volume` are factors around 1. */
export interface Delivery { emotion: Emotion; speed: number; volume: number; pauseAfterMs: number; actingDirection?: string; distance?: Distance }

/** Names of the twelve notes, from C upwards. */
export const NOTES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const;
export type Note = (typeof NOTES)[number];

/** Semitones above the key that belong to a scale. */
export const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10], majpent: [0, 2, 4, 7, 9], minpent: [0, 3, 5, 7, 10],
  chromatic: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
} as const;
export type Scale = keyof typeof SCALES;
export const SCALE_NAMES = Object.keys(SCALES) as [Scale, ...Scale[]];

export const ROOMS = ['none', 'room', 'chapel', 'hall'] as const;
export type RoomName = (typeof ROOMS)[number];

/** What is done to a spoken line: its pitch goes to the notes of a scale, and it is heard in a room. */
export interface LineEffect {
  key: Note;
  scale: Scale;
  /** How far the pitch goes to the nearest note: 0 stays as spoken, 1 is on the note. */
  strength: number;
  /** Steps of 15 ms over which the way to the note is smoothed. */
  smooth: number;
  reverb: RoomName;
}

/** What was decided about the sound of one line by a person who heard it. It overrides the director and the writer. */
export interface LineSound {
  speed?: number;
  actingDirection?: string;
  /** Counts how often the line was asked for anew. */
  take?: number;
  effect?: LineEffect & { modificationId: string };
}

/**
 * Where people are and who of them is seen, from the character `from` of an entry on until the next sight, as a model chose it that read
 * the script. `kind`, `time` and `weather` are values of the pictures.
 */
export interface Sight {
  from: number;
  kind: string;
  side: 'in' | 'out';
  /** Words of the text for the place; empty where it has none. */
  place: string;
  time: string;
  weather: string;
  /** Names in capitals; those of the cast are its cues. */
  people: string[];
  /** Who of them has changed clothes, or looks, since they were first seen: the words of one of their outfits. */
  worn?: { name: string; wears: string }[];
  /** Of the large things that come and go, those that are at the place now. */
  movable?: string[];
}

/** From the character `from` of an entry on, its words tell of these people, the first of whom is in this mood (`neutral` or one of the pictures). */
export interface ToldOf { from: number; people: string[]; mood: string }

/**
 * Somebody who is seen, as the text tells of them or makes likely. `name`: a cue of the cast, or of somebody without a line. `looks`: words of
 * the text. `shown`: traits of drawn people (age, complexion, hair, garment …) and their values. `drawn`: what a model drew of them. `outfits`: how
 * they look in other sights. `many`: several alike, such as soldiers or guests; their outfits are others of them.
 */
export interface SeenPerson {
  name: string;
  sex: Gender;
  looks: string;
  shown: Readonly<Record<string, string>>;
  drawn?: PersonDrawing;
  outfits?: Outfit[];
  many?: true;
}

/** How somebody looks who changed: what they wear then, in words, and the traits that are others. */
export interface Outfit { wears: string; shown: Readonly<Record<string, string>>; drawn?: PersonDrawing }

/** Who tells a story as "I" and has no name, where pictures show that person: the narrator is only heard. */
export const SEEN_TELLER = 'THE NARRATOR';

/** A place of the sights that have these values, as a model drew it. */
export interface SeenPlace extends Pick<Sight, 'kind' | 'side' | 'place'> { drawing: PlaceDrawing }

/** True when two sights are of one place, at whatever hour. */
export const isSamePlace = (one: Pick<Sight, 'kind' | 'side' | 'place'>, other: Pick<Sight, 'kind' | 'side' | 'place'>): boolean =>
  one.kind === other.kind && one.side === other.side && one.place.toLowerCase() === other.place.toLowerCase();

export interface ScreenplayEntry {
  /** The line index of the API, from 0. */
  index: number;
  sceneIndex: number;
  kind: EntryKind;
  /** The cue in capitals, one of `cast`. Only dialogue has one. */
  character?: string;
  /** Without brackets. */
  parenthetical?: string;
  text: string;
  /** The spoken text, if it differs from the printed one. */
  ttsText?: string;
  /** The writer chose `ttsText`; without it, it follows from the text. */
  respelled?: true;
  /** Where the voice comes from, by the brackets behind the cue: (O.S.), (FILTERED). */
  distance?: Distance;
  /** A heading that the narrator speaks, as its `ttsText`. */
  announced?: true;
  origin: EntryOrigin;
  confidence?: AttributionConfidence;
  /** How the line is said, by a model that read the story; without it, its words and marks tell. */
  feeling?: Emotion;
  /** What is seen from within this entry on; without a sight in its scene, rules tell. */
  sights?: Sight[];
  /** Of whom its words tell, by the same reader. */
  toldOf?: ToldOf[];
  /** To whom its words are said, by the same reader; absent where that is the one who spoke before. */
  saidTo?: string;
  spans: SourceSpan[];
  /** Delivery that a writer chose for the line. It overrides `delivery`. */
  tuned?: Partial<Pick<Delivery, 'emotion' | 'volume' | 'pauseAfterMs'>>;
  sound?: LineSound;
  /** Every spoken entry has one after the direction of the read. */
  delivery?: Delivery;
}

export interface Scene { index: number; heading: string; title: string; firstEntry: number; lastEntry: number }

export type Gender = 'female' | 'male' | 'neutral';

/** The role of a cue. Hosts, narrator and reader are not people of the source. */
export type CastRole = 'narrator' | 'reader' | 'host' | 'character';

/** What the text tells about a member of the cast beside the sex; absent where it does not tell. */
export interface CastFacts {
  ageRange?: AgeRange;
  accent?: string;
  evidence?: Evidence[];
  /** The fuller cue of the same person: CAPTAIN MARA VOSS for VOSS. */
  sameAs?: string;
}

export interface CastMember extends CastFacts {
  /** The cue. */
  character: string;
  role: CastRole;
  gender: Gender;
  description: string;
  lineCount: number;
  wordCount: number;
}

export type TableReadMode = 'documentary' | 'podcast' | 'drama';
export type NarrationPolicy = 'include' | 'suppress';

/** The work that a read is of, for its opening and closing credits, which are lines of the performance and not of the script. */
export interface CreditedWork {
  /** Null for a text without one. */
  title: string | null;
  /** Who wrote it by its own text; a screenplay's `author` goes before it. */
  author?: string;
  part?: { index: number; count: number };
  /** The script itself opens with its title, so there are closing credits only. */
  isIntroduced?: true;
  /** The text is not English: nothing but its title is said. */
  isForeign?: true;
}

export interface Screenplay {
  title: string;
  /** Who wrote it, by its title page or its sources; absent where they do not say. */
  author?: string;
  mode: TableReadMode;
  narrationPolicy: NarrationPolicy;
  scenes: Scene[];
  entries: ScreenplayEntry[];
  cast: CastMember[];
  /** Absent in screenplays whose reads have no spoken credits. */
  credited?: CreditedWork;
  /** Who is seen, and the age of the story as pictures know it (null: not told), by a model that read the script; absent where none did. */
  seen?: { era: string | null; people: SeenPerson[]; places?: SeenPlace[] };
  /** The English of the text, where it shows. */
  origin?: TextOrigin;
  /** The tone and genre of the production, in words; absent where nobody asks for one. */
  tone?: string;
  /** The part of its sources that it was made from; absent for all of them. */
  covers?: SourceSpan[];
  /** The state of the script version that it was adopted from; absent when the writer wrote it. */
  adopted?: { revision: number; edition: number };
  /** Findings of the writer's checks, for a person to review. */
  reviewNotes: { entryIndex: number | null; rule: string; message: string }[];
}

/** The cue of the narrator, who speaks action if the narration policy is `include`. */
export const NARRATOR = 'NARRATOR';
/** The cue of the voice for a source's author and its first-person sentences. */
export const READER = 'READER';

/**
 * The speaker of an entry, or null if it is only printed: transitions, headings that are not announced, and action in a read without
 * narrator.
 */
export function speakerOf(entry: ScreenplayEntry, policy: NarrationPolicy): string | null {
  if (entry.kind === 'dialogue') return entry.character ?? null;
  if (entry.kind === 'scene_heading') return entry.announced ? NARRATOR : null;
  return entry.kind === 'action' && policy === 'include' ? NARRATOR : null;
}
