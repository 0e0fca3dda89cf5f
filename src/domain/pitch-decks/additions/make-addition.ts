import { makeFilm } from '../../../craft/film/make-film.js';
import type { MakeCandidates } from '../../../kernel/families/candidates/candidates.js';
import { findStoryboard } from '../../../kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../../kernel/services.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { inRenderFolder } from '../../artifacts/finalize/render-folder.js';
import { filmPathIn } from '../../storyboards/films/film-making.js';
import { piecesOfBoarded } from '../../storyboards/objects.js';
import { boardOf, deckSubject, type DeckBoard, type DeckRow } from '../deck-model.js';
import { findDeck } from '../deck-store.js';
import { DECK_TYPE } from '../deck-type.js';
import { filmOfTitle, openDeck } from '../film/deck-film.js';
import { playedWish, scoreWish } from '../film/deck-music.js';
import { deckTimes } from '../film/deck-times.js';
import type { AdditionBrief, AdditionFacts } from './addition.js';

/** Writes and plays the music, which caches it for the next film. */
async function makeScore(services: Services, deck: DeckRow, board: DeckBoard, seed: string, signal: AbortSignal): Promise<number> {
  const times = deckTimes(board);
  await playedWish(services, scoreWish(deck, { ...board, fields: { ...board.fields, score: { seed } } }, times), signal);
  return times.durationMs;
}

/** Encodes the shots that lead to the title; their pieces are cached for the next film. */
async function makeTitle(services: Services, deck: DeckRow, board: DeckBoard, seed: string, signal: AbortSignal): Promise<number> {
  const titleSequence = { ...board.fields.titleSequence, isShown: true, motionSeed: seed };
  return inRenderFolder(services, signal, async (folder) => {
    const making = await openDeck(services, deck, { ...board, fields: { ...board.fields, titleSequence } }, { resolution: '480p', folder, signal });
    const made = await makeFilm(await services.ffmpeg(), await filmOfTitle(making), {
      folder, pieces: piecesOfBoarded(services, DECK_TYPE, deck), outputPath: filmPathIn(folder, 'title'), signal, jobId: deck.id,
    });
    return made.durationMs;
  }, 'additions');
}

/** Makes an addition to a deck. */
export const makeAddition: MakeCandidates<AdditionBrief, AdditionFacts> = async (services, request, { signal, made }) => {
  const deck = await findDeck(services.db, request.subjectId);
  const stored = deck && await findStoryboard(services.db, deckSubject(deck));
  if (!deck || !stored) throw new MakingFailed('the pitch deck is gone');
  const { part, seed } = request.brief;
  const durationMs = await (part === 'score' ? makeScore : makeTitle)(services, deck, boardOf(stored), seed, signal);
  await made(1);
  return [{ part, seed, durationMs: Math.round(durationMs) }];
};
