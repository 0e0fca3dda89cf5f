/** One typed screenplay, whatever it was read from or written by. Entries are addressed by `index` (the line index of the API). */
export type EntryKind = 'scene_heading' | 'action' | 'dialogue' | 'transition';

/** How sure the reader is of who speaks: an explicit tag, an inference, or a guess that must not be trusted. */
export type AttributionConfidence = 'hard' | 'inferred' | 'weak';

/** Half-open span `[start, end)` of characters of the source's extracted text. */
export interface SourceSpan { sourceId: string; start: number; end: number }

/** Where an entry's words come from: verbatim source, source words rejoined or trimmed, or a stock line of the writer. */
export type EntryOrigin = 'source' | 'edited' | 'stock';

export const EMOTIONS = ['neutral', 'happy', 'sad', 'angry', 'afraid', 'calm', 'shout', 'whisper'] as const;
export type Emotion = (typeof EMOTIONS)[number];

/** Direction for one spoken line. `speed` and `volume` are factors around 1. */
export interface Delivery { emotion: Emotion; speed: number; volume: number; pauseAfterMs: number; actingDirection?: string }

export interface ScreenplayEntry {
  index: number;
  sceneIndex: number;
  kind: EntryKind;
  /** The cue in capitals; only on dialogue, and always a member of `cast`. */
  character?: string;
  /** Without brackets. */
  parenthetical?: string;
  text: string;
  /** What is said when it differs from what is printed. */
  ttsText?: string;
  origin: EntryOrigin;
  confidence?: AttributionConfidence;
  spans: SourceSpan[];
  /** What a writer set for the line; it wins over the analysis. */
  tuned?: Partial<Pick<Delivery, 'emotion' | 'volume' | 'pauseAfterMs'>>;
  /** Present after creative analysis, on every spoken entry. */
  delivery?: Delivery;
}

export interface Scene { index: number; heading: string; title: string; firstEntry: number; lastEntry: number }

export type Gender = 'female' | 'male' | 'neutral';

/** What a cue is to the production; hosts, narrator and reader are not people of the source. */
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
  /** Remarks of the writer's own lint that a person should look at. */
  reviewNotes: { entryIndex: number | null; rule: string; message: string }[];
}

/** The narrator's cue; it also speaks action where the narration policy is `include`. */
export const NARRATOR = 'NARRATOR';
/** The voice of a source's author, for its first-person sentences. */
export const READER = 'READER';

/** Who is heard on this entry, or null when it is only printed (headings, transitions, action of a narrator-free read). */
export function speakerOf(entry: ScreenplayEntry, policy: NarrationPolicy): string | null {
  if (entry.kind === 'dialogue') return entry.character ?? null;
  return entry.kind === 'action' && policy === 'include' ? NARRATOR : null;
}
