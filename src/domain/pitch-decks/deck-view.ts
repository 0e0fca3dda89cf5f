import { PRICES } from '../../kernel/credits/prices.js';
import type { StoryboardState } from '../../kernel/families/storyboards/storyboard-store.js';
import { deckShareUrl } from '../artifacts/decks/deck-manifest.js';
import type { TakeRequest } from '../storyboards/takes/take.js';
import { frameUrlOf, seenTake, takesOf, viewFilm, type Addressed } from '../storyboards/views.js';
import { boardOf, shownKey, stageOf, type ChapterItem, type DeckBoard, type DeckRow } from './deck-model.js';
import { DECK_TYPE } from './deck-type.js';
import { viewDocuments } from './files/order-file.js';
import { deckTimes } from './film/deck-times.js';

/** The credits of a take: those of the draft are paid with the plan. */
const creditsOf = ({ brief: { purpose } }: TakeRequest): number => (purpose === 'draft' || purpose === 'repair' ? 0 : purpose === 'clip' ? PRICES.CLIP : PRICES.FRAME);

/** True when the chapter has changed since its take was made. */
export function isStale(deck: DeckRow, board: DeckBoard, chapter: ChapterItem, requests: readonly TakeRequest[]): boolean {
  const take = seenTake(chapter, requests);
  return take !== null && take.key !== shownKey(deck, board.fields, chapter);
}

/** Indexes of the chapters that must be rendered before the deck can be reviewed. */
export function chaptersToRender(deck: DeckRow, board: DeckBoard, requests: readonly TakeRequest[]): number[] {
  return board.items.flatMap((chapter, at) => (chapter.takeId === null || isStale(deck, board, chapter, requests) ? [at] : []));
}

/** Indexes of the chapters whose take has a defect and that nobody has decided to keep. */
export const defectiveChapters = (board: DeckBoard, requests: readonly TakeRequest[]): number[] =>
  board.items.flatMap((chapter, at) => (!chapter.isKept && (seenTake(chapter, requests)?.defects.length ?? 0) > 0 ? [at] : []));

/** A deck as the API shows it. `revision` is that of its storyboard. */
export function viewDeck(services: Addressed, deck: DeckRow, revision: number) {
  const { id, projectId, deckArtifactId, artifactId, planId, title, status, publishedVersion, failureCode, failureMessage } = deck;
  const isAfter = (...stages: readonly DeckRow['status'][]): boolean => stages.includes(status);
  return {
    id, projectId, artifactId: deckArtifactId, sourceTableReadArtifactId: artifactId, storyPlanId: planId, title, stage: stageOf(status), revision,
    // An edit by a person returns the deck to its storyboard; what the service itself puts in, such as a take, does not.
    approvals: { plan: !isAfter('plan'), storyboard: !isAfter('plan', 'drawing', 'storyboard'), draft: isAfter('review', 'finishing', 'finished', 'published') },
    draft: viewFilm(services, DECK_TYPE, deck, deck.draft, revision), video: viewFilm(services, DECK_TYPE, deck, deck.film, revision), publishedVersion,
    share: { url: deckShareUrl(services, deck), expiresAt: deck.publishedVersion === null ? null : deck.shareExpiresAt?.toISOString() ?? null },
    documents: viewDocuments(services, deck, revision), failureCode, failureMessage,
    createdAt: deck.createdAt.toISOString(), updatedAt: deck.updatedAt.toISOString(),
  };
}

/** The storyboard as the API shows it: chapters, deck fields, and values computed on each call. */
export function viewBoard(services: Addressed, deck: DeckRow, stored: StoryboardState, requests: readonly TakeRequest[]) {
  const board = boardOf(stored);
  const { beats, durationMs } = deckTimes(board);
  const { formerScore: _former, missedLength: _missed, narrator, score, ...fields } = board.fields;
  return {
    board: { ...fields, narrator, score: { isToPicture: score !== null }, durationMs: Math.round(durationMs) },
    items: board.items.map((chapter, at) => {
      const { formerTexts: _texts, variation: _variation, spokenTake: _spoken, takeId, image, isKept, ...shown } = chapter;
      return {
        ...shown, textSpeed: chapter.textSpeed ?? 1, index: at, startMs: Math.round(beats[at]!.startMs), durationMs: Math.round(beats[at]!.durationMs),
        imageId: image?.imageId ?? null, selectedTake: takeId,
        isTakeKept: isKept, isStale: isStale(deck, board, chapter, requests), frameUrl: frameUrlOf(services, DECK_TYPE, deck, chapter, requests),
        takes: takesOf(services, DECK_TYPE, deck, chapter, requests, creditsOf),
      };
    }),
  };
}

