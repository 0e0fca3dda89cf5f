import { requireTableRead } from '../../src/domain/artifacts/artifact-store.js';
import { groundOf } from '../../src/domain/artifacts/mix/mix-lane.js';
import { findSoundDirection } from '../../src/domain/artifacts/read-store.js';
import { placeEffects } from '../../src/domain/artifacts/sfx/place-effects.js';
import { secondsOf, sfxKeyOf } from '../../src/domain/artifacts/sfx/sfx-in-mix.js';
import { sfxLane } from '../../src/domain/artifacts/sfx/sfx-lane.js';
import { placeBeds } from '../../src/domain/artifacts/soundscapes/place-beds.js';
import { soundscapeLane } from '../../src/domain/artifacts/soundscapes/soundscape-lane.js';
import { soundscapesKeyOf } from '../../src/domain/artifacts/soundscapes/soundscapes-in-mix.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { cues } from '../families/cues.js';
import { mixedLane } from './mixed-lanes.js';
import { artifactPath } from './overlays.js';

interface Heard { cue: { cueId: string; assetId: string }; startMs: number; endMs: number }

const spanOf = ({ cue: { cueId, assetId }, startMs, endMs }: Heard) => ({ cueId, assetId, startMs, endMs });

export const effectOperations = [
  ...cues(artifactPath, sfxLane, {
    read: { scopes: ['artifact:read'], idempotency: 'none' }, write: { scopes: ['artifact:publish'], idempotency: 'required' },
    ground: async ({ store }, row) => groundOf(await getScreenplay(store, requireTableRead(row).revision.scriptKey), row.projectId),
    ...mixedLane({
      name: 'sfx', words: 'effects', keyOf: sfxKeyOf,
      place: (held, _ground, lines, durationMs) => placeEffects(held, lines, durationMs, secondsOf).map(spanOf),
    }),
  }),
  ...cues(artifactPath, soundscapeLane, {
    read: { scopes: ['artifact:read'], idempotency: 'accepted' }, write: { scopes: ['artifact:publish'], idempotency: 'accepted' },
    ground: async ({ db, store }, row) => {
      const [screenplay, direction] = await Promise.all([getScreenplay(store, requireTableRead(row).revision.scriptKey), findSoundDirection(db, row)]);
      return { ...groundOf(screenplay, row.projectId), ...direction };
    },
    ...mixedLane({
      name: 'soundscapes', words: 'soundscapes', keyOf: soundscapesKeyOf,
      place: (held, ground, lines, durationMs) => placeBeds(held, ground, lines, durationMs).map(spanOf),
    }),
  }),
];
