import { MOMENTARY, SHAKE_MS, STAGE_EFFECTS } from '../../../craft/images/weather/effects.js';
import type { Place } from '../../../craft/images/places/place.js';
import type { Scene } from '../../../craft/screenplay/model.js';
import type { StagedRead } from '../film/film-pictures.js';
import { cuesIn, type FxCue } from '../overlays/fx-cues.js';

/** The spoken entries during which an effect of the stage is seen. */
export interface CueSpan extends Pick<FxCue, 'effect' | 'intensity'> {
  fromEntry: number;
  untilEntry: number;
  /** The effect ends this long after its first line began, or with that line if it is shorter; null: with the last line. */
  durationMs: number | null;
  /** True when the effect is already seen before anybody speaks, while the scene opens. */
  opensScene: boolean;
}

/** The spans of a scene's cues. `spoken` lists its spoken entries in order; a scene without spoken entries shows none. */
export function cueSpans(cues: readonly FxCue[] | null | undefined, scene: Scene, spoken: readonly number[]): CueSpan[] {
  const [first] = spoken;
  if (first === undefined) return [];
  return cuesIn(cues, scene).map(({ effect, intensity, entryIndex, untilEntryIndex, durationMs }): CueSpan => {
    const fromEntry = spoken.find((index) => index >= entryIndex) ?? spoken.at(-1)!;
    const isMoment = MOMENTARY.has(effect) || durationMs !== null;
    const until = spoken.findLast((index) => index <= (untilEntryIndex ?? scene.lastEntry)) ?? fromEntry;
    return {
      effect, intensity, fromEntry, untilEntry: isMoment ? fromEntry : Math.max(fromEntry, until), durationMs: durationMs ?? (effect === 'shake' ? SHAKE_MS : null),
      opensScene: !isMoment && fromEntry === first && entryIndex < first,
    };
  });
}

/** True when effects are seen in front of a dark place. */
export const isDarkPlace = ({ time }: Pick<Place, 'time'>): boolean => time === 'night' || time === 'dusk';

/** The spans of a scene's cues, on the lines in its film. */
export function spansOf({ staged, screenplay, timeline }: StagedRead, sceneIndex: number): CueSpan[] {
  const scene = screenplay.scenes[sceneIndex];
  const cues = staged.get(sceneIndex)?.fxCues;
  if (!scene || !cues) return [];
  const spoken = timeline.entries.map(({ entryIndex }) => entryIndex).filter((index) => screenplay.entries[index]!.sceneIndex === sceneIndex);
  return cueSpans(cues, scene, spoken).sort((one, other) => STAGE_EFFECTS.indexOf(one.effect) - STAGE_EFFECTS.indexOf(other.effect));
}
