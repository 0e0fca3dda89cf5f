import type { FilmFormat, Grade } from '../../../craft/film/film.js';

export const RESOLUTIONS = ['720p', '1080p'] as const;
export const ASPECTS = ['16:9', '9:16'] as const;

/** What a caller chooses of a film. */
export interface FilmChoice { grade: Grade; resolution: (typeof RESOLUTIONS)[number]; aspect: (typeof ASPECTS)[number] }

export const DEFAULT_CHOICE: FilmChoice = { grade: 'cinema', resolution: '720p', aspect: '16:9' };

const SIDES: Readonly<Record<FilmChoice['resolution'], readonly [long: number, short: number]>> = { '720p': [1_280, 720], '1080p': [1_920, 1_080] };
/** Divides the hertz of the voices, so that a frame is a whole number of samples. */
const FRAMES_PER_SECOND = 24;

export function formatOf({ grade, resolution, aspect }: FilmChoice): FilmFormat {
  const [long, short] = SIDES[resolution];
  const [widthPx, heightPx] = aspect === '16:9' ? [long, short] : [short, long];
  return { widthPx, heightPx, framesPerSecond: FRAMES_PER_SECOND, grade };
}

export const isSameChoice = (one: FilmChoice, other: FilmChoice): boolean =>
  one.grade === other.grade && one.resolution === other.resolution && one.aspect === other.aspect;
