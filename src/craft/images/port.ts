import type { Grade } from './grade.js';
import type { Look } from './person/look.js';
import type { Place } from './places/place.js';
import type { SaidThing } from './places/things.js';
import type { RasterFormat } from './raster.js';

/** What an image is for: a person's face, figure or model sheet, a place, a frame of a mood board, or one thing. */
export const IMAGE_PURPOSES = ['face', 'body', 'sheet', 'place', 'frame', 'thing'] as const;
export type ImagePurpose = (typeof IMAGE_PURPOSES)[number];

/** Aspect ratios, width to height. */
export const IMAGE_ASPECTS = ['16:9', '1:1', '9:16', '4:3', '3:4', '2:3', '8:5'] as const;
export type ImageAspect = (typeof IMAGE_ASPECTS)[number];

export const IMAGE_FORMATS = ['jpeg', 'png', 'webp'] as const satisfies readonly RasterFormat[];
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

export interface ImageRequest {
  purpose: ImagePurpose;
  /** The picture in words. The embedded renderer ignores them and draws look and place, which they describe. */
  prompt: string;
  /** The people, from left to right: one for a face, body or sheet, none for a place. */
  looks?: readonly Look[];
  place?: Place;
  thing?: SaidThing;
  /** Up to 8 colours `#rrggbb`. */
  palette?: readonly string[];
  /** Colour treatments of the whole picture. */
  grades?: readonly Grade[];
  /** The same seed and request give the same picture, as far as the engine can. */
  seed: string;
  aspect: ImageAspect;
  /** 64 to 3000. */
  widthPx: number;
  format: ImageFormat;
}

export interface MadeImage {
  bytes: Buffer;
  mime: string;
  widthPx: number;
  heightPx: number;
  prompt: string;
  seed: string;
  provider: string;
}

export interface ImageEngine {
  /** Name in records, such as `embedded`. */
  name: string;
  embedded: boolean;
  /** The parts of a request that determine the picture: equal ones give the same picture. */
  essence(request: ImageRequest): object;
  /** Changes whenever the same request may give another picture. */
  version(): Promise<string>;
  /** Throws `ProviderBackoff` when the service wants a pause, `ProviderFailure` or `RasterFailed` when there is no picture. */
  make(request: ImageRequest, signal?: AbortSignal): Promise<MadeImage>;
}

export const IMAGE_MIMES: Record<ImageFormat, string> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** Height for a width, in whole pixels. */
export function imageHeight(aspect: ImageAspect, widthPx: number): number {
  const [across, down] = aspect.split(':').map(Number) as [number, number];
  return Math.round((widthPx * down) / across);
}
