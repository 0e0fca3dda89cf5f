import { createFfmpeg, type Ffmpeg } from '../../src/craft/ffmpeg/run.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { locateFfmpeg } from '../../src/main/binaries.js';

/** The ffmpeg that the product uses on this machine. Throws when there is none, so that no test is skipped. */
export async function ffmpegForTests(): Promise<Ffmpeg> {
  return createFfmpeg({ path: (await locateFfmpeg(readConfig())).path });
}
