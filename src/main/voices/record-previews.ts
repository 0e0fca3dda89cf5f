import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFfmpeg, type Ffmpeg } from '../../adapters/ffmpeg/run.js';
import { openSpeech } from '../../adapters/speech/index.js';
import { pcmBytes } from '../../adapters/speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../../adapters/speech/port.js';
import type { Config } from '../../config/index.js';
import { locateFfmpeg } from '../binaries.js';

const sentenceOf = (name: string): string => `My name is ${name}. The lights are down, and everybody has found a seat, so let us begin.`;

async function asMp3(ffmpeg: Ffmpeg, samples: Int16Array): Promise<Buffer> {
  const { stdin, stdout, done } = await ffmpeg.open([
    '-f', 's16le', '-ar', String(LINE_SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0', '-c:a', 'libmp3lame', '-b:a', '40k',
    '-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact', '-f', 'mp3', 'pipe:1',
  ]);
  const output: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => output.push(chunk));
  stdin.end(pcmBytes(samples));
  await Promise.all([once(stdout, 'end'), done]);
  return Buffer.concat(output);
}

/** Records the previews of the named embedded voices, or of all, as `<voiceId>.mp3`. Needs the neural voices; throws `VoicesMissing`. */
export async function recordPreviews(
  config: Config, { folder, voiceIds }: { folder: string; voiceIds: readonly string[] }, onProgress: (line: string) => void,
): Promise<void> {
  const speech = await openSpeech({ ...config, voices: 'neural', speech: { ...config.speech, voices: [] } });
  try {
    const ffmpeg = createFfmpeg({ path: (await locateFfmpeg(config)).path });
    await mkdir(folder, { recursive: true });
    for (const { voiceId, name } of speech.voices()) {
      if (voiceIds.length > 0 && !voiceIds.includes(voiceId)) continue;
      const { samples, durationMs } = await speech.speak({ text: sentenceOf(name), voiceId, emotion: 'neutral', speed: 1, volume: 1 });
      await writeFile(path.join(folder, `${voiceId}.mp3`), await asMp3(ffmpeg, samples));
      onProgress(`${voiceId} ${(durationMs / 1000).toFixed(1)} s`);
    }
  } finally {
    await speech.close();
  }
}
