import { speakerOf, type Screenplay } from '../../../craft/screenplay/model.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { canvasScenes, type CanvasBeat } from '../overlays/theater-canvas.js';
import { theater } from '../overlays/theater.js';
import { picturesOf } from '../pictures/chosen-pictures.js';
import { nounsOf, thingOf } from '../pictures/nouns.js';
import type { ReadArt } from '../pictures/read-pictures.js';

/** Long enough to recognize the picture. */
const INSET_MS = 4_000;

/** What decides which words and pictures the stage of a read shows. */
export interface StagedCanvas { overlays: Chosen; screenplay: Screenplay; art: Pick<ReadArt, 'places' | 'looks'> }

/** Alternates the sides, so that the next picture does not replace the last one. */
const sideOf = (at: number): CanvasBeat['place'] => (at % 2 === 0 ? 'right' : 'left');

/**
 * Pictures of things and animals, each shown with the line that first names it in a scene; at most one for a line. People and places are on the stage anyway.
 */
function insetsOf({ overlays, screenplay, art }: StagedCanvas, sceneIndex: number, taken: readonly CanvasBeat[]): CanvasBeat[] {
  const { nouns } = picturesOf({ overlays });
  const pictured = nounsOf(screenplay, art).filter(({ nounKey }) => Object.hasOwn(nouns, nounKey) && thingOf(nounKey) !== undefined);
  const heard = new Set(screenplay.entries
    .filter((entry) => entry.sceneIndex === sceneIndex && speakerOf(entry, screenplay.narrationPolicy) !== null).map(({ index }) => index));
  const byEntry = new Map(pictured.flatMap(({ nounKey, entries }) => {
    const first = entries.find((index) => heard.has(index));
    return first === undefined || taken.some(({ entryIndex }) => entryIndex === first) ? [] : [[first, nounKey] as const];
  }).reverse());
  return [...byEntry].sort(([one], [other]) => one - other).map(([entryIndex, nounKey], at): CanvasBeat =>
    ({ entryIndex, text: null, nounKey, place: sideOf(at), reveal: 'fade', durationMs: INSET_MS }));
}

/** What the stage of a scene shows, in the order of the entries: the beats of its canvas and, where the theater has insets, automatic pictures. */
export function shownBeats(read: StagedCanvas, sceneIndex: number): CanvasBeat[] {
  const own = canvasScenes(read.overlays).find((scene) => scene.sceneIndex === sceneIndex)?.beats ?? [];
  const insets = chosenValue(read.overlays, theater).nounImagery === 'insets' ? insetsOf(read, sceneIndex, own) : [];
  return [...own, ...insets].sort((one, next) => one.entryIndex - next.entryIndex);
}
