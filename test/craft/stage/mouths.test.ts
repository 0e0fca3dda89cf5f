import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seeded } from '../../../src/craft/images/random.js';
import type { Mouth } from '../../../src/craft/images/person/mouths.js';
import { createFliteEngine } from '../../../src/craft/speech/flite/engine.js';
import { createNeuralEngine } from '../../../src/craft/speech/neural/engine.js';
import { findVoicePack } from '../../../src/craft/speech/neural/voice-pack.js';
import type { SpeechEngine } from '../../../src/craft/speech/port.js';
import { spread, type LineTimes } from '../../../src/craft/speech/times/line-times.js';
import { blinkFrames } from '../../../src/craft/stage/blinks.js';
import { bareSound, wantedMouths } from '../../../src/craft/stage/mouth-sounds.js';
import { MIN_FRAMES, mouthFrames } from '../../../src/craft/stage/mouth-track.js';
import { neuralTests, voicePackCache } from '../../support/voices/installed-pack.js';

const LINES = [
  'Did you wind the clockwork, Tobias? I wound it at four, and it was running when I came down.',
  'My mother made a pie of plums and apples, but Peter, being a stubborn boy, would not have any of it.',
  'It must be slow, and it must be even, or it will tell them a lie. Four! Is that good, or is that the other thing?',
];
const RATE = 24;
const VOWELS = {
  misaki: new Set([...'iɪᵻɛeæɑɒaʌɔɜuʊəɐᵊAIWYOQ']),
  arpabet: new Set('iy ih eh ae aa ah ao er uw uh ax axr ey ay aw oy ow'.split(' ')),
};
const isShut = (mouth: Mouth): boolean => mouth === 'A' || mouth === 'X';

function framesOf(times: LineTimes, durationMs: number, fromMs = 0): Mouth[] {
  return mouthFrames(wantedMouths(times), { fromMs, frames: Math.floor(((durationMs - fromMs) * RATE) / 1_000), framesPerSecond: RATE });
}

const runsOf = (mouths: readonly Mouth[]): number[] => {
  const starts = mouths.flatMap((mouth, frame) => (frame === 0 || mouth !== mouths[frame - 1] ? [frame] : []));
  return starts.map((start, at) => (starts[at + 1] ?? mouths.length) - start);
};

/** What a viewer sees: how often lips meet where they must, and how long the mouth is open while vowels sound. */
function measured({ sounds }: LineTimes, mouths: readonly Mouth[]): { lips: number; missed: number; vowelsMs: number; openMs: number; moving: number } {
  const { alphabet, marks } = sounds!;
  const frameMs = 1_000 / RATE;
  const lips = marks.filter(({ sound }) => /^[mbp]$/.test(bareSound(sound)));
  const missed = lips.filter(({ startMs, endMs }) =>
    !mouths.some((mouth, frame) => isShut(mouth) && (frame + 1) * frameMs > startMs - 50 && frame * frameMs < endMs + 50));
  let [vowelsMs, openMs] = [0, 0];
  for (const { sound, startMs, endMs } of marks) {
    if (!VOWELS[alphabet].has(bareSound(sound))) continue;
    for (let ms = startMs; ms < endMs; ms++) {
      vowelsMs += 1;
      if (!isShut(mouths[Math.floor(ms / frameMs)] ?? 'X')) openMs += 1;
    }
  }
  return { lips: lips.length, missed: missed.length, vowelsMs, openMs, moving: mouths.filter((mouth) => mouth !== 'X').length / mouths.length };
}

async function expectSpeech(engine: SpeechEngine, voiceId: string, lines: readonly string[]): Promise<void> {
  for (const text of lines) {
    const { durationMs, times } = await engine.speak({ text, voiceId, emotion: 'neutral', speed: 1, volume: 1 });
    const mouths = framesOf(times!, durationMs);
    const seen = measured(times!, mouths);
    expect(seen.lips).toBeGreaterThan(0);
    expect(seen.missed).toBe(0);
    expect(seen.openMs / seen.vowelsMs).toBeGreaterThan(0.6);
    expect(seen.moving).toBeGreaterThan(0.6);
    expect(new Set(mouths).size).toBeGreaterThanOrEqual(7);
    expect(Math.min(...runsOf(mouths))).toBeGreaterThanOrEqual(MIN_FRAMES);
  }
}

describe('mouths that follow the sounds of a line', () => {
  let engine: SpeechEngine;
  beforeAll(() => { engine = createFliteEngine({ poolSize: 1 }); });
  afterAll(() => engine.close());

  it('close for m, b and p, open for vowels and do not flicker', () => expectSpeech(engine, 'stage-narrator-f', LINES));
});

describe('mouths of a line whose sounds are not known', () => {
  const text = 'Maybe Papa will give them five of the lamps.';
  const durationMs = 3_200;

  it('follow its letters, close for m, b and p, and rest when nothing is said', () => {
    const mouths = framesOf({ text, words: spread(text, durationMs - 800), estimated: true }, durationMs);
    expect(mouths.slice(-18).every((mouth) => mouth === 'X')).toBe(true);
    expect(Math.min(...runsOf(mouths))).toBeGreaterThanOrEqual(MIN_FRAMES);
    expect(mouths.join('')).toMatch(/^A+[^AX]+.*A+[^AX]+A+[^AX]+.*G.*A/);
  });

  it('move for other scripts, too, and the same way each time', () => {
    const words = 'Лампа не горит, сказала она тихо';
    const [one, two] = [0, 1].map(() => framesOf({ text: words, words: spread(words, 2_000), estimated: true }, 2_000));
    expect(one).toEqual(two);
    expect(new Set(one).size).toBeGreaterThan(2);
  });
});

describe('blinks', () => {
  const span = { fromMs: 0, frames: 24 * 60, framesPerSecond: RATE };

  it('come every two to six seconds, at other times for another seed', () => {
    const starts = blinkFrames('a line|MARA', span).map(([from]) => from / RATE);
    const gaps = starts.slice(1).map((at, index) => at - starts[index]!);
    expect(gaps.length).toBeGreaterThan(8);
    expect([Math.min(...gaps) > 1.9, Math.max(...gaps) < 6.1]).toEqual([true, true]);
    expect(blinkFrames('a line|TOBIAS', span).map(([from]) => from / RATE)).not.toEqual(starts);
  });

  it('happen only while the eyes may be shut', () => {
    const random = seeded('open');
    const may = Array.from({ length: span.frames }, () => random.chance(0.8));
    const found = blinkFrames('a line|MARA', span, (frame) => may[frame]!);
    expect(found.length).toBeGreaterThan(8);
    expect(found.every(([from, until]) => may.slice(from, until).every(Boolean))).toBe(true);
  });
});

neuralTests('the sounds of neural voices', () => {
  it('move mouths like those of stage voices', async () => {
    const engine = createNeuralEngine((await findVoicePack(voicePackCache))!);
    try {
      await expectSpeech(engine, 'neural-sophie', LINES.slice(1, 2));
    } finally {
      await engine.close();
    }
  });
});
