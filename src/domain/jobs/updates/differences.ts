import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { Pronunciation } from '../../../craft/speech/port.js';
import { directionOf, type CharacterDirection } from '../../../craft/narrative/writing/direction/directed-characters.js';
import { alignLines } from '../../../craft/screenplay/index.js';
import { NARRATOR, type Screenplay, type ScreenplayEntry } from '../../../craft/screenplay/model.js';
import type { DirectedRead } from '../../artifacts/directed-read.js';
import { castKey } from '../../canon/cast-canon.js';
import type { CastCanonRow } from '../../canon/cast-canon-store.js';
import type { CastVoice, VoiceMap } from '../../library/voice-map.js';
import { namesOf } from '../cast-check.js';

/** Everything about an entry that a listener hears or a reader sees, without the director's additions. */
const wordsOf = ({ kind, character, text, ttsText, parenthetical, distance, tuned }: ScreenplayEntry): string =>
  canonicalJson([kind, character, text, ttsText, parenthetical, distance, tuned ?? {}]);

/** What a reader sees of an entry. */
const readOf = ({ kind, character, text, parenthetical, distance }: ScreenplayEntry): string => canonicalJson([kind, character, text, parenthetical, distance]);

/** How the entries of a screenplay differ from those of an older one. `keepsPlaces`: every index means the same line in both. */
export interface EntryDifferences {
  changed: number[];
  removedCount: number;
  keepsPlaces: boolean;
  /** True when the words that a reader sees differ, and not only the sound. */
  isReworded: boolean;
}

export function compareEntries(made: Screenplay, now: Screenplay): EntryDifferences {
  const linesOf = ({ entries }: Screenplay) => entries.map(({ kind, character = '', text }) => ({ kind, speaker: character, text }));
  const { from, fates, retired } = alignLines(linesOf(made), linesOf(now));
  const changed = now.entries.filter((entry, at) => {
    const origin = from[at] ?? null;
    return origin === null || fates[at] === 'moved' || wordsOf(made.entries[origin]!) !== wordsOf(entry);
  });
  // A line with completely new words counts as a replacement of the old line when all other lines have kept their places.
  const keepsPlaces = made.entries.length === now.entries.length && now.entries.every(({ sceneIndex, kind, character }, at) => {
    const old = made.entries[at]!;
    return (from[at] === null || from[at] === at) && old.sceneIndex === sceneIndex && old.kind === kind && old.character === character;
  });
  const isReworded = retired.length > 0 || now.entries.some((entry, at) => {
    const origin = from[at] ?? null;
    return origin === null || fates[at] === 'moved' || readOf(made.entries[origin]!) !== readOf(entry);
  });
  return { changed: changed.map(({ index }) => index), removedCount: keepsPlaces ? 0 : retired.length, keepsPlaces, isReworded };
}

/** The voice that the canon gives to a cue, by name or alias; null when it gives none. */
function canonVoiceOf(canon: CastCanonRow | null, cue: string): CastVoice | null {
  const known = canon?.characters.find((character) => namesOf(character).includes(castKey(cue)));
  return known?.voice ?? (cue === NARRATOR ? canon?.narrator : null) ?? null;
}

/** The voices that the canon gives to these cues. */
export function canonVoices(canon: CastCanonRow | null, cues: readonly string[]): VoiceMap {
  return Object.fromEntries(cues.flatMap((cue) => {
    const voice = canonVoiceOf(canon, cue);
    return voice ? [[cue, voice] as const] : [];
  }));
}

const isSame = (one: CastVoice | undefined, other: CastVoice | undefined): boolean =>
  one?.voiceId === other?.voiceId && one?.provider === other?.provider;

/**
 * Voices that the canon gave to speakers of a read after it was directed. The latest decision about a voice counts, whether it comes from the canon or the
 * request. A voice that was removed from the canon leaves the read unchanged.
 */
export function recastVoices(read: { voiceMap: VoiceMap; castVoices?: VoiceMap }, canon: CastCanonRow | null): VoiceMap {
  const { voiceMap, castVoices } = read;
  if (!castVoices) return {};
  return Object.fromEntries(Object.entries(canonVoices(canon, Object.keys(voiceMap))).filter(([cue, voice]) =>
    !isSame(voice, castVoices[cue]) && !isSame(voice, voiceMap[cue])));
}

/** The directions of those cues that have one. */
export function directionsByCue(directions: readonly CharacterDirection[], cues: readonly string[]): Record<string, string> {
  return Object.fromEntries(cues.flatMap((cue) => {
    const direction = directionOf(directions, cue);
    return direction === null ? [] : [[cue, direction] as const];
  }));
}

/** The speakers of a read whose direction has changed. Empty for a read that does not store its directions. */
export function redirectedCues({ voiceMap, directions }: Pick<DirectedRead, 'voiceMap' | 'directions'>, now: readonly CharacterDirection[]): string[] {
  if (!directions) return [];
  const current = directionsByCue(now, Object.keys(voiceMap));
  return Object.keys(voiceMap).filter((cue) => directions[cue] !== current[cue]);
}

/** The words for which two dictionaries have different entries. */
export function respelledWords(before: readonly Pronunciation[], now: readonly Pronunciation[]): string[] {
  const saidOf = (entries: readonly Pronunciation[]) => new Map(entries.map((entry) => [entry.word, canonicalJson(entry)]));
  const [old, current] = [saidOf(before), saidOf(now)];
  return [...new Set([...old.keys(), ...current.keys()])].filter((word) => old.get(word) !== current.get(word));
}
