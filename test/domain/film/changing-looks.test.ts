import { describe, expect, it } from '@jest/globals';
import { lookDistance } from '../../../src/craft/images/person/cast.js';
import type { Look } from '../../../src/craft/images/person/look.js';
import { crowdLooks, lookIn, OF_A_CROWD } from '../../../src/craft/images/person/other-looks.js';
import { Correction } from '../../../src/craft/screenplay/index.js';
import { SEEN_TELLER, type Outfit, type PersonDrawing, type Screenplay, type SeenPerson, type Sight } from '../../../src/craft/screenplay/model.js';
import { filmLines } from '../../../src/domain/artifacts/film/film-lines.js';
import type { ShotSize } from '../../../src/domain/artifacts/film/framing.js';
import { canvasOf, placed } from '../../../src/domain/artifacts/film/placing.js';
import { plannedShots } from '../../../src/domain/artifacts/film/shots.js';
import { changingLooks } from '../../../src/domain/artifacts/pictures/changing-looks.js';
import type { StagePresence } from '../../../src/domain/artifacts/pictures/stage-people.js';
import { isPictured } from '../../../src/pages/presenters/page-part.js';
import { staged } from './staged-read.js';

const DRAWN: PersonDrawing = {
  skin: '', eyes: '#5a6b78', cloth: '#4a5a3a', behind: [], clothes: ['rect #d8d2c0 260 440 80 300'], face: [], over: [], hat: ['rect #8a7a4a 160 120 280 40'], keepsHat: false, stature: 0.8, stout: true,
};
const GOWN: Outfit = { wears: 'a white gown', shown: { hair: 'updo', garment: 'gown', hat: 'none' } };
const TOLD = 'Mara put down her lamp and went to the window. Then she came back to them in a white gown, with all her hair put up as it had been.';
const CHANGED = TOLD.indexOf('Then');
const read = staged([
  [2, 'MARA', 'You are late.'], [2, 'TOBIAS', 'I was asked to wait.'], [2, 'NARRATOR', TOLD], [2, 'MARA', 'Now we can go.'], [3, 'MARA', 'Land!'], [3, 'TOBIAS', 'At last!'],
]);
const sight = (from: number, worn: Sight['worn'] = []): Sight =>
  ({ from, kind: 'living', side: 'in', place: '', time: 'day', weather: 'clear', people: ['MARA', 'TOBIAS'], ...(worn.length > 0 ? { worn } : {}) });
const MARA: SeenPerson = { name: 'MARA', sex: 'female', looks: '', shown: {}, outfits: [GOWN] };

/** The read as a model saw it. Mara wears a gown from a point within the narrator's words until the scene ends. */
function seen(people: SeenPerson[] = [MARA]): Screenplay {
  const sights: Record<number, Sight[]> = { 0: [sight(0)], 2: [sight(CHANGED, [{ name: 'MARA', wears: GOWN.wears }])], 4: [sight(0)] };
  return {
    ...read.screenplay, seen: { era: 'victorian', people },
    entries: read.screenplay.entries.map((entry) => {
      const own = sights[entry.index];
      return { ...entry, sceneIndex: entry.sceneIndex - 2, ...(own ? { sights: own } : {}) };
    }),
    scenes: read.screenplay.scenes.map((scene) => ({ ...scene, index: scene.index - 2 })),
  };
}
const { looks } = read.art;
const [mara] = looks as [Look];
const changing = (script: Screenplay, of: readonly (Look | null)[] = looks, cast = script.cast) => changingLooks(script, { cast, looks: of }, 'victorian');

describe('somebody in another outfit', () => {
  it('has the same face, and what the outfit says', () => {
    const worn = lookIn(mara, GOWN);
    expect(worn).toEqual({ ...mara, hair: 'updo', garment: 'gown', hat: 'none', facialHair: 'none' });
    expect(lookIn(mara, { wears: 'rags', shown: {} })).toEqual({ ...mara, facialHair: 'none' });
  });

  it('wears what a model drew, on the body, eyes and skin that were drawn at first', () => {
    const first: Look = { ...mara, drawn: DRAWN };
    const drawn: PersonDrawing = { ...DRAWN, eyes: '#101010', cloth: '#eeeeee', hat: [], stature: 1, stout: false };
    expect(lookIn(first, { ...GOWN, drawn })).toMatchObject({ cloth: '#eeeeee', garment: mara.garment, hair: 'updo', drawn: { ...drawn, eyes: DRAWN.eyes, stature: 0.8, stout: true } });
    expect(lookIn({ ...first, drawn: { ...DRAWN, skin: '#336633' } }, { ...GOWN, drawn }).drawn!.skin).toBe('#336633');
    expect(lookIn(first, { ...GOWN, drawn: { ...drawn, skin: '#aa0000' } }).drawn!.skin).toBe('#aa0000');
    // An outfit that nobody drew leaves the drawn clothes as they are.
    expect(lookIn(first, GOWN)).toMatchObject({ drawn: DRAWN, garment: mara.garment, hair: 'updo' });
  });

  it('has a beard only as a grown man', () => {
    const man: Look = { ...mara, presentation: 'masculine', age: 'adult', facialHair: 'beard' };
    expect(lookIn(man, { wears: 'years before', shown: { age: 'child' } })).toMatchObject({ age: 'child', facialHair: 'none' });
    expect(lookIn(man, { wears: 'a coat', shown: { facialHair: 'moustache' } }).facialHair).toBe('moustache');
  });
});

describe('a crowd', () => {
  const one: Look = { ...mara, presentation: 'masculine', age: 'adult', drawn: DRAWN, cloth: DRAWN.cloth };

  it('is of different people who are dressed alike, the same every time', () => {
    const crowd = crowdLooks(one, null, 'victorian');
    expect(crowd).toHaveLength(OF_A_CROWD);
    expect(crowd).toEqual(crowdLooks(one, null, 'victorian'));
    for (const look of crowd) expect([look.drawn, look.garment, look.presentation]).toEqual([DRAWN, one.garment, 'masculine']);
    const pairs = crowd.flatMap((look, at) => crowd.slice(at + 1).map((other) => lookDistance(look, other)));
    expect(Math.min(...pairs)).toBeGreaterThan(0.3);
  });

  it('has women among its men when the look of a woman is given', () => {
    const woman: PersonDrawing = { ...DRAWN, cloth: '#aa8899' };
    const crowd = crowdLooks(one, { wears: 'what a woman wears', shown: {}, drawn: woman }, 'victorian');
    expect(crowd.map(({ presentation }) => presentation)).toEqual(['masculine', 'feminine', 'masculine', 'feminine', 'masculine']);
    expect(crowd.map(({ drawn }) => drawn!.cloth)).toEqual([DRAWN.cloth, '#aa8899', DRAWN.cloth, '#aa8899', DRAWN.cloth]);
    expect(crowd.filter(({ presentation }) => presentation === 'feminine').every(({ facialHair }) => facialHair === 'none')).toBe(true);
  });

  it('of creatures repeats one look', () => {
    const crowd = crowdLooks({ ...one, drawn: { ...DRAWN, skin: '#336633' } }, null, 'victorian');
    expect(new Set(crowd.map((look) => JSON.stringify(look))).size).toBe(1);
  });
});

describe('the looks of a read', () => {
  it('change where its sights say so, and only there', () => {
    const found = changing(seen())!;
    expect(found.looks).toEqual([lookIn(mara, GOWN)]);
    expect(found.sights.map(({ entryIndex, from, worn }) => [entryIndex, from, worn])).toEqual([[0, 0, {}], [2, CHANGED, { MARA: 0 }], [4, 0, {}]]);
    expect(changing(seen([{ ...MARA, outfits: [] }]))).toBeNull();
  });

  it('change for every cue of a person', () => {
    const script = seen();
    const cast = [...script.cast, { ...script.cast[0]!, character: 'MISS MARA', sameAs: 'MARA' }];
    expect(changing(script, [...looks, mara], cast)!.sights[1]!.worn).toEqual({ MARA: 0, 'MISS MARA': 0 });
  });

  it('stay as words about the person have made them', () => {
    const restated = looks.map((look) => look && { ...look, garment: 'armour' as const });
    expect(changing(seen([{ ...MARA, shown: { garment: 'dress' } }]), restated)).toBeNull();
    // A look without its drawing is no longer the look that the model saw, so it does not change.
    expect(changing(seen([{ ...MARA, drawn: DRAWN }]))).toBeNull();
  });

  it('appear in the film from the words that change them until the scene ends', () => {
    const script = seen();
    const film = {
      ...read, screenplay: script, art: { ...read.art, changing: changing(script)! },
      timeline: { ...read.timeline, entries: read.timeline.entries.map((entry) => ({ ...entry, sceneIndex: entry.sceneIndex - 2 })) },
    };
    const worn = plannedShots(film).flatMap(({ moment }) => (moment && moment.part !== null
      ? moment.spec.people.filter(({ look }) => look.name === 'MARA').map(({ look }) => ({ at: moment.line.entryIndex, isChanged: look.garment === 'gown' && look.hair === 'updo' })) : []));
    const changedAt = (at: number): boolean[] => [...new Set(worn.filter((one) => one.at === at).map(({ isChanged }) => isChanged))];
    expect([0, 1, 3, 4].map(changedAt)).toEqual([[false], [false], [true], [false]]);
    expect(changedAt(2)).toContain(true);
  });

  it('belong only to the pages of parts that show them', () => {
    const script = seen();
    const known = { changing: changing(script)! };
    const isShown = (firstEntry: number, lastEntry: number, name = 'worn-0.svg'): boolean => isPictured(script, { firstEntry, lastEntry }, name, known);
    expect([isShown(0, 5), isShown(3, 3), isShown(0, 1), isShown(4, 5), isShown(0, 5, 'worn-1.svg')]).toEqual([true, true, false, false, false]);
  });

  it('change for a renamed person, too', () => {
    const correction = new Correction<string>(seen(), {}, (voiceId) => voiceId);
    correction.make({ op: 'rename', character: 'MARA', name: 'Mary' });
    const { screenplay } = correction.result();
    expect(changing(screenplay)!.sights[1]!.worn).toEqual({ MARY: 0 });
  });
});

describe('a narrator who tells a story as “I” and has no name', () => {
  const told = staged([[0, 'NARRATOR', 'I went down to the boat, and my heart was heavy.'], [0, 'NARRATOR', 'Nobody is here.'], [0, 'MARA', 'I am.']]);
  const entries = told.screenplay.entries.map((entry) => (entry.index === 1 ? { ...entry, kind: 'dialogue' as const, character: 'NARRATOR' } : entry));
  const present = { MARA: [0, 1, 2], [SEEN_TELLER]: [0, 1, 2] };
  const linesWith = (extras: StagePresence['extras']) => filmLines({ ...told.screenplay, entries }, told.timeline, 6, { extras, tellings: [], present, whole: [0, 1, 2] });

  it('is seen to speak lines, but not to narrate', () => {
    const lines = linesWith([{ character: SEEN_TELLER, gender: 'male' }]);
    expect(lines.map(({ moment: { speaker, standing }, isTold }) => [speaker, isTold, standing.includes(SEEN_TELLER)])).toEqual([[null, true, true], [SEEN_TELLER, false, true], ['MARA', false, true]]);
  });

  it('is only heard when no model saw that person', () => {
    expect(linesWith([])[1]).toMatchObject({ isTold: true, moment: { speaker: null } });
  });
});

describe('the person to whom a line is said', () => {
  const talk = staged([[0, 'MARA', 'Good morning.'], [0, 'TOBIAS', 'Morning.'], [0, 'PILOT', 'Morning.'], [0, 'MARA', 'Come here.'], [0, 'PILOT', 'I?']]);
  const { screenplay: script } = talk;
  const saying = (saidTo: string) => ({ ...script, entries: script.entries.map((entry) => (entry.index === 3 ? { ...entry, saidTo } : entry)) });
  const nearest = (screenplay: Screenplay): readonly string[] => filmLines(screenplay, talk.timeline, 6)[3]!.nearest;

  it('is placed nearest to the speaker, if present', () => {
    expect(nearest(talk.screenplay).filter((name) => name !== 'MARA')[0]).toBe('PILOT');
    expect(nearest(saying('TOBIAS'))[0]).toBe('TOBIAS');
    expect(nearest(saying('NURSE'))).toEqual(nearest(talk.screenplay));
  });

  it('is renamed with the cast', () => {
    const correction = new Correction<string>(saying('TOBIAS'), {}, (voiceId) => voiceId);
    correction.make({ op: 'rename', character: 'TOBIAS', name: 'Toby' });
    expect(correction.result().screenplay.entries[3]!.saidTo).toBe('TOBY');
  });
});

describe.each([['landscape', canvasOf({ widthPx: 1_280, heightPx: 720 })], ['upright', canvasOf({ widthPx: 720, heightPx: 1_280 })]])('in a %s picture a crowd', (_name, canvas) => {
  const crew = staged([[0, 'ANNE', 'Cast off!'], [0, 'BILL', 'Aye.'], [0, 'CREW', 'Aye, aye!'], [0, 'ANNE', 'Now!']]);
  const known = new Map(crew.screenplay.cast.map(({ character }, seat) => [character, crew.art.looks[seat]!]));
  const crowds = new Map([['CREW', crowdLooks(known.get('CREW')!, null, 'victorian')]]);
  const isOfCrew = ({ look }: { look: Look }): boolean => look.name === 'CREW';
  const shot = (at: number, size: ShotSize, people: readonly string[]) => placed(canvas, { size, people, part: 'whole', camera: 'still', told: [], mood: null },
    filmLines(crew.screenplay, crew.timeline, 6)[at]!, { looks: known, portraits: new Map(), crowds }).people;

  it.each(['wide', 'group', 'two'] as const)('stands behind the others, with its heads between theirs, in %s shots', (size) => {
    const people = shot(0, size, size === 'two' ? ['ANNE', 'CREW'] : ['ANNE', 'BILL', 'CREW']);
    const back = people.filter(({ behind }) => behind);
    expect(back.length).toBeGreaterThan(size === 'wide' && canvas.width > canvas.height ? 1 : 0);
    expect(people.slice(0, back.length)).toEqual(back);
    expect(back.every(isOfCrew)).toBe(true);
    const front = people.slice(back.length);
    expect(front.map(({ look }) => look.name).sort()).toEqual(size === 'two' ? ['ANNE'] : ['ANNE', 'BILL']);
    for (const { x, scale } of back) {
      expect(scale).toBeLessThan(front[0]!.scale);
      for (const one of front) expect(Math.abs(x + 300 * scale - one.x - 300 * one.scale)).toBeGreaterThan(80 * one.scale);
      expect(x + 300 * scale).toBeGreaterThan(0);
      expect(x + 300 * scale).toBeLessThan(canvas.width);
    }
  });

  it.each(['far', 'medium', 'close'] as const)('is shown as several people in a %s shot of it, and one of them speaks', (size) => {
    const people = shot(2, size, ['CREW']);
    expect(people.length).toBeGreaterThan(2);
    expect(people.every((one) => isOfCrew(one) && !one.behind)).toBe(true);
    expect(people.filter(({ presence }) => presence === 'speaking')).toHaveLength(1);
  });
});
