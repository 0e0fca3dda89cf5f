import { castKey } from '../canon/cast-canon.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { speakerOf, type Screenplay, type ScreenplayEntry } from '../../craft/screenplay/model.js';

export const SCRIPT_SCOPES = ['whole', 'page', 'scene', 'character', 'range'] as const;
export type ScriptScope = (typeof SCRIPT_SCOPES)[number];

/** The part of a screenplay to show. `from` and `to` are entry indexes, both inclusive. */
export interface ScriptQuery { scope?: ScriptScope; page?: number; scene?: number; character?: string; from?: number; to?: number }

/** Words of a page, which plays for about a minute. Entries are never split over pages. */
export const WORDS_PER_PAGE = 165;

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The page of every entry, counted from 1. */
export function pagesOfEntries(entries: readonly ScreenplayEntry[]): number[] {
  let words = 0;
  return entries.map((entry) => {
    const page = 1 + Math.floor(words / WORDS_PER_PAGE);
    words += wordsIn(entry.text) + wordsIn(entry.character ?? '') + wordsIn(entry.parenthetical ?? '');
    return page;
  });
}

const NEEDS: Record<ScriptScope, readonly (keyof ScriptQuery)[]> = {
  whole: [], page: ['page'], scene: ['scene'], character: ['character'], range: ['from', 'to'],
};

function refuse(field: string, message: string): never {
  throw new ApiError('validation_failed', message, { field });
}

function checkParameters(query: ScriptQuery, scope: ScriptScope): void {
  for (const field of NEEDS[scope]) if (query[field] === undefined) refuse(field, `${field} is required with scope=${scope}`);
  for (const field of ['page', 'scene', 'character', 'from', 'to'] as const) {
    if (query[field] !== undefined && !NEEDS[scope].includes(field)) refuse(field, `${field} does not belong to scope=${scope}`);
  }
}

const sameName = (left: string | null, right: string): boolean => left !== null && castKey(left) === castKey(right);

/** The entries of a scope in order. Raises `validation_failed` with the parameter that matches nothing. */
function selectEntries(screenplay: Screenplay, pages: readonly number[], query: ScriptQuery, scope: ScriptScope): ScreenplayEntry[] {
  const { entries, scenes, narrationPolicy } = screenplay;
  const pageCount = pages.at(-1) ?? 0;
  if (scope === 'page') {
    if (query.page! > pageCount) refuse('page', `page ${query.page} is past the last one, ${pageCount}`);
    return entries.filter((_, at) => pages[at] === query.page);
  }
  if (scope === 'scene') {
    if (!scenes.some(({ index }) => index === query.scene)) {
      refuse('scene', `there is no scene ${query.scene}; scenes are 0 to ${scenes.length - 1}`);
    }
    return entries.filter(({ sceneIndex }) => sceneIndex === query.scene);
  }
  if (scope === 'character') {
    const spoken = entries.filter((entry) => sameName(speakerOf(entry, narrationPolicy), query.character!));
    if (spoken.length === 0) refuse('character', `nobody called ${query.character} speaks in this script`);
    return spoken;
  }
  if (scope === 'range') {
    if (query.from! > query.to!) refuse('from', 'from must not be greater than to');
    if (query.from! >= entries.length) refuse('from', `from is past the last entry, ${entries.length - 1}`);
    return entries.filter(({ index }) => index >= query.from! && index <= query.to!);
  }
  return entries;
}

/** Review notes about these entries or about the whole script: findings of the writer's checks that a person should look at. */
function notesOn({ reviewNotes }: Screenplay, chosen: readonly ScreenplayEntry[]): Screenplay['reviewNotes'] {
  const shown = new Set(chosen.map(({ index }) => index));
  return reviewNotes.filter(({ entryIndex }) => entryIndex === null || shown.has(entryIndex));
}

/** The part of a screenplay that the query selects, with page numbers. Raises `validation_failed` with the wrong parameter. */
export function excerptOf(screenplay: Screenplay, query: ScriptQuery) {
  const scope = query.scope ?? 'whole';
  checkParameters(query, scope);
  const pages = pagesOfEntries(screenplay.entries);
  const chosen = selectEntries(screenplay, pages, query, scope);
  const sceneIndexes = new Set(chosen.map(({ sceneIndex }) => sceneIndex));
  return {
    scope,
    title: screenplay.title,
    mode: screenplay.mode,
    narrationPolicy: screenplay.narrationPolicy,
    pageCount: pages.at(-1) ?? 0,
    entryCount: screenplay.entries.length,
    scenes: screenplay.scenes.filter(({ index }) => sceneIndexes.has(index)),
    entries: chosen.map((entry) => ({
      index: entry.index,
      sceneIndex: entry.sceneIndex,
      page: pages[entry.index]!,
      kind: entry.kind,
      character: entry.character ?? null,
      parenthetical: entry.parenthetical ?? null,
      ...(entry.extensions ? { extensions: entry.extensions } : {}),
      ...(entry.dual ? { dual: entry.dual } : {}),
      text: entry.text,
      ttsText: entry.ttsText ?? null,
      origin: entry.origin,
      delivery: entry.delivery ?? null,
      sources: entry.spans,
    })),
    reviewNotes: notesOn(screenplay, chosen),
  };
}
