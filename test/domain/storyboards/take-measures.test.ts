import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HeldShot, Picture } from '../../../src/craft/film/film.js';
import { createFliteEngine } from '../../../src/craft/speech/flite/engine.js';
import type { SpokenPcm } from '../../../src/craft/speech/port.js';
import { findStockPrint } from '../../../src/craft/speech/stock-prints.js';
import { wantedMouths } from '../../../src/craft/stage/mouth-sounds.js';
import { mouthFrames } from '../../../src/craft/stage/mouth-track.js';
import { isInOtherVoice, isLoudEnough, isUnderstood, lipsResting, MOST_RESTING } from '../../../src/domain/storyboards/takes/measures.js';
import { betterTakes, isToRetake, mendedOf, showing } from '../../../src/domain/storyboards/takes/retake.js';
import type { TakeFacts } from '../../../src/domain/storyboards/takes/take.js';
import type { BoardedItem } from '../../../src/domain/storyboards/boarded-film.js';

const engine = createFliteEngine({ poolSize: 1 });
const TEXT = 'The lamp has been out for three days, and nobody on the mainland has noticed.';
const voices = engine.voices().map(({ voiceId }) => voiceId);
const spoken = new Map<string, SpokenPcm>();

beforeAll(async () => {
  for (const voiceId of voices.slice(0, 6)) spoken.set(voiceId, await engine.speak({ text: TEXT, voiceId, emotion: 'neutral', speed: 1, volume: 1 }));
});
afterAll(() => engine.close());

const own = (voiceId = voices[0]!): Int16Array => spoken.get(voiceId)!.samples;
/** The line together with a hum of two tones of this amplitude. */
const among = (line: Int16Array, amplitude: number): Int16Array =>
  line.map((value, at) => Math.max(-32_768, Math.min(32_767, value + amplitude * (Math.sin(at / 20) + Math.sin(at / 13)))));

describe('a line is loud enough', () => {
  it('alone and over music, not when it is silent, and not buried below thunder', () => {
    const line = own();
    expect([isLoudEnough(line, 0, line), isLoudEnough(line, 0, among(line, 900))]).toEqual([true, true]);
    expect(isLoudEnough(new Int16Array(line.length), 0, among(new Int16Array(line.length), 3_000))).toBe(false);
    const soft = line.map((value) => value / 8);
    expect([isLoudEnough(soft, 0, among(soft, 12_000)), isLoudEnough(line, -40, line)]).toEqual([false, false]);
  });
});

describe('a line is understood', () => {
  it('when most of its words are heard, even among others, but not when another line is heard', () => {
    expect(isUnderstood(TEXT, 'The lamp has been out for 3 days and nobody on the main land has noticed')).toBe(true);
    expect(isUnderstood(TEXT, 'the lamp has been out for days nobody on the island notice it')).toBe(true);
    expect(isUnderstood(TEXT, 'And nobody was there.')).toBe(false);
    expect([isUnderstood(TEXT, ''), isUnderstood('Run!', '')]).toEqual([false, true]);
  });
});

describe('a voice', () => {
  it('passes as that of its character, and is noticed when it is that of another character', () => {
    const prints = voices.map((voiceId) => findStockPrint(voiceId)!);
    const heard = voices.slice(0, 6).map((said, at) => isInOtherVoice(own(said), TEXT, prints[at]!, prints.filter((_, other) => other !== at)));
    expect(heard).toEqual(heard.map(() => false));
    const wrong = voices.slice(0, 6).map((said, at) => {
      const meant = (at + 1) % 6;
      return isInOtherVoice(own(said), TEXT, prints[meant]!, prints.filter((_, other) => other !== meant));
    });
    expect(wrong.filter(Boolean).length).toBeGreaterThanOrEqual(5);
    expect(isInOtherVoice(own().subarray(0, 24 * 400), TEXT, prints[1]!, [prints[0]!])).toBe(false);
  });
});

const picture: Picture = { key: 'p', draw: () => '' };
/** A shot of a person who speaks the line, with the mouth `lateMs` late. */
function speaking(lateMs: number, lengthMs: number): HeldShot {
  const { times } = spoken.get(voices[0]!)!;
  const frames = Math.floor((lengthMs * 24) / 1_000);
  const mouths = mouthFrames(wantedMouths(times!), { fromMs: -lateMs, frames, framesPerSecond: 24 });
  const steps = mouths.map((mouth, at) => ({ atMs: (at * 1_000) / 24, picture: mouth === 'X' ? null : picture }));
  return {
    kind: 'held', durationMs: lengthMs, picture, from: { x: 0.5, y: 0.5, zoom: 1 }, to: { x: 0.5, y: 0.5, zoom: 1 }, fadeInMs: 0, fadeOutMs: 0, over: null,
    details: [{ box: { x: 0, y: 0, width: 1, height: 1 }, isMouth: true, steps }],
  };
}

describe('lips', () => {
  it('move with their line, even 100 ms late, and count as resting when they move only after it', () => {
    const lengthMs = spoken.get(voices[0]!)!.durationMs + 8_000;
    const resting = (lateMs: number): number => lipsResting({ shots: [speaking(lateMs, lengthMs)] }, own(), 0)!;
    expect([resting(0), resting(100)].map((share) => share < 0.2)).toEqual([true, true]);
    expect(resting(spoken.get(voices[0]!)!.durationMs)).toBeGreaterThan(MOST_RESTING);
  });

  it('are not judged where nobody is seen to speak', () => {
    const { details: _, ...unseen } = speaking(0, 4_000);
    expect(lipsResting({ shots: [unseen, speaking(0, 4_000)] }, own().subarray(0, 24 * 3_500), 0)).toBeNull();
  });
});

const take = (takeId: string, defects: TakeFacts['defects'], more: Partial<TakeFacts> = {}): TakeFacts =>
  ({ takeId, itemId: 'a', key: takeId, variation: 1, picture: null, shown: {}, mediaKey: 'm', frameKey: 'f', durationMs: 1, byteSize: 1, defects, ...more });

describe('of two takes', () => {
  it('the one with fewer defects is shown, and of equal ones the first', () => {
    expect(betterTakes([take('1', ['line_unheard']), take('2', [])]).get('a')!.takeId).toBe('2');
    expect(betterTakes([take('1', ['line_unheard']), take('2', ['line_unheard'])]).get('a')!.takeId).toBe('1');
    expect(betterTakes([take('1', ['line_unheard']), take('2', ['line_unheard', 'other_voice'])]).get('a')!.takeId).toBe('1');
  });

  it('the second is made only for a defect that another take may not have', () => {
    expect([take('1', []), take('1', ['line_cut_off']), take('1', ['line_cut_off', 'lips_out_of_step'])].map(isToRetake)).toEqual([false, false, true]);
  });

  it('what the better one mended is put into the item, unless a person changed it meanwhile', () => {
    const item = { id: 'a', variation: 1, takeId: null, picture: null, image: null, effects: [], line: { gainDb: 0 } } as unknown as BoardedItem;
    const mended = mendedOf(item, { spokenTake: 1, line: { gainDb: 6 } });
    expect(showing(item, take('2', [], { variation: 2, mended }))).toMatchObject({ takeId: '2', variation: 2, spokenTake: 1, line: { gainDb: 6 } });
    expect(showing({ ...item, line: { gainDb: -3 } } as BoardedItem, take('2', [], { variation: 2, mended }))).toMatchObject({ spokenTake: 1, line: { gainDb: -3 } });
  });
});
