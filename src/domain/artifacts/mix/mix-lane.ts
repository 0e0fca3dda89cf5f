import type { TProperties } from 'typebox';
import type { Composer } from '../../../craft/audio/composer/sound-bank.js';
import type { ServedPieceWish } from '../../../craft/audio/served/prompt.js';
import type { MixSpan, Stem } from '../../../craft/audio/mix/mix.js';
import type { Timeline, TimelineEntry } from '../../../craft/audio/timeline.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { MixLaneName } from '../../../kernel/contract/staleness.js';
import { laneSetting, type Cue, type CueGround, type Lane } from '../../../kernel/families/cues/lane.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { Services } from '../../../kernel/services.js';

/** The screenplay and project to which the lanes of a mix belong. */
export interface MixGround extends CueGround { screenplay: Screenplay; projectId: string }

export const groundOf = (screenplay: Screenplay, projectId: string): MixGround => ({ scenes: screenplay.scenes, screenplay, projectId });

/** What making clips needs. `workDir` is a folder for files that may be deleted after hours. */
export interface MixTools {
  composer: Composer;
  workDir: string;
  signal: AbortSignal;
  /** Returns the path of a file with the frames of the read's stored piece from a service. Throws when there is no such piece. */
  servedFile(piece: ServedPieceWish): Promise<string>;
}

/** Where a cue is heard on a performance. */
export interface HeardCue { cueId: string; assetId: string; startMs: number; endMs: number }

/** A line of a performance, with its time in milliseconds. */
export type HeardLine = Pick<TimelineEntry, 'entryIndex' | 'startMs' | 'endMs'>;

/**
 * A lane of cues in the mix of a read's MP3. Its operations, its staleness, and its sound in the MP3, in stems, films and live rooms follow from this.
 * `mix-lanes.ts` lists the lanes.
 */
export interface MixLane<P extends TProperties = TProperties, Ground extends MixGround = MixGround> {
  /** The key under which the cues are stored; that of `lane`. Its words are those of `MIX_LANE_WORDS`. */
  name: MixLaneName;
  stem: Stem;
  /** The cues, and the actions that change them. */
  lane: Lane<P, Ground>;
  /** What the actions know beside the screenplay. Default: nothing. */
  ground?(services: Services, read: { jobId: string; projectId: string }, along: MixGround): Promise<Ground>;
  /** Identifies the sound of the cues: equal keys mean equal sound. Null when nothing is heard. */
  keyOf(cues: readonly Cue<P>[], ground: MixGround): string | null;
  /** Fields of `heard` beside those of `HeardCue`. */
  heardFields?: TProperties;
  /** When the cues are heard, as answers show it. */
  heard(cues: readonly Cue<P>[], ground: Ground, lines: readonly HeardLine[], durationMs: number): HeardCue[];
  /** The sounds of the cues on a timeline, by start. A clip is rendered when it begins. Throws `MakingFailed` for sounds that cannot be made here. */
  spans(cues: readonly Cue<P>[], ground: MixGround, timeline: Timeline, tools: MixTools): MixSpan[];
}

/** Declares a lane. Code that mixes and shows all lanes knows only the common fields of their cues. */
export const mixLane = <P extends TProperties, Ground extends MixGround>(declared: MixLane<P, Ground>): MixLane => declared as unknown as MixLane;

/** The cues of a lane of a read, from its overlays. */
export const cuesIn = ({ lane }: MixLane, overlays: Chosen): Cue[] => chosenValue(overlays, laneSetting(lane))['cues'] as Cue[];
