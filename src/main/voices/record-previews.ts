import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFfmpeg } from '../../craft/ffmpeg/run.js';
import { openSpeech } from '../../craft/speech/index.js';
import { encodeSample } from '../../craft/speech/sample-file.js';
import { voicePrint, type VoicePrint } from '../../craft/speech/sound/voice-print.js';
import { SAMPLE_SENTENCE, sampleOf, wordsIn } from '../../craft/speech/stock-prints.js';
import type { Config } from '../../kernel/config/index.js';
import { locateFfmpeg } from '../binaries.js';

/**
 * Records the previews of the named embedded voices as `<voiceId>.mp3`. Without names, records those of all voices, with their measurements in `prints.json`.
 * Needs the neural voices; throws `VoicesMissing`.
 */
export async function recordPreviews(
  config: Config, { folder, voiceIds }: { folder: string; voiceIds: readonly string[] }, onProgress: (line: string) => void,
): Promise<void> {
  const speech = await openSpeech({ ...config, voices: 'neural', speech: { ...config.speech, voices: [] } });
  try {
    const ffmpeg = createFfmpeg({ path: (await locateFfmpeg(config)).path });
    await mkdir(folder, { recursive: true });
    const prints: Record<string, VoicePrint> = {};
    for (const { voiceId, name } of speech.voices()) {
      if (voiceIds.length > 0 && !voiceIds.includes(voiceId)) continue;
      const say = (text: string) => speech.speak({ text, voiceId, emotion: 'neutral', speed: 1, volume: 1 });
      const { samples, durationMs } = await say(sampleOf(name));
      await writeFile(path.join(folder, `${voiceId}.mp3`), await encodeSample(ffmpeg, samples));
      prints[voiceId] = voicePrint((await say(SAMPLE_SENTENCE)).samples, wordsIn(SAMPLE_SENTENCE));
      onProgress(`${voiceId} ${(durationMs / 1000).toFixed(1)} s`);
    }
    const rows = Object.entries(prints).map(([voiceId, print]) => `  ${JSON.stringify(voiceId)}: ${JSON.stringify(print)}`);
    if (voiceIds.length === 0) await writeFile(path.join(folder, 'prints.json'), `{\n${rows.join(',\n')}\n}\n`);
  } finally {
    await speech.close();
  }
}
