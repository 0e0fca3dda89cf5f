import type { FilmFormat, FrameRate, Grade } from '../../../craft/film/film.js';

export const RESOLUTIONS = ['720p', '1080p'] as const;
export const ASPECTS = ['16:9', '9:16'] as const;
export type Aspect = (typeof ASPECTS)[number];
export const CAPTIONS = ['track', 'burned'] as const;

/** What a caller can choose about a film. */
export interface FilmChoice {
  grade: Grade; resolution: (typeof RESOLUTIONS)[number]; aspect: Aspect;
  /** Burned captions are drawn into the picture; the film also has them as a track. */
  captions: (typeof CAPTIONS)[number];
  frameRate: FrameRate;
}

export const DEFAULT_CHOICE: FilmChoice = { grade: 'cinema', resolution: '720p', aspect: '16:9', captions: 'track', frameRate: 'variable' };

/** A stored choice, completed with the defaults: choices of earlier films have fewer fields. */
export const choiceOf = (stored: Partial<FilmChoice>): FilmChoice => ({ ...DEFAULT_CHOICE, ...stored });

/** The films of a read that exist side by side: the whole read in each aspect, and the part that its script link shows. */
export const CUTS = [...ASPECTS, 'part'] as const;
export type Cut = (typeof CUTS)[number];

const SIDES: Readonly<Record<FilmChoice['resolution'], readonly [long: number, short: number]>> = { '720p': [1_280, 720], '1080p': [1_920, 1_080] };
/** A divisor of the sample rate of the voices, so that a frame is a whole number of samples. */
const FRAMES_PER_SECOND = 24;

/** Pixels of a film. */
export function sizeOf({ resolution, aspect }: Pick<FilmChoice, 'resolution' | 'aspect'>): Pick<FilmFormat, 'widthPx' | 'heightPx'> {
  const [long, short] = SIDES[resolution];
  return aspect === '16:9' ? { widthPx: long, heightPx: short } : { widthPx: short, heightPx: long };
}

export const formatOf = ({ grade, frameRate, ...shape }: FilmChoice): FilmFormat =>
  ({ ...sizeOf(shape), framesPerSecond: FRAMES_PER_SECOND, grade, frameRate });

export const isSameChoice = (one: FilmChoice, other: FilmChoice): boolean =>
  (Object.keys(DEFAULT_CHOICE) as (keyof FilmChoice)[]).every((field) => one[field] === other[field]);
