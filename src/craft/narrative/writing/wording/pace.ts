import { speakerOf, type Screenplay } from '../../../screenplay/model.js';
import { countWords, WORDS_PER_SECOND } from './wording.js';

/** Seconds of silence between two entries, and between two scenes. */
export const BETWEEN_TURNS = 0.6;
export const BETWEEN_SCENES = 1.75;
/** Words between two silences of a drama: so many words with one silence last as long as `WORDS_PER_SECOND` says. */
const WORDS_BETWEEN_TURNS = 24;

/** Words in a second of speech, without the silence around it. */
export const LINE_WORDS_PER_SECOND = 1 / (1 / WORDS_PER_SECOND - BETWEEN_TURNS / WORDS_BETWEEN_TURNS);

/** Seconds that a drama is heard, with the silence between its lines: many short lines last longer than one long line. */
export function secondsHeard({ entries, narrationPolicy }: Pick<Screenplay, 'entries' | 'narrationPolicy'>): number {
  let seconds = 0;
  let scene: number | null = null;
  for (const entry of entries) {
    if (speakerOf(entry, narrationPolicy) === null) continue;
    if (scene !== null) seconds += entry.sceneIndex === scene ? BETWEEN_TURNS : BETWEEN_SCENES;
    scene = entry.sceneIndex;
    seconds += countWords(entry.text) / LINE_WORDS_PER_SECOND;
  }
  return seconds;
}
