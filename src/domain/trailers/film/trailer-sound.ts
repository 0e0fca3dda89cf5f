import { msOfCounts } from '../../../craft/trailer/cut.js';
import { packetParts } from '../../../craft/trailer/sound/packet-parts.js';
import type { TrailerLine } from '../../../craft/trailer/sound/spoken.js';
import type { Services } from '../../../kernel/services.js';
import type { BoardedSound, FilmRoom } from '../../storyboards/films/film-making.js';
import type { LineSource } from '../../storyboards/films/narrated.js';
import { effectSpan, makeFilmSound } from '../../storyboards/films/film-sound.js';
import { heardFrom, type TrailerBoard } from '../trailer-model.js';
import { TRAILER_TYPE } from '../trailer-type.js';
import type { HeardTrailer } from './heard-trailer.js';
import { spokenLines } from './narrated-lines.js';
import { trailerMusic } from './trailer-music.js';

/** The sound of a trailer, with the source of the line of each beat, by beat index. */
export interface TrailerSound extends BoardedSound { sources: ReadonlyMap<number, LineSource> }

/** When each beat of a storyboard is seen, and how many samples of the programme belong to it. */
export function beatTimes({ items, fields }: TrailerBoard): Pick<BoardedSound, 'beats' | 'parts' | 'durationMs'> {
  const lengths = items.map(({ counts }) => msOfCounts(fields, counts));
  const plain = packetParts(lengths);
  const lines = items.flatMap(({ line }, at) => {
    if (!line) return [];
    const startMs = heardFrom({ startMs: plain.startsMs[at]! }, line);
    return [{ startMs, endMs: startMs + line.toMs - line.fromMs }];
  });
  const { startsMs, parts, durationMs } = packetParts(lengths, lines);
  return { durationMs, parts, beats: startsMs.map((startMs, at) => ({ startMs, durationMs: (startsMs[at + 1] ?? durationMs) - startMs })) };
}

/** Makes the programme of a trailer: its lines, the music that is composed for its cut, and its effects. Throws `MakingFailed` when nothing is heard. */
export async function makeTrailerSound(services: Services, heard: HeardTrailer, room: Pick<FilmRoom, 'folder' | 'signal'>): Promise<TrailerSound> {
  const { board, trailer } = heard;
  const times = beatTimes(board);
  const sources = await spokenLines(services, heard, room.signal);
  const lines = board.items.flatMap(({ line }, at): TrailerLine[] => {
    const source = sources.get(at);
    return line && source ? [{ ...source, atMs: heardFrom(times.beats[at]!, line), gainDb: line.gainDb }] : [];
  });
  const music = await trailerMusic(services, heard, room.signal);
  const effects = board.items.flatMap((beat, at) => beat.effects.flatMap((effect) => effectSpan(effect, times.beats[at]!.startMs)));
  const sound = await makeFilmSound(services, TRAILER_TYPE, trailer, {
    times, lines, music, musicDb: board.fields.music.levelDb, effects: effects.sort((one, next) => one.startMs - next.startMs), before: trailer.draft,
  }, room);
  return { ...sound, sources };
}
