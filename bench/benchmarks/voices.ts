import { createNeuralEngine } from '../../src/craft/speech/neural/engine.js';
import { findVoicePack } from '../../src/craft/speech/neural/voice-pack.js';
import type { Benchmark } from '../benchmark.js';
import { readBarely } from '../references/bare-read.js';
import { finalizeRead, performLive } from '../stack/perform.js';
import { insertRead } from '../stack/rows.js';
import { NEURAL_BENCH_VOICES, withOneLineEdited } from '../stack/story.js';

/** About five minutes of sound. */
const LINES = 80;
const QUICK_LINES = 2;

/** A read with neural voices, from its live start to the mastered MP3, compared with the bare engine. No figures when the neural voices are not installed. */
export const voicesBenchmark: Benchmark = {
  name: 'voices',
  summary: 'a read of five minutes with neural voices to its MP3, beside the bare engine',
  voices: 'neural',
  async run(stack, { quick, config, say }) {
    const pack = await findVoicePack(config.cacheDir);
    if (!pack) {
      say('voices: the neural voices are not installed (proscenium voices install)');
      return [];
    }
    const api = await stack.api();
    await stack.workers();
    const { artifactId, screenplay } = await insertRead(stack, quick ? QUICK_LINES : LINES, NEURAL_BENCH_VOICES);
    const performed = await performLive(api, artifactId);
    const finalized = await finalizeRead(api, artifactId);
    const seconds = finalized.durationMs / 1000;
    say(`voices: ${seconds.toFixed(0)} s of sound: first sound after ${performed.firstAudioMs.toFixed(0)} ms, performed in `
      + `${(performed.tookMs / 1000).toFixed(1)} s, finalized in ${(finalized.tookMs / 1000).toFixed(1)} s`);
    const bare = await readBarely(stack, screenplay, { engine: createNeuralEngine(pack), voices: NEURAL_BENCH_VOICES, threads: 1 });
    const edited = await insertRead(stack, withOneLineEdited(screenplay), NEURAL_BENCH_VOICES);
    const again = await performLive(api, edited.artifactId);
    const frozen = await finalizeRead(api, edited.artifactId);
    return [
      {
        benchmark: 'voices', name: 'one line edited: live, to its end', unit: 's', rounds: [again.tookMs / 1000],
        note: `first audio after ${again.firstAudioMs.toFixed(0)} ms; finalized in ${(frozen.tookMs / 1000).toFixed(1)} s`,
      },
      {
        benchmark: 'voices', name: 'performance + finalize', unit: 's', rounds: [(performed.tookMs + finalized.tookMs) / 1000],
        reference: { name: 'the bare engine', rounds: [bare.speakMs / 1000] }, bound: { of: 'ratio', sense: 'most', floor: 1.5, aim: 1.15 },
        note: `${seconds.toFixed(0)} s of sound; no line was spoken before and the process that speaks was not started`,
      },
      {
        benchmark: 'voices', name: 'bare engine, per second of sound', unit: 's', rounds: [bare.speakMs / bare.spokenMs],
        bound: { of: 'value', sense: 'most', floor: 0.45, aim: 0.4 },
      },
    ];
  },
};
