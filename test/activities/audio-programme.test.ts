import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseFile } from 'music-metadata';
import { FfmpegCancelled } from '../../src/craft/ffmpeg/run.js';
import { createFliteEngine } from '../../src/craft/speech/flite/engine.js';
import { CHARACTER_VOICES } from '../../src/craft/speech/flite/voices.js';
import { pcmBytes, pcmSamples } from '../../src/craft/speech/line-cache.js';
import { EMOTIONS } from '../../src/craft/screenplay/model.js';
import { createLiveEncoder, LIVE_FRAME_BYTES, liveTimeAt } from '../../src/craft/audio/live-encoder.js';
import { LevelMeter } from '../../src/craft/audio/level-meter.js';
import { measureLoudness } from '../../src/craft/audio/loudness.js';
import { masterProgramme, MasterRejected, type MasterInput, VOICES_FORMAT } from '../../src/craft/audio/master.js';
import { chaptersOf } from '../../src/domain/artifacts/chapters.js';
import { planTimeline } from '../../src/craft/audio/timeline.js';
import { timelinePcm } from '../../src/craft/audio/timeline-pcm.js';
import { ffmpegForTests } from '../support/ffmpeg.js';

const ffmpeg = await ffmpegForTests();
const SENTENCES = [
  'I never said that the bridge was safe.',
  'Then why did you let forty people walk across it this morning?',
  'Because nobody asked me, and because the mayor had already cut the ribbon.',
];

/** A short read by twelve voices in every emotion, as it would be stored. */
async function readAloud(): Promise<{ stored: Map<string, Buffer>; samples: Int16Array[] }> {
  const engine = createFliteEngine({ poolSize: 2 });
  try {
    const spoken = await Promise.all(Array.from({ length: 16 }, (_, index) => engine.speak({
      text: SENTENCES[index % 3] as string, voiceId: CHARACTER_VOICES[index % 12]?.voiceId as string,
      emotion: EMOTIONS[(index * 3) % 8] ?? 'neutral', speed: 1, volume: 1,
    })));
    const samples = spoken.map((line) => line.samples);
    return { samples, stored: new Map(samples.map((line, index) => [`line${index}`, pcmBytes(line)])) };
  } finally {
    await engine.close();
  }
}

describe('the programme', () => {
  let folder: string;
  let samples: Int16Array[];
  let input: MasterInput;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'programme-'));
    const read = await readAloud();
    samples = read.samples;
    const timeline = planTimeline([...read.stored].map(([key, bytes], index) => ({
      key, entryIndex: index, sceneIndex: Math.floor(index / 6), durationMs: bytes.length / 48, pauseAfterMs: 320,
    })));
    input = {
      pcm: () => timelinePcm({ get: async (key) => read.stored.get(key) as Buffer }, timeline),
      format: VOICES_FORMAT, durationMs: timeline.durationMs, outputPath: path.join(folder, 'read.mp3'),
      tags: {
        title: 'The Bridge', artist: 'Proscenium', chapters: chaptersOf({ scenes: [], entries: [] }, timeline.entries).map(({ title, startMs }, index, all) => (
          { title, startMs, endMs: all[index + 1]?.startMs ?? timeline.durationMs }
        )),
      },
    };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has its planned length and level and its tags, and is the same every time', async () => {
    const shares: number[] = [];
    const first = await masterProgramme(ffmpeg, { ...input, onProgress: (share) => shares.push(share) });
    expect(Math.abs(first.lufs + 16)).toBeLessThanOrEqual(1);
    expect(first.truePeakDb).toBeLessThanOrEqual(-1);
    expect(Math.abs(first.durationMs - input.durationMs)).toBeLessThanOrEqual(50);
    const bytes = await readFile(first.path);
    expect(first).toMatchObject({ byteSize: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);

    const { format, common } = await parseFile(first.path, { includeChapters: true });
    expect(format).toMatchObject({ sampleRate: 44_100, numberOfChannels: 1, codec: 'MPEG 1 Layer 3' });
    expect(Math.abs((format.duration ?? 0) * 1000 - input.durationMs)).toBeLessThan(100);
    expect(common).toMatchObject({ title: 'The Bridge', artist: 'Proscenium' });

    const second = await masterProgramme(ffmpeg, { ...input, outputPath: path.join(folder, 'again.mp3') });
    expect(second.sha256).toBe(first.sha256);
    expect((await readdir(folder)).sort()).toEqual(['again.mp3', 'read.mp3']);
  });

  it('has the same level in the level meter as in ffmpeg', async () => {
    const meter = new LevelMeter(24_000);
    for await (const bytes of input.pcm()) meter.add(pcmSamples(bytes));
    const { lufs } = await measureLoudness(ffmpeg, ['-f', 's16le', '-ar', '24000', '-ac', '1', '-i', 'pipe:0'], { stdin: input.pcm() });
    expect(Math.abs(meter.integrated() - lufs)).toBeLessThan(0.15);
    expect(new LevelMeter(24_000).integrated()).toBe(-70);
  });

  it('is refused when it is silent or not as long as planned, and leaves nothing', async () => {
    const outputPath = path.join(folder, 'refused.mp3');
    const silence = async function* (): AsyncGenerator<Uint8Array> { yield new Uint8Array(48 * 2_000); };
    await expect(masterProgramme(ffmpeg, { ...input, outputPath, pcm: silence, durationMs: 2_000 })).rejects.toThrow(MasterRejected);
    await expect(masterProgramme(ffmpeg, { ...input, outputPath, durationMs: input.durationMs + 80 })).rejects.toThrow(/were planned/);
    expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
  });

  it('stops when cancelled, and leaves nothing', async () => {
    const abort = new AbortController();
    const outputPath = path.join(folder, 'cancelled.mp3');
    const onProgress = (): void => abort.abort();
    await expect(masterProgramme(ffmpeg, { ...input, outputPath, signal: abort.signal, onProgress })).rejects.toThrow(FfmpegCancelled);
    expect((await readdir(folder)).filter((name) => name.startsWith('cancelled'))).toEqual([]);
  });

  it('fails on a missing line', async () => {
    const pcm = async function* (): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(48_000);
      throw new Error('no object lines/ab');
    };
    await expect(masterProgramme(ffmpeg, { ...input, outputPath: path.join(folder, 'gone.mp3'), pcm })).rejects.toThrow('no object');
  });

  it('streams live on frame borders, near the same level, with the same bytes', async () => {
    const perform = async (): Promise<{ bytes: Buffer; heldBackMs: number; writtenMs: number }> => {
      const encoder = await createLiveEncoder(ffmpeg);
      const chunks: Buffer[] = [];
      const reading = (async () => {
        for await (const chunk of encoder.chunks) chunks.push(chunk);
      })();
      await encoder.write(samples[0] as Int16Array);
      await new Promise((resolve) => { setTimeout(resolve, 700); });
      const heldBackMs = encoder.writtenMs - liveTimeAt(Buffer.concat(chunks).length);
      for (const line of samples.slice(1)) {
        await encoder.writeSilence(320);
        await encoder.write(line);
      }
      await encoder.end();
      await reading;
      return { bytes: Buffer.concat(chunks), heldBackMs, writtenMs: encoder.writtenMs };
    };
    const live = await perform();
    expect(live.heldBackMs).toBeLessThan(300);
    for (let at = 0; at < live.bytes.length; at += LIVE_FRAME_BYTES) {
      expect(live.bytes.readUInt16BE(at) & 0xfffe).toBe(0xfff2);
    }
    expect(Math.abs(liveTimeAt(live.bytes.length) - live.writtenMs)).toBeLessThan(60);
    expect(createHash('sha256').update((await perform()).bytes).digest('hex')).toBe(createHash('sha256').update(live.bytes).digest('hex'));

    const file = path.join(folder, 'live.mp3');
    await writeFile(file, live.bytes);
    const loudness = await measureLoudness(ffmpeg, ['-f', 'mp3', '-i', file]);
    expect(Math.abs(loudness.lufs + 16)).toBeLessThan(2);
    expect(loudness.truePeakDb).toBeLessThanOrEqual(-1);
  });

  it('ends its encoder when the signal aborts', async () => {
    const abort = new AbortController();
    const encoder = await createLiveEncoder(ffmpeg, { signal: abort.signal });
    await encoder.write(samples[0] as Int16Array);
    abort.abort();
    await expect(encoder.end()).rejects.toThrow(FfmpegCancelled);
    await expect(encoder.write(samples[0] as Int16Array)).rejects.toThrow(FfmpegCancelled);
  });
});
