import { rm } from 'node:fs/promises';
import path from 'node:path';
import { LUFS_TOLERANCE, MAX_TRUE_PEAK_DB, measureLoudness, TARGET_LUFS, type Loudness } from '../../audio/loudness.js';
import { corrected, FIRST_CEILING_DB, MasterRejected, measuredGain, type Level } from '../../audio/master.js';
import type { FilmSound } from '../../film/film.js';
import type { Making } from '../../film/making.js';
import { makeSound } from '../../film/sound.js';

/** The sound of a trailer at 48 kHz, without its level. */
type Unlevelled = Pick<FilmSound, 'pcm' | 'format' | 'parts'>;

/** Levels in steps, so that an edit of one line seldom changes that of the whole. */
const STEP_DB = 0.5;
const MAX_ATTEMPTS = 4;

const stepped = ({ gainDb, ceilingDb }: Level): Level =>
  ({ gainDb: Math.round(gainDb / STEP_DB) * STEP_DB, ceilingDb: Math.floor(ceilingDb / STEP_DB) * STEP_DB });

const isRight = ({ lufs, truePeakDb }: Loudness): boolean => Math.abs(lufs - TARGET_LUFS) <= LUFS_TOLERANCE && truePeakDb <= MAX_TRUE_PEAK_DB;

/**
 * Measures the loudness of a trailer as encoded in its film. The encoder raises the peaks of drums, and raises them differently in separate parts than in the
 * whole.
 */
async function measured(making: Making, sound: Unlevelled, { gainDb, ceilingDb }: Level): Promise<Loudness> {
  const { ffmpeg, folder, signal, jobId } = making;
  const file = path.join(folder, 'level.aac');
  try {
    await makeSound(making, { ...sound, gainDb, ceilingDb }, await ffmpeg.version(), file);
    const { lufs, truePeakDb } = await measureLoudness(ffmpeg, ['-i', file], { signal, jobId });
    return { lufs, truePeakDb };
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * The level at which the encoded sound of a trailer has −16 ±1 LUFS and at most −1 dBTP, with the measured values. The level from `before` an edit stays
 * while it is still right, so that only the edited part is encoded again. The encoded parts are the film's own, so the film finds them in the store. Throws
 * `MasterRejected` for silence, and for sound that no level suits; otherwise what `makeSound` throws.
 */
export async function trailerLevel(making: Making, sound: Unlevelled, before?: Level): Promise<Level & Loudness> {
  if (before) {
    const kept = await measured(making, sound, before);
    if (isRight(kept)) return { ...before, ...kept };
  }
  let level = stepped({ gainDb: await measuredGain({ ...sound, signal: making.signal }), ceilingDb: FIRST_CEILING_DB });
  for (let attempt = 1; ; attempt++) {
    const found = await measured(making, sound, level);
    const next = corrected(level, found);
    if (isRight(found) && (next === null || attempt === MAX_ATTEMPTS)) return { ...level, ...found };
    if (next === null || attempt === MAX_ATTEMPTS) throw new MasterRejected(`the trailer measures ${found.lufs} LUFS and ${found.truePeakDb} dBTP`);
    level = stepped(next);
  }
}
