import type { FilmFormat } from '../film/film.js';

/** All clips have the size and frame rate of a film, whoever made them. */
export const CLIP_FORMAT: FilmFormat = { widthPx: 1_280, heightPx: 720, framesPerSecond: 24, grade: 'cinema' };

/** The shortest and the longest clip, in milliseconds. */
export const MIN_CLIP_MS = 4_000;
export const MAX_CLIP_MS = 30_000;

/** Whole frames of a clip of this length. */
export const clipFrames = (durationMs: number): number => Math.max(1, Math.round((durationMs * CLIP_FORMAT.framesPerSecond) / 1_000));

/** ffmpeg arguments that encode the pictures of a clip. Equal pictures give equal bytes. */
export const CLIP_ENCODER: readonly string[] = [
  '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-g', String(CLIP_FORMAT.framesPerSecond * 10), '-threads', '2',
  '-x264-params', 'scenecut=0:open-gop=0:cpu-independent=1', '-pix_fmt', 'yuv420p',
  '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv', '-map_metadata', '-1', '-movflags', '+faststart',
  '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'mp4',
];
