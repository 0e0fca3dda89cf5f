import { describe, expect, it } from '@jest/globals';
import { mapOfEpisode } from '../../src/domain/season-runs/map/season-map.js';
import { mendingStep } from '../../src/domain/season-runs/mending-step.js';
import type { EpisodeRow, RunRow } from '../../src/domain/season-runs/season-run-model.js';

const episode = { id: 'sre_1', episodeNumber: 1, scriptUploadId: null } as EpisodeRow;
const runAt = (mapVersion: number): RunRow => ({ id: 'ssr_1', projectId: 'prj_1', mapVersion }) as RunRow;
const lacking = { code: 'map_incomplete', message: 'The map lacks beats.', details: { missingFields: ['beats'] } };

describe('the step that mends a hindered episode', () => {
  it('is to wait while the map is being drafted, because no call can name its version', () => {
    expect(mendingStep(runAt(0), episode, lacking)).toMatchObject({ method: 'GET', path: '/season-runs/ssr_1' });
    expect(mendingStep(runAt(1), episode, lacking)).toMatchObject({
      method: 'PATCH', path: '/season-runs/ssr_1/episodes/sre_1', body: { expectedMapVersion: 1 }, asks: [{ field: 'patch.beats' }],
    });
  });
});

describe('the map of an episode without an outline', () => {
  it('has a beat for each sentence of its summary, and a title with a full stop ends none', () => {
    const summary = 'Mrs. Sorley drops the lamp. Dr. Moss picks it up!';
    const { beats } = mapOfEpisode({ id: 'ep_1', label: 'S1E1', title: 'The Lamp', summary, status: 'planned' }, {}, null);
    expect(beats.map((beat) => beat.summary)).toEqual(['Mrs. Sorley drops the lamp.', 'Dr. Moss picks it up!']);
  });
});
