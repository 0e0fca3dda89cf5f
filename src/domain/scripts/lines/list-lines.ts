import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { getParsedScript } from '../script-objects.js';
import { viewLine } from './line-edit.js';
import type { LineSheet, SheetLine } from './line-sheet.js';

/** Which lines are wanted: each part that is given must fit, whatever its case. */
export interface LineFilter { query?: string; character?: string; scene?: string }

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

function matcherOf({ query, character, scene }: LineFilter): (line: SheetLine) => boolean {
  const [words, name, place] = [query, character, scene].map((part) => (part === undefined ? null : folded(part)));
  return ({ text, speaker, kind, heading }) =>
    (words === null || folded(text).includes(words!))
    && (name === null || ((kind === 'dialogue' || kind === 'lyric') && folded(speaker) === name))
    && (place === null || (heading !== null && folded(heading).includes(place!)));
}

/** Raises `validation_failed` for a cursor of another list. */
function firstIndex(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const index = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^line-\d{1,7}$/.test(index)) throw new ApiError('validation_failed', 'cursor is not one we gave out', { field: 'cursor' });
  return Number(index.slice('line-'.length));
}

/**
 * One page of the lines of a parsed version that fit, in the order of the script; `total` counts all that fit. Raises
 * `validation_failed`, `script_not_found`, `script_state_invalid`.
 */
export async function listLines(
  { db, store }: Services, versionId: string, filter: LineFilter, { limit = 50, cursor }: { limit?: number; cursor?: string },
) {
  const from = firstIndex(cursor);
  const { row, got } = await getParsedScript(db, store, versionId, ({ linesKey }) => store.get(linesKey));
  const fitting = (JSON.parse(got.toString('utf8')) as LineSheet).lines.filter(matcherOf(filter));
  const rest = fitting.filter(({ index }) => index >= from);
  const next = rest[limit];
  return {
    lines: rest.slice(0, limit).map(viewLine), total: fitting.length, revision: row.revision,
    nextCursor: next ? Buffer.from(`line-${next.index}`).toString('base64url') : null,
  };
}
