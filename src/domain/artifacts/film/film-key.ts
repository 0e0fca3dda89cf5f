import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { seenClips } from '../clips/chosen-clips.js';
import { MIX_LANES } from '../mix/mix-lanes.js';
import { picturesOf } from '../pictures/chosen-pictures.js';
import { stagedScenes, type StagedScene } from '../overlays/theater-scene.js';
import { theater } from '../overlays/theater.js';
import { canvasNouns, canvasScenes } from '../overlays/theater-canvas.js';
import { stagedMotions } from '../overlays/theater-motion.js';

/** How a scene is seen: who wrote its words, and why, is not. A field that came later counts only where it says something, or all films would be stale. */
function seenOf({ promptBy: _by, fxCues, ...staged }: StagedScene): object {
  return fxCues === null ? staged : { ...staged, fxCues: fxCues.map(({ because: _why, ...cue }) => cue) };
}

/**
 * Names what is seen and heard in a film of a revision: another name says that the film is stale. It follows from what was chosen alone, so that
 * a list of artifacts tells it without reading their screenplays.
 */
export function filmKeyOf({ revision, overlays }: { revision: number; overlays: Chosen }): string {
  const { enabled: _enabled, nounImagery, ...always } = chosenValue(overlays, theater);
  const stage = nounImagery === 'off' ? always : { ...always, nounImagery };
  const lanes = MIX_LANES.map(({ name }) => overlays?.[name]?.['cues'] ?? []);
  const { portraits, plates } = picturesOf({ overlays });
  const clips = seenClips({ overlays }).map(({ sceneIndex, entryIndex, clip: { sha256 } }) => [sceneIndex, entryIndex, sha256]);
  const motions = stagedMotions(overlays).map(({ clipPrompt: _wish, ...seen }) => seen);
  const moving = [motions, canvasScenes(overlays), canvasNouns(overlays), ...clips.length > 0 ? [clips] : []];
  // Films from before there were motions keep their names.
  const seen = [[...stagedScenes(overlays).values()].map(seenOf), portraits, plates, ...moving.some(({ length }) => length > 0) ? [moving] : []];
  return createHash('sha256').update(canonicalJson([revision, stage, lanes, seen])).digest('hex').slice(0, 32);
}
