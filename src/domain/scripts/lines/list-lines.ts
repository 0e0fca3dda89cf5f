import { foreignCursor } from '../../../kernel/contract/paging.js';
import type { Services } from '../../../kernel/services.js';
import { getParsedScript } from '../script-objects.js';
import { viewLine } from './line-edit.js';
import type { LineSheet, SheetLine } from './line-sheet.js';

/** A filter of lines: every field that is set must match, ignoring case. */
export interface LineFilter { query?: string; character?: string; scene?: string }

// Through upper case, because cues are printed in capitals: `WEISS` must match `Weiß`.
const folded = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase().trim();

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
  if (!/^line-\d{1,7}$/.test(index)) throw foreignCursor();
  return Number(index.slice('line-'.length));
}

/**
 * One page of the matching lines of a parsed version, in the order of the script; `total` counts all matches, and `warnings` name what reading the text
 * left out. Raises `validation_failed`, `script_not_found`, `script_state_invalid`.
 */
export async function listLines(
  { db, store }: Services, versionId: string, filter: LineFilter, { limit = 50, cursor }: { limit?: number; cursor?: string },
) {
  const from = firstIndex(cursor);
  const { row, objects } = await getParsedScript(db, store, versionId, ({ linesKey }) => store.get(linesKey));
  const { lines, warnings } = JSON.parse(objects.toString('utf8')) as LineSheet;
  const matching = lines.filter(matcherOf(filter));
  const rest = matching.filter(({ index }) => index >= from);
  const next = rest[limit];
  return {
    lines: rest.slice(0, limit).map(viewLine), total: matching.length, revision: row.revision,
    ...(warnings ? { warnings } : {}), nextCursor: next ? Buffer.from(`line-${next.index}`).toString('base64url') : null,
  };
}
