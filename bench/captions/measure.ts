import type { HeardWord, WordListener } from '../../src/craft/recogniser/whisper.js';
import type { SpeechEngine } from '../../src/craft/speech/port.js';
import { estimateTimes } from '../../src/craft/speech/times/estimate.js';
import type { LineTimes } from '../../src/craft/speech/times/line-times.js';
import { matchWords } from '../../src/craft/speech/times/match-words.js';
import { lettersOf } from '../../src/craft/speech/times/shown-words.js';
import { findSilences } from '../../src/craft/speech/times/silences.js';
import { percentile } from '../figures.js';
import { besideOf } from './beside.js';
import type { CaptionRead } from './texts.js';

/** Differences of word starts in milliseconds, for one read. */
export interface ReadErrors {
  /** The voice's own times minus those of the recogniser, and minus those found by alignment to the stage voice, whose engine reports its times. */
  toRecogniser: number[];
  toStage: number[];
  /** Times estimated from the sound alone, minus those found by alignment to the stage voice. */
  estimated: number[];
  /**
   * For words after a silence: the recogniser's times minus the end of the silence. For words of the stage voice: the recogniser's times minus the engine's.
   */
  recogniserAfterSilence: number[];
  recogniserOnStage: number[];
  seconds: number;
}

export interface Ears { voices: SpeechEngine; stage: SpeechEngine; listener: WordListener }

const LOUDNESS = { softerByDb: 35, leastMs: 200 };
const STAGE_VOICES = { male: 'stage-narrator-m', female: 'stage-narrator-f', neutral: 'stage-narrator-m' } as const;
/** A heard word that is at least this far from the end of a silence is taken for another word. */
const NEAR_MS = 400;

const delivery = { emotion: 'neutral', speed: 1, volume: 1 } as const;

/** The words that the recogniser heard exactly as written: their index and the heard start in ms. */
function heardPairs({ text, words }: LineTimes, heard: readonly HeardWord[]): { at: number; heardMs: number }[] {
  const shown = words.map(({ from, to }) => lettersOf(text.slice(from, to)));
  const lettered = heard.map((word) => ({ ...word, letters: lettersOf(word.text) })).filter(({ letters }) => letters !== '');
  return matchWords(shown, lettered.map(({ letters }) => letters)).flatMap(({ from, to }, at) => {
    const same = Number.isInteger(from) && to === from + 1 && lettered[from]?.letters === shown[at];
    return same ? [{ at, heardMs: lettered[from]!.startMs }] : [];
  });
}

/** Speaks a read and compares its word times with those that other methods find in its sound. With `onStage`, also tries the recogniser on the stage voice. */
export async function measureRead({ lines, voices: cast }: CaptionRead, { voices, stage, listener }: Ears, onStage: boolean): Promise<ReadErrors> {
  const errors: ReadErrors = { toRecogniser: [], toStage: [], estimated: [], recogniserAfterSilence: [], recogniserOnStage: [], seconds: 0 };
  for (const [position, text] of lines.entries()) {
    const voiceId = cast[position % cast.length]!;
    const { samples, times, durationMs } = await voices.speak({ text, voiceId, ...delivery });
    if (!times) throw new Error(`${voiceId} tells no times`);
    errors.seconds += durationMs / 1000;
    const known = await stage.speak({ text, voiceId: STAGE_VOICES[voices.findVoice!(voiceId)!.gender], ...delivery });
    const beside = besideOf(known.samples, samples);
    const reference = known.times!.words.map(({ startMs }) => beside(startMs));
    errors.toStage.push(...times.words.map(({ startMs }, at) => startMs - reference[at]!));
    errors.estimated.push(...estimateTimes(text, samples).words.map(({ startMs }, at) => startMs - reference[at]!));
    const silences = (findSilences(samples, LOUDNESS) ?? []).filter(({ startMs }) => startMs > 0);
    for (const { at, heardMs } of heardPairs(times, await listener.hear(samples))) {
      const { startMs } = times.words[at]!;
      errors.toRecogniser.push(startMs - heardMs);
      const silence = silences.find(({ endMs }) => endMs === startMs && Math.abs(heardMs - endMs) < NEAR_MS);
      if (silence) errors.recogniserAfterSilence.push(heardMs - silence.endMs);
    }
    if (!onStage) continue;
    for (const { at, heardMs } of heardPairs(known.times!, await listener.hear(known.samples))) {
      errors.recogniserOnStage.push(heardMs - known.times!.words[at]!.startMs);
    }
  }
  return errors;
}

const WANTED_MS = 100;

/** Share of the errors within 100 ms, median and 95th percentile of their sizes, and the median with its sign. */
export function summaryOf(errors: readonly number[]): { within: number; medianMs: number; p95Ms: number; biasMs: number } {
  const sizes = errors.map(Math.abs);
  return {
    within: sizes.filter((size) => size <= WANTED_MS).length / errors.length,
    medianMs: Math.round(percentile(sizes, 0.5)), p95Ms: Math.round(percentile(sizes, 0.95)), biasMs: Math.round(percentile(errors, 0.5)),
  };
}
