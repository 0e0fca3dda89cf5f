import Type from 'typebox';
import { closed, nullable, oneOf } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import type { Cue } from '../../../kernel/families/cues/lane.js';

/** The asset of a cue whose music is written for its passage. */
export const COMPOSED = 'composed';

/** The asset of a cue whose music a service makes for its passage. */
export const SERVED = 'served';

/** True for music that is made for its passage, rather than a piece of the catalogue. */
export const isMade = (assetId: string): boolean => assetId === COMPOSED || assetId === SERVED;

export const share = (description: string, least = 0) => Type.Number({ minimum: least, maximum: 1, description });
const milliseconds = (description: string) => Type.Integer({ minimum: 0, maximum: 60_000, description });
export const Asset = Type.String({ pattern: '^[a-z0-9-]{1,64}$', description: 'A sound of kind `music`, of `GET /story-projects/{projectId}/sounds`, or `composed`: music that is written for the passage, as long as it lasts, '
  + 'with the theme of the person who leads it; or `served`: music that a service makes for the passage. Where none is named, the service makes it if there is one; else it is composed if the instruments are installed' });
export const Prompt = Type.String({ minLength: 1, maxLength: 400, pattern: VISIBLE, description: 'Words for the music. Composed, it takes mood and instruments from them; a service gets them; else it is the piece of the catalogue that fits most of them' });

export const INSTRUMENTS = {
  pad: share('Held tones'), strings: share('Plucked strings; of composed music also the melody'), bass: share('Bass; of composed music also drums'),
};
export const CLIP = {
  volume: share('Of this music beside the mix'), fadeInMs: milliseconds('At its beginning'), fadeOutMs: milliseconds('At its end, unless `endTransition` is `cut`'),
  playMode: oneOf(['once', 'loop'], { description: '`once`: one round of its chords, or composed for 30 s at most; `loop`: as long as the address lasts' }),
  anchor: oneOf(['start', 'end'], { description: 'From which end of its address it is laid' }),
};
export const TUNABLES = {
  mix: share('How loud, from silence to just below the voices'),
  ducking: share('How far it goes down under speech: 2 dB for 0.1, 20 dB for 1', 0.1),
  bpm: nullable(Type.Integer({ minimum: 60, maximum: 180 }), { description: 'Tempo; null leaves it to the piece or the mood' }),
  density: nullable(share('Of notes'), { description: 'Share of notes: 0.5 as written; null too. Composed with 0, it is chords and bass alone' }),
  brightness: nullable(share('Of tone'), { description: 'Of the held tones; composed, of all, and how high they lie. Null leaves it to the piece or the mood' }),
  endTransition: oneOf(['fadeOut', 'cut'], { description: 'How it ends where its address ends; composed music comes home and fades, or is cut off away from home' }),
};

/** The fields of a cue. */
export const CUE = {
  ...TUNABLES,
  instruments: closed(INSTRUMENTS, { description: 'Weight of each; 1 as composed' }),
  clip: closed({ assetId: Asset, prompt: nullable(Prompt), ...CLIP }),
  mood: nullable(oneOf(['even', 'tense', 'hushed', 'grave', 'bright']), { description: 'The mood of the passage that it was chosen for; null when it was named' }),
  take: Type.Integer({ minimum: 1, description: 'Rises with every choice anew' }),
};

/** Music at a place of a screenplay. */
export type MusicCue = Cue<typeof CUE>;
