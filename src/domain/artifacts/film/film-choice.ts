import type { FilmFormat, FrameRate, Grade } from '../../../craft/film/film.js';

export const RESOLUTIONS = ['720p', '1080p'] as const;
export const ASPECTS = ['16:9', '9:16'] as const;
export type Aspect = (typeof ASPECTS)[number];
export const CAPTIONS = ['track', 'burned'] as const;

/** What a caller chooses of a film. */
export interface FilmChoice {
  grade: Grade; resolution: (typeof RESOLUTIONS)[number]; aspect: Aspect;
  /** Burned ones are drawn into the picture; the film has a track of them too. */
  captions: (typeof CAPTIONS)[number];
  frameRate: FrameRate;
}

export const DEFAULT_CHOICE: FilmChoice = { grade: 'cinema', resolution: '720p', aspect: '16:9', captions: 'track', frameRate: 'variable' };

/** A choice as it was stored; those of earlier films have fewer fields. */
export const choiceOf = (stored: Partial<FilmChoice>): FilmChoice => ({ ...DEFAULT_CHOICE, ...stored });

/** The films of a read that are kept beside each other: the whole in each aspect, and the part that the link of its script shows. */
export const CUTS = [...ASPECTS, 'part'] as const;
export type Cut = (typeof CUTS)[number];

const SIDES: Readonly<Record<FilmChoice['resolution'], readonly [long: number, short: number]>> = { '720p': [1_280, 720], '1080p': [1_920, 1_080] };
/** Divides the hertz of the voices, so that a frame is a whole number of samples. */
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
