import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFliteEngine } from '../../src/craft/speech/flite/engine.js';
import { pcmBytes } from '../../src/craft/speech/line-cache.js';
import type { SpeechEngine } from '../../src/craft/speech/port.js';
import { measureLoudness, type Loudness } from '../../src/craft/audio/loudness.js';
import { masterProgramme, VOICES_FORMAT } from '../../src/craft/audio/master.js';
import { planPerformance, type PerformanceLinePlan } from '../../src/domain/artifacts/performance/performance-plan.js';
import { analyseDelivery } from '../../src/craft/narrative/writing/direction/direction.js';
import type { Emotion, Screenplay } from '../../src/craft/screenplay/model.js';
import { ffmpegForTests } from '../support/ffmpeg.js';

const ffmpeg = await ffmpegForTests();
const VOICES = { NARRATOR: 'stage-narrator-m', ADA: 'stage-woman-alto', BEN: 'stage-scot', CLARA: 'stage-old-woman' };
const LINES: [keyof typeof VOICES, string, string?][] = [
  ['NARRATOR', 'The bridge at Corran had stood for ninety years, and on the morning of the fair forty people were upon it when the first rope parted.'],
  ['ADA', 'I never said that the bridge was safe. I said that it was standing.'],
  ['BEN', 'Then why did you let forty people walk across it this morning?'],
  ['ADA', 'Because nobody asked me, and because the mayor had already cut the ribbon.'],
  ['CLARA', 'My father built it, and he would not have let a goat across it in such a wind.', 'with a sigh'],
  ['NARRATOR', 'Nobody spoke for a while. The old woman took the broken rope from the table and laid it in her lap like something that had died.'],
  ['BEN', 'Keep your voice down. The mayor is at the door, and he has brought the constable.', 'whispering'],
  ['CLARA', 'Let him come in. I have waited for thirty years to tell him what I think of his bridge.'],
  ['BEN', 'Stop where you are! Not one step on that bridge!', 'shouting'],
  ['ADA', 'It is too late now. Look at the rope, and then look at the water under it.'],
  ['CLARA', 'Then go and fetch them back, one after the other, and do not let them run.'],
  ['NARRATOR', 'They came back over the bridge one after the other, and the last of them carried the mayor’s hat.'],
  ['BEN', 'That is forty. I counted them twice, and the constable counted them once.'],
];

function screenplay(): Screenplay {
  const cast = Object.keys(VOICES).map((character) => ({
    character, role: character === 'NARRATOR' ? 'narrator' as const : 'character' as const, gender: 'neutral' as const, description: '', lineCount: 3, wordCount: 0,
  }));
  const entries = LINES.map(([character, text, parenthetical], index) => ({
    index, sceneIndex: 0, kind: 'dialogue' as const, character, text, origin: 'source' as const, spans: [], ...(parenthetical ? { parenthetical } : {}),
  }));
  return analyseDelivery({ title: 'The Bridge', mode: 'drama', narrationPolicy: 'include', scenes: [], entries, cast, reviewNotes: [] });
}

async function* bytesOf(parts: readonly Int16Array[]): AsyncGenerator<Uint8Array> {
  for (const samples of parts) yield pcmBytes(samples);
}
const loudnessOf = (parts: readonly Int16Array[]): Promise<Loudness> =>
  measureLoudness(ffmpeg, ['-f', 's16le', '-ar', '24000', '-ac', '1', '-i', 'pipe:0'], { stdin: bytesOf(parts) });

describe('a read with four voices', () => {
  let engine: SpeechEngine;
  let folder: string;
  let spoken: { line: PerformanceLinePlan; samples: Int16Array }[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'voices-'));
    engine = createFliteEngine({ poolSize: 2 });
    const voices = Object.fromEntries(Object.entries(VOICES).map(([cue, voiceId]) => [cue, { voiceId, voiceName: cue, provider: 'stage' }]));
    const lines = planPerformance(screenplay(), voices);
    spoken = await Promise.all(lines.map(async (line) => ({ line, samples: (await engine.speak(line.request)).samples })));
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps its voices within two loudness units of each other', async () => {
    const levels: Record<string, number> = {};
    for (const cue of Object.keys(VOICES)) {
      levels[cue] = (await loudnessOf(spoken.filter(({ line }) => line.character === cue).map(({ samples }) => samples))).lufs;
    }
    expect(Math.max(...Object.values(levels)) - Math.min(...Object.values(levels))).toBeLessThanOrEqual(2);
  });

  it('is at −16 LUFS and below −1 dBTP, whatever is shouted or whispered', async () => {
    const parts = spoken.flatMap(({ line, samples }) => [samples, new Int16Array(line.pauseAfterMs * 24)]);
    const durationMs = parts.reduce((sum, { length }) => sum + length, 0) / 24;
    const mastered = await masterProgramme(ffmpeg, {
      pcm: () => bytesOf(parts), format: VOICES_FORMAT, durationMs, outputPath: path.join(folder, 'read.mp3'), tags: { title: 'The Bridge', artist: 'Test', chapters: [] },
    });
    expect(Math.abs(mastered.lufs + 16)).toBeLessThanOrEqual(1);
    expect(mastered.truePeakDb).toBeLessThanOrEqual(-1);
  });

  it('has audible whispers quieter than speech, and louder shouts without clipping', async () => {
    const text = 'Nobody on the platform saw the train come in, and nobody heard it leave again.';
    const said = async (emotion: Emotion, volume: number): Promise<Int16Array> =>
      (await engine.speak({ text, voiceId: VOICES.BEN, emotion, speed: 1, volume })).samples;
    const [plain, whispered, shouted] = [await said('neutral', 1), await said('whisper', 0.75), await said('shout', 1.05)];
    const [level, low, high] = [(await loudnessOf([plain])).lufs, (await loudnessOf([whispered])).lufs, (await loudnessOf([shouted])).lufs];
    expect(level - low).toBeGreaterThanOrEqual(2.5);
    expect(level - low).toBeLessThanOrEqual(9);
    expect(high - level).toBeGreaterThan(1.5);
    expect(Math.max(...shouted.map(Math.abs))).toBeLessThan(32_700);
  });
});
