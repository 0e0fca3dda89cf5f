import type { BeatPicture } from '../trailer/cut.js';

/** Where a chapter stands in the story that a deck tells. */
export const ARC_STAGES = ['setup', 'escalation', 'turn', 'closing_question'] as const;
export type ArcStage = (typeof ARC_STAGES)[number];

/** The names of arc stages, as people read them. */
export const ARC_STAGE_WORDS: Readonly<Record<ArcStage, string>> = {
  setup: 'Setup', escalation: 'Escalation', turn: 'The turn', closing_question: 'The question',
};

export const FOCUSES = ['world', 'cast'] as const;
export type Focus = (typeof FOCUSES)[number];

/** Whether the text of a chapter is spoken by the narrator, or printed. */
export const TEXT_MODES = ['voiceover', 'caption'] as const;
export type TextMode = (typeof TEXT_MODES)[number];

/** What fills the picture of a chapter. */
export const COMPOSITIONS = ['image', 'text', 'both'] as const;
export type Composition = (typeof COMPOSITIONS)[number];

/** How a chapter passes into the next: by a hard cut, or by a dip through black. */
export const CUTS_INTO_NEXT = ['cut', 'dip'] as const;
export type CutIntoNext = (typeof CUTS_INTO_NEXT)[number];

export const CHAPTER_SECONDS = { least: 4, most: 30 } as const;

/** What a chapter is about. */
export const CHAPTER_KINDS = ['logline', 'world', 'people', 'scene', 'synopsis', 'look', 'intent', 'closing', 'own'] as const;
export type ChapterKind = (typeof CHAPTER_KINDS)[number];

/** Facts about a production that only people know. A field that nobody filled is null; the software never invents one. */
export const INTENT_FIELDS = ['audience', 'comparables', 'team', 'budget', 'ask'] as const;
export type IntentField = (typeof INTENT_FIELDS)[number];
export type Intent = Readonly<Record<IntentField, string | null>>;

/** Where a sentence comes from. */
export type Origin =
  /** A range of characters in the text of a source; `retold` if the sentence paraphrases that range. */
  | { kind: 'source'; sourceId: string; from: number; to: number; retold?: true }
  /** A range of characters in an entry of the read. */
  | { kind: 'entry'; entryIndex: number; from: number; to: number }
  /** A field of the plan, such as `thesis.oneLine`, or of the Series Bible. */
  | { kind: 'plan' | 'canon'; field: string }
  /** The words of a person: a field of the intent, or an edit. */
  | { kind: 'person'; field: IntentField | 'edit' };

/** A sentence with all its origins; there is at least one. */
export interface DeckSentence { text: string; origins: readonly Origin[] }

/** A recorded line of the read that is heard in a chapter. */
export interface ChapterLine {
  entryIndex: number;
  /** Which part of its line, from 0. */
  sentence: number;
  /** Null for the narrator. */
  speaker: string | null;
  text: string;
  /** The start and end of this part within the audio of its line. */
  fromMs: number;
  toMs: number;
}

/** A chapter of a deck, as the writer hands it over. */
export interface Chapter {
  kind: ChapterKind;
  title: string;
  arcStage: ArcStage;
  focus: Focus;
  durationSeconds: number;
  textMode: TextMode;
  composition: Composition;
  cutIntoNext: CutIntoNext;
  sentences: readonly DeckSentence[];
  /** The lines that are heard after the text, in this order. */
  lines: readonly ChapterLine[];
  /** What is seen: the stage of the read at an entry; null for a chapter that shows only text. */
  picture: BeatPicture | null;
}

/** The title and the chapters of a deck, as the writer hands them over. */
export interface Deck { title: string; chapters: readonly Chapter[] }

/** Milliseconds of silence before the text of a chapter, between the text and the lines, and after the last line. */
export const CHAPTER_AIR_MS = { before: 400, between: 350, after: 500 } as const;

/** The text of a chapter as it is spoken or printed. */
export const textOf = ({ sentences }: Pick<Chapter, 'sentences'>): string => sentences.map(({ text }) => text).join(' ');
