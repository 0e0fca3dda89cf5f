import { PitchDeckView } from '../../../../entities/pitch-deck-view.js';
import type { Db } from '../../../kernel/db/database.js';
import { tableOf } from '../../../kernel/db/rows.js';

const VIEWS = tableOf<PitchDeckView, PitchDeckView>(PitchDeckView);

/** An event of a share page: a chapter, counted from 0, was begun or seen to its end. */
export interface Watched { deckId: string; version: number; chapter: number; what: 'begun' | 'seen' }

/** Counts an event for today (UTC); nothing is stored about the viewer. No effect when the deck is gone. */
export async function countWatched(db: Db, { deckId, version, chapter, what }: Watched): Promise<void> {
  await db.query(
    `INSERT INTO pitch_deck_views AS v (deck_id, version, chapter, day, begun, seen)
     SELECT d.id, $2, $3, (now() AT TIME ZONE 'UTC')::date, ($4 = 'begun')::int, ($4 = 'seen')::int FROM pitch_decks d WHERE d.id = $1
     ON CONFLICT (deck_id, version, chapter, day) DO UPDATE SET begun = v.begun + EXCLUDED.begun, seen = v.seen + EXCLUDED.seen`,
    [deckId, version, chapter, what]);
}

/** How often each chapter of a version was begun and seen to its end, by its place. */
export async function listWatched(db: Db, deckId: string, version: number): Promise<Map<number, { begun: number; seen: number }>> {
  const rows = await db.repository(VIEWS).find({ where: { deckId, version } });
  const found = new Map<number, { begun: number; seen: number }>();
  for (const { chapter, begun, seen } of rows) {
    const before = found.get(chapter) ?? { begun: 0, seen: 0 };
    found.set(chapter, { begun: before.begun + begun, seen: before.seen + seen });
  }
  return found;
}
