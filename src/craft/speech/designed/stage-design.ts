import { BRIGHTNESS_DB, FLITE_BASES, type CharacterVoice, type FliteBase } from '../flite/voices.js';
import {
  findNumber, findPerson, findTremor, GAIN, numberPart, personPart, tremorPart, VOICE_LUFS, type DesignedPerson, type IdNumber,
} from './design-id.js';
import { tagsOf, titleOf } from './words.js';

/** The recipe of a designed stage voice, which changes a base voice. Pitch and spread are null for the base that ignores them. */
export interface StageRecipe extends DesignedPerson {
  base: FliteBase;
  tractFactor: number;
  pitchHz: number | null;
  pitchSpreadHz: number | null;
  rate: number;
  vibrato: boolean;
  gainDb: number;
}

export const STAGE_PREFIX = 'designed-stage-';
/** The base whose pitch cannot be set; it speaks at this median, in Hz. */
const FIXED_BASE: FliteBase = 'rms';
const FIXED_HZ = 100;
const TRACT: IdNumber = { letter: 't', min: 80, max: 130, scale: 100 };
const PITCH: IdNumber = { letter: 'h', min: 70, max: 300, scale: 1 };
const SPREAD: IdNumber = { letter: 'd', min: 1, max: 60, scale: 1 };
const RATE: IdNumber = { letter: 'r', min: 70, max: 130, scale: 100 };

/** The id, which holds the complete recipe. Equal recipes have equal ids. */
export function stageDesignId(recipe: StageRecipe): string {
  const { base, tractFactor, pitchHz, pitchSpreadHz, rate, vibrato, gainDb } = recipe;
  const pitched = pitchHz === null || pitchSpreadHz === null ? [] : [numberPart(PITCH, pitchHz), numberPart(SPREAD, pitchSpreadHz)];
  return STAGE_PREFIX + [
    base, personPart(recipe), ...pitched, numberPart(TRACT, tractFactor), numberPart(RATE, rate), tremorPart(vibrato), numberPart(GAIN, gainDb),
  ].join('-');
}

/** The recipe in an id; null for any other text, including a different notation of the same recipe. */
export function findStageRecipe(voiceId: string): StageRecipe | null {
  if (!voiceId.startsWith(STAGE_PREFIX)) return null;
  const parts = voiceId.slice(STAGE_PREFIX.length).split('-');
  const base = FLITE_BASES.find((each) => each === parts[0]);
  const person = findPerson(parts[1]);
  const [gainPart, tremorOf, ratePart, tractPart] = parts.slice(-4).reverse();
  const [vibrato, tractFactor, rate, gainDb] = [findTremor(tremorOf), findNumber(TRACT, tractPart), findNumber(RATE, ratePart), findNumber(GAIN, gainPart)];
  const pitchHz = findNumber(PITCH, parts[2]);
  const pitchSpreadHz = findNumber(SPREAD, parts[3]);
  const isPitched = base !== FIXED_BASE;
  if (!base || !person || vibrato === null || tractFactor === null || rate === null || gainDb === null) return null;
  if (isPitched && (pitchHz === null || pitchSpreadHz === null)) return null;
  const recipe: StageRecipe = {
    ...person, base, tractFactor, rate, vibrato, gainDb, pitchHz: isPitched ? pitchHz : null, pitchSpreadHz: isPitched ? pitchSpreadHz : null,
  };
  return stageDesignId(recipe) === voiceId ? recipe : null;
}

const ACCENT: Record<FliteBase, string> = { rms: 'American', awb: 'Scottish', slt: 'American', kal16: 'American' };

/** The voice of a designed id; null for an id that is not a valid recipe of a stage voice. */
export function findStageDesign(voiceId: string): CharacterVoice | null {
  const recipe = findStageRecipe(voiceId);
  if (!recipe) return null;
  const { gender, ageRange, base, tractFactor, pitchHz, rate } = recipe;
  const tags = [...tagsOf({ gender, ageRange, pitchHz: pitchHz ?? FIXED_HZ * tractFactor, rate, tractFactor }), ...(base === 'kal16' ? ['machine'] : [])];
  return {
    ...recipe, voiceId, name: titleOf(tags, recipe, ACCENT[base]), accent: ACCENT[base], styleTags: tags,
    brightnessDb: BRIGHTNESS_DB[base], measuredLufs: VOICE_LUFS,
  };
}
