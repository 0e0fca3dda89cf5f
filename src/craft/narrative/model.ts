import type { FactKind } from './canon/contradictions.js';
import type { ChosenLines, LineFault, LinesBrief, PitchBrief, PitchWords } from './pitch-model.js';
import type { TextOrigin } from '../people/origins.js';
import type {
  AttributionConfidence, CastFacts, Emotion, Gender, NarrationPolicy, Screenplay, SourceSpan, TableReadMode,
} from '../screenplay/model.js';

/**
 * The analysis of one text. Every offset counts characters of `text`, which is the caller's string unchanged, so
 * `text.slice(start, end)` gives the words of a span.
 */
export interface TextAnalysis {
  text: string;
  language: 'en' | 'other';
  form: 'fiction' | 'essay' | 'speech' | 'play';
  title: string | null;
  paragraphs: Paragraph[];
  sentences: Sentence[];
  utterances: Utterance[];
  /** Flat list of quotations, in order. `speaker` is a cast id. */
  quotes: Quote[];
  /** The people who speak. */
  cast: Person[];
  /** People whom the text mentions but who never speak, the most frequent first. Their ids differ from those of the cast. */
  unheard: Person[];
  /** Cast id of a first-person narrator, or null. */
  narrator: string | null;
  /** The variety of English (British or American); null when the text shows neither. */
  origin: TextOrigin | null;
  scenes: TextScene[];
  claims: Claim[];
}

export interface Paragraph { index: number; start: number; end: number; kind: 'body' | 'heading' | 'contents'
  | 'caption' }

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
  /** Cast id, or `READER` for the words of a document (a letter, a notice). */
  speaker: string;
  confidence: AttributionConfidence;
  /** Index of the utterance to which the quotation belongs. */
  utterance: number;
}

/** One turn of one speaker: its quoted pieces and the narration around and between them, in source order. */
export interface Utterance {
  index: number;
  paragraph: number;
  speaker: string;
  confidence: AttributionConfidence;
  quotes: { start: number; end: number }[];
  tag: { start: number; end: number } | null;
  /** Narration of the same paragraph before and after the quotation. */
  lead: { start: number; end: number } | null;
  tail: { start: number; end: number } | null;
  /** Cast id of the teller when the utterance is inside a told story, else null. */
  toldBy: string | null;
}

export interface Person extends CastFacts {
  /** Id within this analysis, e.g. `p3`. */
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

export interface TextScene {
  index: number;
  start: number;
  end: number;
  /** `INT. LABORATORY - NIGHT`: built only from words of the text, or neutral when it names no place. */
  heading: string;
  toldBy: string | null;
}

export const CLAIM_KINDS = ['fact', 'estimate', 'opinion', 'forecast', 'quotation', 'definition'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** A claim is a verbatim span of the source. */
export interface Claim {
  statement: string;
  kind: ClaimKind;
  attribution: string | null;
  start: number;
  end: number;
  /** Verbatim span that supports the statement: the statement itself, or with the sentences before it. */
  support: { start: number; end: number };
  score: number;
}

/** The digest of a source; spans are the places of claims and support in its text. */
export interface Digest {
  summary: string;
  thesis: string;
  claims: { statement: string; kind: ClaimKind; attribution: string | null; span?: { start: number; end: number } }[];
  evidence: { claimIndex: number; support: string; span?: { start: number; end: number } }[];
  gaps: string[];
  rightsNotes: string[];
}

/** One source for the writer. `text` is null when only the digest was kept (METADATA_ONLY). */
export interface WriterSource {
  sourceId: string; label: string | null; text: string | null; digest: Digest | null;
  /** The document's own title, or the title of its only selected chapter. */
  title?: string;
  /** What a model has read in the story; absent when no model has read it. */
  reading?: StoryReading;
}

/**
 * The speaker whom another reader names for the turn with the quotations from `start` to `end`: a name of its people, or one that occurs in the text. Null
 * for the words of a document, which nobody speaks.
 */
export interface NamedSpeaker { start: number; end: number; name: string | null; /** How it is said. */ feeling: Emotion }

/** A scene that another reader has found; it begins with the paragraph at `start`. `place` is null when the story does not name it. */
export interface ReadScene { start: number; place: string | null; where: 'inside' | 'outside' | 'unknown'; time: DayTime | null }

export const DAY_TIMES = ['morning', 'day', 'evening', 'night'] as const;
export type DayTime = (typeof DAY_TIMES)[number];

/** Another reader's findings about a story: who speaks, which names belong to one person (the first name of a pair is kept), and where its scenes begin. */
export interface StoryReading {
  speakers: readonly NamedSpeaker[];
  same: readonly (readonly [kept: string, gone: string])[];
  /** Pairs of names that belong to two people, such as a father and a son, although the rules would merge them. Absent for none. */
  apart?: readonly (readonly [one: string, other: string])[];
  scenes: readonly ReadScene[];
}

/** The name of a first-person narrator whom the text does not name. */
export const NARRATOR_NAME = 'Narrator';

/** One turn of speech from its first quotation to its last, with the speaker by the rules; null for a document, which nobody speaks. */
export interface SpokenTurn { start: number; end: number; speaker: string | null; confidence: AttributionConfidence }

export interface ListedPerson { name: string; aliases: string[]; gender: Gender; tellsTheStory: boolean }

/** Who speaks in a story, as input for a reader that is asked to name the speakers. `body` is false for a heading or a table of contents. */
export interface Speech { turns: SpokenTurn[]; people: ListedPerson[]; paragraphs: { start: number; end: number; body: boolean }[] }

/** The audience of a plan and what it should achieve. */
export interface PlanTarget { audience: string; objective: string; outcome: string; tone?: string }

/**
 * `part` is the number of the part of a text that is longer than the read, from 1. Absent means the first part of a programme and the best scene of a drama.
 */
export interface TableReadRequest { mode: TableReadMode; narrationPolicy: NarrationPolicy; durationSeconds: number; part?: number }

/** One part of a text that is longer than its read. The spans of all parts cover the sources without gap or overlap. */
export interface PlanPart {
  index: number;
  title: string;
  /** The first words of the part. */
  opening: string;
  people: string[];
  estimatedSeconds: number;
  spans: SourceSpan[];
}

/** The part of the sources that a plan is for, and all parts into which its length divides them. */
export interface PlanParts { index: number; count: number; items: PlanPart[] }

export const BEAT_ROLES = ['hook', 'context', 'conflict', 'proof', 'turn', 'payoff', 'cta'] as const;
export type BeatRole = (typeof BEAT_ROLES)[number];

/** One step of the journey of a plan. */
export interface Beat {
  id: string;
  role: BeatRole;
  title: string;
  narration: string;
  visualIntent: string;
  evidenceIds: string[];
  estimatedSeconds: number;
  /** The places of the beat's material in the sources. */
  spans?: SourceSpan[];
}

/** The outline of the script in a plan with a table read. */
export interface ScriptBlueprint {
  pageTarget: number;
  narrationPolicy: NarrationPolicy;
  scenes: { index: number; heading: string; summary: string; estimatedSeconds: number }[];
  cast: BlueprintRole[];
  /** The variety of English of the sources; absent when they show none. */
  origin?: TextOrigin;
  musicDirection: string;
  sfxDirection: string;
}

export interface BlueprintRole extends CastFacts { character: string; role: string; gender: Gender; description: string; lineCount: number }

/** The answer of a writer to a plan brief; the domain adds project id, version, artifacts and suggested voices. */
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
  /** Absent without a table read, or from a writer that treats its sources as a single part. */
  parts?: PlanParts;
}

/**
 * The most characters of a text that are searched for facts about its people, or that a model reads. Of a longer text, decks analyse only a stretch of about
 * this length or nothing.
 */
export const MAX_WRITER_CHARACTERS = 240_000;

/** Largest text in characters that the embedded writer reads whole: a long novel. */
export const MAX_WHOLE_TEXT_CHARACTERS = 720_000;

/** The Series Bible of a project, which plans and scripts must respect. */
export interface Canon { title: string | null; content: Record<string, unknown> }

/** The input for a plan. */
export interface PlanBrief {
  /** Seeds every choice: the same seed and inputs give the same bytes. */
  seed: string;
  sources: WriterSource[];
  target: PlanTarget;
  creativeBrief: string | null;
  canon: Canon | null;
  tableRead: TableReadRequest | null;
}

/** The input for the script of an approved plan. `castNames` are the characters of the cast canon. */
export interface ScriptBrief extends PlanBrief { tableRead: TableReadRequest; title: string; beats: Beat[]; castNames: string[] }

/** A scene that the caller wants. */
export interface SceneRequest { heading: string; summary: string; characters: string[] }

/** A scene with the parts of the sources that it is made of; empty when the writer needs none. */
export interface PlannedScene extends SceneRequest { spans: SourceSpan[] }

/** An episode of a Series Bible. */
export interface SeriesEpisode { title: string; label: string; summary: string }

/** The input for the outline of an episode. `episodes` are all episodes of the series in order; `index` is the position of this one. */
export interface OutlineBrief { canon: Canon | null; sources: WriterSource[]; episode: SeriesEpisode; episodes: SeriesEpisode[]; index: number }

/** The outline of an episode: its scenes in order. */
export interface OutlineDraft {
  logline: string;
  beats: { role: BeatRole; summary: string; characters: string[]; estimatedPages: number }[];
}

/** A screenplay of the project, for its Series Bible. */
export interface ScriptForBible { title: string; lines: { kind: string; speaker: string; text: string }[] }

/** The input for a Series Bible. */
export interface BibleBrief { title: string; sources: WriterSource[]; scripts: ScriptForBible[] }

/** Content of a Series Bible in the words of the sources, and the source spans by key. */
export interface BibleDraft {
  content: Record<string, unknown>;
  spans: Record<string, SourceSpan[]>;
  /** The births, deaths, ages, kinships and homes that the sources state. */
  facts?: StatedFact[];
}

/** A fact that one sentence of a source states outright, with its place. */
export interface StatedFact { subject: string; kind: FactKind; statement: string; span: SourceSpan }

/** The input for an episode of a series. */
export interface DraftBrief {
  /** Seeds every choice: the same seed and inputs give the same bytes. */
  seed: string;
  title: string;
  instructions: string | null;
  canon: Canon | null;
  /** The episode in the Series Bible; null when the Bible has none with this title. */
  episode: SeriesEpisode | null;
  /** All episodes of the series in order, with the position of this one, because they share the sources. Null for an episode outside the Bible. */
  series: { episodes: SeriesEpisode[]; index: number } | null;
  /** The outline that the scenes follow when the caller requests no scenes; null without beats. */
  outline: OutlineDraft | null;
  sources: WriterSource[];
}

/** `soFar` is the current screenplay, including the words of other writers. */
export interface SceneBrief extends DraftBrief { scenes: readonly PlannedScene[]; index: number; soFar: string }

/** `extension` tells where a voice comes from: `V.O.`, `O.S.`. */
export type SceneLine =
  | { kind: 'action' | 'transition'; text: string }
  | { kind: 'dialogue'; character: string; extension: string | null; parenthetical: string | null; text: string };

export interface WrittenScene { heading: string; lines: SceneLine[] }

/** The input for a description of an episode: its lines, its people, and the words that a person wrote about it. */
export interface BlurbBrief {
  lines: readonly { kind: string; speaker: string | null; text: string }[];
  people: readonly string[];
  written: string | null;
}

/** A source that is digested. */
export interface DigestSource { sourceId: string; text: string; label: string | null; reading?: StoryReading }

/**
 * The writing port: the embedded rule-based writer, or a model behind an OpenAI-compatible endpoint. Implementations
 * throw only `ProviderBackoff` (retry later) or `ProviderFailure` of `src/craft/failures.ts`, and the reason of an
 * aborted `signal`.
 */
export interface StoryWriter {
  readonly name: string;
  readonly embedded: boolean;
  digest(source: DigestSource, signal?: AbortSignal): Promise<Digest>;
  plan(brief: PlanBrief, signal?: AbortSignal): Promise<PlanDraft>;
  /** `onBeat` receives the number of beats written so far from a writer that writes them one by one. */
  screenplay(brief: ScriptBrief, signal?: AbortSignal, onBeat?: (done: number, total: number) => void): Promise<Screenplay>;
  /**
   * Plans the scenes of an episode, or places the `requested` ones in the sources. Empty when there is nothing to
   * write.
   */
  planScenes(brief: DraftBrief, requested: readonly SceneRequest[] | null,
    signal?: AbortSignal): Promise<PlannedScene[]>;
  writeScene(brief: SceneBrief, signal?: AbortSignal): Promise<WrittenScene>;
  /** The outline of an episode, in words of the sources; without beats when they say nothing. */
  outline(brief: OutlineBrief, signal?: AbortSignal): Promise<OutlineDraft>;
  /** The content that the sources give for a Series Bible; null when they give none. */
  bible(brief: BibleBrief, signal?: AbortSignal): Promise<BibleDraft | null>;
  /** A few sentences that invite people to listen to an episode without revealing its end; null when nothing can be said. */
  blurb(brief: BlurbBrief, signal?: AbortSignal): Promise<string | null>;
  /** A story retold for a pitch; null from a writer that cannot compose text. */
  pitch(brief: PitchBrief, signal?: AbortSignal): Promise<PitchWords | null>;
  /** The lines of a read that suit a trailer; null from a writer that cannot judge the meaning of lines. */
  trailerLines(brief: LinesBrief, signal?: AbortSignal): Promise<ChosenLines | null>;
  /** Judges the lines of a trailer in their sequence and reports those that should be removed; null from a writer that cannot judge the meaning of lines. */
  trailerFaults(brief: LinesBrief, signal?: AbortSignal): Promise<LineFault[] | null>;
}

/** The writer without a model, which also finds the speakers of a text. */
export interface EmbeddedWriter extends StoryWriter {
  /** The speech of a story; null for a text in another form, such as a play, and for languages other than English. */
  speech(text: string, signal?: AbortSignal, apart?: StoryReading['apart']): Promise<Speech | null>;
}
