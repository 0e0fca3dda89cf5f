import { execFile } from 'node:child_process';
import { ffmpegForTests } from '../ffmpeg.js';

/** What a media file holds, as ffmpeg reads it. */
export interface MediaStreams {
  /** The kinds of its streams, sorted; a cover picture is not counted. */
  kinds: string[];
  durationMs: number;
  /** The size of the film's picture; 0 in a file without video. */
  widthPx: number;
  heightPx: number;
  chapters: string[];
  captions: { startMs: number; text: string }[];
}

async function told(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { path } = await ffmpegForTests();
  // Without an output ffmpeg tells what it has read, and fails.
  return new Promise((resolve) => { execFile(path, ['-hide_banner', ...args], (_error, stdout, stderr) => resolve({ stdout, stderr })); });
}

const millisecondsOf = (clock: string): number => {
  const [hours, minutes, seconds] = clock.replace(',', '.').split(':').map(Number);
  return Math.round((((hours! * 60) + minutes!) * 60 + seconds!) * 1000);
};

function captionsOf(srt: string): MediaStreams['captions'] {
  return srt.split(/\n\s*\n/).flatMap((block) => {
    const [, times, ...lines] = block.trim().split('\n');
    return times?.includes('-->') ? [{ startMs: millisecondsOf(times.split(' --> ')[0]!), text: lines.join(' ') }] : [];
  });
}

/** Reads a media file. */
export async function streamsOf(file: string): Promise<MediaStreams> {
  const { stderr } = await told('-i', file);
  const streams = [...stderr.matchAll(/Stream #0:\d+.*?: (Video|Audio|Subtitle): (.*)/g)].filter(([, , words]) => !words!.includes('attached pic'));
  const [, width = '0', height = '0'] = /, (\d{2,5})x(\d{2,5})[ ,]/.exec(streams.find(([, kind]) => kind === 'Video')?.[2] ?? '') ?? [];
  return {
    kinds: streams.map(([, kind]) => kind!.toLowerCase()).sort(),
    durationMs: millisecondsOf(/Duration: ([\d:.]+)/.exec(stderr)?.[1] ?? '0:0:0'), widthPx: Number(width), heightPx: Number(height),
    chapters: [...stderr.matchAll(/Chapter #0:\d+:[^]*?title\s*: (.*)/g)].map(([, title]) => title!),
    captions: streams.some(([, kind]) => kind === 'Subtitle') ? captionsOf((await told('-i', file, '-map', '0:s', '-f', 'srt', '-')).stdout) : [],
  };
}
