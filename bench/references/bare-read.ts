import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createFliteEngine } from '../../src/craft/speech/flite/engine.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from '../../src/craft/speech/port.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import type { VoiceMap } from '../../src/domain/library/voice-map.js';
import type { BenchStack } from '../stack/bench-stack.js';
import { BENCH_VOICES } from '../stack/story.js';

const run = promisify(execFile);

const RAW = ['-f', 's16le', '-ar', String(LINE_SAMPLE_RATE), '-ac', '1'];
const TARGET_LUFS = -16;

/** `spokenMs` is the length of the sound without the pauses between lines. */
export interface BareRead { speakMs: number; masterMs: number; spokenMs: number }

function requestsOf({ entries }: Screenplay, voices: VoiceMap): (SpeechRequest & { pauseAfterMs: number })[] {
  return entries.flatMap(({ kind, character, text, delivery }) => {
    if (kind !== 'dialogue' || !character || !delivery) return [];
    const { emotion, speed, volume, pauseAfterMs } = delivery;
    return [{ text, emotion, speed, volume, pauseAfterMs, voiceId: voices[character]!.voiceId }];
  });
}

/** The voices of the lines, and the engine that speaks them. `readBarely` closes the engine. */
export interface BareVoices { engine: SpeechEngine; voices: VoiceMap; threads: number }

/** Speaks the lines of a screenplay with an engine that caches nothing. */
async function speak(screenplay: Screenplay, { engine, voices, threads }: BareVoices): Promise<{ sound: Buffer; tookMs: number; spokenMs: number }> {
  const requests = requestsOf(screenplay, voices);
  try {
    // Threads and processes start before the time is measured, because those of a worker run already.
    await Promise.all(Array.from({ length: threads }, () => engine.speak({ ...requests[0]!, text: 'Ready.' })));
    const startedAt = performance.now();
    let spokenMs = 0;
    const lines = await Promise.all(requests.map(async ({ pauseAfterMs, ...request }) => {
      const { samples, durationMs } = await engine.speak(request);
      spokenMs += durationMs;
      return [Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), Buffer.alloc((pauseAfterMs * LINE_SAMPLE_RATE) / 1000 * 2)];
    }));
    return { sound: Buffer.concat(lines.flat()), tookMs: performance.now() - startedAt, spokenMs };
  } finally {
    await engine.close();
  }
}

/** Levels and encodes as a person would: one ffmpeg command measures the loudness, another one applies the gain and a limiter. */
async function master(ffmpeg: string, source: string, target: string): Promise<void> {
  const { stderr } = await run(ffmpeg, ['-nostdin', '-hide_banner', '-nostats', ...RAW, '-i', source,
    '-af', 'ebur128=framelog=verbose', '-f', 'null', '-']);
  const lufs = /I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary:')))?.[1];
  if (!lufs) throw new Error(`ffmpeg measured no loudness: ${stderr.slice(-300)}`);
  await run(ffmpeg, ['-nostdin', '-y', '-loglevel', 'error', ...RAW, '-i', source,
    '-af', `aresample=44100,volume=${TARGET_LUFS - Number(lufs)}dB,alimiter=limit=0.8:level=false`,
    '-c:a', 'libmp3lame', '-b:a', '96k', '-ac', '1', target]);
}

/** The stage voices on this many threads. */
export const stageVoices = (threads: number): BareVoices => ({ engine: createFliteEngine({ poolSize: threads }), voices: BENCH_VOICES, threads });

/** The cost of a read without the product: the bare voice engine, then ffmpeg commands as a person would write them. */
export async function readBarely(
  { dataDir, ffmpegPath }: Pick<BenchStack, 'dataDir' | 'ffmpegPath'>, screenplay: Screenplay, voices: BareVoices,
): Promise<BareRead> {
  const { sound, tookMs, spokenMs } = await speak(screenplay, voices);
  const source = path.join(dataDir, 'bare-read.raw');
  const startedAt = performance.now();
  await writeFile(source, sound);
  await master(ffmpegPath, source, path.join(dataDir, 'bare-read.mp3'));
  return { speakMs: tookMs, masterMs: performance.now() - startedAt, spokenMs };
}
