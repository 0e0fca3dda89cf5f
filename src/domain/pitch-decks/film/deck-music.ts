import path from 'node:path';
import type { CutScoreWish } from '../../../craft/audio/composer/cut-wish.js';
import type { Clip } from '../../../craft/audio/mix/clip.js';
import type { MixSpan } from '../../../craft/audio/mix/mix.js';
import { deckSections, gentleSections, type TimedChapter } from '../../../craft/deck/sound/sections.js';
import { roomToneSpan } from '../../../craft/deck/sound/room-tone.js';
import type { Services } from '../../../kernel/services.js';
import { composedCut, plainCut } from '../../artifacts/music/beds.js';
import type { DeckBoard, DeckRow } from '../deck-model.js';
import type { HeardDeck } from './heard-deck.js';
import type { DeckTimes } from './deck-times.js';

/** Level of the music in decibels, compared with a trailer: people listen to the words of a deck. */
export const MUSIC_DB = -3;

/** The chapters with their times, for a score that follows them. */
export const scoredChapters = ({ items }: Pick<DeckBoard, 'items'>, { beats }: Pick<DeckTimes, 'beats'>): TimedChapter[] =>
  beats.map(({ startMs, durationMs }, at) => ({ startMs, durationMs, arcStage: items[at]!.arcStage, cutIntoNext: items[at]!.cutIntoNext }));

/** The music to write for a deck: a score for its cuts when the deck has a `score`, otherwise a gentle bed. The theme is the project's, as in its reads. */
export function scoreWish({ id, projectId }: Pick<DeckRow, 'id' | 'projectId'>, board: DeckBoard, times: DeckTimes): CutScoreWish {
  const { music: { mood, colour }, score } = board.fields;
  const sections = score ? deckSections(scoredChapters(board, times), times.durationMs) : gentleSections(times.durationMs);
  return { mood, colour, seed: score?.seed ?? id, themeSeed: projectId, ...sections };
}

/** Composes the music and plays it with the installed instruments; without instruments, fits a bed of the catalogue to the cut instead. */
export async function playedWish(services: Services, wish: CutScoreWish, signal: AbortSignal): Promise<Clip> {
  const { bank } = services.composer;
  return bank === null ? plainCut(wish) : composedCut(wish, bank, { workDir: path.join(services.config.dataDir, 'work'), signal });
}

/** The music of a deck; null where it is muted. */
export async function deckMusic(services: Services, { deck, board }: HeardDeck, times: DeckTimes, signal: AbortSignal): Promise<Clip | null> {
  return board.fields.music.muted ? null : playedWish(services, scoreWish(deck, board, times), signal);
}

/** The sound of the pauses: room tone, if the deck wants it, otherwise none. */
export const quietTrack = ({ deck, board }: Pick<HeardDeck, 'deck' | 'board'>, { durationMs }: DeckTimes): MixSpan[] =>
  (board.fields.quietTrack.kind === 'room_tone' ? [roomToneSpan(durationMs, deck.id)] : []);
