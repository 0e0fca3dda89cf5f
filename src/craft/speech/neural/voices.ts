import type { Gender } from '../../screenplay/model.js';
import type { Voice } from '../port.js';
import { stockVoice } from '../stock-voice.js';
import type { StyleShare } from './job.js';
import { ALIKE, PEOPLE, type PersonSound } from './people.js';
import { wordTable } from '../../patterns/word-table.js';

/** One character voice: a mixture of the model's styles, an accent, and the settings that make a distinct person of them. */
export interface NeuralVoice extends PersonSound {
  voiceId: string;
  name: string;
  gender: Gender;
  ageRange: Voice['ageRange'];
  accent: string;
  styleTags: string[];
  /** Whose pronunciation is spoken: American or British. */
  phonemes: 'us' | 'gb';
  styles: readonly StyleShare[];
  /** Median pitch of the mixed style in Hz, around which the melody is widened or flattened. */
  styleHz: number;
  /** Constant gain that gives all voices the same level, and the loudness with that gain (ITU-R BS.1770). */
  gainDb: number;
  measuredLufs: number;
}

/** Median pitch in Hz of each style that voices are mixed from, over eight sentences. */
export const STYLE_HZ: Readonly<Record<string, number>> = {
  af_alloy: 135, af_aoede: 170, af_bella: 191, af_heart: 187, af_jessica: 196, af_kore: 143, af_nicole: 141, af_nova: 148, af_river: 169,
  af_sarah: 180, af_sky: 148, am_adam: 109, am_echo: 103, am_eric: 143, am_fenrir: 125, am_liam: 116, am_michael: 105, am_onyx: 82,
  am_puck: 103, am_santa: 137, bf_alice: 194, bf_emma: 175, bf_isabella: 196, bf_lily: 174, bm_daniel: 116, bm_fable: 110, bm_george: 133, bm_lewis: 95,
};

/** The words per second that each style speaks unadjusted, measured on the sample sentence. */
const STYLE_WORDS: Readonly<Record<string, number>> = wordTable({
  af_alloy: 3.74, af_aoede: 4.01, af_bella: 3.65, af_heart: 3.94, af_jessica: 4.17, af_kore: 3.87, af_nicole: 2.29, af_nova: 3.98, af_river: 4.24,
  af_sarah: 4.05, af_sky: 4.68, am_adam: 3.8, am_echo: 3.66, am_eric: 4.33, am_fenrir: 3.91, am_liam: 4.24, am_michael: 3.53, am_onyx: 3.92,
  am_puck: 3.9, am_santa: 3.47, bf_alice: 3.75, bf_emma: 3.93, bf_isabella: 3.77, bf_lily: 3.61, bm_daniel: 3.73, bm_fable: 3.27, bm_george: 3.26,
  bm_lewis: 3.32,
});
/** Words in a second of the sample sentence at which whole reads, with their pauses, come to `WORDS_PER_SECOND` of the writer. */
const HOUSE_WORDS = 2.8;

export const ACCENTS = { us: 'American', gb: 'British' } as const;

const mixed = (styles: readonly StyleShare[], of: Readonly<Record<string, number>>): number =>
  Math.exp(styles.reduce((sum, [style, share]) => sum + share * Math.log(of[style] as number), 0));

/** Median pitch in Hz of a mixture. */
export const hzOf = (styles: readonly StyleShare[]): number => mixed(styles, STYLE_HZ);

/** The factor that brings a mixture to the common pace of all voices; unadjusted, styles differ from each other by half. */
export const evenPaceOf = (styles: readonly StyleShare[]): number => HOUSE_WORDS / mixed(styles, STYLE_WORDS);

/** The voices; any two differ in pitch or timbre. */
export const NEURAL_VOICES: readonly NeuralVoice[] = PEOPLE.map(([id, name, gender, ageRange, phonemes, tags, styles, sound, gainDb]) => ({
  voiceId: `neural-${id}`, name, gender, ageRange, accent: ACCENTS[phonemes], styleTags: tags.split(' '), phonemes, styles, styleHz: hzOf(styles),
  pitch: 1, melody: 1, rate: 1, tractFactor: 1, vibrato: false, ...sound, gainDb, measuredLufs: -24,
}));

/** The ids of voices that a listener may confuse with this one. */
const similarTo = (voiceId: string): string[] =>
  ALIKE.map((pair) => pair.map((id) => `neural-${id}`)).filter((pair) => pair.includes(voiceId)).flat().filter((id) => id !== voiceId);

/** Catalogue entries of the neural voices. */
export const catalogue = (provider: string): Voice[] =>
  NEURAL_VOICES.map((voice) => ({ ...stockVoice(provider, voice), similarTo: similarTo(voice.voiceId) }));
