import type { AttributionConfidence, Gender, NarrationPolicy, Screenplay, SourceSpan, TableReadMode } from '../screenplay/model.js';

/**
 * What the reader understood of one text. Every offset counts characters of `text`, which is the caller's string, untouched.
 * `text.slice(start, end)` is always the span's own words.
 */
export interface Reading {
  text: string;
  language: 'en' | 'other';
  form: 'fiction' | 'essay' | 'speech' | 'play';
  title: string | null;
  paragraphs: Paragraph[];
  sentences: Sentence[];
  utterances: Utterance[];
  /** Flat list of quotations, in order. `speaker` is a cast id. */
  quotes: Quote[];
  cast: Person[];
  /** Cast id of a first-person narrator, or null. */
  narrator: string | null;
  scenes: ReadScene[];
  claims: Claim[];
}

export interface Paragraph { index: number; start: number; end: number; kind: 'body' | 'heading' | 'contents' | 'caption' }

export interface Sentence {
  index: number;
  start: number;
  end: number;
  paragraph: number;
  indexInParagraph: number;
  /** Words with spoken content; used for every length budget. */
  words: number;
  /** True when any part of the sentence lies inside quotation marks. */
  quoted: boolean;
  firstPerson: boolean;
}

export interface Quote {
  start: number;
  end: number;
  /** Cast id, or `READER` for a document that is read out. */
  speaker: string;
  confidence: AttributionConfidence;
  /** Index of the utterance it belongs to. */
  utterance: number;
}

/** One turn of one speaker: its quoted pieces and the narration (tag, beat) around and between them, in source order. */
export interface Utterance {
  index: number;
  paragraph: number;
  speaker: string;
  confidence: AttributionConfidence;
  quotes: { start: number; end: number }[];
  tag: { start: number; end: number } | null;
  /** Words that lead in or trail the quotation in the same paragraph. */
  lead: { start: number; end: number } | null;
  tail: { start: number; end: number } | null;
  /** Cast id of a teller when the utterance stands inside a told story, else null. */
  toldBy: string | null;
}

export interface Person {
  /** Stable id inside this reading, e.g. `p3`. */
  id: string;
  /** The cue: capitals, unique in the cast, e.g. `HOLMES`, `MRS BENNET`, `MEDICAL MAN`. */
  cue: string;
  name: string;
  aliases: string[];
  gender: Gender;
  role: 'person' | 'narrator' | 'reader';
  description: string;
  quoteCount: number;
}

export interface ReadScene {
  index: number;
  start: number;
  end: number;
  /** `INT. LABORATORY - NIGHT`; built only from words of the text, or plainly neutral. */
  heading: string;
  toldBy: string | null;
}

export const CLAIM_KINDS = ['fact', 'estimate', 'opinion', 'forecast', 'quotation', 'definition'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** A verbatim span of the source; a claim without support in the source cannot exist. */
export interface Claim {
  statement: string;
  kind: ClaimKind;
  attribution: string | null;
  start: number;
  end: number;
  /** Verbatim span that supports the statement (the statement itself, or it with the sentences before). */
  support: { start: number; end: number };
  score: number;
}

/** Specification 2.3, with the offsets that prove each claim. */
export interface Digest {
  summary: string;
  thesis: string;
  claims: { statement: string; kind: ClaimKind; attribution: string | null; span?: { start: number; end: number } }[];
  evidence: { claimIndex: number; support: string; span?: { start: number; end: number } }[];
  gaps: string[];
  rightsNotes: string[];
}

/** One source as the writer sees it. `text` is null when only its digest was kept (METADATA_ONLY). */
export interface WriterSource { sourceId: string; label: string | null; text: string | null; digest: Digest | null }

export interface PlanTarget { audience: string; objective: string; outcome: string; tone?: string }

export interface TableReadRequest { mode: TableReadMode; narrationPolicy: NarrationPolicy; durationSeconds: number }

export const BEAT_ROLES = ['hook', 'context', 'conflict', 'proof', 'turn', 'payoff', 'cta'] as const;
export type BeatRole = (typeof BEAT_ROLES)[number];

export interface Beat {
  id: string;
  role: BeatRole;
  title: string;
  narration: string;
  visualIntent: string;
  evidenceIds: string[];
  estimatedSeconds: number;
  /** Where the beat's material stands in the sources. */
  spans?: SourceSpan[];
}

/** Specification 2.4, `plan.plan.scriptBlueprint` of a table-read plan. */
export interface ScriptBlueprint {
  pageTarget: number;
  narrationPolicy: NarrationPolicy;
  scenes: { index: number; heading: string; summary: string; estimatedSeconds: number }[];
  cast: BlueprintRole[];
  musicDirection: string;
  sfxDirection: string;
}

export interface BlueprintRole { character: string; role: string; gender: Gender; description: string; lineCount: number }

/** What a writer must answer for a plan; the domain adds project id, version, artifacts and suggested voices. */
export interface PlanDraft {
  title: string;
  sourceDigest: {
    summary: string;
    sourceIds: string[];
    evidence: { id: string; sourceId: string; claim: string; support: string; confidence: number }[];
    gaps: string[];
    rightsNotes: string[];
  };
  thesis: { oneLine: string; supportingClaims: string[]; avoidClaims: string[] };
  journey: { beats: Beat[] };
  visualSystem: { style: string; palette: string[]; typography: string };
  audioSystem: { voice: string; music: string; sfxPolicy: string };
  scriptBlueprint: ScriptBlueprint | null;
}

/** The caller-authored canon a plan or script must respect; null when the project has no Series Bible. */
export interface Canon { title: string | null; content: Record<string, unknown> }

export interface PlanBrief {
  /** Seeds every choice: the same seed and inputs give the same bytes. */
  seed: string;
  sources: WriterSource[];
  target: PlanTarget;
  creativeBrief: string | null;
  canon: Canon | null;
  tableRead: TableReadRequest | null;
}

export interface ScriptBrief extends PlanBrief { tableRead: TableReadRequest; title: string; beats: Beat[]; castNames: string[] }

/** A scene that somebody wants to have written. */
export interface SceneWish { heading: string; summary: string; characters: string[] }

/** A scene with the stretches of the sources that it is made of; none where a writer needs none. */
export interface PlannedScene extends SceneWish { spans: SourceSpan[] }

/** What an episode of a series is written from. */
export interface DraftBrief {
  /** Seeds every choice: the same seed and inputs give the same bytes. */
  seed: string;
  title: string;
  instructions: string | null;
  canon: Canon | null;
  /** What the Series Bible plans for it; null when it plans no episode of this title. */
  episode: { title: string; label: string; summary: string } | null;
  sources: WriterSource[];
}

/** `soFar` is the screenplay as it is now, other writers' words included. */
export interface SceneBrief extends DraftBrief { scenes: readonly PlannedScene[]; index: number; soFar: string }

/** `extension` says where a voice comes from: `V.O.`, `O.S.`. */
export type SceneLine =
  | { kind: 'action' | 'transition'; text: string }
  | { kind: 'dialogue'; character: string; extension: string | null; parenthetical: string | null; text: string };

export interface WrittenScene { heading: string; lines: SceneLine[] }

/**
 * The writing port: an embedded rule-based writer, or a model behind an OpenAI-compatible endpoint.
 * Implementations throw `ProviderBackoff` (retry later) or `ProviderFailure` from `src/adapters/failures.ts`; nothing else is expected.
 */
export interface StoryWriter {
  readonly name: string;
  readonly embedded: boolean;
  digest(source: { sourceId: string; text: string; label: string | null }, signal?: AbortSignal): Promise<Digest>;
  plan(brief: PlanBrief, signal?: AbortSignal): Promise<PlanDraft>;
  screenplay(brief: ScriptBrief, signal?: AbortSignal): Promise<Screenplay>;
  /** The scenes of an episode, or, with `wished`, those, each with its place in the sources. None when there is nothing to play. */
  planScenes(brief: DraftBrief, wished: readonly SceneWish[] | null, signal?: AbortSignal): Promise<PlannedScene[]>;
  writeScene(brief: SceneBrief, signal?: AbortSignal): Promise<WrittenScene>;
}
