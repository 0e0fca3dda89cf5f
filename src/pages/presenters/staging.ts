import { readDirection } from '../../craft/stage/direction.js';
import type { Screenplay } from '../../craft/screenplay/model.js';
import { placedClips, type ShownClip } from '../../domain/artifacts/clips/chosen-clips.js';
import { canvasNouns, canvasScenes } from '../../domain/artifacts/overlays/theater-canvas.js';
import { peopleOf, stagedMotions } from '../../domain/artifacts/overlays/theater-motion.js';
import { isIn, type EntryRange } from '../../domain/artifacts/performance/performed-part.js';
import type { Chosen } from '../../kernel/families/settings/settings-store.js';
import type { ClientBeat, ClientMotion, StagingData } from '../client-data.js';

function motionsOf(overlays: Chosen, screenplay: Screenplay): ClientMotion[] {
  const people = peopleOf(screenplay);
  return stagedMotions(overlays).map(({ composition, direction, ...motion }) => ({
    ...motion, isBehind: composition === 'performance-motion-overlay', steps: direction === null ? [] : readDirection(direction, people).steps,
  }));
}

function beatsOf(overlays: Chosen): ClientBeat[] {
  const pictures = new Map(canvasNouns(overlays).map(({ nounKey, label, path }) => [nounKey, { url: path, alt: label }]));
  const beats = canvasScenes(overlays).flatMap(({ sceneIndex, beats: all }) => all.map(({ nounKey, ...beat }): ClientBeat => (
    { ...beat, sceneIndex, picture: nounKey === null ? null : pictures.get(nounKey) ?? null })));
  return beats.filter(({ text, picture }) => text !== null || picture !== null);
}

interface Staged {
  overlays: Chosen;
  screenplay: Screenplay;
  /** Where places are not drawn, no clip is seen either. */
  backgrounds: 'drawn' | 'light';
  /** The address of a clip. */
  clipUrl(clip: ShownClip): string;
}

/** What moves on the stage of a read, as its page plays it; null where nothing of it was chosen. */
export function stagingData({ overlays, screenplay, backgrounds, clipUrl }: Staged): StagingData | null {
  const [motions, canvas] = [motionsOf(overlays, screenplay), beatsOf(overlays)];
  const placed = backgrounds === 'drawn' ? placedClips({ overlays }, screenplay) : [];
  const clips = placed.map(({ sceneIndex, entryIndex: fromEntry, clip }) => ({ sceneIndex, fromEntry, url: clipUrl(clip) }));
  const staging: StagingData = {
    ...clips.length > 0 ? { clips } : {}, ...motions.length > 0 ? { motions } : {}, ...canvas.length > 0 ? { canvas } : {},
  };
  return Object.keys(staging).length > 0 ? staging : null;
}

/** What moves in a part of a read: words of the rest are not for those who see the part. */
export function stagingOfPart(staging: StagingData, part: EntryRange): StagingData {
  const inPart = ({ entryIndex }: { entryIndex: number }): boolean => isIn(part, entryIndex);
  const { clips, motions, canvas } = staging;
  const begun = clips?.filter(({ fromEntry }) => fromEntry <= part.lastEntry);
  return {
    ...staging, ...begun ? { clips: begun } : {}, ...motions ? { motions: motions.filter(inPart) } : {},
    ...canvas ? { canvas: canvas.filter(inPart) } : {},
  };
}
