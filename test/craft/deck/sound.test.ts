import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bedToCut } from '../../../src/craft/audio/composer/cut/bed-to-cut.js';
import { composeToCut, cutPerformances } from '../../../src/craft/audio/composer/cut/compose-cut.js';
import { LevelMeter } from '../../../src/craft/audio/level-meter.js';
import { MIX_RATE, type Clip } from '../../../src/craft/audio/mix/clip.js';
import { mixedPcm } from '../../../src/craft/audio/mix/mix.js';
import { ARC_STAGES } from '../../../src/craft/deck/deck.js';
import { roomTone, roomToneSpan } from '../../../src/craft/deck/sound/room-tone.js';
import { deckSections, gentleSections, type DeckScore, type TimedChapter } from '../../../src/craft/deck/sound/sections.js';
import { packetParts } from '../../../src/craft/trailer/sound/packet-parts.js';
import { trailerLevel } from '../../../src/craft/trailer/sound/level.js';
import { trailerProgramme } from '../../../src/craft/trailer/sound/programme.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { channelsOf, fluxOf, loudnessOf, onsetNear, standsOutDb } from '../composer/cut/measures.js';
import { FolderPieces } from '../film/small-films.js';
import { lineOf, samplesOf, voice } from '../trailer/lines.js';

/** Lengths of chapters, in ms, that do not fit one tempo. A title comes before the chapters, a closing card after them. */
const LENGTHS = [7_340, 11_020, 5_613, 9_871, 4_777, 8_402];
const TITLE_MS = 4_000;
const CHAPTERS: readonly TimedChapter[] = LENGTHS.map((durationMs, at) => ({
  startMs: TITLE_MS + LENGTHS.slice(0, at).reduce((sum, ms) => sum + ms, 0), durationMs, arcStage: ARC_STAGES[Math.floor((at * 4) / LENGTHS.length)]!,
}));
const TOTAL_MS = TITLE_MS + LENGTHS.reduce((sum, ms) => sum + ms, 0) + 5_000;
const wishOf = (score: DeckScore, seed = 'a deck') => ({ mood: 'even' as const, colour: null, seed, themeSeed: 'a project', ...score });
const beds = new Map<string, Clip>();
/** The music that is written to the chapters, played once for all tests. */
function bedOf(mood: 'even' | 'grave'): Clip {
  const bed = beds.get(mood) ?? bedToCut({ ...wishOf(deckSections(CHAPTERS, TOTAL_MS)), mood });
  beds.set(mood, bed);
  return bed;
}
const durationMs = ({ frames }: Clip): number => (frames.length * 500) / MIX_RATE;

describe('a score that is written to the pictures of a deck', () => {
  const score = deckSections(CHAPTERS, TOTAL_MS);

  it('has sections that begin with its chapters, at tempos close to one another', () => {
    const starts: number[] = [];
    let at = 0;
    for (const { counts, countsPerMinute } of score.sections) {
      starts.push(at);
      at += (counts * 60_000) / countsPerMinute!;
    }
    const wanted = [0, ...CHAPTERS.map(({ startMs }) => startMs), TOTAL_MS - 5_000];
    expect(starts.map((start, index) => Math.abs(start - wanted[index]!) < 0.01)).toEqual(wanted.map(() => true));
    expect(Math.abs(at - TOTAL_MS)).toBeLessThan(0.01);
    const tempos = score.sections.map(({ countsPerMinute }) => countsPerMinute!);
    expect(Math.max(...tempos) / Math.min(...tempos)).toBeLessThan(1.25);
    expect(score.sections.every(({ role, level }) => role !== 'full' && role !== 'hit' && Math.max(...level) <= 0.7)).toBe(true);
  });

  it('strikes within 20 ms of every cut to a chapter, and stands out there', () => {
    for (const mood of ['even', 'grave'] as const) {
      const clip = bedOf(mood);
      expect(Math.abs(durationMs(clip) - TOTAL_MS)).toBeLessThan(1);
      const sound = channelsOf(clip);
      const flux = fluxOf(sound);
      for (const { startMs } of CHAPTERS) {
        const off = Math.abs(onsetNear(flux, startMs / 1_000) * 1_000 - startMs);
        expect({ mood, startMs, off, isThere: off <= 20, isHeard: standsOutDb(sound, startMs / 1_000) >= 6 }).toMatchObject({ isThere: true, isHeard: true });
      }
    }
  });

  it('strikes on its chapters with instruments, too, and no melody note is held far into the next chapter', () => {
    const composed = composeToCut(wishOf(score));
    for (const { startMs } of CHAPTERS) {
      const parts = composed.strokes.filter(({ at }) => Math.abs(at * 1_000 - startMs) < 1).map(({ part }) => part);
      expect([startMs, parts.includes('great'), parts.includes('kettle'), parts.includes('low')]).toEqual([startMs, true, true, true]);
    }
    expect([...composed.tones, ...composed.strokes].every(({ at, lasts }) => at >= 0 && lasts > 0 && at + lasts <= TOTAL_MS / 1_000 + 1e-6)).toBe(true);
    // No note of the melody is held over the beginning of the next chapter, but for 0.35 s.
    const starts = composed.form.sections.map(({ at }) => at);
    for (const { at, lasts, part } of composed.tones.filter((note) => note.part === 'lead')) {
      const next = starts.find((start) => start > at + 1e-6) ?? Infinity;
      expect([part, at + lasts <= next + 0.35]).toEqual([part, true]);
    }
    const events = cutPerformances(composed).tones.events;
    expect([events.length > 100, events.every(({ at }, index) => index === 0 || at >= events[index - 1]!.at)]).toEqual([true, true]);
  });

  it('does not strike after a dip, and refuses chapters that are out of order', () => {
    const dips = deckSections(CHAPTERS.map((one, at) => ({ ...one, cutIntoNext: at === 1 ? 'dip' as const : 'cut' as const })), TOTAL_MS);
    expect(dips.hits.length).toBe(score.hits.length - 1);
    expect(() => deckSections([])).toThrow(RangeError);
    expect(() => deckSections([CHAPTERS[1]!, CHAPTERS[0]!])).toThrow(RangeError);
    expect(() => deckSections([{ ...CHAPTERS[0]!, durationMs: 0 }])).toThrow(RangeError);
    expect(deckSections([{ startMs: 0, durationMs: 4_000, arcStage: 'setup' }]).hits).toEqual([]);
  });
});

describe('a gentle bed', () => {
  it('has exactly the given length, without strokes', () => {
    for (const ms of [3_000, 31_415, 100_000]) {
      const { sections, hits, countsPerMinute } = gentleSections(ms);
      expect([sections.reduce((sum, { counts }) => sum + counts, 0) * (60_000 / countsPerMinute), hits]).toEqual([expect.closeTo(ms, 3), []]);
    }
    expect(Math.abs(durationMs(bedToCut(wishOf(gentleSections(31_415)))) - 31_415)).toBeLessThan(1);
  });
});

describe('room tone', () => {
  it('is at −60 LUFS under voices at −16, even, wide, and has no seam', async () => {
    const clip = roomTone('a deck', 6);
    expect([durationMs(clip), clip.loops]).toEqual([6_000, true]);
    const span = roomToneSpan(30_000, 'a deck');
    async function* silent(): AsyncGenerator<Uint8Array> { yield new Uint8Array(30 * 24_000 * 2); }
    const mixed = await samplesOf(mixedPcm(silent(), { spans: { music: [], effects: [], beds: [span] }, speech: [], durationMs: 30_000, voicesLufs: -16 }));
    const meter = new LevelMeter(MIX_RATE, 2);
    meter.add(mixed.subarray(96_000, 28 * 96_000));
    expect(Math.abs(meter.integrated() + 60)).toBeLessThan(1);
    const sound = channelsOf(clip);
    const levels = Array.from({ length: 11 }, (_, at) => loudnessOf(sound, at * 0.5, at * 0.5 + 1));
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(3);
    // The step from the last sample to the first is smaller than the largest step elsewhere.
    const steps = Array.from({ length: sound.left.length - 1 }, (_, at) => Math.abs(sound.left[at + 1]! - sound.left[at]!));
    expect(Math.abs(sound.left[0]! - sound.left.at(-1)!)).toBeLessThan(steps.reduce((most, step) => Math.max(most, step), 0));
    const [same, both] = [0, 1].map((lag) => sound.left.reduce((sum, value, at) => sum + value * (lag === 0 ? sound.right[at]! : value), 0));
    expect(Math.abs(same! / both!)).toBeLessThan(0.3);
    const bytesOf = ({ frames }: Clip): Buffer => Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength);
    expect(bytesOf(roomTone('a deck', 6)).equals(bytesOf(clip))).toBe(true);
    expect(bytesOf(roomTone('another', 6)).equals(bytesOf(clip))).toBe(false);
  });
});

describe('the sound of a deck', () => {
  let root: string;
  beforeAll(async () => { root = await mkdtemp(path.join(tmpdir(), 'deck-sound-')); });
  afterAll(async () => { await rm(root, { recursive: true, force: true }); });

  it('is at about −16 LUFS, keeps its peaks below −1 dB, and has its voices 12 dB over the music', async () => {
    const lines = CHAPTERS.map(({ startMs }, at) => lineOf(voice(3.4, at), { fromMs: 20, toMs: 3_380, atMs: startMs + 400 }));
    const { durationMs: total, parts } = packetParts([TITLE_MS, ...LENGTHS, 5_000]);
    const programme = await trailerProgramme({ lines, music: bedOf('even'), effects: [], durationMs: total });
    const mix = { ...programme.mix, spans: { ...programme.mix.spans, beds: [roomToneSpan(total, 'a deck')] } };
    await mkdir(path.join(root, 'pieces'));
    const making = { ffmpeg: await ffmpegForTests(), folder: root, pieces: new FolderPieces(path.join(root, 'pieces')), signal: new AbortController().signal };
    const found = await trailerLevel(making, { parts, format: programme.format, pcm: () => mixedPcm(programme.voices(), mix) });
    expect({ lufs: found.lufs, peak: found.truePeakDb, isRight: Math.abs(found.lufs + 16) <= 1 && found.truePeakDb <= -1 }).toMatchObject({ isRight: true });
    const heard = async (part: 'voices' | 'music') => channelsOf({ frames: await samplesOf(mixedPcm(programme.voices(), mix, [part])) });
    const [spoken, played] = [await heard('voices'), await heard('music')];
    for (const { startMs } of CHAPTERS) {
      const [from, until] = [(startMs + 400) / 1_000, (startMs + 3_700) / 1_000];
      const over = loudnessOf(spoken, from, until) - loudnessOf(played, from, until);
      expect({ startMs, over, isOver: over >= 12 }).toMatchObject({ isOver: true });
    }
  });
});
