import { isVeiled, levelOf } from '../../craft/images/weather/effects.js';
import { colourOf } from '../../craft/images/weather/veil.js';
import { washFor } from '../../craft/images/weather/washes.js';
import { readDirection } from '../../craft/stage/direction.js';
import { speakerOf, type Screenplay } from '../../craft/screenplay/model.js';
import { placedClips, type ShownClip } from '../../domain/artifacts/clips/chosen-clips.js';
import { canvasNouns } from '../../domain/artifacts/overlays/theater-canvas.js';
import { peopleOf, stagedMotions } from '../../domain/artifacts/overlays/theater-motion.js';
import { stagedScenes } from '../../domain/artifacts/overlays/theater-scene.js';
import { isIn, type EntryRange } from '../../domain/artifacts/performance/performed-part.js';
import type { ReadArt } from '../../domain/artifacts/pictures/read-pictures.js';
import { cueSpans, isDarkPlace } from '../../domain/artifacts/staging/cue-spans.js';
import { shownBeats } from '../../domain/artifacts/staging/shown-beats.js';
import type { Chosen } from '../../kernel/families/settings/settings-store.js';
import type { ClientBeat, ClientClip, ClientMotion, ClientWeather, StagingData } from '../client-data.js';

/** The read of a page, with what its staging depends on. */
interface StagedPage {
  overlays: Chosen;
  screenplay: Screenplay;
  art: Pick<ReadArt, 'places' | 'looks'>;
  /** With `light`, clips are not shown either. */
  backgrounds: 'drawn' | 'light';
  clipUrl(clip: ShownClip): string;
}

function motionsOf({ overlays, screenplay }: StagedPage): ClientMotion[] {
  const people = peopleOf(screenplay);
  return stagedMotions(overlays).map(({ composition, direction, clipPrompt: _wish, ...motion }) => ({
    ...motion, isBehind: composition === 'performance-motion-overlay', steps: direction === null ? [] : readDirection(direction, people).steps,
  }));
}

function beatsOf(page: StagedPage): ClientBeat[] {
  const { overlays, screenplay: { scenes } } = page;
  const pictures = new Map(canvasNouns(overlays).map(({ nounKey, label, path }) => [nounKey, { url: path, alt: label }]));
  const beats = scenes.flatMap(({ index: sceneIndex }) => shownBeats(page, sceneIndex).map(({ nounKey, ...beat }): ClientBeat => (
    { ...beat, sceneIndex, picture: nounKey === null ? null : pictures.get(nounKey) ?? null })));
  return beats.filter(({ text, picture }) => text !== null || picture !== null);
}

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

function clipsOf({ overlays, screenplay, backgrounds, clipUrl }: StagedPage): ClientClip[] {
  const placed = backgrounds === 'drawn' ? placedClips({ overlays }, screenplay) : [];
  return placed.map(({ sceneIndex, entryIndex: fromEntry, clip }) => ({ sceneIndex, fromEntry, url: clipUrl(clip) }));
}

/** The movement on the stage of a read, as its page plays it; null when there is none. */
export function stagingData(page: StagedPage): StagingData | null {
  const [clips, motions, canvas, weather] = [clipsOf(page), motionsOf(page), beatsOf(page), weatherOf(page)];
  const staging: StagingData = {
    ...clips.length > 0 ? { clips } : {}, ...motions.length > 0 ? { motions } : {}, ...canvas.length > 0 ? { canvas } : {},
    ...weather.length > 0 ? { weather } : {},
  };
  return Object.keys(staging).length > 0 ? staging : null;
}

/** The movement in a part of a read. Words of the rest are left out, because viewers of the part must not see them. */
export function stagingOfPart(staging: StagingData, part: EntryRange): StagingData {
  const inPart = ({ entryIndex }: { entryIndex: number }): boolean => isIn(part, entryIndex);
  const { clips, motions, canvas } = staging;
  const begun = clips?.filter(({ fromEntry }) => fromEntry <= part.lastEntry);
  return {
    ...staging, ...begun ? { clips: begun } : {}, ...motions ? { motions: motions.filter(inPart) } : {},
    ...canvas ? { canvas: canvas.filter(inPart) } : {},
  };
}
