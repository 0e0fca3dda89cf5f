import { COMPOSER_VERSION, type CompositionWish } from '../../../craft/audio/composer/wish.js';
import { askedFor } from '../../../craft/audio/composer/words.js';
import type { Screenplay, ScreenplayEntry } from '../../../craft/screenplay/model.js';
import type { CueAddress } from '../../../kernel/families/cues/lane.js';
import type { MixGround } from '../mix/mix-lane.js';
import { moodOf } from './choose-bed.js';
import { COMPOSED, type MusicCue } from './music-cue.js';
import type { PlacedCue } from './place-music.js';

/** The longest piece that is made for its passage and played once. */
const ONCE_MS = 30_000;
/** The leader of a passage speaks at least this share of its characters' words. */
const LEADING_SHARE = 0.5;

/** The entries at an address. */
export const entriesAt = ({ screenplay }: Pick<MixGround, 'screenplay'>, { scope, sceneIndex, entryIndex }: CueAddress): ScreenplayEntry[] =>
  screenplay.entries.filter((entry) => scope === 'screenplay' || (scope === 'scene' ? entry.sceneIndex === sceneIndex : entry.index === entryIndex));

/** The person who leads a passage, by the number of words that each person except the narrator speaks; null when nobody leads. */
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

/** How long music made for its passage lasts there, in milliseconds. */
export function madeLengthMs({ cue, startMs, endMs }: PlacedCue): number {
  const heardMs = endMs - startMs;
  return cue.clip.playMode === 'once' ? Math.min(heardMs, ONCE_MS) : heardMs;
}

/**
 * The person whose theme the music of a cue uses; null for the theme of the whole story, and for music that is not composed: pieces of the catalogue and of a
 * service.
 */
export const themeOf = (cue: MusicCue, ground: MixGround): string | null =>
  (cue.clip.assetId === COMPOSED ? leaderOf(entriesAt(ground, cue), ground.screenplay) : null);

/**
 * The wish for a composed cue, without its length. The theme is that of the passage's leader, else that of the project, and it is the same in every read of
 * the project. Each take is another piece.
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

/** The wish for one place of a cue: each place gets another piece with the same theme. */
export function compositionFor(placed: PlacedCue, ground: MixGround): CompositionWish {
  const { cue, time } = placed;
  const wish = wishFor(cue, ground);
  return { ...wish, seed: time === 0 ? wish.seed : `${wish.seed}, time ${time}`, durationMs: madeLengthMs(placed) };
}

/** Everything that decides how the piece of a cue sounds, except its length, which follows from the performance. */
export const composedSound = (cue: MusicCue, ground: MixGround): object => ({ version: COMPOSER_VERSION, ...wishFor(cue, ground) });
