import type { Voice } from '../port.js';
import { stockVoice } from '../stock-voice.js';
import { findNeuralDesign } from './neural-design.js';
import { findStageDesign } from './stage-design.js';

const ENGINES = [['neural', findNeuralDesign], ['stage', findStageDesign]] as const;

/** True for an id with the prefix of designed voices, even if it is not a valid recipe. */
export const isDesignedId = (voiceId: string): boolean => voiceId.startsWith('designed-');

/** The catalogue entry of a designed voice, from its id alone; null for an id that is no recipe. */
export function findDesignedVoice(voiceId: string): Voice | null {
  for (const [provider, find] of ENGINES) {
    const design = find(voiceId);
    if (design) return { ...stockVoice(provider, design), category: 'designed' };
  }
  return null;
}

/** The voice of a catalogue with this id. Also finds a designed voice, if the catalogue has voices of the same engine; else null. */
export function findVoice(catalogue: readonly Voice[], voiceId: string): Voice | null {
  const listed = catalogue.find((voice) => voice.voiceId === voiceId);
  if (listed || !isDesignedId(voiceId)) return listed ?? null;
  const designed = findDesignedVoice(voiceId);
  return designed && catalogue.some(({ provider }) => provider === designed.provider) ? designed : null;
}
