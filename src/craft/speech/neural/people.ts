import type { Gender } from '../../screenplay/model.js';
import type { Voice } from '../port.js';
import type { StyleShare } from './job.js';

/** The settings that turn a style into a distinct person. */
export interface PersonSound {
  /** Factors of the style's pitch and of the common pace of all voices, and the exponent of the melody. */
  pitch: number;
  melody: number;
  rate: number;
  /** Above 1 sounds like a smaller head. */
  tractFactor: number;
  /** Slow tremor of an old voice. */
  vibrato: boolean;
}

type Person = readonly [
  id: string, name: string, gender: Gender, age: Voice['ageRange'], phonemes: 'us' | 'gb', tags: string,
  styles: readonly StyleShare[], sound: Partial<PersonSound>, gainDb: number,
];

const one = (style: string): readonly StyleShare[] => [[style, 1]];
const half = (first: string, second: string): readonly StyleShare[] => [[first, 0.5], [second, 0.5]];

/** The sound of old age: a tremor, a slower pace and a flatter melody. */
const OLD: Partial<PersonSound> = { rate: 0.94, melody: 0.9, vibrato: true };

/** Everybody who can be cast. The gain brings each voice to -24 LUFS. */
export const PEOPLE: readonly Person[] = [
  ['hannah', 'Hannah Whitlock', 'female', 'adult', 'us', 'narrator warm clear', one('af_heart'), {}, -1.7],
  ['bella', 'Bella Moreno', 'female', 'young_adult', 'us', 'bright lively', one('af_bella'), { pitch: 1.06 }, -2.3],
  ['sarah', 'Sarah Lindqvist', 'female', 'adult', 'us', 'low composed', one('af_sarah'), { pitch: 0.92 }, -3.3],
  ['nova', 'Joanna Price', 'female', 'adult', 'us', 'deep even', one('af_nova'), {}, 2.8],
  ['aoede', 'Maya Castellan', 'female', 'young_adult', 'us', 'light gentle', one('af_aoede'), { pitch: 1.12 }, -6.2],
  ['kore', 'Diane Okafor', 'female', 'adult', 'us', 'grave firm', one('af_kore'), { pitch: 1.05 }, -5.7],
  ['alloy', 'Ruth Calloway', 'female', 'adult', 'us', 'dry official', one('af_alloy'), { pitch: 1.08 }, -2.2],
  ['river', 'Tess Arden', 'female', 'young_adult', 'us', 'quick plain', one('af_river'), { pitch: 1.08 }, -2.8],
  ['nicole', 'Lena Voight', 'female', 'adult', 'us', 'soft breathy slow', one('af_nicole'), { rate: 0.95 }, -1.9],
  ['jessica', 'Carla Reyes', 'female', 'young_adult', 'us', 'lively high', one('af_jessica'), {}, -2.1],
  ['michael', 'Michael Garrett', 'male', 'adult', 'us', 'narrator calm clear', one('am_michael'), {}, -0.2],
  ['fenrir', 'Jack Brannigan', 'male', 'adult', 'us', 'open vigorous', one('am_fenrir'), {}, -4.9],
  ['puck', 'Toby Hale', 'male', 'young_adult', 'us', 'bright eager', one('am_puck'), { pitch: 1.08 }, -5.4],
  ['echo', 'Walter Keane', 'male', 'adult', 'us', 'plain reserved', one('am_echo'), {}, -1.8],
  ['eric', 'Eric Solano', 'male', 'young_adult', 'us', 'light quick', one('am_eric'), {}, -2.8],
  ['liam', 'Liam Decker', 'male', 'young_adult', 'us', 'easy warm', one('am_liam'), {}, -2.5],
  ['onyx', 'Victor Stroud', 'male', 'adult', 'us', 'deep grave', one('am_onyx'), {}, -0.9],
  ['harlan', 'Harlan Boone', 'male', 'adult', 'us', 'gravelly slow', half('am_onyx', 'am_fenrir'), { tractFactor: 0.93, pitch: 0.86, rate: 0.96 }, -3],
  ['emma', 'Emma Fairfax', 'female', 'adult', 'gb', 'narrator clear even', one('bf_emma'), {}, -4.1],
  ['isabella', 'Isabel Thorne', 'female', 'adult', 'gb', 'composed low', one('bf_isabella'), { pitch: 0.92 }, -6.3],
  ['alice', 'Alice Penrose', 'female', 'young_adult', 'gb', 'bright lively', one('bf_alice'), { pitch: 1.06 }, -3.4],
  ['lily', 'Lily Marchmont', 'female', 'young_adult', 'gb', 'light gentle', one('bf_lily'), {}, -2.6],
  ['charlotte', 'Charlotte Ainsley', 'female', 'adult', 'gb', 'grave firm', half('bf_isabella', 'af_kore'), { tractFactor: 0.97, pitch: 0.95 }, -5.9],
  ['winifred', 'Winifred Dale', 'female', 'adult', 'gb', 'brisk dry', half('bf_emma', 'af_river'), { rate: 1.05, pitch: 1.05 }, -3.2],
  ['george', 'George Ashcombe', 'male', 'adult', 'gb', 'narrator warm clear', one('bm_george'), {}, -2.5],
  ['fable', 'Rupert Vane', 'male', 'adult', 'gb', 'open lively', one('bm_fable'), {}, -2.1],
  ['lewis', 'Lewis Hargrave', 'male', 'adult', 'gb', 'deep grave', one('bm_lewis'), { pitch: 0.95 }, -0.6],
  ['daniel', 'Daniel Pryor', 'male', 'adult', 'gb', 'plain official', one('bm_daniel'), {}, -2.7],
  ['edmund', 'Edmund Blackwood', 'male', 'young_adult', 'gb', 'light quick', half('bm_fable', 'am_puck'), { pitch: 1.28, tractFactor: 1.07 }, -3.6],
  ['arthur', 'Arthur Penhale', 'male', 'adult', 'gb', 'rough slow', half('bm_lewis', 'am_fenrir'), { tractFactor: 0.94, pitch: 0.88, rate: 0.96 }, -2.9],
  ['jasper', 'Jasper Wynn', 'male', 'young_adult', 'gb', 'easy warm', half('bm_george', 'am_liam'), { pitch: 1.15, tractFactor: 1.08 }, -2.3],
  ['mabel', 'Mabel Crane', 'female', 'senior', 'us', 'old kindly', half('af_sarah', 'af_nova'), { ...OLD, pitch: 1.12, tractFactor: 0.98 }, -0.7],
  ['opal', 'Opal Jennings', 'female', 'senior', 'us', 'old sharp', half('af_kore', 'af_alloy'), { ...OLD, pitch: 1.25, tractFactor: 1.04, rate: 0.97 }, -4],
  ['clarence', 'Clarence Tuttle', 'male', 'senior', 'us', 'old slow', one('am_santa'), { ...OLD, pitch: 1.05 }, -1.8],
  ['ezra', 'Ezra Whitcomb', 'male', 'senior', 'us', 'old frail', half('am_echo', 'am_eric'), { ...OLD, pitch: 1.2, tractFactor: 1.03 }, -2.5],
  ['agnes', 'Agnes Merriweather', 'female', 'senior', 'gb', 'old kindly', half('bf_emma', 'bf_isabella'), { ...OLD, pitch: 1.05, tractFactor: 1.02 }, -4.6],
  ['edith', 'Edith Harker', 'female', 'senior', 'gb', 'old low', half('bf_alice', 'af_nova'), { ...OLD, pitch: 0.9, tractFactor: 0.95 }, -0.4],
  ['cecil', 'Cecil Wainwright', 'male', 'senior', 'gb', 'old frail', half('bm_fable', 'bm_daniel'), { ...OLD, pitch: 1.4, tractFactor: 1.07 }, -1.7],
  ['horace', 'Horace Blount', 'male', 'senior', 'gb', 'old deep', half('bm_lewis', 'bm_george'), { ...OLD, pitch: 0.92, tractFactor: 0.94 }, -1.2],
  ['ellie', 'Ellie Sanders', 'female', 'teen', 'us', 'young bright', half('af_jessica', 'af_heart'), { pitch: 1.15, tractFactor: 1.06, rate: 1.03 }, -1.9],
  ['danny', 'Danny Ruiz', 'male', 'teen', 'us', 'young eager', half('am_puck', 'am_eric'), { pitch: 1.3, tractFactor: 1.08, rate: 1.04 }, -4.3],
  ['poppy', 'Poppy Lister', 'female', 'teen', 'gb', 'young bright', half('bf_lily', 'bf_alice'), { pitch: 1.15, tractFactor: 1.06, rate: 1.03 }, -3],
  ['alfie', 'Alfie Marsh', 'male', 'teen', 'gb', 'young eager', half('bm_fable', 'am_eric'), { pitch: 1.32, tractFactor: 1.08, rate: 1.04 }, -2.3],
  ['sophie', 'Sophie Tran', 'female', 'child', 'us', 'child light', half('af_bella', 'af_jessica'), { pitch: 1.38, tractFactor: 1.18 }, -1.9],
  ['max', 'Max Holloway', 'male', 'child', 'us', 'child lively', half('af_sky', 'am_puck'), { pitch: 1.8, tractFactor: 1.2, rate: 1.02 }, -3.9],
  ['pip', 'Pip Fenwick', 'male', 'child', 'gb', 'child lively', half('bf_alice', 'bm_fable'), { pitch: 1.62, tractFactor: 1.2, rate: 1.02 }, -2.8],
  ['daisy', 'Daisy Fenwick', 'female', 'child', 'gb', 'child light', half('bf_lily', 'bf_emma'), { pitch: 1.4, tractFactor: 1.17 }, -3.3],
];

/** Pairs of people whose voices differ least in timbre and pitch: at most 1.5 times as much as one voice varies. */
export const ALIKE: readonly (readonly [string, string])[] = [
  ['cecil', 'ezra'], ['fenrir', 'puck'], ['arthur', 'puck'], ['alfie', 'cecil'], ['cecil', 'edmund'],
  ['arthur', 'harlan'], ['danny', 'ezra'], ['daniel', 'george'], ['echo', 'fable'], ['daniel', 'horace'],
  ['ezra', 'jasper'], ['alice', 'poppy'], ['edmund', 'ezra'], ['edmund', 'fable'], ['alfie', 'danny'],
  ['alfie', 'ezra'], ['eric', 'ezra'], ['river', 'winifred'],
];
