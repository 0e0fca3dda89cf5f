import { readFileSync } from 'node:fs';
import { deckSourceOf, type ReadWish } from '../../../bench/deck/reads.js';
import type { Intent } from '../../../src/craft/deck/deck.js';
import type { DeckSource } from '../../../src/craft/deck/writer/deck-source.js';

const TEXTS = {
  clockmaker: 'prose/the-clockmaker-of-fallow-street.txt', ledger: 'prose/the-salt-ledger.txt', light: 'the-light-at-corran-head.txt',
  saltings: 'prose/a-winter-on-the-saltings.txt',
} as const;
export type TextName = keyof typeof TEXTS;
export const NAMES = Object.keys(TEXTS) as TextName[];

const made = new Map<string, DeckSource>();

/** What a deck of a fixture text is written from, made once for each wish. In `saltings` nobody speaks. */
export function deckSource(name: TextName, wish: ReadWish = {}): DeckSource {
  const key = JSON.stringify([name, wish]);
  const before = made.get(key) ?? deckSourceOf(name, readFileSync(`test/fixtures/${TEXTS[name]}`, 'utf8'), wish);
  made.set(key, before);
  return before;
}

export const NO_INTENT: Intent = { audience: null, comparables: null, team: null, budget: null, ask: null };
export const FULL_INTENT: Intent = {
  audience: 'Listeners who like the sea.', comparables: 'Like a lighthouse play.', team: 'Mara Voss writes. Ben Ode directs.', budget: 'Six weeks of studio time.', ask: 'A commission for six parts.',
};

export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
