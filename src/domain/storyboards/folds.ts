import { ApiError } from '../../kernel/errors/api-error.js';
import type { BoardContent, BoardFields } from '../../kernel/families/storyboards/storyboard.js';
import type { BoardedItem, ItemEffect } from './boarded-film.js';
import { betterTakes } from './takes/retake.js';
import type { TakeFacts } from './takes/take.js';

/** The level of a sound against the voices, in dB, when the caller gives none. */
export const USUAL_DB = -6;

const invalid = (message: string, details: { field: string; [more: string]: unknown }): ApiError => new ApiError('validation_failed', message, details);

/** Changes the music of a storyboard; fields that are not sent keep their values. */
export const withMusic = ({ fields }: { fields: BoardFields & { music: object } }, sent: object): Partial<BoardContent> =>
  ({ fields: { ...fields, music: { ...fields.music, ...sent } } });

/** The effects of an item after one was added, moved or removed. `lastMs` is the latest start of an effect. Raises `validation_failed`. */
export function changedEffects({ effects }: Pick<BoardedItem, 'effects'>, sent: object, { noun, lastMs }: { noun: string; lastMs: number }): ItemEffect[] {
  const { action, soundId, offsetMs = 0, levelDb = USUAL_DB } = sent as { action: 'add' | 'remove'; soundId: string; offsetMs?: number; levelDb?: number };
  const others = effects.filter((effect) => effect.soundId !== soundId);
  if (action === 'remove') {
    if (others.length === effects.length) throw invalid(`the ${noun} has no such effect`, { field: 'soundId', effects: effects.map((effect) => effect.soundId) });
    return others;
  }
  if (offsetMs > lastMs) throw invalid(`the ${noun} is over by then`, { field: 'offsetMs', maximum: lastMs });
  return [...others, { soundId, offsetMs, levelDb }];
}

/** Applies new takes to their items: `shown` makes the new item. If an item has two takes, the better one counts; items without a take stay as they are. */
export function withMade<Item extends BoardedItem>(
  items: readonly Item[], { takes }: Record<string, unknown>, shown: (item: Item, take: TakeFacts) => Item,
): Item[] {
  const made = betterTakes(takes as readonly TakeFacts[]);
  return items.map((item) => {
    const take = made.get(item.id);
    return take ? shown(item, take) : item;
  });
}

/** The item with the picture of a frame that was made. The clip of the item shows that picture only when it is made again. */
export const framed = <Item extends BoardedItem>(item: Item, { picture }: TakeFacts): Item => ({ ...item, picture: picture ?? item.picture });
