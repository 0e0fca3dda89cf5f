import { bedsForWords, bedsOf, type SceneBed } from '../../../craft/audio/heard/scene-beds.js';
import { eraOf, placesOf } from '../../canon/looks/scene-places.js';
import type { MixGround } from '../mix/mix-lane.js';
import type { SoundDirection } from '../read-store.js';

/** A screenplay, and what is said of its sound. */
export interface BedGround extends MixGround, SoundDirection {}

/** A bed below a scene. */
export interface CalledBed extends SceneBed { sceneIndex: number }

/** The beds that the scenes call for, or one of them. An episode that asks for silence has none. */
export function bedsFor({ screenplay, override, usual }: BedGround, sceneIndex: number | null): CalledBed[] {
  const own = override === null ? null : bedsForWords(override);
  if (own?.length === 0) return [];
  const elsewhere = own ?? (usual === null ? null : bedsForWords(usual)) ?? [];
  // A conversation about places is in none of them.
  const { places } = placesOf(screenplay, eraOf(screenplay));
  return screenplay.scenes.flatMap(({ index, heading }, at) => {
    if (sceneIndex !== null && index !== sceneIndex) return [];
    const said = screenplay.mode === 'podcast' ? [] : bedsOf(places[at]!, heading);
    return (said.length > 0 ? said : elsewhere).map((bed) => ({ ...bed, sceneIndex: index }));
  });
}
