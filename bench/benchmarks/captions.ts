import { existsSync } from 'node:fs';
import path from 'node:path';
import { findRecogniser } from '../../src/craft/recogniser/installation.js';
import { createWordListener } from '../../src/craft/recogniser/whisper.js';
import { createFliteEngine } from '../../src/craft/speech/flite/engine.js';
import { createNeuralEngine } from '../../src/craft/speech/neural/engine.js';
import { findVoicePack } from '../../src/craft/speech/neural/voice-pack.js';
import type { Benchmark } from '../benchmark.js';
import { measureRead, summaryOf, type ReadErrors } from '../captions/measure.js';
import { captionReads, quickRead } from '../captions/texts.js';
import type { Figure } from '../figures.js';

const TEXTS = path.resolve('../shared/fixtures/prose');

const inWords = (errors: readonly number[]): string => {
  const { within, medianMs, p95Ms, biasMs } = summaryOf(errors);
  return `${(100 * within).toFixed(0)} % of ${errors.length} within 100 ms, median ${medianMs} ms, 95 % within ${p95Ms} ms, mostly ${biasMs} ms off`;
};

function figuresOf(reads: readonly ReadErrors[], judged: boolean): Figure[] {
  const all = (what: Exclude<keyof ReadErrors, 'seconds'>): number[] => reads.flatMap((read) => read[what]);
  const seconds = Math.round(reads.reduce((sum, read) => sum + read.seconds, 0));
  const share = (name: string, what: 'toStage' | 'toRecogniser' | 'estimated'): Figure => ({
    benchmark: 'captions', name, unit: '', rounds: reads.map((read) => Math.round(1_000 * summaryOf(read[what]).within) / 1_000), note: inWords(all(what)),
  });
  const [own, recogniser, estimated] = [
    share('word times within 100 ms, beside the stage voice', 'toStage'), share('word times within 100 ms of the recogniser', 'toRecogniser'),
    share('estimated word times within 100 ms', 'estimated')];
  const [silence, onStage] = [all('recogniserAfterSilence'), all('recogniserOnStage')];
  return [
    { ...own, note: `${own.note}; ${seconds} s of sound`, ...(judged ? { bound: { of: 'value', sense: 'least', floor: 0.85, aim: 0.9 } } : {}) },
    {
      ...recogniser, note: `${recogniser.note}; the recogniser itself: ${silence.length > 0 ? `after silences ${inWords(silence)}; ` : ''}`
        + `${onStage.length > 0 ? `on the stage voice, whose engine tells its times, ${inWords(onStage)}` : 'not measured on the stage voice'}`,
    },
    estimated,
  ];
}

/** Compares the word times that neural voices report with those of a recogniser, and with those found by alignment to a voice with known times. */
export const captionsBenchmark: Benchmark = {
  name: 'captions',
  summary: 'word times of three reads with neural voices, beside those of others',
  async run(_stack, { quick, config, say }) {
    const [pack, recogniser] = [await findVoicePack(config.cacheDir), await findRecogniser(config.cacheDir)];
    if (!pack || !recogniser) {
      say(`captions: ${pack ? 'the recogniser is not installed (proscenium recogniser install)' : 'the neural voices are not installed (proscenium voices install)'}`);
      return [];
    }
    if (!quick && !existsSync(TEXTS)) {
      say('captions: the texts are not here');
      return [];
    }
    const ears = { voices: createNeuralEngine(pack), stage: createFliteEngine({ poolSize: 1 }), listener: createWordListener(recogniser, { threads: 2 }) };
    try {
      const errors: ReadErrors[] = [];
      for (const read of quick ? [quickRead()] : captionReads(TEXTS)) {
        // The recogniser also hears the stage voice, in one read only: the true times of that voice show how far the recogniser can be trusted.
        const measured = await measureRead(read, ears, !quick && errors.length === 0);
        errors.push(measured);
        say(`captions: ${read.name}, ${measured.seconds.toFixed(0)} s: ${inWords(measured.toStage)}; by the recogniser ${inWords(measured.toRecogniser)}`);
      }
      return figuresOf(errors, !quick);
    } finally {
      await Promise.all(Object.values(ears).map((each) => each.close()));
    }
  },
};
