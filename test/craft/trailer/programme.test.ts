import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bedToCut } from '../../../src/craft/audio/composer/cut/bed-to-cut.js';
import { LevelMeter, lufs } from '../../../src/craft/audio/level-meter.js';
import { measureLoudness } from '../../../src/craft/audio/loudness.js';
import { MasterRejected } from '../../../src/craft/audio/master.js';
import { MIX_RATE } from '../../../src/craft/audio/mix/clip.js';
import { mixedPcm, type Part } from '../../../src/craft/audio/mix/mix.js';
import type { FilmSound } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { packetParts } from '../../../src/craft/trailer/sound/packet-parts.js';
import { trailerLevel } from '../../../src/craft/trailer/sound/level.js';
import { trailerProgramme, type TrailerProgramme, type TrailerSound } from '../../../src/craft/trailer/sound/programme.js';
import type { TrailerLine } from '../../../src/craft/trailer/sound/spoken.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { countsFor, cutWish } from '../composer/cut/cuts.js';
import { coloured, filmOf, FolderPieces, held, PACKET_MS } from '../film/small-films.js';
import { lineOf, samplesOf, steadyMusic, tone, voice } from './lines.js';

const ffmpeg = await ffmpegForTests();
let root: string;
let number = 0;
beforeAll(async () => { root = await mkdtemp(path.join(tmpdir(), 'trailer-sound-')); });
afterAll(async () => { await rm(root, { recursive: true, force: true }); });

const programmeOf = (more: Partial<TrailerSound>): Promise<TrailerProgramme> =>
  trailerProgramme({ lines: [], music: null, effects: [], durationMs: 8_000, ...more });

/** The mix of one part alone. */
const partOf = ({ voices, mix }: TrailerProgramme, part: Part): Promise<Int16Array> => samplesOf(mixedPcm(voices(), mix, [part]));

/** The loudness in LUFS of a stretch of a programme; the times are in milliseconds. */
function loudness(frames: Int16Array, fromMs: number, toMs: number): number {
  const meter = new LevelMeter(MIX_RATE, 2);
  meter.add(frames.subarray(fromMs * 96, toMs * 96));
  return lufs(meter.powers.reduce((sum, power) => sum + power, 0) / meter.powers.length + 1e-12);
}

/** The sections of a trailer's music: 36 counts that grow to a hit and end softly. */
const SECTIONS = [
  { counts: 4, role: 'held', level: [0.1, 0.2] }, { counts: 8, role: 'theme', level: [0.3, 0.4] }, { counts: 8, role: 'pulse', level: [0.4, 0.9] },
  { counts: 8, role: 'full', level: [0.9, 1] }, { counts: 4, role: 'hit', level: [1, 0.4] }, { counts: 4, role: 'bare', level: [0.2, 0.1] },
] as const;
const music = (seconds: number) => bedToCut(cutWish({ countsPerMinute: countsFor(36, seconds), sections: SECTIONS, hits: [12, 20, 24, 28] }));
const spokenAt = (atMs: readonly number[], soft: readonly number[] = []): TrailerLine[] =>
  atMs.map((ms, at) => lineOf(voice(1.2, at, soft.includes(at) ? -34 : -24), { fromMs: 20, toMs: 1_180, atMs: ms }));

describe('the sound of a trailer', () => {
  it('has exactly its length in two channels at 48 kHz', async () => {
    for (const durationMs of [9_984, 7_001]) {
      const { pcm, format } = await programmeOf({ music: steadyMusic(12), lines: [lineOf(tone(500), { atMs: 100 })], durationMs });
      expect([(await samplesOf(pcm())).length, format]).toEqual([durationMs * 96, { sampleRate: 48_000, channels: 2 }]);
    }
  });

  it('has its music at least 12 dB below every line, loud or soft, and back within 300 ms of a pause', async () => {
    const at = [500, 4_000, 6_500, 11_300, 13_200, 15_000];
    const sound = { lines: spokenAt(at, [1, 3]), music: music(20), durationMs: 20_000 };
    const programme = await programmeOf(sound);
    const [voices, ducked, free] = [
      await partOf(programme, 'voices'), await partOf(programme, 'music'),
      await partOf({ ...programme, mix: { ...programme.mix, speech: [] } }, 'music'),
    ];
    for (const ms of at) {
      const [from, to] = [ms, ms + 1_160];
      expect([ms, loudness(voices, from, to) - loudness(ducked, from, to) >= 12]).toEqual([ms, true]);
    }
    for (const [from, to] of [[1_960, 3_860], [5_460, 6_380], [7_960, 11_160], [16_460, 19_900]] as const) {
      expect([from, Math.abs(loudness(ducked, from, to) - loudness(free, from, to)) < 0.05]).toEqual([from, true]);
    }
    expect(loudness(free, 11_200, 15_000) - loudness(voices, 11_300, 12_460)).toBeGreaterThan(0);
  });

  it('plays its effects at their times, and lowers them below lines only as each effect says', async () => {
    const effect = { clip: steadyMusic(2), startMs: 3_000, endMs: 5_000, levelDb: 0, ducking: 0, fadeInMs: 0, fadeOutMs: 0, anchor: 'start' } as const;
    const heard = await partOf(await programmeOf({ effects: [effect], lines: [lineOf(voice(1, 3), { atMs: 3_500 })] }), 'effects');
    expect([heard.subarray(0, 2_999 * 96).every((value) => value === 0), heard.subarray(5_001 * 96).every((value) => value === 0)]).toEqual([true, true]);
    expect(Math.abs(loudness(heard, 3_100, 3_500) - loudness(heard, 3_600, 4_400))).toBeLessThan(0.1);
  });

  it('refuses lines that are outside the trailer, have no length, or have an impossible time or gain', async () => {
    for (const more of [{ atMs: 8_000 }, { atMs: -600 }, { fromMs: 400, toMs: 400 }, { gainDb: 90 }, { atMs: Number.NaN }]) {
      await expect(programmeOf({ lines: [lineOf(tone(500), more)] })).rejects.toThrow(RangeError);
    }
  });
});

/** Encodes a programme as the sound of a film; answers the file, and how many parts had to be encoded. */
async function encoded(sound: FilmSound, pieces: FolderPieces): Promise<{ file: string; parts: number }> {
  const packets = sound.parts.reduce((sum, samples) => sum + samples, 0) / 1_024;
  const film = filmOf('still', [held(coloured('plain', '#204060'), packets * PACKET_MS)], sound);
  const made = await makeFilm(ffmpeg, film, { folder: root, pieces, outputPath: path.join(root, `film-${++number}.mp4`) });
  return { file: made.path, parts: made.encoded.sound };
}

const newStore = async (): Promise<FolderPieces> => {
  const folder = path.join(root, `pieces-${++number}`);
  await mkdir(folder);
  return new FolderPieces(folder);
};

const making = async () => ({ ffmpeg, folder: root, pieces: await newStore(), signal: new AbortController().signal });

describe('the sound of a trailer in its film', () => {
  it('has -16 LUFS and peaks of -1 dB at most, and is encoded again only where a line was changed', async () => {
    const beats = Array.from({ length: 9 }, () => 20_000 / 9);
    const lines = spokenAt([200, 2_500, 4_700, 6_900, 9_100, 11_400, 13_500], [2]);
    const spans = lines.map(({ fromMs, toMs, atMs }) => ({ startMs: atMs, endMs: atMs + toMs - fromMs }));
    const { durationMs, parts } = packetParts(beats, spans);
    const sound = { lines, music: music(20), durationMs };
    const programme = await programmeOf(sound);
    const { gainDb, ceilingDb, ...levelled } = await trailerLevel(await making(), { ...programme, parts });
    const pieces = await newStore();
    const first = await encoded({ ...programme, gainDb, ceilingDb, parts }, pieces);
    expect(first.parts).toBe(9);
    const measured = await measureLoudness(ffmpeg, ['-i', first.file]);
    expect(Math.abs(measured.lufs + 16)).toBeLessThanOrEqual(1);
    expect(measured.truePeakDb).toBeLessThanOrEqual(-1);
    expect([Math.abs(measured.lufs - levelled.lufs) < 0.2, Math.abs(measured.truePeakDb - levelled.truePeakDb) < 0.3]).toEqual([true, true]);
    expect(Math.abs(measured.durationMs - durationMs)).toBeLessThan(25);

    const changed = lines.map((line, at) => (at === 3 ? lineOf(voice(1.2, 40, -25), { fromMs: 20, toMs: 1_180, atMs: line.atMs }) : line));
    const edited = await programmeOf({ ...sound, lines: changed, voicesLufs: programme.mix.voicesLufs });
    expect(edited.mix.voicesLufs).toBe(programme.mix.voicesLufs);
    const kept = await trailerLevel(await making(), { ...edited, parts }, { gainDb, ceilingDb });
    expect([kept.gainDb, kept.ceilingDb]).toEqual([gainDb, ceilingDb]);
    const second = await encoded({ ...edited, gainDb, ceilingDb, parts }, pieces);
    expect(second.parts).toBe(1);
  });

  it('gets a lower ceiling where the encoder adds peaks, and is rejected when it is silent', async () => {
    const drums = { ...steadyMusic(6), frames: new Int16Array(6 * 96_000) };
    for (let stroke = 0; stroke < 12; stroke++) {
      for (let at = 0; at < 4_000; at++) {
        const snap = at < 90 ? 9_000 * (at % 2 ? 1 : -1) : 0;
        const value = Math.round(30_000 * Math.exp(-at / 900) * Math.sin((2 * Math.PI * 90 * at) / 48_000 + stroke) + snap);
        const place = (stroke * 24_000 + 7_000 + at) * 2;
        drums.frames[place] = drums.frames[place + 1] = Math.max(-32_000, Math.min(32_000, value));
      }
    }
    const { durationMs, parts } = packetParts([3_000, 3_000]);
    const programme = await programmeOf({ music: drums, durationMs });
    const level = await trailerLevel(await making(), { ...programme, parts });
    expect([Math.abs(level.lufs + 16) <= 1, level.truePeakDb <= -1]).toEqual([true, true]);
    const tooLoud = await trailerLevel(await making(), { ...programme, parts }, { gainDb: level.gainDb + 12, ceilingDb: -0.5 });
    expect(tooLoud).toEqual(level);
    await expect(trailerLevel(await making(), { ...await programmeOf({ durationMs }), parts })).rejects.toThrow(MasterRejected);
    expect(await readdir(root).then((names) => names.filter((name) => name.endsWith('.aac')))).toEqual([]);
  });
});
