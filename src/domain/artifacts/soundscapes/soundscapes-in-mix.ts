import { BED_LAYERS } from '../../../craft/audio/heard/scene-beds.js';
import type { MixSpan } from '../../../craft/audio/mix/mix.js';
import { keyOfHeard } from '../mix/lane-fields.js';
import { mixLane, type MixGround } from '../mix/mix-lane.js';
import { madeOnce } from '../mix/recent-clips.js';
import { soundClip } from '../mix/sound-clips.js';
import { findSoundDirection } from '../read-store.js';
import { bedChanges, placeBeds, type PlacedBed } from './place-beds.js';
import { soundscapeLane, type BedCue } from './soundscape-lane.js';

/** How far a bed at full volume stays below the voices. */
const HEADROOM_DB = 12;

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

export const soundscapesInMix = mixLane({
  name: 'soundscapes', stem: 'beds', lane: soundscapeLane, keyOf: soundscapesKeyOf,
  ground: async ({ db }, read, along) => ({ ...along, ...await findSoundDirection(db, read) }),
  heard: (cues, ground, lines, durationMs) => placeBeds(cues, ground, lines, durationMs)
    .map(({ cue: { cueId, assetId }, startMs, endMs }) => ({ cueId, assetId, startMs, endMs })),
  spans: (cues, ground, { entries, durationMs }) => placeBeds(cues, ground, entries, durationMs).map(spanOf),
});
