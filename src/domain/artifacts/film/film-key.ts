import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { seenClips } from '../clips/chosen-clips.js';
import { MIX_LANES } from '../mix/mix-lanes.js';
import { picturesOf } from '../pictures/chosen-pictures.js';
import { stagedScenes } from '../overlays/theater-scene.js';
import { theater } from '../overlays/theater.js';
import { canvasNouns, canvasScenes } from '../overlays/theater-canvas.js';
import { stagedMotions } from '../overlays/theater-motion.js';

/**
 * Names what is seen and heard in a film of a revision: another name says that the film is stale. It follows from what was chosen alone, so that
 * a list of artifacts tells it without reading their screenplays.
 */
export function filmKeyOf({ revision, overlays }: { revision: number; overlays: Chosen }): string {
  const { enabled: _enabled, ...stage } = chosenValue(overlays, theater);
  const lanes = MIX_LANES.map(({ name }) => overlays?.[name]?.['cues'] ?? []);
  const { portraits, plates } = picturesOf({ overlays });
  const clips = seenClips({ overlays }).map(({ sceneIndex, entryIndex, clip: { sha256 } }) => [sceneIndex, entryIndex, sha256]);
  const moving = [stagedMotions(overlays), canvasScenes(overlays), canvasNouns(overlays), ...clips.length > 0 ? [clips] : []];
  // Films from before there were motions keep their names.
  const seen = [[...stagedScenes(overlays).values()], portraits, plates, ...moving.some(({ length }) => length > 0) ? [moving] : []];
  return createHash('sha256').update(canonicalJson([revision, stage, lanes, seen])).digest('hex').slice(0, 32);
}
