import { readDirection } from '../../craft/stage/direction.js';
import type { Screenplay } from '../../craft/screenplay/model.js';
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

/** What moves on the stage of a read, as its page plays it; null where nothing of it was chosen. */
export function stagingData(overlays: Chosen, screenplay: Screenplay): StagingData | null {
  const [motions, canvas] = [motionsOf(overlays, screenplay), beatsOf(overlays)];
  const staging: StagingData = { ...motions.length > 0 ? { motions } : {}, ...canvas.length > 0 ? { canvas } : {} };
  return Object.keys(staging).length > 0 ? staging : null;
}

/** What moves in a part of a read: words of the rest are not for those who see the part. */
export function stagingOfPart(staging: StagingData, part: EntryRange): StagingData {
  const inPart = ({ entryIndex }: { entryIndex: number }): boolean => isIn(part, entryIndex);
  const { motions, canvas } = staging;
  return { ...staging, ...motions ? { motions: motions.filter(inPart) } : {}, ...canvas ? { canvas: canvas.filter(inPart) } : {} };
}
