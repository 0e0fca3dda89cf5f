import { stat } from 'node:fs/promises';
import { measureLoudness } from '../audio/loudness.js';
import type { Ffmpeg } from '../ffmpeg/run.js';

/** The sound of a film as an M4A, copied without encoding it again, and how loud it is. Throws as `Ffmpeg.run` does. */
export async function soundTrackOf(
  ffmpeg: Ffmpeg, film: string, outputPath: string, signal: AbortSignal,
): Promise<{ path: string; byteSize: number; lufs: number }> {
  await ffmpeg.run(
    ['-v', 'error', '-i', film, '-map', '0:a:0', '-c', 'copy', '-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', '-y', outputPath], { signal });
  const [{ lufs }, { size }] = await Promise.all([measureLoudness(ffmpeg, ['-i', outputPath], { signal }), stat(outputPath)]);
  return { path: outputPath, byteSize: size, lufs };
}
