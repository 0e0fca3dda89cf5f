import Type, { type Static } from 'typebox';
import { INTENSITIES, MOMENTARY, STAGE_EFFECTS } from '../../../craft/images/weather/effects.js';
import type { Scene, ScreenplayEntry } from '../../../craft/screenplay/model.js';
import { closed, nullable, oneOf } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import { ApiError } from '../../../kernel/errors/api-error.js';

export const MAX_CUES_OF_SCENE = 24;
export const MAX_BECAUSE_CHARS = 200;
const MAX_SHAKE_MS = 3_000;

const EntryIndex = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description });
const Because = nullable(closed({
  entryIndex: nullable(EntryIndex('Whose words they are; null for the heading of the scene')),
  text: Type.String({ minLength: 1, maxLength: MAX_BECAUSE_CHARS, pattern: VISIBLE, description: 'Its words' }),
}), { description: 'The words that the writer followed; null for a cue of a person' });

const CUE = {
  entryIndex: EntryIndex('It begins with this entry of the scene; with one that is not spoken, at the next one that is'),
  effect: oneOf(STAGE_EFFECTS, { description: '`lightning` and `shake` are over in a moment, the others last' }),
  intensity: oneOf(INTENSITIES, { description: 'How much of it' }),
  untilEntryIndex: nullable(EntryIndex('It lasts to the end of this entry; null: to the end of the scene')),
  durationMs: nullable(Type.Integer({ minimum: 200, maximum: 60_000, description: 'It lasts so long instead, and no longer than the line that it begins with' })),
  because: Because,
};

export const FxCueSchema = closed(CUE);
/** An effect over the stage in a scene. */
export type FxCue = Static<typeof FxCueSchema>;

/** A cue in a request. */
const SentFxCue = closed({
  entryIndex: CUE.entryIndex, effect: CUE.effect, intensity: Type.Optional(Type.Unsafe({ ...CUE.intensity, default: 'standard' })),
  untilEntryIndex: Type.Optional(CUE.untilEntryIndex), durationMs: Type.Optional(CUE.durationMs), because: Type.Optional(Because),
});
export const SentFxCues = nullable(Type.Array(SentFxCue, { maxItems: MAX_CUES_OF_SCENE }), {
  description: 'What comes over the stage, instead of the cues that there were; null or an empty list takes them away',
});

type SentCue = Pick<FxCue, 'entryIndex' | 'effect'> & Partial<FxCue>;

/** Sorts cues by their first entry, and within an entry by the order of their layers. */
export const inOrder = (cues: readonly FxCue[]): FxCue[] => [...cues].sort((one, other) =>
  one.entryIndex - other.entryIndex || STAGE_EFFECTS.indexOf(one.effect) - STAGE_EFFECTS.indexOf(other.effect));

const isIn = ({ firstEntry, lastEntry }: Scene, entryIndex: number): boolean => entryIndex >= firstEntry && entryIndex <= lastEntry;
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

function requireTiming({ effect, entryIndex, untilEntryIndex = null, durationMs = null }: SentCue, refuse: (field: string, message: string) => never): void {
  if (untilEntryIndex !== null && durationMs !== null) refuse('durationMs', 'a cue has an untilEntryIndex or a durationMs, not both');
  if (untilEntryIndex !== null && MOMENTARY.has(effect)) refuse('untilEntryIndex', `${effect} is over in a moment`);
  if (untilEntryIndex !== null && untilEntryIndex < entryIndex) refuse('untilEntryIndex', `the cue begins at entry ${entryIndex}`);
  if (durationMs !== null && effect === 'lightning') refuse('durationMs', 'lightning has a length of its own');
  if (durationMs !== null && effect === 'shake' && durationMs > MAX_SHAKE_MS) refuse('durationMs', `the stage shakes for ${MAX_SHAKE_MS} ms at most`);
}

/** The cues of a scene as stored, made from the sent ones. Raises `validation_failed` for a cue that does not fit into its scene. */
export function placedCues(sent: readonly SentCue[], scene: Scene, entries: readonly ScreenplayEntry[]): FxCue[] {
  const seen = new Set<string>();
  return inOrder(sent.map((cue, at): FxCue => {
    const refuse = (field: string, message: string): never => { throw new ApiError('validation_failed', message, { field: `fxCues.${at}.${field}` }); };
    const { entryIndex, effect, intensity = 'standard', untilEntryIndex = null, durationMs = null, because = null } = cue;
    for (const [field, index] of [['entryIndex', entryIndex], ['untilEntryIndex', untilEntryIndex], ['because.entryIndex', because?.entryIndex ?? null]] as const) {
      if (index !== null && !isIn(scene, index)) refuse(field, `entry ${index} is not in scene ${scene.index}, which has entries ${scene.firstEntry} to ${scene.lastEntry}`);
    }
    requireTiming(cue, refuse);
    if (seen.has(`${entryIndex} ${effect}`)) refuse('effect', `entry ${entryIndex} has ${effect} twice`);
    seen.add(`${entryIndex} ${effect}`);
    const followed = because && (because.entryIndex === null ? scene.heading : entries[because.entryIndex]!.text);
    if (followed !== null && !flat(followed).includes(flat(because!.text))) refuse('because.text', 'these are not words of that entry');
    return { entryIndex, effect, intensity, untilEntryIndex, durationMs, because };
  }));
}

/** The cues whose entries still lie in their scene: another revision may have other scenes. */
export const cuesIn = (cues: readonly FxCue[] | null | undefined, scene: Scene): FxCue[] =>
  (cues ?? []).filter(({ entryIndex, untilEntryIndex }) => isIn(scene, entryIndex) && (untilEntryIndex === null || isIn(scene, untilEntryIndex)));
