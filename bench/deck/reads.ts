import { adapt } from '../../src/craft/narrative/writing/adaptation.js';
import { planOf } from '../../src/craft/narrative/writing/plan/plan.js';
import { canonFacts } from '../../src/craft/narrative/writing/staging/canon.js';
import type { DeckSource } from '../../src/craft/deck/writer/deck-source.js';
import type { NarrationPolicy, TableReadMode } from '../../src/craft/screenplay/model.js';
import { sourceOfScreenplay } from '../trailers/reads.js';

export interface ReadWish { seed?: string; seconds?: number; mode?: TableReadMode; narrationPolicy?: NarrationPolicy }

/** The source of a deck made from a text: the plan and the read that the embedded writer makes of the text, with the length it would have when performed. */
export function deckSourceOf(name: string, text: string, { seed = 'decks', seconds = 600, mode = 'drama', narrationPolicy = 'include' }: ReadWish = {}): DeckSource {
  const sources = [{ sourceId: name, label: null, text, digest: null }];
  const target = { audience: 'listeners', objective: 'a table read', outcome: 'a recording' };
  const plan = planOf({ seed, sources, target, creativeBrief: null, canon: null, tableRead: { mode, narrationPolicy, durationSeconds: seconds } });
  const { screenplay } = adapt({ seed, title: plan.title, sources, canon: canonFacts(null), castNames: [], mode, narrationPolicy, durationSeconds: seconds });
  return { title: plan.title, plan, screenplay, read: sourceOfScreenplay(screenplay), texts: [{ sourceId: name, label: null, text }], canon: null };
}
