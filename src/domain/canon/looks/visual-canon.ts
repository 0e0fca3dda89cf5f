import type { Grade } from '../../../craft/images/grade.js';
import { gradesIn } from '../../../craft/images/grade.js';
import type { Era } from '../../../craft/images/period.js';
import type { PlaceTruth, UsualLight } from '../../../craft/images/places/place-truths.js';
import { lightIn, truthsIn } from '../../../craft/images/places/place-truths.js';
import type { BibleContent } from '../series-bible.js';
import { eraOfBible } from './canon-people.js';
import { coloursIn, piecesOf } from './visual-words.js';

/** An episode's own rules for pictures; where a field is null or absent, the Bible holds. */
export interface VisualOverrides { avatar?: string | null; theater?: string | null; locations?: string | null }

/** Colours and light of the frames that were kept on the mood board. */
export interface KeptMood { palette: readonly string[]; light: UsualLight }

/** What the canon says about pictures, as far as the renderer can show it. */
export interface VisualCanon {
  era: Era | null;
  palette: readonly string[];
  light: UsualLight;
  grades: readonly Grade[];
  places: readonly PlaceTruth[];
}

/**
 * Turns the Bible into what a renderer can follow: era of the story, palette, usual light and weather, colour grades, and facts about places. An episode's
 * own words come before the Bible's, a kept mood after them.
 */
export function visualCanonOf(bible: BibleContent, overrides: VisualOverrides = {}, mood: KeptMood | null = null): VisualCanon {
  const { visualStyle = '', productionDesign = '', lightingRules = '', colorPalette = '', visualTruths = '', locationTruths = '' } = bible;
  const theater = overrides.theater ?? '';
  const palettes = [coloursIn(theater), coloursIn(colorPalette), [...mood?.palette ?? []]];
  const lights = [lightIn(theater), lightIn(lightingRules), mood?.light ?? { time: null, weather: null }];
  return {
    era: eraOfBible(bible)?.era ?? null,
    palette: palettes.find((palette) => palette.length > 0) ?? [],
    light: {
      time: lights.find(({ time }) => time !== null)?.time ?? null,
      weather: lights.find(({ weather }) => weather !== null)?.weather ?? null,
    },
    grades: gradesIn([theater, visualStyle].join('. '), [theater, lightingRules].join('. ')),
    places: [
      ...truthsIn(piecesOf(overrides.locations ?? ''), true),
      ...truthsIn([...piecesOf(locationTruths), ...piecesOf(visualTruths), ...piecesOf(productionDesign)], false),
    ],
  };
}
