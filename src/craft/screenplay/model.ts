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

/** An effect on a spoken line: its pitch is moved to the notes of a scale, and it gets the reverberation of a room. */
export interface LineEffect {
  key: Note;
  scale: Scale;
  /** How far the pitch moves towards the nearest note: 0 leaves it as spoken, 1 puts it on the note. */
  strength: number;
  /** The number of steps of 15 ms over which the change of pitch is smoothed. */
  smooth: number;
  reverb: RoomName;
}

/** Decisions about the sound of one line by a person who listened to it. They override the director and the writer. */
export interface LineSound {
  speed?: number;
  actingDirection?: string;
  /** Counts the requests for a new take of the line. */
  take?: number;
  effect?: LineEffect & { modificationId: string };
}

/**
 * A place and the people who are seen there, from the character `from` of an entry until the next sight, as chosen by a model that read the script. `kind`,
 * `time` and `weather` are values that the pictures define.
 */
export interface Sight {
  from: number;
  kind: string;
  side: 'in' | 'out';
  /** Words of the text for the place; empty where it has none. */
  place: string;
  time: string;
  weather: string;
  /** Names in capitals; members of the cast have their cues. */
  people: string[];
  /** The people who have changed clothes or looks since they were first seen; `wears` is that of one of their outfits. */
  worn?: { name: string; wears: string }[];
  /** The large movable things that are at the place now. */
  movable?: string[];
}

/**
 * The people whom the words of an entry tell of, from its character `from` on. `mood` is the mood of the first of them (`neutral` or a mood of the pictures).
 */
export interface ToldOf { from: number; people: string[]; mood: string }

/**
 * A visible person, as the text describes them or makes likely. `name`: a cue of the cast, or the name of a person without lines. `looks`: words of the text.
 * `shown`: traits of drawn people (age, complexion, hair, garment …) and their values. `drawn`: what a model drew of the person. `outfits`: the looks in
 * other sights. `many`: a group of similar people, such as soldiers or guests; its outfits are then other members of the group.
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

/** The changed look of a person: `wears` says it in words, `shown` holds only the traits that differ. */
export interface Outfit { wears: string; shown: Readonly<Record<string, string>>; drawn?: PersonDrawing }

/** The name in pictures of a nameless person who tells a story as "I". The cue `NARRATOR` stands only for a voice. */
export const SEEN_TELLER = 'THE NARRATOR';

/** The drawing by a model of the place of all sights with these values. */
export interface SeenPlace extends Pick<Sight, 'kind' | 'side' | 'place'> { drawing: PlaceDrawing }

/** True when two sights show the same place, whatever the time. */
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
  /** What stands in brackets behind the cue of a script: `V.O.`, `O.S.`, `CONT'D`. */
  extensions?: string[];
  /** The side of one of two speeches that are heard at the same time. The entries of a left one directly precede those of its right one. */
  dual?: 'left' | 'right';
  text: string;
  /** The spoken text, if it differs from the printed one. */
  ttsText?: string;
  /** True when the writer chose `ttsText`; otherwise it is derived from the text. */
  respelled?: true;
  /** Where the voice comes from, according to the brackets after the cue: (O.S.), (FILTERED). */
  distance?: Distance;
  /** True for a heading that the narrator speaks, in the words of `ttsText`. */
  announced?: true;
  origin: EntryOrigin;
  confidence?: AttributionConfidence;
  /** How the line is said, according to a model that read the story; without it, the words and marks of the line decide. */
  feeling?: Emotion;
  /** What is seen from a place in this entry on. Rules decide when its scene has no sights. */
  sights?: Sight[];
  /** The people whom the words of the line tell of, according to the same model. */
  toldOf?: ToldOf[];
  /** The person who is addressed, according to the same model; absent when that is the previous speaker. */
  saidTo?: string;
  spans: SourceSpan[];
  /** Delivery that a writer chose for the line. It overrides `delivery`. */
  tuned?: Partial<Pick<Delivery, 'emotion' | 'volume' | 'pauseAfterMs'>>;
  sound?: LineSound;
  /** Present on every spoken entry once the read has been directed. */
  delivery?: Delivery;
}

export interface Scene { index: number; heading: string; title: string; firstEntry: number; lastEntry: number }

export type Gender = 'female' | 'male' | 'neutral';

/** The role of a cue. Hosts, narrator and reader are not people of the source. */
export type CastRole = 'narrator' | 'reader' | 'host' | 'character';

/** What the text tells about a member of the cast apart from the sex; a field is absent when the text does not tell. */
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
  /** The cue under which pictures and clips of the person are kept: the first one of a person who was renamed, a free one for whoever bears that cue now. */
  shownAs?: string;
  role: CastRole;
  gender: Gender;
  description: string;
  lineCount: number;
  wordCount: number;
}

export type TableReadMode = 'documentary' | 'podcast' | 'drama';
export type NarrationPolicy = 'include' | 'suppress';

/** The performed work, as its opening and closing credits name it. These credits are lines of the performance, not of the script. */
export interface CreditedWork {
  /** Null for a text without a title. */
  title: string | null;
  /** The author according to the text itself; the `author` of a screenplay overrides it. */
  author?: string;
  part?: { index: number; count: number };
  /** True when the script itself opens with its title, so that only closing credits are added. */
  isIntroduced?: true;
  /** True for a text that is not English; its credits say nothing but the title. */
  isForeign?: true;
}

export interface Screenplay {
  title: string;
  /** The author according to the title page or the sources; absent when they name none. */
  author?: string;
  mode: TableReadMode;
  narrationPolicy: NarrationPolicy;
  scenes: Scene[];
  entries: ScreenplayEntry[];
  cast: CastMember[];
  /** Absent in screenplays whose reads have no spoken credits. */
  credited?: CreditedWork;
  /**
   * The visible people and places, and the era of the story as the pictures define it (null: not told), according to a model that read the script; absent
   * when no model did.
   */
  seen?: { era: string | null; people: SeenPerson[]; places?: SeenPlace[] };
  /** The English of the text, British or American; absent when the text does not show it. */
  origin?: TextOrigin;
  /** The requested tone and genre of the production, in words; absent without a request. */
  tone?: string;
  /** The spans of the sources that it was made from; absent when it was made from all of them. */
  covers?: SourceSpan[];
  /** The state of the script version that was adopted as this screenplay; absent when the writer wrote it. */
  adopted?: { revision: number; edition: number };
  /** Findings of the writer's checks, for a person to review. */
  reviewNotes: { entryIndex: number | null; rule: string; message: string }[];
}

/** The cue of the narrator, who speaks action if the narration policy is `include`, and announced headings. */
export const NARRATOR = 'NARRATOR';
/** The cue of the voice that reads the words of a source's author and its first-person sentences. */
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
