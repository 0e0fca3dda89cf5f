import { expect, it } from '@jest/globals';
import { chaptersOf } from '../../src/domain/artifacts/chapters.js';

const scenes = ['INT. ROOM - DAY', 'int. room - continuous', 'EXT. CORRAN QUAY - NIGHT', 'As Mara tells it', 'INT. ROOM - NIGHT', ''].map((title, index) => (
  { index, title, heading: title, firstEntry: index * 2, lastEntry: index * 2 + 1 }));
const chapters = (...starts: [sceneIndex: number, startMs: number][]): unknown[] =>
  chaptersOf({ scenes } as Parameters<typeof chaptersOf>[0], starts.map(([sceneIndex, startMs]) => ({ sceneIndex, startMs })));

it('the chapters of a recording are its scenes in words for listeners, from 0 on', () => {
  expect(chapters([0, 240], [0, 900], [2, 4_000], [3, 9_000], [5, 12_000])).toEqual([
    { sceneIndex: 0, title: 'Room, day', startMs: 0 }, { sceneIndex: 2, title: 'Corran Quay, night', startMs: 4_000 },
    { sceneIndex: 3, title: 'As Mara tells it', startMs: 9_000 }, { sceneIndex: 5, title: 'Scene 6', startMs: 12_000 },
  ]);
});

it('scenes of one name that follow each other are one chapter; another time of day, or a scene between, begins a new one', () => {
  const inOneRoom = scenes.map((scene) => ({ ...scene, title: scene.index === 2 ? 'Corran Quay' : 'Room' }));
  const heard = [0, 1, 2, 3, 4].map((sceneIndex) => ({ sceneIndex, startMs: sceneIndex * 1_000 }));
  expect(chaptersOf({ scenes: inOneRoom } as Parameters<typeof chaptersOf>[0], heard).map(({ sceneIndex, startMs }) => [sceneIndex, startMs]))
    .toEqual([[0, 0], [2, 2_000], [3, 3_000]]);
  expect(chapters([0, 240], [4, 900])).toHaveLength(2);
  expect(chapters()).toEqual([]);
});
