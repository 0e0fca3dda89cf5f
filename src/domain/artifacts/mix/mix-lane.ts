import type { Composer } from '../../../craft/audio/composer/sound-bank.js';
import type { ServedPieceWish } from '../../../craft/audio/served/prompt.js';
import type { MixSpan, Stem } from '../../../craft/audio/mix/mix.js';
import type { Timeline } from '../../../craft/audio/timeline.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { CueGround } from '../../../kernel/families/cues/lane.js';
import type { Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { MixLaneName } from '../../../kernel/contract/staleness.js';

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

/** A lane of cues in the mix of a read's MP3. */
export interface MixLane {
  /** The key under which the cues are stored. */
  name: MixLaneName;
  stem: Stem;
  /** Identifies the sound of the lane: equal keys mean equal sound. Null when nothing is heard. */
  keyOf(overlays: Chosen, ground: MixGround): string | null;
  /** The sounds of the lane on a timeline, by start. A clip is rendered when it begins. Throws `MakingFailed` for sounds that cannot be made here. */
  spans(overlays: Chosen, ground: MixGround, timeline: Timeline, tools: MixTools): MixSpan[];
}
