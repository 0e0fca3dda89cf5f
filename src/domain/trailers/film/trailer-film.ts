import { createReadStream } from 'node:fs';
import type { Film, FilmCaption, Shot } from '../../../craft/film/film.js';
import type { Services } from '../../../kernel/services.js';
import { loadPerformed } from '../../artifacts/mix/performed-read.js';
import { filmFormat, type FilmMaking, type FilmRoom } from '../../storyboards/films/film-making.js';
import { captionsInOrder, filmWith, openStage, pcmBytesOf } from '../../storyboards/films/read-stage.js';
import type { FilmStage } from '../../storyboards/films/stage-shots.js';
import { heardFrom, type TrailerBoard, type TrailerRow } from '../trailer-model.js';
import { beatShots } from './beat-shots.js';
import type { HeardTrailer } from './heard-trailer.js';
import { makeTrailerSound, type TrailerSound } from './trailer-sound.js';

/** A trailer in the making. */
export interface TrailerMaking extends HeardTrailer, FilmMaking { stage: FilmStage; sound: TrailerSound }

/** Loads everything that a trailer needs, and makes its sound in `folder`. Throws `MakingFailed` when the read is gone. */
export async function openTrailer(
  services: Services, trailer: TrailerRow, board: TrailerBoard, { resolution, folder, signal }: FilmRoom,
): Promise<TrailerMaking> {
  const performed = await loadPerformed(services, trailer.artifactId, trailer.readRevision);
  const format = filmFormat(trailer.aspect, resolution);
  const [stage, sound] = await Promise.all([
    openStage(services, trailer, performed, board, { format, signal }), makeTrailerSound(services, { trailer, board, performed }, { folder, signal }),
  ]);
  return { trailer, board, performed, sound, format, stage };
}

/** The caption of the line of a beat, timed from the start of the trailer; null for a beat without a line. */
function captionOf({ board, sound }: Pick<TrailerMaking, 'board' | 'sound'>, at: number): FilmCaption | null {
  const { line } = board.items[at]!;
  if (!line) return null;
  const startMs = Math.round(heardFrom(sound.beats[at]!, line));
  return { startMs, endMs: Math.min(Math.round(sound.durationMs), startMs + line.toMs - line.fromMs), speaker: line.speaker, text: line.text };
}

/** The shots of the beat at an index. */
const shotsAt = ({ board, stage, sound }: TrailerMaking, at: number): Shot[] => beatShots(stage, board.items[at]!, sound.beats[at]!.durationMs);

const titleOf = ({ trailer }: TrailerMaking): string => `${trailer.title}: trailer`;

/** The film of a trailer: the shots of its beats, timed by its sound. */
export const filmOfTrailer = (making: TrailerMaking): Promise<Film> => filmWith(titleOf(making), making.performed, making, {
  shots: making.board.items.flatMap((_, at) => shotsAt(making, at)),
  captions: captionsInOrder(making.board.items.map((_, at) => captionOf(making, at)).filter((caption) => caption !== null)),
  pcm: () => createReadStream(making.sound.pcmPath), parts: making.sound.parts,
});

/** The film of one beat alone, with the sound that the beat has in the whole trailer. */
export function filmOfBeat(making: TrailerMaking, at: number): Promise<Film> {
  const { sound: { beats, format, pcmPath } } = making;
  const [start, length] = [pcmBytesOf(format, beats[at]!.startMs), pcmBytesOf(format, beats[at]!.durationMs)];
  return filmWith(titleOf(making), making.performed, making, {
    shots: shotsAt(making, at), captions: [], pcm: () => createReadStream(pcmPath, { start, end: start + length - 1 }), parts: [length / (format.channels * 2)],
  });
}
