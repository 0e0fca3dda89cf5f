import type { Gender } from '../../craft/screenplay/model.js';
import type { CastVoice } from '../library/voice-map.js';

/** One character as stored in `cast_canons.characters`. */
export interface CanonCharacter {
  name: string;
  aliases: string[];
  role: string;
  gender: Gender;
  voice: CastVoice | null;
  headshotUrl: string | null;
  bodyShotUrl: string | null;
  characterSheetUrl: string | null;
  finalized: boolean;
}

export interface CastCanonRecord { version: number; narrator: CastVoice | null; characters: CanonCharacter[] }

/** Changes of one character, found by `name`: an omitted field keeps its value, null clears it. */
export interface CharacterPatch {
  name: string;
  aliases?: string[] | null;
  role?: string | null;
  gender?: Gender | null;
  voice?: CastVoice | null;
  headshotUrl?: string | null;
  bodyShotUrl?: string | null;
  characterSheetUrl?: string | null;
  finalized?: boolean | null;
}

export interface CastCanonPatch { narrator?: CastVoice | null; characters?: CharacterPatch[] | null; mode: 'merge' | 'replace' }

/** The form of a name by which characters are compared: case, width and spacing do not matter. */
export function castKey(name: string): string {
  // Cues are printed in capitals: `WEISS` must match `Weiß`, and a capital sigma must match one at the end of a word. Upper case before lower case makes them
  // equal.
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase();
}

/** A character with nothing but a name. */
export const blankCharacter = (name: string): CanonCharacter => ({
  name: name.trim(), aliases: [], role: 'character', gender: 'neutral', voice: null,
  headshotUrl: null, bodyShotUrl: null, characterSheetUrl: null, finalized: false,
});

function patched(current: CanonCharacter, patch: CharacterPatch): CanonCharacter {
  const empty = blankCharacter(patch.name);
  const sent = Object.entries(patch).filter(([field, value]) => field !== 'name' && value !== undefined);
  const changes = sent.map(([field, value]) => [field, value ?? empty[field as keyof CanonCharacter]]);
  return { ...current, name: patch.name.trim(), ...(Object.fromEntries(changes) as Partial<CanonCharacter>) };
}

/**
 * Applies a patch. `merge` changes the characters in the patch and keeps all others; `replace` keeps only those in the patch.
 * `characters: null` empties the cast, `narrator: null` clears the narrator.
 */
export function applyCastPatch(current: CastCanonRecord, patch: CastCanonPatch): Omit<CastCanonRecord, 'version'> {
  const replacing = patch.mode === 'replace';
  const known = new Map<string, CanonCharacter>();
  if (!replacing && patch.characters !== null) for (const character of current.characters) known.set(castKey(character.name), character);
  for (const change of patch.characters ?? []) {
    const key = castKey(change.name);
    known.set(key, patched(known.get(key) ?? blankCharacter(change.name), change));
  }
  const narrator = patch.narrator === undefined ? (replacing ? null : current.narrator) : patch.narrator;
  return { narrator, characters: [...known.values()] };
}

export const PICTURE_FIELDS = ['headshotUrl', 'bodyShotUrl', 'characterSheetUrl'] as const;

/** Something that a character lacks. No read waits for an optional part: the server draws everyone who has no picture. */
export interface MissingPart { item: 'voice' | (typeof PICTURE_FIELDS)[number]; optional: boolean }

/** What a character still lacks: its voice and, unless the project is audio-only, its pictures, which are optional. */
export function missingOf(character: CanonCharacter, audioOnly: boolean): MissingPart[] {
  const pictures = audioOnly ? [] : PICTURE_FIELDS.filter((field) => character[field] === null).map((item) => ({ item, optional: true }));
  return [...(character.voice ? [] : [{ item: 'voice' as const, optional: false }]), ...pictures];
}

/** Whether a read can start: nothing is missing, except what is optional. */
export const isCast = (missing: readonly Pick<MissingPart, 'optional'>[]): boolean => missing.every(({ optional }) => optional);
