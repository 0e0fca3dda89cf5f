import { COMPOSER_VERSION, type CompositionWish } from '../../../craft/audio/composer/wish.js';
import { askedFor } from '../../../craft/audio/composer/words.js';
import type { Screenplay, ScreenplayEntry } from '../../../craft/screenplay/model.js';
import type { CueAddress } from '../../../kernel/families/cues/lane.js';
import type { MixGround } from '../mix/mix-lane.js';
import { moodOf } from './choose-bed.js';
import { COMPOSED, type MusicCue } from './music-cue.js';
import type { PlacedCue } from './place-music.js';

/** A piece that is made for its passage and played once lasts at most this long. */
const ONCE_MS = 30_000;
/** Share of the words of a passage's people that its leader speaks at least. */
const LEADING_SHARE = 0.5;

/** The entries at an address. */
export const entriesAt = ({ screenplay }: Pick<MixGround, 'screenplay'>, { scope, sceneIndex, entryIndex }: CueAddress): ScreenplayEntry[] =>
  screenplay.entries.filter((entry) => scope === 'screenplay' || (scope === 'scene' ? entry.sceneIndex === sceneIndex : entry.index === entryIndex));

/** The person who leads a passage, by the words that each of its people but the narrator speaks; null where nobody does. */
function leaderOf(entries: readonly ScreenplayEntry[], { cast }: Pick<Screenplay, 'cast'>): string | null {
  const words = new Map<string, number>();
  const narrators = cast.filter(({ role }) => role === 'narrator').map(({ character }) => character);
  for (const { character, text } of entries) {
    if (character !== undefined && !narrators.includes(character)) words.set(character, (words.get(character) ?? 0) + text.split(/\s+/u).length);
  }
  const all = [...words.values()].reduce((sum, count) => sum + count, 0);
  const [name, count] = [...words].sort(([, one], [, other]) => other - one)[0] ?? ['', 0];
  return count > 0 && count >= LEADING_SHARE * all ? name : null;
}

/** How long the music of a cue that is made for its passage sounds there, in milliseconds. */
export function madeLengthMs({ cue, startMs, endMs }: PlacedCue): number {
  const heardMs = endMs - startMs;
  return cue.clip.playMode === 'once' ? Math.min(heardMs, ONCE_MS) : heardMs;
}

/** Whose theme the music of a cue has; null for that of the whole story, and for a piece of the catalogue. */
export const themeOf = (cue: MusicCue, ground: MixGround): string | null =>
  (cue.clip.assetId === COMPOSED ? leaderOf(entriesAt(ground, cue), ground.screenplay) : null);

/**
 * What is composed for a cue, but for its length. The theme is that of the person who leads the passage, else that of the project; it is
 * the same in every read of the project. Each take is another piece.
 */
function wishFor(cue: MusicCue, ground: MixGround): Omit<CompositionWish, 'durationMs'> {
  const { bpm, density, brightness, instruments, endTransition, clip, take } = cue;
  const entries = entriesAt(ground, cue);
  const asked = askedFor(clip.prompt ?? '');
  const leader = themeOf(cue, ground);
  return {
    mood: asked.mood ?? cue.mood ?? moodOf(entries).mood, colour: asked.colour,
    seed: `${ground.projectId} ${cue.cueId} ${take}`, themeSeed: leader === null ? ground.projectId : `${ground.projectId} ${leader}`,
    bpm, density, brightness, instruments, ending: endTransition === 'cut' ? 'open' : 'cadence',
  };
}

/** The wish for a cue where it is heard: each time another piece with the same theme. */
export function compositionFor(placed: PlacedCue, ground: MixGround): CompositionWish {
  const { cue, time } = placed;
  const wish = wishFor(cue, ground);
  return { ...wish, seed: time === 0 ? wish.seed : `${wish.seed}, time ${time}`, durationMs: madeLengthMs(placed) };
}

/** What decides how the piece of a cue sounds; the length of its passage follows from the performance. */
export const composedSound = (cue: MusicCue, ground: MixGround): object => ({ version: COMPOSER_VERSION, ...wishFor(cue, ground) });
