import type { BoardFields, StoryboardItem } from '../../../kernel/families/storyboards/storyboard.js';
import { openStoryboard } from '../../../kernel/families/storyboards/storyboard-store.js';
import { PLAN_TYPES } from '../../plans/types/plan-types.js';
import type { ArtifactKind } from '../artifact-kind.js';
import { publishFirstRevision } from '../revision-store.js';
import { deckManifest, type DeckManifest } from './deck-manifest.js';
import { insertDeck, type NewDeck } from './deck-rows-store.js';

/** The result of writing a deck: the key under which the deck's row and storyboard are stored. */
export interface MadeDeck { deckKey: string }

/** A deck as it is written. */
export interface WrittenDeck { deck: NewDeck; items: StoryboardItem[]; fields: BoardFields }

const DECK_SUBJECT = 'pitch_deck';

export const deckKind: ArtifactKind<MadeDeck, WrittenDeck & { shareTtlDays: number }, DeckManifest, Record<string, never>> = {
  plan: PLAN_TYPES.pitch_deck,
  overlays: {},
  async load({ store, config }, { deckKey }) {
    return { ...JSON.parse((await store.get(deckKey)).toString('utf8')) as WrittenDeck, shareTtlDays: config.shareTtlDays };
  },
  async publish(tx, { artifactId, workId }, { deck, items, fields, shareTtlDays }) {
    const content = { deckId: deck.id };
    if (!await publishFirstRevision(tx, artifactId, { title: deck.title, workId, content }, shareTtlDays)) return false;
    await insertDeck(tx, deck);
    await openStoryboard(tx, { type: DECK_SUBJECT, id: deck.id, projectId: deck.projectId }, items, fields);
    return true;
  },
  manifest: deckManifest,
};
