import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { LevelMeter } from '../../../craft/audio/level-meter.js';
import type { BoardedSound } from './film-making.js';
import { pcmBytesOf } from './read-stage.js';

const SILENT_LUFS = -70;

/** Loudness of each beat or chapter as it is heard, with the gain applied, in LUFS with one decimal; null for a silent one. */
export async function lufsOfItems({ pcmPath, format, beats, gainDb }: BoardedSound): Promise<(number | null)[]> {
  const measured: (number | null)[] = [];
  for (const { startMs, durationMs } of beats) {
    const start = pcmBytesOf(format, startMs);
    const bytes = await buffer(createReadStream(pcmPath, { start, end: start + pcmBytesOf(format, durationMs) - 1 }));
    const meter = new LevelMeter(format.sampleRate, format.channels);
    meter.add(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1));
    const lufs = meter.integrated();
    measured.push(lufs <= SILENT_LUFS ? null : Math.round((lufs + gainDb) * 10) / 10);
  }
  return measured;
}
