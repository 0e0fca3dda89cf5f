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

/** The visible part of a scene's staging: not who wrote its words, or why. A newer field counts only when it is set, or all films would become stale. */
function seenOf({ promptBy: _by, fxCues, ...staged }: StagedScene): object {
  return fxCues === null ? staged : { ...staged, fxCues: fxCues.map(({ because: _why, ...cue }) => cue) };
}

/**
 * Identifies what a film of a revision shows and plays; a film with another key is stale. The key depends on stored choices alone, so that a list of
 * artifacts needs no screenplays to compute it.
 */
export function filmKeyOf({ revision, overlays }: { revision: number; overlays: Chosen }): string {
  const { enabled: _enabled, nounImagery, ...always } = chosenValue(overlays, theater);
  const stage = nounImagery === 'off' ? always : { ...always, nounImagery };
  const lanes = MIX_LANES.map(({ name }) => overlays?.[name]?.['cues'] ?? []);
  const { portraits, plates } = picturesOf({ overlays });
  const clips = seenClips({ overlays }).map(({ sceneIndex, entryIndex, clip: { sha256 } }) => [sceneIndex, entryIndex, sha256]);
  const motions = stagedMotions(overlays).map(({ clipPrompt: _wish, ...seen }) => seen);
  const moving = [motions, canvasScenes(overlays), canvasNouns(overlays), ...clips.length > 0 ? [clips] : []];
  // Without motions the key stays the same as before motions existed, so that older films are not stale.
  const seen = [[...stagedScenes(overlays).values()].map(seenOf), portraits, plates, ...moving.some(({ length }) => length > 0) ? [moving] : []];
  return createHash('sha256').update(canonicalJson([revision, stage, lanes, seen])).digest('hex').slice(0, 32);
}
