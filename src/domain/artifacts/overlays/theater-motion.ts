import Type, { type Static } from 'typebox';
import { drawableText } from '../../../craft/images/cover-text.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { MAX_ON_STAGE, standingAt } from '../../../craft/stage/stage-plan.js';
import { readDirection } from '../../../craft/stage/direction.js';
import { closed, nullable, oneOf } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { hasClipFrom } from '../clips/chosen-clips.js';
import { isSeen } from '../pictures/read-looks.js';
import { requireHeardEntry } from './heard-entries.js';

export const MAX_MOTIONS = 500;
/** The longest prompt for a clip. */
export const MAX_CLIP_PROMPT_CHARS = 400;
const OVER_CLIP = 'motion-over-clip';
export const COMPOSITIONS = ['motion-only', 'motion-over-clip', 'performance-motion-overlay'] as const;

const Index = (description: string) => Type.Integer({ minimum: 0, maximum: 100_000, description });
const Composition = oneOf(COMPOSITIONS, {
  description: '`motion-only`: the camera follows the direction over the whole stage. `performance-motion-overlay`: the place behind the people and the '
    + 'caption move, the people stay. `motion-over-clip`: over the moving picture of the scene, for a scene that has one or with a `clipPrompt`',
});
const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: VISIBLE });
const OWN = {
  caption: nullable(words(120), { description: 'Words that are shown meanwhile' }),
  direction: nullable(words(200), {
    description: 'What the camera does, in words: push in, pull back, pan or drift left or right, tilt or rise up or down, hold, slow, fast, handheld, shake, '
      + 'tremble, zoom on a person who stands in the scene; `then` begins the next move',
  }),
  durationMs: nullable(Type.Integer({ minimum: 500, maximum: 30_000 }), {
    description: 'From the beginning of the entry, in milliseconds, at most until its scene or the next motion; without it, as long as the entry is heard',
  }),
  clipPrompt: nullable(words(MAX_CLIP_PROMPT_CHARS), {
    description: 'Of `motion-over-clip`: what the clip shows that it lies over. POST theater-motion-clip of the same entry makes that clip, at its price, when it is sent '
      + 'no prompt of its own; until it is there, the motion lies over the picture of the scene',
  }),
};
const KEYS = { sceneIndex: Index('Of the screenplay of the read'), entryIndex: Index('The entry with which it begins') };
const MotionModel = closed({ ...KEYS, composition: Composition, ...OWN });

/** A motion on the stage, from an entry on. */
export type StagedMotion = Static<typeof MotionModel>;

type Sent = Pick<StagedMotion, 'sceneIndex' | 'entryIndex'> & Partial<Omit<StagedMotion, 'composition'>> & { composition?: StagedMotion['composition'] | null };

const refuse = (field: string, message: string, details: object = {}): never => {
  throw new ApiError('validation_failed', message, { field, ...details });
};

const inOrder = (one: StagedMotion, next: StagedMotion): number => one.sceneIndex - next.sceneIndex || one.entryIndex - next.entryIndex;

type StoredMotion = Pick<StagedMotion, 'sceneIndex' | 'entryIndex' | 'composition'> & Partial<StagedMotion>;

/** Completes a stored motion: one that an older version stored lacks newer fields. */
const whole = (motion: StoredMotion): StagedMotion => ({ caption: null, direction: null, durationMs: null, clipPrompt: null, ...motion });

function merged(motions: readonly StoredMotion[], { sceneIndex, entryIndex, composition, ...sent }: Sent): StagedMotion[] {
  const isThis = (motion: StoredMotion): boolean => motion.sceneIndex === sceneIndex && motion.entryIndex === entryIndex;
  const others = motions.filter((motion) => !isThis(motion)).map(whole);
  if (composition === null) return others;
  const before = motions.find(isThis);
  const chosen = composition ?? before?.composition ?? refuse('composition', `composition: one of ${COMPOSITIONS.join(', ')}, because entry ${entryIndex} has no motion yet`);
  const motion: StagedMotion = { ...whole({ sceneIndex, entryIndex, ...before, composition: chosen }), ...sent };
  if (chosen !== OVER_CLIP && sent.clipPrompt) refuse('clipPrompt', `clipPrompt: only a ${OVER_CLIP} lies over a clip`);
  if (chosen !== OVER_CLIP) motion.clipPrompt = null;
  if (motion.direction === null && motion.caption === null) refuse('direction', 'a motion has a direction, a caption or both; composition null takes it away');
  return [...others, motion].sort(inOrder);
}

/** The motions on the stage of a table read. */
export const theaterMotion = setting('theater-motion', 'a motion of the stage', {
  motions: Type.Array(MotionModel, { default: [], description: 'In the order of their entries' }),
}, {
  effects: {
    composition: 'what moves; null takes the motion away', caption: 'what is shown meanwhile', direction: 'how it moves', durationMs: 'how long',
    clipPrompt: 'what the clip below it shows',
  },
  example: { sceneIndex: 1, entryIndex: 7, composition: 'motion-only', direction: 'slow push in', durationMs: 4000 },
  note: 'Motions are merged by `sceneIndex` and `entryIndex`. Pages play them from the next request on, films of the grade `cinema` when they are rendered next; captions '
    + 'show in every grade. A direction is followed whole or refused with the words that no camera follows.',
  merging: {
    body: {
      ...KEYS, composition: Type.Optional(nullable(Composition)),
      ...Object.fromEntries(Object.entries(OWN).map(([name, schema]) => [name, Type.Optional(Type.Unsafe(schema))])),
    },
    merge: ({ motions }, sent) => ({ motions: merged(motions, sent as unknown as Sent) }),
  },
  check({ motions }) {
    if (motions.length > MAX_MOTIONS) refuse('entryIndex', `at most ${MAX_MOTIONS} motions are staged`);
  },
});

/** The motions of a read, by scene and entry. */
export const stagedMotions = (chosen: Chosen): readonly StagedMotion[] => chosenValue(chosen, theaterMotion).motions.map(whole);

/** The prompt for the clip under the motion of this entry; null for none. */
export const clipPromptAt = (chosen: Chosen, { sceneIndex, entryIndex }: Pick<StagedMotion, 'sceneIndex' | 'entryIndex'>): string | null =>
  stagedMotions(chosen).find((motion) => motion.sceneIndex === sceneIndex && motion.entryIndex === entryIndex)?.clipPrompt ?? null;

/** The people of a cast whom a direction may name. */
export const peopleOf = ({ cast }: Pick<Screenplay, 'cast'>): string[] => cast.filter(isSeen).map(({ character }) => character);

function requireDirection(screenplay: Screenplay, entryIndex: number, words: string): void {
  const people = peopleOf(screenplay);
  const { steps, unknown, clash } = readDirection(words, people);
  const entry = screenplay.entries[entryIndex]!;
  const lines = screenplay.entries.map(({ index, sceneIndex, kind, character }) => ({ index, sceneIndex, kind, character: character ?? null }));
  const standing = standingAt(lines, { ...entry, character: entry.character ?? null }, people, MAX_ON_STAGE);
  if (unknown.length > 0) {
    refuse('direction', `direction: no camera follows "${unknown.join('", "')}"; say push in, pull back, pan, drift, tilt, rise, left, right, up, down, hold, slow, fast, `
      + `handheld, shake, tremble, or zoom on ${standing.join(', ') || 'a person who stands in the scene'}`, { notUnderstood: unknown });
  }
  if (clash !== null) refuse('direction', `direction: no camera does ${clash}; "then" begins the next move`);
  const absent = steps.find(({ target }) => target !== null && !standing.includes(target))?.target;
  if (absent) refuse('direction', `direction: ${absent} does not stand on the stage at entry ${entryIndex}; those who do: ${standing.join(', ') || 'nobody'}`);
}

/**
 * Raises `validation_failed` for a motion that this read cannot show: an unknown scene or entry, a direction that cannot be followed, or a motion over a clip
 * without a clip or prompt.
 */
export function requireMotion(screenplay: Screenplay, overlays: Chosen, sent: Record<string, unknown>): void {
  const { sceneIndex, entryIndex, composition, caption, direction, clipPrompt } = sent as Sent;
  // A motion may be removed even if the current revision no longer has its entry.
  if (composition === null) return;
  requireHeardEntry(screenplay, sceneIndex, entryIndex);
  const prompt = clipPrompt === undefined ? clipPromptAt(overlays, { sceneIndex, entryIndex }) : clipPrompt;
  if (composition === OVER_CLIP && prompt === null && !hasClipFrom(overlays, sceneIndex, entryIndex)) {
    refuse('composition', `scene ${sceneIndex} has no clip at entry ${entryIndex} that a motion could be laid over; POST theater-motion-clip makes one, also of a clipPrompt of the motion`);
  }
  if (caption && drawableText(caption) === '') refuse('caption', 'caption: films have no letters for these words');
  if (direction) requireDirection(screenplay, entryIndex, direction);
}
