import type { StyleShare } from '../neural/job.js';
import { ACCENTS, hzOf, STYLE_HZ, type NeuralVoice } from '../neural/voices.js';
import type { PersonSound } from '../neural/people.js';
import {
  findNumber, findPerson, findTremor, GAIN, numberPart, personPart, storable, tremorPart, VOICE_LUFS, type DesignedPerson, type IdNumber,
} from './design-id.js';
import { tagsOf, titleOf } from './words.js';

/** The recipe of a designed neural voice: styles, mixed by shares in whole percent, and the settings that make them sound like a person. */
export interface NeuralRecipe extends DesignedPerson, PersonSound {
  phonemes: 'us' | 'gb';
  styles: readonly StyleShare[];
  gainDb: number;
}

export const NEURAL_PREFIX = 'designed-neural-';
const MAX_STYLES = 3;
const PITCH: IdNumber = { letter: 'p', min: 50, max: 220, scale: 100 };
const TRACT: IdNumber = { letter: 't', min: 85, max: 125, scale: 100 };
const RATE: IdNumber = { letter: 'r', min: 70, max: 130, scale: 100 };
const MELODY: IdNumber = { letter: 'm', min: 50, max: 150, scale: 100 };

const STYLES = new Map(Object.keys(STYLE_HZ).map((style) => [style.replace('_', ''), style]));

const stylePart = ([style, share]: StyleShare): string => `${style.replace('_', '')}${Math.round(share * 100)}`;

function findStyle(part: string): StyleShare | null {
  const [, name = '', percent = ''] = /^([a-z]+)([1-9]\d?|100)$/.exec(part) ?? [];
  const style = STYLES.get(name);
  return style ? [style, Number(percent) / 100] : null;
}

/** Larger shares first; equal ones by name. */
const inOrder = (styles: readonly StyleShare[]): StyleShare[] => [...styles].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));

/** The id, which holds the complete recipe. Equal recipes have equal ids. */
export function neuralDesignId(recipe: NeuralRecipe): string {
  const { phonemes, styles, pitch, tractFactor, rate, melody, vibrato, gainDb } = recipe;
  return NEURAL_PREFIX + [
    phonemes, personPart(recipe), ...inOrder(styles).map(stylePart), numberPart(PITCH, pitch), numberPart(TRACT, tractFactor),
    numberPart(RATE, rate), numberPart(MELODY, melody), tremorPart(vibrato), numberPart(GAIN, gainDb),
  ].join('-');
}

/** The recipe in an id; null for any other text, including a different notation of the same recipe. */
export function findNeuralRecipe(voiceId: string): NeuralRecipe | null {
  if (!voiceId.startsWith(NEURAL_PREFIX)) return null;
  const parts = voiceId.slice(NEURAL_PREFIX.length).split('-');
  const [phonemes, who] = parts;
  const [gain, tremor, melody, rate, tract, pitch] = parts.slice(-6).reverse();
  const styles = parts.slice(2, -6).map(findStyle);
  const numbers = [findNumber(PITCH, pitch), findNumber(TRACT, tract), findNumber(RATE, rate), findNumber(MELODY, melody), findNumber(GAIN, gain)];
  const [person, vibrato] = [findPerson(who), findTremor(tremor)];
  if ((phonemes !== 'us' && phonemes !== 'gb') || !person || vibrato === null || numbers.includes(null)) return null;
  const shares = styles.filter((style) => style !== null);
  const percents = shares.reduce((sum, [, share]) => sum + Math.round(share * 100), 0);
  if (shares.length !== styles.length || shares.length > MAX_STYLES || percents !== 100) return null;
  if (new Set(shares.map(([style]) => style)).size !== shares.length) return null;
  const [pitchFactor, tractFactor, rateFactor, melodyExponent, gainDb] = numbers as number[];
  const recipe: NeuralRecipe = {
    ...person, phonemes, styles: shares, pitch: pitchFactor!, tractFactor: tractFactor!, rate: rateFactor!, melody: melodyExponent!, vibrato, gainDb: gainDb!,
  };
  return neuralDesignId(recipe) === voiceId ? recipe : null;
}

/** The recipe with every number rounded to what its id can hold. */
export function asStored(recipe: NeuralRecipe): NeuralRecipe {
  return {
    ...recipe, pitch: storable(PITCH, recipe.pitch), tractFactor: storable(TRACT, recipe.tractFactor), rate: storable(RATE, recipe.rate),
    melody: storable(MELODY, recipe.melody), gainDb: storable(GAIN, recipe.gainDb),
  };
}

/** The voice that a recipe makes. */
export function neuralVoiceOf(voiceId: string, recipe: NeuralRecipe): NeuralVoice {
  const { gender, ageRange, phonemes, gainDb, styles, ...sound } = recipe;
  const styleHz = hzOf(styles);
  const accent = ACCENTS[phonemes];
  const tags = tagsOf({ gender, ageRange, pitchHz: styleHz * sound.pitch, rate: sound.rate, tractFactor: sound.tractFactor });
  return {
    voiceId, name: titleOf(tags, { gender, ageRange }, accent), gender, ageRange, accent, styleTags: tags, phonemes, styles, styleHz,
    pitch: sound.pitch, melody: sound.melody, rate: sound.rate, tractFactor: sound.tractFactor, vibrato: sound.vibrato, gainDb, measuredLufs: VOICE_LUFS,
  };
}

/** The voice of a designed id; null for an id that is not a valid neural recipe. */
export function findNeuralDesign(voiceId: string): NeuralVoice | null {
  const recipe = findNeuralRecipe(voiceId);
  return recipe && neuralVoiceOf(voiceId, recipe);
}
