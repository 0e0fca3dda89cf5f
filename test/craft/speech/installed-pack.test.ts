import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { findRecogniser } from '../../../src/craft/recogniser/installation.js';
import { createWhisper } from '../../../src/craft/recogniser/whisper.js';
import { getEmbeddedVoices } from '../../../src/craft/speech/embedded-voices.js';
import { openSpeech } from '../../../src/craft/speech/index.js';
import { voicePackFolder } from '../../../src/craft/speech/neural/voice-pack.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { inspectPack } from '../../../src/main/voices/marker.js';
import { neuralTests, voicePackCache } from '../../support/voices/installed-pack.js';

const config = readConfig({ VOICES: 'neural', PROSCENIUM_CACHE_DIR: voicePackCache });
const recogniser = await findRecogniser(voicePackCache);

neuralTests('the installed voice pack', () => {
  it('is intact and holds the 28 English styles', async () => {
    expect(await inspectPack(voicePackFolder(voicePackCache))).toMatchObject({ damaged: [] });
    const { pack } = await getEmbeddedVoices(config);
    expect((await readdir(pack!.styles)).filter((name) => /^[ab][fm]_[a-z]+\.bin$/.test(name))).toHaveLength(28);
  });

  it('speaks the same line in the same samples, and another voice in others', async () => {
    const speech = await openSpeech(config);
    try {
      const voices = speech.voices().filter(({ provider }) => provider === 'neural');
      const say = async (at: number): Promise<{ hash: string; durationMs: number }> => {
        const { samples, durationMs } = await speech.speak({
          text: 'The lamp is lit.', voiceId: voices[at]!.voiceId, emotion: 'neutral', speed: 1, volume: 1,
        });
        return { hash: createHash('sha256').update(samples).digest('hex'), durationMs };
      };
      const first = await say(0);
      expect(first.durationMs).toBeGreaterThan(700);
      expect(first.durationMs).toBeLessThan(2_500);
      expect(await say(0)).toEqual(first);
      expect((await say(1)).hash).not.toBe(first.hash);
    } finally {
      await speech.close();
    }
  });

  (recogniser ? it : it.skip)('says nothing before the first word of a line, in a style that is slowed down most', async () => {
    const [speech, ear] = [await openSpeech(config), createWhisper(recogniser!)];
    try {
      const heard: string[] = [];
      for (const text of ['Nobody moved.', 'Peter laughed.', 'Look at me.']) {
        heard.push(await ear.hear((await speech.speak({ text, voiceId: 'neural-river', emotion: 'neutral', speed: 1, volume: 1 })).samples));
      }
      expect(heard.map((words) => /\w+/.exec(words)?.[0])).toEqual(['Nobody', 'Peter', 'Look']);
    } finally {
      await speech.close();
      await ear.close();
    }
  });
});
