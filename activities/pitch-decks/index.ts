import { findJobWork, startArtifact } from '../../src/domain/jobs/job-work-store.js';
import type { ArtifactKey } from '../../src/domain/jobs/job-run.js';
import { carryOutDecisions } from '../../src/domain/pitch-decks/deck-gates.js';
import type { DeckPart, DeckState } from '../../src/domain/pitch-decks/deck-run.js';
import { failDeck, orderPart, orderRegeneration } from '../../src/domain/pitch-decks/orders.js';
import { beginDeck, writeDeckFor } from '../../src/domain/pitch-decks/write-deck.js';
import type { MadeDeck } from '../../src/domain/artifacts/decks/deck-kind.js';
import type { Ordered } from '../../src/domain/storyboards/orders.js';
import type { Decision } from '../../src/kernel/contract/decision.js';
import type { Services } from '../../src/kernel/services.js';
import { QUEUED, type WorkFailure } from '../../src/kernel/works/model.js';
import { inActivity } from '../shared/activity-frame.js';
import { endingAtOnce } from '../shared/failures.js';

export interface OfDeck { deckId: string }

/** Writes decks, with a model's text where a model is configured. */
export function createDeckWriting(services: Services) {
  return {
    /** Moves job and artifact to RUNNING and writes the deck. Null when the job has ended. */
    async writePitchDeck(key: ArtifactKey): Promise<MadeDeck | null> {
      const work = await findJobWork(services.db, key);
      if (!work || !await startArtifact(services.db, key, { ...QUEUED, stage: 'writing' })) return null;
      return inActivity((signal) => writeDeckFor(services, key, work, signal));
    },
  };
}

/** Steps of the runs of pitch decks. Whatever takes long, a step orders as work. */
export function createDeckWrites(services: Services) {
  return {
    /** Starts the run of an artifact's deck. */
    beginPitchDeck: ({ artifactId }: { artifactId: string }): Promise<void> => beginDeck(services, artifactId),
    carryOutDeckDecisions: ({ deckId, decisions }: OfDeck & { decisions: Decision[] }): Promise<DeckState> => carryOutDecisions(services, deckId, decisions),
    /** Orders a part of the deck. Returns the work that the run must wait for, whether just ordered or already under way. */
    orderDeckPart: ({ deckId, part }: OfDeck & { part: DeckPart }): Promise<Ordered> => endingAtOnce(() => orderPart(services, deckId, part)),
    orderDeckRegeneration: ({ deckId, editId }: OfDeck & { editId: string }): Promise<Ordered> =>
      endingAtOnce(() => orderRegeneration(services, deckId, editId)),
    failDeckPart: ({ deckId, failure }: OfDeck & { failure: WorkFailure }): Promise<void> => failDeck(services, deckId, failure),
  };
}
