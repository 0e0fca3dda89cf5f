import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { laneSetting } from '../../../kernel/families/cues/lane.js';
import { holdingCue } from '../../../kernel/families/cues/verbs.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { MixGround } from '../mix/mix-lane.js';
import { composedSound } from './composed-music.js';
import { COMPOSED, SERVED, type MusicCue } from './music-cue.js';
import { musicLane } from './music-lane.js';
import { servedSound } from './served-music.js';

const STORED = laneSetting(musicLane);

/** The cues of a read, from its overlays. */
export const musicOf = (overlays: Chosen): MusicCue[] => chosenValue(overlays, STORED)['cues'] as MusicCue[];

/** The part of a cue that can be heard: for a catalogue piece without the reasons for its choice, for made music with everything that it is made for. */
function soundOf(cue: MusicCue, ground: MixGround): object {
  const { cueId: _id, scope: _scope, sceneIndex: _scene, entryIndex: _entry, muted: _muted, mood: _mood, take: _take, clip, ...sound } = cue;
  const { prompt: _prompt, ...heard } = clip;
  return {
    ...sound, clip: heard,
    ...clip.assetId === COMPOSED && { composed: composedSound(cue, ground) }, ...clip.assetId === SERVED && { served: servedSound(cue, ground) },
  };
}

/**
 * Identifies the audible music of a read: equal keys mean equal music. Null when there is none. Hidden cues, the settings of muted cues and the reasons for
 * the choice of a catalogue piece do not change the key; a muted cue that silences the music of a wider one does.
 */
export function musicKeyOf(cues: readonly MusicCue[], ground: MixGround): string | null {
  if (cues.every(({ muted }) => muted)) return null;
  const spans: { from: number; cue: MusicCue | null }[] = [];
  for (const { index } of ground.screenplay.entries) {
    const holding = holdingCue(cues, { scope: 'entry', sceneIndex: null, entryIndex: index }, ground);
    const cue = holding?.muted ? null : holding;
    if (spans.length === 0 || spans.at(-1)!.cue !== cue) spans.push({ from: index, cue });
  }
  if (spans.every(({ cue }) => cue === null)) return null;
  return createHash('sha256').update(canonicalJson(spans.map(({ from, cue }) => [from, cue && soundOf(cue, ground)]))).digest('hex').slice(0, 32);
}
