import Type from 'typebox';
import { closed, nullable } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import type { ScreenplayEntry } from '../../../craft/screenplay/model.js';

export const MAX_REVIEW_ITEMS = 500;

const EntryIndex = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Index of the entry in the screenplay' });
const Note = Type.String({ minLength: 1, maxLength: 1_000, pattern: VISIBLE, description: 'What is to be looked at' });

/** A flagged line, with its words and its speaker at the time of flagging. */
export interface ReviewItem { entryIndex: number; lineText: string; character: string | null; note: string }

/** A flag in a request; a null note removes the flag. */
export interface SentItem { entryIndex: number; note: string | null; lineText?: string; character?: string | null }

const byEntry = (items: Iterable<ReviewItem>): ReviewItem[] => [...items].sort((a, b) => a.entryIndex - b.entryIndex);

function merged(current: readonly ReviewItem[], sent: readonly SentItem[]): ReviewItem[] {
  const items = new Map(current.map((item) => [item.entryIndex, item]));
  for (const { entryIndex, note, lineText = '', character = null } of sent) {
    if (note === null) items.delete(entryIndex);
    else items.set(entryIndex, { entryIndex, lineText, character, note });
  }
  return byEntry(items.values());
}

/** Lines of a read that a person has flagged for review. */
export const reviewItems = setting('review-items', 'the flagged lines', {
  items: Type.Array(closed({
    entryIndex: EntryIndex, lineText: Type.String({ description: 'Words of the line when it was flagged' }),
    character: nullable(Type.String({ description: 'Who said it then; null for narration' })), note: Note,
  }), { default: [], maxItems: MAX_REVIEW_ITEMS }),
}, {
  effects: {
    items: 'which lines are flagged', 'items.*.note': 'what is to be looked at',
    'items.*.lineText': 'refuses a line that reads otherwise now', 'items.*.character': 'refuses a line that another person says now',
  },
  example: { items: [{ entryIndex: 4, note: 'She is older than that.' }], expectedVersion: 0 },
  note: 'Flags are merged by `entryIndex`; a `note` of null takes a flag away. With `lineText` or `character` a line is flagged only if it still '
    + 'reads so. A flag keeps the words that it was about: `moved` names those whose line reads otherwise in the current revision.',
  merging: {
    request: {
      items: Type.Array(closed({
        entryIndex: EntryIndex, note: nullable(Note),
        lineText: Type.Optional(Type.String({ maxLength: 10_000 })), character: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
      }), { minItems: 1, maxItems: MAX_REVIEW_ITEMS }),
    },
    merge: ({ items }, sent) => ({ items: merged(items, sent.items as SentItem[]) }),
  },
  check({ items }) {
    if (items.length <= MAX_REVIEW_ITEMS) return;
    throw new ApiError('validation_failed', `a read has at most ${MAX_REVIEW_ITEMS} flagged lines, not ${items.length}`, { field: 'items' });
  },
});

type Line = Pick<ScreenplayEntry, 'index' | 'text' | 'character'>;

const said = ({ character }: Pick<Line, 'character'>): string | null => character ?? null;

/** The flags with the words of their lines added. Raises `validation_failed` for a line that does not exist or has other words. */
export function flagged(sent: readonly SentItem[], entries: readonly Line[]): SentItem[] {
  const seen = new Set<number>();
  return sent.map((item, at) => {
    const refuse = (field: string, message: string, details: object = {}): never => {
      throw new ApiError('validation_failed', message, { field: `items.${at}.${field}`, ...details });
    };
    const { entryIndex, note, lineText, character } = item;
    if (seen.has(entryIndex)) refuse('entryIndex', `entry ${entryIndex} is flagged twice`);
    seen.add(entryIndex);
    if (note === null) return { entryIndex, note };
    const line = entries[entryIndex];
    if (!line) return refuse('entryIndex', `there is no entry ${entryIndex}; entries are 0 to ${entries.length - 1}`);
    if (lineText !== undefined && lineText !== line.text) refuse('lineText', `entry ${entryIndex} reads otherwise now`, { lineText: line.text });
    if (character !== undefined && character !== said(line)) refuse('character', `entry ${entryIndex} is not said by that person`, { character: said(line) });
    return { entryIndex, note, lineText: line.text, character: said(line) };
  });
}

/** The entry indexes of flags whose line has other words or another speaker in this screenplay. */
export const movedFlags = (items: readonly ReviewItem[], entries: readonly Line[]): number[] => items
  .filter(({ entryIndex, lineText, character }) => {
    const line = entries[entryIndex];
    return !line || line.text !== lineText || said(line) !== character;
  }).map(({ entryIndex }) => entryIndex);
