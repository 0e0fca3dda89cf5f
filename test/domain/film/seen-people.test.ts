import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { castLooks } from '../../../src/craft/images/person/cast.js';
import { Correction } from '../../../src/craft/screenplay/index.js';
import type { Screenplay, Sight } from '../../../src/craft/screenplay/model.js';
import type { StagedRead } from '../../../src/domain/artifacts/film/film-pictures.js';
import { plannedShots } from '../../../src/domain/artifacts/film/shots.js';
import { decideFrom } from '../../../src/domain/artifacts/pictures/decide-art.js';
import { seenPeople } from '../../../src/domain/artifacts/pictures/seen-people.js';
import { placesOf } from '../../../src/domain/canon/looks/scene-places.js';
import { visualCanonOf } from '../../../src/domain/canon/looks/visual-canon.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { createStore } from '../../../src/kernel/storage/index.js';
import { staged } from './staged-read.js';

const sight = (kind: string, side: 'in' | 'out', people: string[], more: Partial<Sight> = {}): Sight =>
  ({ from: 0, kind, side, place: '', time: 'day', weather: 'clear', people, ...more });
const DRESSED = { skin: '', eyes: '#5a6b78', cloth: '#4a5a3a', behind: [], clothes: ['rect #d8d2c0 260 440 80 300'], face: [], over: [], hat: ['rect #8a7a4a 160 120 280 40'], keepsHat: false, stature: 1, stout: false };
const LAWN = sight('garden', 'out', ['MARA', 'TOBIAS', 'GARDENER'], { place: 'the vicarage lawn', weather: 'snow' });
const TOLD = 'Mara nodded to them both. The gardener wiped his hands, and at last they all went indoors without him.';
const INSIDE = TOLD.indexOf('The gardener');

const read = staged([
  [2, 'MARA', 'You are late.'], [2, 'TOBIAS', 'I was asked to wait.'], [2, 'NARRATOR', TOLD], [2, 'MARA', 'Sit down, then, and tell me what he said.'],
  [3, 'PILOT', 'Land!'],
]);

/** The read as a model saw it: a lawn, a bedroom from within the narrator's words on, and nothing of the second scene. */
function seen(screenplay: Screenplay): Screenplay {
  const changes: Record<number, Partial<Screenplay['entries'][number]>> = {
    0: { sights: [LAWN] },
    2: {
      sights: [sight('bedroom', 'in', ['MARA', 'TOBIAS'], { from: INSIDE, place: 'the blue bedroom', time: 'dusk' })],
      toldOf: [{ from: 0, people: ['MARA'], mood: 'neutral' }, { from: INSIDE, people: ['GARDENER'], mood: 'sad' }],
    },
  };
  return {
    ...screenplay, entries: screenplay.entries.map((entry) => ({ ...entry, sceneIndex: entry.sceneIndex - 2, ...changes[entry.index] })),
    scenes: screenplay.scenes.map((scene) => ({ ...scene, index: scene.index - 2 })),
    seen: { era: 'georgian', people: [
      { name: 'MARA', sex: 'female', looks: '', shown: { age: 'child', complexion: 'dark', hair: 'braids', garment: 'dress' } },
      { name: 'GARDENER', sex: 'male', looks: 'a beard', shown: { age: 'old', glasses: 'round', hat: 'widebrim', garment: 'apron', hairColour: 'green' }, drawn: DRESSED },
    ] },
  };
}
const screenplay = seen(read.screenplay);

describe('a drama that a model saw', () => {
  it('takes its places from the sights, from their words on', () => {
    const { places, stops } = placesOf(screenplay, 'victorian');
    expect(places[0]).toMatchObject({ category: 'garden', side: 'out', weather: 'snow', time: 'day' });
    expect(stops).toEqual([{ entryIndex: 2, from: INSIDE, place: expect.objectContaining({ category: 'bedroom', side: 'in', time: 'dusk', weather: 'clear' }) }]);
  });

  it('has a new stop when something movable that was drawn has left', () => {
    const thing = (what: string) => ({ what, depth: 3, shapes: ['rect #8a6a4a 100 100 200 200'] });
    const drawing = { things: [thing('lawn'), thing('cart')], movable: ['the cart'] };
    const { kind, side, place } = LAWN;
    const later = (movable: string[]): Screenplay => ({
      ...screenplay, seen: { ...screenplay.seen!, places: [{ kind, side, place, drawing }] },
      entries: screenplay.entries.map((entry) => (entry.index === 0 ? { ...entry, sights: [{ ...LAWN, movable: ['The cart'] }] } : entry.index === 2 ? { ...entry, sights: [{ ...LAWN, movable }] } : entry)),
    });
    const { places, stops } = placesOf(later([]), 'victorian');
    expect([places[0]!, stops[0]!.place].map((one) => one.drawing!.things.map(({ what }) => what))).toEqual([['lawn', 'cart'], ['lawn']]);
    expect(placesOf(later(['a cart']), 'victorian').stops).toEqual([]);
  });

  it('has a new stop when it grows dark at the same place, and none when only its people change', () => {
    const later = (more: Partial<Sight>): Screenplay => ({
      ...screenplay, entries: screenplay.entries.map((entry) => (entry.index === 2 ? { ...entry, sights: [{ ...LAWN, ...more }] } : entry)),
    });
    expect(placesOf(later({ time: 'night' }), 'victorian').stops.map(({ entryIndex, place }) => [entryIndex, place.category, place.time])).toEqual([[2, 'garden', 'night']]);
    expect(placesOf(later({ people: ['MARA'] }), 'victorian').stops).toEqual([]);
  });

  it('has the drawing that a model made of a place, whatever the hour', () => {
    const drawing = { things: [{ what: 'lawn', depth: 1, shapes: ['rect #7f9a5a 0 0 1600 900'] }], time: 'day', weather: 'snow' };
    const drawn = { ...screenplay, seen: { ...screenplay.seen!, places: [{ kind: 'garden', side: 'out' as const, place: 'The Vicarage Lawn', drawing }] } };
    const { places, stops } = placesOf(drawn, 'victorian');
    expect([places[0]!.drawing, places[1]!.drawing, stops[0]!.place.drawing]).toEqual([drawing, undefined, undefined]);
    // The model did not know what the canon says of the place, so its drawing is not used.
    const canon = { places: [{ subject: ['vicarage', 'lawn'], words: 'a fountain stands on it', decisive: false }], light: { time: null, weather: null } };
    expect(placesOf(drawn, 'victorian', canon).places[0]!.drawing).toBeUndefined();
  });

  it('is in a room where a waiting room or the hall of a house is meant, and aboard in a train', () => {
    const inside = (kind: string, place: string): string[] => {
      const entries = screenplay.entries.map((entry) => (entry.index === 0 ? { ...entry, sights: [sight(kind, 'in', ['MARA'], { place })] } : entry));
      return placesOf({ ...screenplay, entries }, 'victorian').places.slice(0, 1).map(({ category, side }) => `${category} ${side}`);
    };
    expect([inside('station', 'the waiting-room'), inside('station', 'the sleeping-car'), inside('house', 'the hall')]).toEqual([['abstract in'], ['station in'], ['living in']]);
  });

  it('takes the place of a scene without a sight from the rules', () => {
    expect(placesOf(screenplay, 'victorian').places[1]).toMatchObject({ category: 'forest', weather: 'rain' });
  });

  it('shows exactly the people who are there, with or without a line', () => {
    const { presence, extras } = seenPeople(screenplay)!;
    expect(extras.map(({ character, gender }) => [character, gender])).toEqual([['GARDENER', 'male']]);
    expect(presence.present).toEqual({ MARA: [0, 1, 2, 3], TOBIAS: [0, 1, 2, 3], GARDENER: [0, 1, 2] });
    expect(presence.whole).toEqual([0, 1, 2, 3]);
  });

  it('lists a person under the cue that each line has', () => {
    const cast = [...screenplay.cast, { ...screenplay.cast[0]!, character: 'MISS MARA', sameAs: 'MARA' }];
    const entries = screenplay.entries.map((entry) => (entry.index === 3 ? { ...entry, character: 'MISS MARA' } : entry));
    expect(seenPeople({ ...screenplay, cast, entries })!.presence.present).toMatchObject({ MARA: [0, 1, 2], 'MISS MARA': [3] });
  });

  it('is left to the rules when no model saw it', () => {
    expect(seenPeople(read.screenplay)).toBeNull();
  });

  it('has people of the age, sex and looks that it saw', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'seen-'));
    const { looks } = await decideFrom(createStore(readConfig({ DATA_DIR: folder })), {
      read: { projectId: 'prj_1', voiceMap: {} }, screenplay, source: '', seed: 'seed', palette: [], avatar: '',
      canon: { bible: {}, characters: [], directions: [] }, visual: visualCanonOf({}, {}, null),
    });
    await rm(folder, { recursive: true, force: true });
    const lookOf = (called: string) => looks.find((look) => look?.name === called)!;
    expect(lookOf('MARA')).toMatchObject({ age: 'child', hair: 'braids' });
    expect([7, 8]).toContain(lookOf('MARA').skin);
    expect([lookOf('GARDENER').drawn, lookOf('MARA').drawn]).toEqual([DRESSED, undefined]);
    expect(lookOf('GARDENER')).toMatchObject({ age: 'old', presentation: 'masculine', facialHair: 'beard', glasses: 'round', hat: 'none', garment: 'apron', cloth: DRESSED.cloth });
    expect(lookOf('TOBIAS').garment).toMatch(/^(?:justaucorps|workwear)$/u);
  });

  it('is filmed so that people of whom the words tell are seen, and people who have gone are not', () => {
    const { presence, extras } = seenPeople(screenplay)!;
    const looks = castLooks('extras', extras.map(({ character }) => ({ name: character, description: '' })));
    const film: StagedRead = {
      ...read, screenplay, art: { ...read.art, presence, looks: [...read.art.looks, ...looks] },
      timeline: { ...read.timeline, entries: read.timeline.entries.map((entry) => ({ ...entry, sceneIndex: entry.sceneIndex - 2 })) },
    };
    const shots = plannedShots(film).flatMap(({ moment }) => (moment && moment.part !== null ? [{
      at: moment.line.entryIndex, standing: moment.line.moment.standing, people: moment.spec.people.map(({ look }) => look.name).sort(),
      faces: new Map(moment.spec.people.map(({ look, pose }) => [look.name, pose.expression])),
    }] : []));
    expect(shots.find(({ at }) => at === 0)!.people).toEqual(['GARDENER', 'MARA', 'TOBIAS']);
    expect(shots.filter(({ at }) => at === 2).map(({ people }) => people).flat()).toContain('GARDENER');
    expect(shots.filter(({ at }) => at === 3).map(({ standing }) => standing)[0]).toEqual(['MARA', 'TOBIAS']);
    // Only the model says that he is sad; the words do not.
    expect(shots.filter(({ at }) => at === 2).map(({ faces }) => faces.get('GARDENER')).filter(Boolean)).toEqual(['sad']);
    expect(shots.find(({ at }) => at === 4)!.people).toEqual(['PILOT']);
  });
});

describe('corrections of a drama that a model saw', () => {
  const corrected = (...edits: Parameters<Correction<string>['make']>[0][]): Screenplay => {
    const correction = new Correction<string>(screenplay, {}, (voiceId) => voiceId);
    for (const edit of edits) correction.make(edit);
    return correction.result().screenplay;
  };

  it('rename and join people in the sights, too', () => {
    const renamed = corrected({ op: 'rename', character: 'MARA', name: 'Mary' }, { op: 'merge', characters: ['TOBIAS'], into: 'MARY' });
    expect(renamed.entries[0]!.sights![0]!.people).toEqual(['MARY', 'GARDENER']);
    expect(renamed.entries[2]!.toldOf![0]!.people).toEqual(['MARY']);
    expect(renamed.seen!.people.map(({ name }) => name)).toEqual(['MARY', 'GARDENER']);
  });

  it('keep the place when the line that led there is cut', () => {
    const { places } = placesOf(corrected({ op: 'cut', from: 0 }), 'victorian');
    expect(places[0]).toMatchObject({ category: 'garden', weather: 'snow' });
    const inside = placesOf(corrected({ op: 'cut', from: 2 }), 'victorian');
    expect(inside.stops.map(({ entryIndex, place }) => [entryIndex, place.category])).toEqual([[2, 'bedroom']]);
  });

  it('keep the place of a line whose words change, and forget whom its old words told of', () => {
    const { entries } = corrected({ op: 'edit', entryIndex: 2, text: 'They went in.' });
    expect([entries[2]!.sights!.map(({ kind }) => kind), entries[2]!.toldOf]).toEqual([['bedroom'], undefined]);
  });

  it('keep the place of a joined line', () => {
    const { entries } = corrected({ op: 'reassign', from: 2, character: 'MARA' }, { op: 'join', from: 2, to: 3 });
    expect(entries[2]!.sights!.map(({ kind }) => kind)).toEqual(['bedroom']);
  });
});
