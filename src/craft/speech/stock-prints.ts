import { readFileSync } from 'node:fs';
import type { VoicePrint } from './sound/voice-print.js';

/** The sentence on which voices are measured and heard; a voice with a name says it first. */
export const SAMPLE_SENTENCE = 'The lights are down, and everybody has found a seat, so let us begin.';

export const sampleOf = (name: string): string => `My name is ${name}. ${SAMPLE_SENTENCE}`;

export const wordsIn = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length;

let prints: Readonly<Record<string, VoicePrint>> | undefined;

/** The print of an embedded voice, measured in advance by `proscenium voices previews`; null for any other voice. */
export function findStockPrint(voiceId: string): VoicePrint | null {
  prints ??= JSON.parse(readFileSync(new URL('./previews/prints.json', import.meta.url), 'utf8')) as Record<string, VoicePrint>;
  return prints[voiceId] ?? null;
}
