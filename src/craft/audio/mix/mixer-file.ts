import type { Ffmpeg } from '../../ffmpeg/run.js';
import { MIX_RATE } from './clip.js';
import { mixedChunks, sample, type Mix, type MixedChunk } from './mix.js';

/** Channels of the layout `5.0`: front left, front right, front centre, back left, back right. */
const CHANNELS = 5;
const LAYOUT = '5.0';
const BITRATE = '256k';

export interface MixerInput {
  /** Opens the voices from their start: mono 16-bit little-endian samples at 24 kHz. */
  voices(): AsyncIterable<Uint8Array>;
  mix: Mix;
  /** The gain of the mastered programme, so that all parts together are as loud as that programme. */
  gainDb: number;
  outputPath: string;
  signal?: AbortSignal | undefined;
  jobId?: string | undefined;
}

/** Interleaves the parts of a chunk as channels; effects and beds become one channel each. */
function parts({ voices, stems: { music, effects, beds } }: MixedChunk): Uint8Array {
  const frames = new Int16Array(voices.length * CHANNELS);
  for (let index = 0; index < voices.length; index++) {
    const at = index * CHANNELS;
    if (music) {
      frames[at] = sample(music[index * 2]!);
      frames[at + 1] = sample(music[index * 2 + 1]!);
    }
    frames[at + 2] = sample(voices[index]!);
    if (effects) frames[at + 3] = sample((effects[index * 2]! + effects[index * 2 + 1]!) / 2);
    if (beds) frames[at + 4] = sample((beds[index * 2]! + beds[index * 2 + 1]!) / 2);
  }
  return new Uint8Array(frames.buffer);
}

async function* partsPcm({ voices, mix }: MixerInput): AsyncGenerator<Uint8Array> {
  for await (const chunk of mixedChunks(voices(), mix)) yield parts(chunk);
}

/**
 * Writes a programme with separate parts, for a player that mixes them itself: AAC with five channels in MP4. Front left and right are the music, front
 * centre the voices, back left the effects and back right the beds. The same parts and ffmpeg build give the same bytes. Throws `FfmpegFailed`,
 * `FfmpegCancelled`, or the error of `voices`.
 */
export async function encodeMixerFile(ffmpeg: Ffmpeg, input: MixerInput): Promise<void> {
  await ffmpeg.compose({
    inputs: [{ source: partsPcm(input), options: ['-f', 's16le', '-ar', String(MIX_RATE), '-ac', String(CHANNELS), '-channel_layout', LAYOUT] }],
    describe: (command) => command
      .audioFilters([`volume=${input.gainDb.toFixed(3)}dB`]).audioCodec('aac').audioBitrate(BITRATE)
      .outputOptions('-map', '0:a', '-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact', '-movflags', '+faststart')
      .format('mp4').output(input.outputPath),
    signal: input.signal, jobId: input.jobId,
  });
}
