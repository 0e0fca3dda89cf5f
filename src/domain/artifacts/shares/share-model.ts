import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { spokenIn, type EntryRange } from '../performance/performed-part.js';

export const SHARE_AUDIENCES = ['public', 'private_review', 'team'] as const;
export type ShareAudience = (typeof SHARE_AUDIENCES)[number];
export const SHARE_MODES = ['theater', 'audio'] as const;
export type ShareMode = (typeof SHARE_MODES)[number];
/** `conversation` is in the contract, but is refused until conversations exist. */
export const SHARE_SCOPES = ['whole', 'scene', 'entries', 'conversation'] as const;
export type ShareScope = Exclude<(typeof SHARE_SCOPES)[number], 'conversation'>;
export const MAX_SHARE_DAYS = 365;

/** What a share shows: the whole read, or a part given by entry indexes of one revision. */
export interface ShownPart { scope: ShareScope; revision: number | null; sceneIndex: number | null; range: EntryRange | null }

/** The options of a share. */
export interface ShareChoice { audience: ShareAudience; includeOnProfile: boolean; windowDays: number; mode: ShareMode }

export const NEW_SHARE: ShareChoice = { audience: 'public', includeOnProfile: false, windowDays: 30, mode: 'theater' };
export const WHOLE: ShownPart = { scope: 'whole', revision: null, sceneIndex: null, range: null };

type Index = number | null | undefined;

/** Null means absent, so that a descriptor from the share state can be sent back as it is. */
export interface DescriptorRequest {
  mode?: ShareMode; scope?: (typeof SHARE_SCOPES)[number]; sceneIndex?: Index; startEntry?: Index; endEntry?: Index; conversationId?: string | null;
}

const PLACES = ['sceneIndex', 'startEntry', 'endEntry', 'conversationId'] as const;
const NEEDS: Record<(typeof SHARE_SCOPES)[number], readonly (typeof PLACES)[number][]> = {
  whole: [], scene: ['sceneIndex'], entries: ['startEntry', 'endEntry'], conversation: ['conversationId'],
};

function refuse(field: keyof DescriptorRequest, message: string, reason?: string): never {
  throw new ApiError('validation_failed', message, { field: `descriptor.${field}`, ...(reason ? { reason } : {}) });
}

/** Checks a descriptor without its read. Raises `validation_failed` with the field that does not fit the scope. */
export function checkDescriptor(descriptor: DescriptorRequest): void {
  const { scope } = descriptor;
  for (const place of PLACES) {
    const given = (descriptor[place] ?? null) !== null;
    if (given && scope === undefined) refuse(place, `${place} needs the scope that it belongs to`);
    if (given && !NEEDS[scope!].includes(place)) refuse(place, `${place} does not belong to scope ${scope}`);
    if (!given && scope !== undefined && scope !== 'conversation' && NEEDS[scope].includes(place)) refuse(place, `scope ${scope} needs ${place}`);
  }
  if (scope === 'conversation') refuse('scope', 'there are no conversations to share yet', 'no_conversations');
  const { startEntry, endEntry } = descriptor;
  if (scope === 'entries' && endEntry! < startEntry!) refuse('endEntry', 'endEntry must not be before startEntry');
}

/** The range with the whole of any two simultaneous speeches that it begins or ends in, because their sound cannot be parted. */
function withPairs({ firstEntry, lastEntry }: EntryRange, entries: Screenplay['entries']): EntryRange {
  let [first, last] = [firstEntry, lastEntry];
  const isParted = (left: number): boolean => {
    const [one, next] = [entries[left]?.dual, entries[left + 1]?.dual];
    return (one === 'left' && next !== undefined) || (one === 'right' && next === 'right');
  };
  while (isParted(first - 1)) first -= 1;
  while (isParted(last)) last += 1;
  return { firstEntry: first, lastEntry: last };
}

function rangeOf({ scope, sceneIndex, startEntry, endEntry }: DescriptorRequest, { scenes, entries }: Screenplay): EntryRange {
  if (scope === 'scene') {
    const scene = scenes.find(({ index }) => index === sceneIndex);
    return scene ?? refuse('sceneIndex', `there is no scene ${sceneIndex}; scenes are 0 to ${scenes.length - 1}`);
  }
  for (const place of ['startEntry', 'endEntry'] as const) {
    const index = place === 'startEntry' ? startEntry : endEntry;
    if (index! >= entries.length) refuse(place, `${place} is past the last entry, ${entries.length - 1}`);
  }
  return withPairs({ firstEntry: startEntry!, lastEntry: endEntry! }, entries);
}

/**
 * The part of a revision that a checked descriptor selects. Raises `validation_failed` with the field that is outside the read, or
 * when the part has no spoken line.
 */
export function resolvePart(descriptor: DescriptorRequest, screenplay: Screenplay, revision: number): ShownPart {
  const { scope } = descriptor;
  if (scope !== 'scene' && scope !== 'entries') return WHOLE;
  const { firstEntry, lastEntry } = rangeOf(descriptor, screenplay);
  const range = { firstEntry, lastEntry };
  if (spokenIn(screenplay, range) === 0) refuse(scope === 'scene' ? 'sceneIndex' : 'startEntry', 'nobody speaks in this part', 'nothing_spoken');
  return { scope, revision, sceneIndex: scope === 'scene' ? descriptor.sceneIndex! : null, range };
}
