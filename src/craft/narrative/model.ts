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
  /** Those who speak. */
  cast: Person[];
  /** Those whom the text tells of and who say nothing, the most frequent first. No id of theirs is one of the cast's. */
  unheard: Person[];
  /** Cast id of a first-person narrator, or null. */
  narrator: string | null;
  /** The English of the text; null where it does not show. */
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
  /** Index of the utterance it belongs to. */
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
  /** `INT. LABORATORY - NIGHT`, built only from words of the text, or neutral. */
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
  /** The title that the document gives itself, or that of its only chosen chapter. */
  title?: string;
  /** What a model says of the story, if one has read it. */
  reading?: StoryReading;
}

/**
 * Whom another reader of a text names as the speaker of the turn whose quotations are from `start` to `end`: a name of its people, or one that
 * stands in the text. Null: nobody says it, it is the words of a document.
 */
export interface NamedSpeaker { start: number; end: number; name: string | null; /** How it is said. */ feeling: Emotion }

/** A scene as another reader of a story finds it, from the paragraph that begins at `start`. `place` is null where the story does not tell it. */
export interface ReadScene { start: number; place: string | null; where: 'inside' | 'outside' | 'unknown'; time: DayTime | null }

export const DAY_TIMES = ['morning', 'day', 'evening', 'night'] as const;
export type DayTime = (typeof DAY_TIMES)[number];

/** What another reader says of a story: who speaks, which of its people are one (the first name of a pair stays), and where its scenes begin. */
export interface StoryReading {
  speakers: readonly NamedSpeaker[];
  same: readonly (readonly [kept: string, gone: string])[];
  /** Pairs of names that two people bear, where rules give both to one: a father and a son. Absent for none. */
  apart?: readonly (readonly [one: string, other: string])[];
  scenes: readonly ReadScene[];
}

/** The person who tells a story as "I", where the text gives no name. */
export const NARRATOR_NAME = 'Narrator';

/** One turn of speech from its first quotation to its last, and who says it by the rules (null: nobody, a document). */
export interface SpokenTurn { start: number; end: number; speaker: string | null; confidence: AttributionConfidence }

export interface ListedPerson { name: string; aliases: string[]; gender: Gender; tellsTheStory: boolean }

/** Who speaks in a story, as a reader needs it who is asked for the speakers. `body`: no heading or table of contents. */
export interface Speech { turns: SpokenTurn[]; people: ListedPerson[]; paragraphs: { start: number; end: number; body: boolean }[] }

/** Whom a plan is for and what it should achieve. */
export interface PlanTarget { audience: string; objective: string; outcome: string; tone?: string }

/** `part`: which part of a text that is longer than the read, from 1; absent means the first of a programme, and the best scene of a drama. */
export interface TableReadRequest { mode: TableReadMode; narrationPolicy: NarrationPolicy; durationSeconds: number; part?: number }

/** One part of a text that is longer than its read. The spans of all parts cover the sources without gap or overlap. */
export interface PlanPart {
  index: number;
  title: string;
  /** The first words. */
  opening: string;
  people: string[];
  estimatedSeconds: number;
  spans: SourceSpan[];
}

/** Which part of the sources a plan is for, and all parts that they make at its length. */
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
  /** The English of the sources, where it shows. */
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
  /** Absent without a table read, or from a writer that reads its sources as one. */
  parts?: PlanParts;
}

/** Characters of the words of a text that are searched for facts about its people. */
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

/** The input for the outline of an episode. `episodes` are all of the series in order; `index` is this one's place among them. */
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

/** Content of a Series Bible in the words of the sources, and the places in them by key. */
export interface BibleDraft {
  content: Record<string, unknown>;
  spans: Record<string, SourceSpan[]>;
  /** What the sources state of births, deaths, ages, kinships and homes. */
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
  /** The episode in the Series Bible; null when it has none of this title. */
  episode: SeriesEpisode | null;
  /** All episodes of the series in order, with the place of this one: they share the sources. Null for an episode outside of the Bible. */
  series: { episodes: SeriesEpisode[]; index: number } | null;
  /** The outline that the scenes follow when the caller asks for none; null without beats. */
  outline: OutlineDraft | null;
  sources: WriterSource[];
}

/** `soFar` is the current screenplay, other writers' words included. */
export interface SceneBrief extends DraftBrief { scenes: readonly PlannedScene[]; index: number; soFar: string }

/** `extension` tells where a voice comes from: `V.O.`, `O.S.`. */
export type SceneLine =
  | { kind: 'action' | 'transition'; text: string }
  | { kind: 'dialogue'; character: string; extension: string | null; parenthetical: string | null; text: string };

export interface WrittenScene { heading: string; lines: SceneLine[] }

/** What a description of an episode is made from: what is heard, who is heard, and what someone wrote about it. */
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
  /** `onBeat` learns how many beats are written, from a writer that writes them one by one. */
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
  /** What the sources say for a Series Bible; null when they say nothing. */
  bible(brief: BibleBrief, signal?: AbortSignal): Promise<BibleDraft | null>;
  /** A few sentences that invite to listen to an episode and do not tell its end; null when nothing can be said. */
  blurb(brief: BlurbBrief, signal?: AbortSignal): Promise<string | null>;
  /** A story retold for a pitch; null from a writer that has no words of its own. */
  pitch(brief: PitchBrief, signal?: AbortSignal): Promise<PitchWords | null>;
  /** The lines of a read for a trailer; null from a writer that does not know what lines mean. */
  trailerLines(brief: LinesBrief, signal?: AbortSignal): Promise<ChosenLines | null>;
  /** Hears the lines of a trailer as they follow one another, and tells which should not stay; null from a writer that does not know what lines mean. */
  trailerFaults(brief: LinesBrief, signal?: AbortSignal): Promise<LineFault[] | null>;
}

/** The writer without a model, which also reads who speaks. */
export interface EmbeddedWriter extends StoryWriter {
  /** The speech of a story; null for a text whose speakers its form tells, and for languages other than English. */
  speech(text: string, signal?: AbortSignal, apart?: StoryReading['apart']): Promise<Speech | null>;
}
