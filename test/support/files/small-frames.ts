import { outputOf } from '../../craft/film/small-films.js';
import { ffmpegForTests } from '../ffmpeg.js';

const [WIDTH, HEIGHT] = [80, 45];
export const FRAMES_A_SECOND = 24;

/** The frames of a film, 24 a second, as 80×45 grey pixels. */
export async function greyFrames(file: string): Promise<Buffer[]> {
  const filters = `fps=${FRAMES_A_SECOND},scale=${WIDTH}:${HEIGHT}:flags=area,format=gray`;
  const bytes = await outputOf(await ffmpegForTests(), ['-i', file, '-map', '0:v:0', '-vf', filters, '-f', 'rawvideo']);
  return Array.from({ length: bytes.length / (WIDTH * HEIGHT) }, (_, at) => bytes.subarray(at * WIDTH * HEIGHT, (at + 1) * WIDTH * HEIGHT));
}

/** The mean difference of two frames, from 0 to 255, over all pixels or over a region given in shares of the frame. */
export function differenceOf(one: Buffer, other: Buffer, { x = 0, y = 0, width = 1, height = 1 } = {}): number {
  let [sum, count] = [0, 0];
  for (let row = Math.floor(y * HEIGHT); row < (y + height) * HEIGHT; row++) {
    for (let column = Math.floor(x * WIDTH); column < (x + width) * WIDTH; column++) {
      sum += Math.abs(one[row * WIDTH + column]! - other[row * WIDTH + column]!);
      count += 1;
    }
  }
  return sum / count;
}
