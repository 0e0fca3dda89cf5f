import type { Composer } from '../../../craft/audio/composer/sound-bank.js';
import type { ServedPieceWish } from '../../../craft/audio/served/prompt.js';
import type { MixSpan, Stem } from '../../../craft/audio/mix/mix.js';
import type { Timeline } from '../../../craft/audio/timeline.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { CueGround } from '../../../kernel/families/cues/lane.js';
import type { Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { MixLaneName } from '../../../kernel/contract/staleness.js';

/** A screenplay of a project that the lanes of a mix lie along. */
export interface MixGround extends CueGround { screenplay: Screenplay; projectId: string }

export const groundOf = (screenplay: Screenplay, projectId: string): MixGround => ({ scenes: screenplay.scenes, screenplay, projectId });

/** What clips are made with. `workDir` is a folder for files that may be deleted after hours. */
export interface MixTools {
  composer: Composer;
  workDir: string;
  signal: AbortSignal;
  /** The file with the frames of a service's piece that is kept for the read. Throws when none is. */
  servedFile(piece: ServedPieceWish): Promise<string>;
}

/** A lane of cues that is heard in the MP3 of a read. */
export interface MixLane {
  /** The key of its lane of cues. */
  name: MixLaneName;
  stem: Stem;
  /** Names what is heard of the lane: equal keys are equal sounds. Null when nothing is heard. */
  keyOf(overlays: Chosen, ground: MixGround): string | null;
  /** What is heard on a timeline, by its starts; a clip is rendered when it begins. Throws `MakingFailed` for what cannot be made here. */
  spans(overlays: Chosen, ground: MixGround, timeline: Timeline, tools: MixTools): MixSpan[];
}
