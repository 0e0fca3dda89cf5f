import { createFfmpeg, type Ffmpeg } from '../../src/adapters/ffmpeg/run.js';
import { readConfig } from '../../src/config/index.js';
import { locateFfmpeg } from '../../src/main/binaries.js';

/** The ffmpeg the product would use here. Throws when there is none; nothing is skipped. */
export async function ffmpegForTests(): Promise<Ffmpeg> {
  return createFfmpeg({ path: (await locateFfmpeg(readConfig())).path });
}
