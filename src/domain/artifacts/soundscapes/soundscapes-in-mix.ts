import { BED_LAYERS } from '../../../craft/audio/heard/scene-beds.js';
import type { MixSpan } from '../../../craft/audio/mix/mix.js';
import { laneSetting } from '../../../kernel/families/cues/lane.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { keyOfHeard } from '../mix/lane-fields.js';
import type { MixGround, MixLane } from '../mix/mix-lane.js';
import { madeOnce } from '../mix/recent-clips.js';
import { soundClip } from '../mix/sound-clips.js';
import { bedChanges, placeBeds, type PlacedBed } from './place-beds.js';
import { soundscapeLane, type BedCue } from './soundscape-lane.js';

/** How far a bed at full volume stays below the voices. */
const HEADROOM_DB = 12;

const STORED = laneSetting(soundscapeLane);

/** The beds of a read, from its overlays. */
const bedsIn = (overlays: Chosen): BedCue[] => chosenValue(overlays, STORED)['cues'] as BedCue[];

/** Identifies the audible beds along a screenplay; null for none. Hidden and muted beds do not change the key. */
export function soundscapesKeyOf(cues: readonly BedCue[], ground: MixGround): string | null {
  if (cues.length === 0) return null;
  const entries = ground.screenplay.entries.map(({ index }) => index);
  const heard = BED_LAYERS.flatMap((layer) => bedChanges(cues, ground, layer, entries).map(({ from, cue }) =>
    [layer, from, cue && [cue.assetId, cue.volume, cue.ducking, cue.fadeMs]] as const));
  return heard.every(([, , sound]) => sound === null) ? null : keyOfHeard(heard);
}

function spanOf({ cue: { assetId, volume, ducking, fadeMs }, startMs, endMs }: PlacedBed): MixSpan {
  const fade = Math.min(fadeMs, Math.floor((endMs - startMs) / 2));
  return {
    clip: madeOnce(() => soundClip(assetId)), startMs, endMs, levelDb: 20 * Math.log10(volume) - HEADROOM_DB, ducking, anchor: 'start', fadeInMs: fade, fadeOutMs: fade,
  };
}

export const soundscapesInMix: MixLane = {
  name: 'soundscapes', stem: 'beds',
  keyOf: (overlays, ground) => soundscapesKeyOf(bedsIn(overlays), ground),
  spans: (overlays, ground, { entries, durationMs }) => placeBeds(bedsIn(overlays), ground, entries, durationMs).map(spanOf),
};
