import type { Deck } from '../../craft/deck/deck.js';
import type { DeckSource } from '../../craft/deck/writer/deck-source.js';
import { secondsOf, writeDeck, type DeckWish } from '../../craft/deck/writer/write-deck.js';
import { NotPossible } from '../../craft/trailer/refusals.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { siblingId } from '../../kernel/db/ids.js';
import type { Services } from '../../kernel/services.js';
import type { MadeDeck, WrittenDeck } from '../artifacts/decks/deck-kind.js';
import { findReadForDeck } from '../artifacts/decks/deck-rows-store.js';
import { findWorkTitle } from '../artifacts/read-store.js';
import { noteFilmObject } from '../artifacts/film/film-store.js';
import type { ArtifactKey } from '../jobs/job-run.js';
import type { JobWork } from '../jobs/job-work-store.js';
import { getWork } from '../../kernel/works/work-store.js';
import type { PitchDeckArtifactRequest } from '../plans/plan-request.js';
import { chooseLines } from '../storyboards/chosen-lines.js';
import { objectKeyOf } from '../storyboards/objects.js';
import { chapterItem, DEFAULT_FIELDS, type DeckFields } from './deck-model.js';
import { deckRunSpec } from './deck-run.js';
import { deckSourceOf } from './deck-source.js';
import { retoldStory } from './retold-story.js';
import { findDeck } from './deck-store.js';
import { DECK_TYPE } from './deck-type.js';

const deckIdOf = (artifactId: string): string => siblingId('pitchDeck', artifactId);

/** The deck of a wish. Raises `validation_failed` for a length that its chapters cannot have: no repeat would find another one. */
function deckBy(source: DeckSource, wish: DeckWish, line: number): Deck {
  try {
    return writeDeck(source, wish);
  } catch (error) {
    if (!(error instanceof NotPossible)) throw error;
    const field = `artifactRequests.${line}.durationSeconds`;
    throw new ApiError('validation_failed', `${error.message}. Plan the deck for a length that they can have, or for none.`, { field });
  }
}

/** The fields of a new deck. Where it does not last as long as its plan asks, they say so, for the person who approves it. */
function fieldsOf({ chapters }: Deck, asked: number | undefined): DeckFields {
  const written = secondsOf(chapters);
  return { ...DEFAULT_FIELDS, ...(asked === undefined || asked === written ? {} : { missedLength: { asked, written } }) };
}

/**
 * Writes the deck of a job and stores it until it is published. Raises `artifact_not_ready` without a performed read, `validation_failed` for a length that
 * the deck cannot have, and the failures of a configured writing model.
 */
export async function writeDeckFor(
  services: Services, { artifactId, workId, line }: ArtifactKey, { projectId, plan }: JobWork, signal: AbortSignal,
): Promise<MadeDeck> {
  const { db, store } = services;
  const { accountId, requestId } = await getWork(db, workId);
  const found = await findReadForDeck(db, projectId, plan?.id ?? null);
  if (!found) throw new ApiError('artifact_not_ready', 'the read that the deck was to be written from is gone');
  const { artifactId: readId, readRevision } = found;
  const title = await findWorkTitle(db, readId);
  const id = deckIdOf(artifactId);
  const deck: WrittenDeck['deck'] = {
    id, accountId, projectId, deckArtifactId: artifactId, artifactId: readId, readRevision, planId: plan?.id ?? null, title, createdBy: workId, requestId,
  };
  const request = plan?.request.artifactRequests[line] as PitchDeckArtifactRequest | undefined;
  await chooseLines(services, deck, title, signal);
  const source = await deckSourceOf(services, deck);
  const retold = await retoldStory(services, source, signal);
  const seconds = request?.durationSeconds;
  const told = deckBy(retold ? { ...source, retold } : source, { seed: id, seconds }, line);
  const items = told.chapters.map((chapter, at) => ({ ...chapterItem(chapter, `${id}-${at}`) }));
  const written: WrittenDeck = { deck, items, fields: fieldsOf(told, seconds) };
  const deckKey = objectKeyOf(DECK_TYPE, { id }, 'written.json');
  await noteFilmObject(db, readId, deckKey);
  await store.put(deckKey, JSON.stringify(written));
  return { deckKey };
}

/** Starts the run of the deck of an artifact. */
export async function beginDeck({ db, engine }: Services, artifactId: string): Promise<void> {
  const deck = await findDeck(db, deckIdOf(artifactId));
  if (deck) await engine.start(deckRunSpec(deck));
}
