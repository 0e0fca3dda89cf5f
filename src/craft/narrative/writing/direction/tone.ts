import type { Emotion } from '../../../screenplay/model.js';
import { asked } from './asked.js';

/** How the tone of a production colours lines that have no emotion, mood or manner of their own: an emotion for narration, and factors for all. */
export interface Tone { name: string; emotion: Emotion | null; speed: number; volume: number }

const TONES: readonly (readonly [Tone, RegExp])[] = [
  [{ name: 'playful', emotion: 'happy', speed: 1.06, volume: 1.02 },
    /\b(?:playful\w*|comic\w*|comed(?:y|ies)|funny|humou?r\w*|witty|whimsical\w*|light(?:-| )?hearted|farc\w+|satir\w+|cheerful\w*|joyful\w*|silly|absurd\w*)\b/iu],
  [{ name: 'warm', emotion: 'happy', speed: 0.98, volume: 1 },
    /\b(?:warm\w*|tender\w*|cosy|cozy|heartfelt|hopeful\w*|uplifting|feel-good|affectionate\w*|romance|romantic\w*)\b/iu],
  [{ name: 'mournful', emotion: 'sad', speed: 0.94, volume: 0.98 },
    /\b(?:melanchol\w+|elegiac|mournful\w*|sad|sorrow\w*|bleak\w*|sombre|somber|tragic\w*|traged(?:y|ies)|wistful\w*|griev\w+|lament\w*)\b/iu],
  [{ name: 'pressing', emotion: null, speed: 1.07, volume: 1.04 },
    /\b(?:tens(?:e|ion)|suspense\w*|thrillers?|urgent\w*|breathless\w*|fast(?:-| )paced|pulpy|action|adventur\w+|frantic\w*|nerve-racking)\b/iu],
  [{ name: 'low and dark', emotion: 'calm', speed: 0.93, volume: 0.94 },
    /\b(?:eerie\w*|uncanny|ominous\w*|dark|gothic|horror|ghost stor(?:y|ies)|haunt\w+|menacing\w*|sinister|creepy|noir|brooding)\b/iu],
  [{ name: 'gravely', emotion: null, speed: 0.94, volume: 1 },
    /\b(?:solemn\w*|grave|epic|stately|reverent\w*|biblical|ceremonial|serious\w*)\b/iu],
  [{ name: 'quietly', emotion: 'calm', speed: 0.96, volume: 0.96 },
    /\b(?:quiet\w*|calm\w*|gentl[ey]\w*|meditative|contemplative|restrained|understated|serene\w*|hushed|dreamlike|lyrical|measured|unhurried|slow\w*)\b/iu],
];

/** The tone that the words for a tone or a genre ask for; null for words that say nothing about delivery. The first matching word counts. */
export const toneOf = (words: string | undefined): Tone | null => (words === undefined ? null : asked(TONES, words));
