import { bedsForWords, bedsOf, type SceneBed } from '../../../craft/audio/heard/scene-beds.js';
import { eraOf, placesOf } from '../../canon/looks/scene-places.js';
import type { MixGround } from '../mix/mix-lane.js';
import type { SoundDirection } from '../read-store.js';

/** A screenplay, with what the script and the Series Bible say about its sound. */
export interface BedGround extends MixGround, SoundDirection {}

/** A bed below a scene. */
export interface CalledBed extends SceneBed { sceneIndex: number }

/** The beds that all scenes, or one scene, call for. An episode that asks for silence has none. */
export function bedsFor({ screenplay, override, usual }: BedGround, sceneIndex: number | null): CalledBed[] {
  const own = override === null ? null : bedsForWords(override);
  if (own?.length === 0) return [];
  const elsewhere = own ?? (usual === null ? null : bedsForWords(usual)) ?? [];
  // A podcast only talks about places and plays in none of them.
  const { places } = placesOf(screenplay, eraOf(screenplay));
  return screenplay.scenes.flatMap(({ index, heading }, at) => {
    if (sceneIndex !== null && index !== sceneIndex) return [];
    const said = screenplay.mode === 'podcast' ? [] : bedsOf(places[at]!, heading);
    return (said.length > 0 ? said : elsewhere).map((bed) => ({ ...bed, sceneIndex: index }));
  });
}
