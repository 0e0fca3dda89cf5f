import { expect, it } from '@jest/globals';
import { chaptersOf } from '../../src/domain/artifacts/chapters.js';

type Heard = Parameters<typeof chaptersOf>[0];

/** The titles of the chapters of a recording with these scenes, each with one line of a second. */
function titles(...scenes: [heading: string, line?: string][]): string[] {
  const heard = {
    scenes: scenes.map(([title], index) => ({ index, title, heading: title, firstEntry: index, lastEntry: index })),
    entries: scenes.map(([, text = 'So.'], index) => ({ index, sceneIndex: index, kind: 'action', text })),
  } as unknown as Heard;
  const chapters = chaptersOf(heard, scenes.map((_scene, index) => ({ sceneIndex: index, entryIndex: index, startMs: index * 1_000 + 240 })));
  expect(chapters.map(({ startMs }) => startMs)).toEqual(chapters.map(({ sceneIndex }, index) => (index === 0 ? 0 : sceneIndex * 1_000 + 240)));
  return chapters.map(({ title }) => title);
}

it('the chapters of a recording are its scenes in words for listeners', () => {
  expect(titles(['INT. ROOM - DAY'], ['EXT. CORRAN QUAY - NIGHT'], ['As Mara tells it'])).toEqual(['Room, day', 'Corran Quay, night', 'As Mara tells it']);
  expect(titles()).toEqual([]);
});

it('successive scenes of one name are one chapter; another time of day, or a scene between, begins a new one', () => {
  expect(titles(['INT. ROOM - NIGHT'], ['int. room - night'], ['INT. ROOM - NIGHT - LATER'])).toEqual(['Room, night']);
  expect(titles(['INT. ROOM - DAY'], ['INT. ROOM - NIGHT'], ['EXT. QUAY'], ['INT. ROOM - NIGHT'])).toEqual(['Room, day', 'Room, night', 'Quay', 'Room, night']);
});

it('a scene whose heading names no place is called by the first words in it', () => {
  expect(titles(['INT./EXT. SCENE 1', '“The lamp is out, sir.” He ran.'], ['INT./EXT. SCENE 1 - LATER', 'Nobody came.'])).toEqual(['The lamp is out…']);
  expect(titles(['', 'Nobody came.'], ['INT. SCENE 2', 'We had driven several miles and were cold.'])).toEqual(['Nobody came', 'We had driven several miles…']);
  expect(titles(['INT. SCENE 1', ''])).toEqual(['Scene 1']);
});
