import { isVeiled, levelOf } from '../../craft/images/weather/effects.js';
import { colourOf } from '../../craft/images/weather/veil.js';
import { washFor } from '../../craft/images/weather/washes.js';
import { speakerOf, type Screenplay } from '../../craft/screenplay/model.js';
import { stagedScenes } from '../../domain/artifacts/overlays/theater-scene.js';
import type { ReadArt } from '../../domain/artifacts/pictures/read-pictures.js';
import { cueSpans, isDarkPlace } from '../../domain/artifacts/staging/cue-spans.js';
import type { Chosen } from '../../kernel/families/settings/settings-store.js';
import type { ClientWeather, StagingData } from '../client-data.js';

/** A read whose page is made. */
interface StagedPage { overlays: Chosen; screenplay: Screenplay; art: Pick<ReadArt, 'places'> }

function weatherOf({ overlays, screenplay, art }: StagedPage): ClientWeather[] {
  return [...stagedScenes(overlays).values()].flatMap(({ sceneIndex, fxCues }): ClientWeather[] => {
    const [scene, place] = [screenplay.scenes[sceneIndex], art.places[sceneIndex]];
    if (!scene || !place || !fxCues) return [];
    const spoken = screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1)
      .filter((entry) => speakerOf(entry, screenplay.narrationPolicy) !== null).map(({ index }) => index);
    return cueSpans(fxCues, scene, spoken).map(({ effect, intensity, fromEntry, untilEntry, durationMs }) => ({
      sceneIndex, effect, level: levelOf(intensity), fromEntry, untilEntry, durationMs,
      wash: washFor(effect, intensity, isDarkPlace(place)), colour: isVeiled(effect) ? colourOf(effect, isDarkPlace(place)) : '',
    }));
  });
}

/** What moves on the stage of a read, as its page plays it; null where nothing of it was chosen. */
export function stagingData(page: StagedPage): StagingData | null {
  const weather = weatherOf(page);
  const staging: StagingData = { ...weather.length > 0 ? { weather } : {} };
  return Object.keys(staging).length > 0 ? staging : null;
}
