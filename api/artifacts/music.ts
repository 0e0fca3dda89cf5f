import Type from 'typebox';
import { requireTableRead } from '../../src/domain/artifacts/artifact-store.js';
import { groundOf } from '../../src/domain/artifacts/mix/mix-lane.js';
import { themeOf } from '../../src/domain/artifacts/music/composed-music.js';
import { musicLane, type MusicGround } from '../../src/domain/artifacts/music/music-lane.js';
import { placeMusic } from '../../src/domain/artifacts/music/place-music.js';
import { musicKeyOf } from '../../src/domain/artifacts/music/read-music.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { nullable } from '../../src/kernel/contract/models.js';
import { cues } from '../families/cues.js';
import { mixedLane } from './mixed-lanes.js';
import { artifactPath } from './overlays.js';

export const musicOperations = cues(artifactPath, musicLane, {
  read: { scopes: ['artifact:read'], idempotency: 'none' }, write: { scopes: ['artifact:publish'], idempotency: 'required' },
  ground: async ({ store, composer, musicService }, row): Promise<MusicGround> =>
    ({ ...groundOf(await getScreenplay(store, requireTableRead(row).revision.scriptKey), row.projectId), composer, musicService }),
  ...mixedLane({
    name: 'music', words: 'music', keyOf: musicKeyOf,
    spanFields: {
      theme: nullable(Type.String(), { description: 'Who has the theme of composed music; null for the theme of the whole story, and for a piece of the catalogue' }),
    },
    place: (held, ground, lines, durationMs) => placeMusic(held, ground, lines, durationMs).map(({ cue, startMs, endMs }) =>
      ({ cueId: cue.cueId, assetId: cue.clip.assetId, startMs, endMs, theme: themeOf(cue, ground) })),
  }),
});
