import type { BeatRole } from '../../../craft/narrative/model.js';

/** One step of an episode's outline. */
export interface OutlineBeat { id: string; role: BeatRole; summary: string; characters: string[]; estimatedPages: number }

export interface Outline { logline: string; beats: OutlineBeat[] }

/** What a caller sends: an omitted field keeps its value, and `beats` are replaced as a whole. */
export interface OutlinePatch { logline?: string; beats?: (Pick<OutlineBeat, 'role' | 'summary'> & Partial<OutlineBeat>)[] }

export const OUTLINE_STATUSES = ['empty', 'draft', 'complete'] as const;
export type OutlineStatus = (typeof OUTLINE_STATUSES)[number];

export const EMPTY_OUTLINE: Outline = { logline: '', beats: [] };

/** Pages of a beat for which the caller gives no length. */
const DEFAULT_PAGES = 1;

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Names without repeats; case and spacing do not matter. */
function namesOnce(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map(oneLine).filter((name) => name !== '' && !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

/** Gives beats without an id the lowest unused one: `b1`, `b2`… */
export function withBeatIds(beats: readonly (Omit<OutlineBeat, 'id'> & { id?: string | undefined })[]): OutlineBeat[] {
  const taken = new Set(beats.map(({ id }) => id));
  let next = 1;
  return beats.map((beat) => {
    if (beat.id !== undefined) return { ...beat, id: beat.id };
    while (taken.has(`b${next}`)) next++;
    taken.add(`b${next}`);
    return { ...beat, id: `b${next}` };
  });
}

/** The outline after a patch; null empties it. */
export function patchedOutline(current: Outline, patch: OutlinePatch | null): Outline {
  if (patch === null) return EMPTY_OUTLINE;
  return {
    logline: patch.logline === undefined ? current.logline : oneLine(patch.logline),
    beats: patch.beats === undefined ? current.beats : withBeatIds(patch.beats.map(({ id, role, summary, characters, estimatedPages }) => ({
      id, role, summary: summary.trim(), characters: namesOnce(characters ?? []), estimatedPages: estimatedPages ?? DEFAULT_PAGES,
    }))),
  };
}

/** The fewest beats that tell a story: how it begins, what changes, how it ends. */
const COMPLETE_BEATS = 3;

/** An outline is `complete` when it has a logline and at least three beats, and every beat says what happens and how long it lasts. */
export function statusOf({ logline, beats }: Outline): OutlineStatus {
  if (logline === '' && beats.length === 0) return 'empty';
  const isTold = beats.every(({ summary, estimatedPages }) => summary !== '' && estimatedPages > 0);
  return logline !== '' && beats.length >= COMPLETE_BEATS && isTold ? 'complete' : 'draft';
}
