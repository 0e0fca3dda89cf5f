import { createHash } from 'node:crypto';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { laneSetting } from '../../../kernel/families/cues/lane.js';
import { holdingCue } from '../../../kernel/families/cues/verbs.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { musicLane, type MusicCue, type MusicGround } from './music-lane.js';

const STORED = laneSetting(musicLane);

/** The cues of a read, from its overlays. */
export const musicOf = (overlays: Chosen): MusicCue[] => chosenValue(overlays, STORED)['cues'] as MusicCue[];

export const groundOf = (screenplay: Screenplay): MusicGround => ({ scenes: screenplay.scenes, screenplay });

/** What of a cue is heard. */
const soundOf = ({ cueId: _id, scope: _scope, sceneIndex: _scene, entryIndex: _entry, muted: _muted, mood: _mood, take: _take, clip, ...sound }: MusicCue) => {
  const { prompt: _prompt, ...heard } = clip;
  return { ...sound, clip: heard };
};

/**
 * Names what is heard of the music of a read: equal keys are equal music. Null when none is heard. Cues that another one hides, muted
 * cues and the reasons for a choice change nothing.
 */
export function musicKeyOf(cues: readonly MusicCue[], ground: MusicGround): string | null {
  if (cues.every(({ muted }) => muted)) return null;
  const spans: { from: number; cue: MusicCue | null }[] = [];
  for (const { index } of ground.screenplay.entries) {
    const holding = holdingCue(cues, { scope: 'entry', sceneIndex: null, entryIndex: index }, ground);
    const cue = holding?.muted ? null : holding;
    if (spans.length === 0 || spans.at(-1)!.cue !== cue) spans.push({ from: index, cue });
  }
  if (spans.every(({ cue }) => cue === null)) return null;
  return createHash('sha256').update(canonicalJson(spans.map(({ from, cue }) => [from, cue && soundOf(cue)]))).digest('hex').slice(0, 32);
}
