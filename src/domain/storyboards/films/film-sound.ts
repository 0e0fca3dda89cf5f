import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MasterRejected } from '../../../craft/audio/master.js';
import type { Clip } from '../../../craft/audio/mix/clip.js';
import { mixedPcm, type MixSpan } from '../../../craft/audio/mix/mix.js';
import { trailerLevel } from '../../../craft/trailer/sound/level.js';
import { trailerProgramme } from '../../../craft/trailer/sound/programme.js';
import type { TrailerLine } from '../../../craft/trailer/sound/spoken.js';
import { findSound } from '../../../craft/audio/sounds/catalogue.js';
import type { Services } from '../../../kernel/services.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { soundClip } from '../../artifacts/mix/sound-clips.js';
import type { BoardedRow, BoardedType, ItemEffect, RenderedFilm } from '../boarded-film.js';
import { piecesOfBoarded } from '../objects.js';
import type { BoardedSound, FilmRoom } from './film-making.js';

/** Everything that is heard in a film, timed from its start. */
export interface HeardFilm {
  times: Pick<BoardedSound, 'beats' | 'parts' | 'durationMs'>;
  lines: readonly TrailerLine[];
  /** The music, which plays from the beginning; null for none. */
  music: Clip | null;
  musicDb: number;
  effects: readonly MixSpan[];
  /** Sounds under the whole film, such as the tone of a room. */
  beds?: readonly MixSpan[];
  /** The previous film for review; its level is kept where it still fits. */
  before: RenderedFilm | null;
}

/** An effect as a span of the mix, as a list of one; empty when the catalogue no longer has the sound. */
export function effectSpan({ soundId, offsetMs, levelDb }: ItemEffect, itemStartMs: number): MixSpan[] {
  const sound = findSound(soundId);
  if (!sound) return [];
  const startMs = itemStartMs + offsetMs;
  const endMs = startMs + (sound.seconds ?? 0) * 1_000;
  return [{ clip: () => soundClip(soundId), startMs, endMs, levelDb, ducking: 0, fadeInMs: 0, fadeOutMs: 0, anchor: 'start' }];
}

/** Mixes the programme of a film into a file and finds its level. Throws `MakingFailed` when nothing is heard. */
export async function makeFilmSound<Row extends BoardedRow>(
  services: Services, type: BoardedType<Row>, row: Row, heard: HeardFilm, { folder, signal }: Pick<FilmRoom, 'folder' | 'signal'>,
): Promise<BoardedSound> {
  const { times, lines, music, musicDb, effects, beds = [], before } = heard;
  if (lines.length === 0 && !music && effects.length === 0) throw new MakingFailed(`nothing is heard in this ${type.word}`);
  const { durationMs } = times;
  const programme = await trailerProgramme({ lines, music, effects, durationMs, signal, ...(before ? { voicesLufs: before.voicesLufs } : {}) });
  const { mix, format, voices } = programme;
  const spans = { ...mix.spans, beds: [...mix.spans.beds, ...beds], music: mix.spans.music.map((span) => ({ ...span, levelDb: span.levelDb + musicDb })) };
  const pcmPath = path.join(folder, `${type.type}.pcm`);
  await pipeline(mixedPcm(voices(), { ...mix, spans }), createWriteStream(pcmPath), { signal });
  const making = { ffmpeg: await services.ffmpeg(), folder, pieces: piecesOfBoarded(services, type, row), signal, jobId: row.id };
  const sound = { pcm: () => createReadStream(pcmPath), format, parts: times.parts };
  const { gainDb, ceilingDb } = await trailerLevel(making, sound, before ?? undefined).catch((error: unknown) => {
    throw error instanceof MasterRejected ? new MakingFailed(`nothing is heard in this ${type.word}, or it has no level: ${error.message}`) : error;
  });
  return { ...times, gainDb, ceilingDb, pcmPath, format: { ...format, channels: 2 }, voicesLufs: mix.voicesLufs };
}
