import { readFile } from 'node:fs/promises';
import { compose } from '../../src/craft/audio/composer/compose.js';
import { play, readSoundBank } from '../../src/craft/audio/composer/player.js';
import { findSoundBank } from '../../src/craft/audio/composer/sound-bank.js';
import { MUSIC_MOODS, type CompositionWish, type MusicMood } from '../../src/craft/audio/composer/wish.js';
import { clipOf } from '../../src/craft/audio/mix/clip.js';
import { renderBed } from '../../src/craft/audio/score/bed.js';
import type { Benchmark } from '../benchmark.js';

const MINUTE_MS = 60_000;
const QUICK_MS = 5_000;

const wishFor = (mood: MusicMood, durationMs: number): CompositionWish => ({
  mood, colour: null, seed: `bench ${mood}`, themeSeed: 'bench', durationMs, bpm: null, density: null, brightness: null,
  instruments: { pad: 1, strings: 1, bass: 1 }, ending: 'cadence',
});

const secondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

const AS_WRITTEN = { bpm: null, density: null, brightness: null, instruments: { pad: 1, strings: 1, bass: 1 } };

/** Processor time and memory of composed music, compared with the loops of the catalogue. No figures when the instruments are not installed. */
export const musicBenchmark: Benchmark = {
  name: 'music',
  summary: 'a minute of composed music of each mood, beside a loop of the catalogue',
  async run(_stack, { quick, config, say }) {
    const file = await findSoundBank(config.cacheDir);
    if (!file) {
      say('music: the instruments are not installed (proscenium music install)');
      return [];
    }
    const durationMs = quick ? QUICK_MS : MINUTE_MS;
    const rssBefore = process.memoryUsage().rss;
    const loading = process.cpuUsage();
    const bank = readSoundBank(await readFile(file));
    const loadSeconds = secondsSince(loading);
    const [written, played, loops]: number[][] = [[], [], []];
    let most = rssBefore;
    for (const mood of MUSIC_MOODS) {
      const writing = process.cpuUsage();
      const piece = compose(wishFor(mood, durationMs));
      written!.push(secondsSince(writing) * 1_000);
      const playing = process.cpuUsage();
      const clip = clipOf(await play(piece, bank), false);
      most = Math.max(most, process.memoryUsage().rss);
      played!.push((secondsSince(playing) * MINUTE_MS) / durationMs);
      say(`music: ${mood}, ${piece.colour}, ${piece.notes.length} notes, ${(clip.frames.byteLength / 1e6).toFixed(1)} MB, ${played!.at(-1)!.toFixed(1)} s`);
      const looping = process.cpuUsage();
      renderBed({ soundId: 'night-mystery', playMode: 'loop', ...AS_WRITTEN });
      loops!.push(secondsSince(looping));
    }
    return [
      {
        benchmark: 'music', name: 'processor time of a composed minute', unit: 's', rounds: played!,
        reference: { name: 'a loop of the catalogue', rounds: loops! }, bound: { of: 'value', sense: 'most', floor: 6, aim: 4 },
        note: `the instruments are read once in ${loadSeconds.toFixed(2)} s`,
      },
      { benchmark: 'music', name: 'writing the notes of a piece', unit: 'ms', rounds: written! },
      { benchmark: 'music', name: 'memory at most, more than before', unit: 'MB', rounds: [(most - rssBefore) / 1e6], bound: { of: 'value', sense: 'most', floor: 400, aim: 300 } },
    ];
  },
};
