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

/** A deck is listened to for its words: its music is so much softer than that of a trailer. */
export const MUSIC_DB = -3;

/** The chapters on the clock of the film, as its score follows them. */
export const scoredChapters = ({ items }: Pick<DeckBoard, 'items'>, { beats }: Pick<DeckTimes, 'beats'>): TimedChapter[] =>
  beats.map(({ startMs, durationMs }, at) => ({ startMs, durationMs, arcStage: items[at]!.arcStage, cutIntoNext: items[at]!.cutIntoNext }));

/** What is written for a deck: for its cuts where its score keeps to its pictures, else a gentle bed. The theme is that of its project, as in its reads. */
export function scoreWish({ id, projectId }: Pick<DeckRow, 'id' | 'projectId'>, board: DeckBoard, times: DeckTimes): CutScoreWish {
  const { music: { mood, colour }, score } = board.fields;
  const sections = score ? deckSections(scoredChapters(board, times), times.durationMs) : gentleSections(times.durationMs);
  return { mood, colour, seed: score?.seed ?? id, themeSeed: projectId, ...sections };
}

/** Writes and plays the music of a wish, with the instruments that are installed. */
export async function playedWish(services: Services, wish: CutScoreWish, signal: AbortSignal): Promise<Clip> {
  const { bank } = services.composer;
  return bank === null ? plainCut(wish) : composedCut(wish, bank, { workDir: path.join(services.config.dataDir, 'work'), signal });
}

/** The music of a deck; null where it is muted. */
export async function deckMusic(services: Services, { deck, board }: HeardDeck, times: DeckTimes, signal: AbortSignal): Promise<Clip | null> {
  return board.fields.music.muted ? null : playedWish(services, scoreWish(deck, board, times), signal);
}

/** What is heard where nothing else is: a room, where it is wanted. */
export const quietTrack = ({ deck, board }: Pick<HeardDeck, 'deck' | 'board'>, { durationMs }: DeckTimes): MixSpan[] =>
  (board.fields.quietTrack.kind === 'room_tone' ? [roomToneSpan(durationMs, deck.id)] : []);
