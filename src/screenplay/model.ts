/** The screenplay of a performed read. `index` addresses an entry; it is the line index of the API. */
export type EntryKind = 'scene_heading' | 'action' | 'dialogue' | 'transition';

/** Confidence in the speaker: an explicit tag, an inference, or a guess that must not be trusted. */
export type AttributionConfidence = 'hard' | 'inferred' | 'weak';

/** Half-open span `[start, end)` of characters of the source's extracted text. */
export interface SourceSpan { sourceId: string; start: number; end: number }

/** The origin of the words: verbatim source, source words joined or trimmed, or a stock line of the writer. */
export type EntryOrigin = 'source' | 'edited' | 'stock';

export const EMOTIONS = ['neutral', 'happy', 'sad', 'angry', 'afraid', 'calm', 'shout', 'whisper'] as const;
export type Emotion = (typeof EMOTIONS)[number];

/** Direction for one spoken line. `speed` and `volume` are factors around 1. */
export interface Delivery { emotion: Emotion; speed: number; volume: number; pauseAfterMs: number; actingDirection?: string }

export interface ScreenplayEntry {
  index: number;
  sceneIndex: number;
  kind: EntryKind;
  /** The cue in capitals, a member of `cast`; only on dialogue. */
  character?: string;
  /** Without brackets. */
  parenthetical?: string;
  text: string;
  /** The spoken text, when it differs from the printed one. */
  ttsText?: string;
  origin: EntryOrigin;
  confidence?: AttributionConfidence;
  spans: SourceSpan[];
  /** Delivery that a writer set for the line; it overrides the analysis. */
  tuned?: Partial<Pick<Delivery, 'emotion' | 'volume' | 'pauseAfterMs'>>;
  /** Present after creative analysis, on every spoken entry. */
  delivery?: Delivery;
}

export interface Scene { index: number; heading: string; title: string; firstEntry: number; lastEntry: number }

export type Gender = 'female' | 'male' | 'neutral';

/** The role of a cue; hosts, narrator and reader are not people of the source. */
export type CastRole = 'narrator' | 'reader' | 'host' | 'character';

export interface CastMember {
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

export interface Screenplay {
  title: string;
  mode: TableReadMode;
  narrationPolicy: NarrationPolicy;
  scenes: Scene[];
  entries: ScreenplayEntry[];
  cast: CastMember[];
  /** Findings of the lint for a person to review. */
  reviewNotes: { entryIndex: number | null; rule: string; message: string }[];
}

/** The cue of the narrator, who also speaks action when the narration policy is `include`. */
export const NARRATOR = 'NARRATOR';
/** The cue of the voice for a source's author and its first-person sentences. */
export const READER = 'READER';

/**
 * The speaker of an entry, or null when it is only printed: headings, transitions, action in a read without narrator.
 */
export function speakerOf(entry: ScreenplayEntry, policy: NarrationPolicy): string | null {
  if (entry.kind === 'dialogue') return entry.character ?? null;
  return entry.kind === 'action' && policy === 'include' ? NARRATOR : null;
}
