import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../../src/craft/narrative/model.js';
import { drawnWith, type Screenplay } from '../../../src/craft/screenplay/model.js';
import { openAiWriter } from '../../../src/craft/text/openai-writer.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { createStore } from '../../../src/kernel/storage/index.js';
import type { ObjectStore } from '../../../src/kernel/storage/port.js';
import { faithful, openChatServer, type Asked, type ChatServer } from '../../support/chat-server.js';

const STORY = `The Lamp on the Pier

Mrs. Brand had worn the same black bonnet with a jet beetle on it for as long as anybody could remember, and the inn had a great stove of blue tiles in its kitchen.

Norah Pell sat on the low wall of the pier with her fair curls blowing about, and her brother Tom beside her. Snow lay on the boats.

“Nurse will be cross,” said Norah.

“Nurse is always cross,” said Tom.

An old woman came along the planks with a lantern. She shook her head at the two of them, and held out a hand.

“Home with you,” said Mrs. Brand.

Tom jumped down and ran away over the snow. Norah laughed. They went up the steps, and into the warm kitchen of the inn.

“Where is that boy?” said Mrs. Brand.

“He has gone to the lighthouse,” said Norah. “He goes there every night.”
`;

const UNTOLD = { complexion: 'unknown', hair: 'unknown', hairColour: 'unknown', facialHair: 'unknown', glasses: 'unknown', hat: 'none', garment: 'unknown', looks: '' };
const PEOPLE = ['NORAH', 'TOM', 'MRS BRAND', 'NURSE'];
const partWith = ({ user }: Asked, words: string): number => Number(user.slice(user.lastIndexOf('<<SCRIPT-', user.lastIndexOf('<<SCRIPT-') - 1)).match(new RegExp(`^\\[(\\d+)\\] .*${words}`, 'mu'))![1]);
const pier = { kind: 'ship', side: 'out', place: 'the pier', time: 'day', weather: 'snow', worn: [], movable: [] };
const cloaked = { who: 'NORAH', wears: 'a wet cloak', age: 'unknown', hair: 'unknown', hairColour: 'unknown', facialHair: 'unknown', hat: 'unknown', garment: 'unknown' };
const sights = (asked: Asked): object => ({
  era: 'victorian', people: PEOPLE.map((name) => ({ name, age: 'child', sex: 'female', many: name === 'NURSE' && isMany, ...UNTOLD, ...(isMany ? { sex: 'unknown' } : {}) })),
  sights: [
    { n: 1, ...pier, there: ['NORAH', 'TOM', 'MRS BRAND'] },
    { n: partWith(asked, 'They went up'), kind: 'kitchen', side: 'in', place: 'kitchen of the inn', time: 'night', weather: 'clear', there: ['MRS BRAND', 'NORAH'], worn: changes ? [cloaked] : [], movable: leaves ? ['The shelf 2'] : [] },
  ],
  told: [],
});
const GROUND = [{ what: 'wall', depth: 0, shapes: ['rect #c8b89a>#b8a88a 0 0 1600 600'] }, { what: 'floor', depth: 1, shapes: ['rect #8a6a4a>#7a5a3a 0 560 1600 340'] }];
const place = (): { things: { what: string; depth: number; shapes: string[] }[] } => ({
  things: [...GROUND, ...Array.from({ length: 6 }, (_, at) => ({
    what: `shelf ${at}`, depth: 3, shapes: Array.from({ length: 4 }, (__, part) => `rect #5a${(at * 16 + part * 3 + 16).toString(16)}30 ${100 + at * 200} ${300 + part * 40} 120 20`),
  }))],
});
const dressed = (name: string): object =>
  ({ name, skin: '', eyes: '#5a6b78', cloth: '#2f4460', behind: [], clothes: ['path #d8d2c0 M262 434L300 520L338 434Z'], face: [], over: [], hat: ['rect #20242c 180 60 240 90'], keepsHat: false, stature: 1, stout: false });
const namesIn = ({ user }: Asked): string[] => /Draw (?<names>[^;.]+)[;.]/u.exec(user.slice(user.lastIndexOf('Draw ')))!.groups!.names!.split(', ');

let server: ChatServer;
let folder: string;
let store: ObjectStore;
let draws: (asked: Asked) => unknown;
let [changes, isMany, leaves] = [false, false, false];
const truly = (asked: Asked): unknown => (asked.name === 'place_drawing' ? place() : { people: namesIn(asked).map(dressed) });
beforeAll(async () => {
  server = await openChatServer();
  folder = await mkdtemp(path.join(tmpdir(), 'drawings-'));
});
beforeEach(() => {
  server.asked = [];
  server.reply = (asked) => ({ content: asked.name === 'sights' ? sights(asked) : /_drawing$/u.test(asked.name) ? draws(asked) : faithful(asked) });
  draws = truly;
  [changes, isMany, leaves] = [false, false, false];
  store = createStore(readConfig({ DATA_DIR: path.join(folder, String(Math.random())) }));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const brief: ScriptBrief = {
  seed: 'seed', sources: [{ sourceId: 'src_1', text: STORY, label: 'A pier', digest: null }], target: { audience: 'all', objective: 'tell', outcome: 'know' },
  creativeBrief: null, canon: null, tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds: 120 }, title: 'The Lamp on the Pier', beats: [], castNames: [],
};
function scripted(env: Record<string, string> = {}): Promise<Screenplay> {
  const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '20000', TEXT_CONTEXT_TOKENS: '24000', TEXT_DRAWS: 'true', ...env });
  return openAiWriter({ ...text, baseUrl: text.baseUrl! }, { embedded: embeddedWriter(), store }).screenplay(brief);
}
const asked = (name: string): Asked[] => server.asked.filter((one) => one.name === name);
const noteOf = ({ reviewNotes }: Screenplay): string | undefined => reviewNotes.find(({ rule }) => rule === 'drawings')?.message;

describe('a drama that a model draws', () => {
  it('has a drawing of each place, in the light in which it is seen', async () => {
    const script = await scripted();
    expect(script.seen!.places!.map(({ drawing: { things, ...light }, ...one }) => [one, light, things.length])).toEqual([
      [{ kind: 'ship', side: 'out', place: 'the pier' }, { time: 'day', weather: 'snow' }, 8],
      [{ kind: 'kitchen', side: 'in', place: 'kitchen of the inn' }, { time: 'night', weather: 'clear' }, 8],
    ]);
    const [outside, inside] = ['"the pier"', '"kitchen of the inn"'].map((name) => asked('place_drawing').find(({ user }) => user.includes(`Draw this place: ${name}`))!.user);
    expect(outside).toMatch(/Draw this place: "the pier" .*, in the open, by day, weather: snow; the story plays in this age: victorian\./u);
    expect(inside).toMatch(/from the inside, by night; /u);
  });

  it('tells the model what the text says of a place and a person before the script begins', async () => {
    await scripted();
    expect(asked('place_drawing').map(({ user }) => user).join('\n')).toContain('a great stove of blue tiles');
    expect(asked('people_drawing').map(({ user }) => user).join('\n')).toContain('the same black bonnet with a jet beetle');
  });

  it('has drawings of what its people wear, asked for a few people at a time', async () => {
    const { people } = (await scripted()).seen!;
    expect(people.map(({ name, drawn }) => [name, drawn?.cloth])).toEqual([['NORAH', '#2f4460'], ['TOM', '#2f4460'], ['BRAND', '#2f4460'], ['NURSE', '#2f4460']]);
    expect(Object.keys(people[0]!.drawn!)).not.toContain('name');
    // The nurse is never seen outdoors, so she gets no hat.
    expect(people.map(({ drawn }) => drawn!.hat.length)).toEqual([1, 1, 1, 0]);
    expect(asked('people_drawing').map(namesIn)).toEqual(expect.arrayContaining([['NORAH', 'TOM', 'BRAND'], ['NURSE']]));
  });

  it('has movable things as things of their own, and asks again when one is missing', async () => {
    leaves = true;
    const { places } = (await scripted()).seen!;
    const kitchen = places!.find(({ kind }) => kind === 'kitchen')!.drawing;
    expect([kitchen.movable, places![0]!.drawing.movable]).toEqual([['The shelf 2'], undefined]);
    expect(asked('place_drawing').find(({ user }) => user.includes('Draw this place: "kitchen'))!.user).toContain('These come and go, each a thing of its own: "The shelf 2".');
    const namesWithout = drawnWith(kitchen, []).things.map(({ what }) => what);
    expect([drawnWith(kitchen, ['shelf 2']), kitchen.things.length - namesWithout.length, namesWithout.includes('shelf 2')]).toEqual([kitchen, 1, false]);
    const asksAgain = (): number => asked('place_drawing').filter(({ user }) => user.includes('draw "The shelf 2" as one thing whose "what" is exactly that')).length;
    expect(asksAgain()).toBe(0);
    draws = (question) => (question.name === 'place_drawing' ? { things: place().things.map((thing) => (thing.what === 'shelf 2' ? { ...thing, what: 'rack' } : thing)) } : truly(question));
    store = createStore(readConfig({ DATA_DIR: path.join(folder, String(Math.random())) }));
    expect((await scripted()).seen!.places).toHaveLength(2);
    expect(asksAgain()).toBe(1);
  });

  it('has a figure of its own for each outfit of people who change', async () => {
    changes = true;
    draws = (question) => (question.name === 'place_drawing' ? place() : { people: namesIn(question).map((name) => ({ ...dressed(name) as object, cloth: name === 'NORAH (2)' ? '#706050' : '#2f4460' })) });
    const { people } = (await scripted()).seen!;
    expect(asked('people_drawing').map(namesIn)).toEqual(expect.arrayContaining([['NORAH', 'NORAH (2)', 'TOM'], ['BRAND', 'NURSE']]));
    expect(asked('people_drawing').find((question) => namesIn(question)[0] === 'NORAH')!.user).toMatch(/NORAH \(2\): .*HERE THEY WEAR: a wet cloak/u);
    expect([people[0]!.drawn!.cloth, people[0]!.outfits]).toEqual(['#2f4460', [{ wears: 'a wet cloak', shown: {}, drawn: expect.objectContaining({ cloth: '#706050' }) }]]);
    expect(people[1]!.outfits).toBeUndefined();
  });

  it('has a man and a woman for a group of unknown sex', async () => {
    isMany = true;
    const { people } = (await scripted()).seen!;
    const ofMany = asked('people_drawing').find((question) => namesIn(question)[0] === 'NURSE')!;
    expect(namesIn(ofMany)).toEqual(['NURSE', 'NURSE (2)']);
    expect(ofMany.user).toMatch(/NURSE: one of several, a man,.*\n[^]*NURSE \(2\): one of several, a woman,/u);
    expect(people[3]!.outfits!.map(({ drawn }) => drawn?.cloth)).toEqual(['#2f4460']);
  });

  it('asks again for a drawing that cannot be shown, and leaves it to the embedded drawings in the end', async () => {
    draws = (question) => (question.name === 'place_drawing' && question.user.includes('Draw this place: "the pier"') ? { things: GROUND.slice(1) } : truly(question));
    const script = await scripted();
    const asking = asked('place_drawing').filter(({ user }) => user.includes('Draw this place: "the pier"'));
    expect(asking).toHaveLength(2);
    expect(asking[1]!.user).toContain('cover the whole picture');
    expect(script.seen!.places!.map((one) => one.place)).toEqual(['kitchen of the inn']);
    expect(noteOf(script)).toBe('m-1 drew 1 of 2 places, and 4 of 4 people; the others are drawn from words.');
  });

  it('stays without the drawings of a model that cannot draw, and says so', async () => {
    draws = () => ({ picture: 'a fine pier' });
    const script = await scripted();
    expect([script.seen!.places, script.seen!.people.some(({ drawn }) => drawn)]).toEqual([[], false]);
    expect(noteOf(script)).toMatch(/drew 0 of 2 places, and 0 of 4 people/u);
  });

  it('asks for no drawing twice', async () => {
    const first = await scripted();
    server.asked = [];
    expect((await scripted()).seen).toEqual(first.seen);
    expect(server.asked.filter(({ name }) => /_drawing$/u.test(name))).toEqual([]);
  });

  it('is not drawn by the model unless that is configured', async () => {
    const script = await scripted({ TEXT_DRAWS: 'false' });
    expect([asked('place_drawing'), noteOf(script), script.seen!.places]).toEqual([[], undefined, undefined]);
  });
});
