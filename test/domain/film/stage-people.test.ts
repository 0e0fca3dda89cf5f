import { describe, expect, it } from '@jest/globals';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { castLooks } from '../../../src/craft/images/person/cast.js';
import { parsePlace } from '../../../src/craft/images/places/place.js';
import { plannedShots } from '../../../src/domain/artifacts/film/shots.js';
import type { StagedRead } from '../../../src/domain/artifacts/film/film-pictures.js';
import { stagePeople } from '../../../src/domain/artifacts/pictures/stage-people.js';
import { placesOf } from '../../../src/domain/canon/looks/scene-places.js';
import { staged } from './staged-read.js';

const SOURCE = 'Mr. Anselm Grey was late. Mr. Grey came in and sat down by the stove. Mara looked up.\n\n“You are late,” said Mara.';
const read = staged([
  [0, 'NARRATOR', 'Mr. Grey came in and sat down by the stove.'], [0, 'MARA', 'You are late.'],
  [0, 'NARRATOR', 'Mr. Grey was furious, and struck at the table with his fist.'],
]);

/** The read with the people whom its words mention, beside Mara. */
function peopled(screenplay: Screenplay): StagedRead {
  const { presence, extras } = stagePeople(screenplay, SOURCE);
  const looks = castLooks('extras', extras.map(({ character }) => ({ name: character, description: '', voice: 'male' })));
  return { ...read, art: { ...read.art, presence, looks: [...read.art.looks, ...looks] } };
}
const shown = (of: StagedRead): { people: string[]; faces: (string | undefined)[] }[] =>
  plannedShots(of).flatMap(({ moment }) => (moment && moment.part !== null
  ? [{ people: moment.spec.people.map(({ look }) => look.name), faces: moment.spec.people.map(({ pose }) => pose.expression) }] : []));

describe('people without a line', () => {
  it('are found in a drama, and not in another programme', () => {
    expect(stagePeople(read.screenplay, SOURCE).presence.extras.map(({ character }) => character)).toEqual(['MR GREY']);
    expect(stagePeople({ ...read.screenplay, mode: 'documentary' }, SOURCE).extras).toEqual([]);
  });

  it('are seen where the narration tells of them, in the mood that it tells', () => {
    const shots = shown(peopled(read.screenplay));
    expect(shots[0]!.people).toEqual(['MR GREY']);
    const { people, faces } = shots.at(-1)!;
    expect(faces[people.indexOf('MR GREY')]).toBe('angry');
  });

  it('do not include anyone who has a line under another name', () => {
    const source = 'Anne Dulany stood by the wall. “Good morning, Mistress Anne,” said Mara. Mistress Anne turned and laughed at her.';
    const talk = staged([[0, 'NARRATOR', 'Mistress Anne turned and laughed.'], [0, 'ANNE', 'Good morning.'], [0, 'NARRATOR', 'Mistress Anne took the shears.']]);
    const { presence } = stagePeople(talk.screenplay, source);
    expect([presence.extras, Object.keys(presence.present)]).toEqual([[], ['ANNE']]);
  });

  it('are not added to pictures that were decided before', () => {
    expect(shown(read).flatMap(({ people }) => people)).not.toContain('MR GREY');
  });
});

describe('a scene that moves to another place', () => {
  const moved = staged([[2, 'NARRATOR', 'Mara wiped the table.'], [2, 'MARA', 'Come.'], [2, 'NARRATOR', 'They went out and walked into the wood.'], [2, 'MARA', 'Here.']]);
  const scenes = [{ ...moved.screenplay.scenes[0]!, index: 0 }];
  const screenplay = { ...moved.screenplay, scenes, entries: moved.screenplay.entries.map((entry) => ({ ...entry, sceneIndex: 0 })) };
  const { ways } = stagePeople(screenplay, '');

  it('has a stop at that place', () => {
    const { places, stops } = placesOf(screenplay, 'victorian', undefined, ways);
    expect(places.map(({ category }) => category)).toEqual(['kitchen']);
    expect(stops.map(({ entryIndex, place }) => [entryIndex, place.category, place.side])).toEqual([[2, 'forest', 'out']]);
  });

  it('is seen at that place from the stop on', () => {
    const stop = { entryIndex: 2, from: 0, place: parsePlace('EXT. FOREST - DAY') };
    const film = { ...moved, screenplay, art: { ...moved.art, places: [parsePlace('INT. KITCHEN - DAY')], stops: [stop] }, timeline: { ...moved.timeline,
      entries: moved.timeline.entries.map((entry) => ({ ...entry, sceneIndex: 0 })) } };
    const places = plannedShots(film).flatMap(({ moment }) => (moment && moment.part !== null ? [moment.spec.scene.place.category] : []));
    expect(new Set(places.slice(0, 2))).toEqual(new Set(['kitchen']));
    expect(new Set(places.slice(-2))).toEqual(new Set(['forest']));
  });
});
