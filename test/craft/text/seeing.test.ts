import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../../src/craft/narrative/model.js';
import { openAiWriter } from '../../../src/craft/text/openai-writer.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { createStore } from '../../../src/kernel/storage/index.js';
import type { ObjectStore } from '../../../src/kernel/storage/port.js';
import { faithful, openChatServer, type Asked, type ChatServer } from '../../support/chat-server.js';

const STORY = `The Lamp on the Pier

Norah Pell sat on the low wall of the pier with her fair curls blowing about, and her brother Tom beside her. Snow lay on the boats.

“Nurse will be cross,” said Norah.

“Nurse is always cross,” said Tom.

An old woman in a black bonnet came along the planks with a lantern. She shook her head at the two of them, and held out a hand.

“Home with you,” said Mrs. Brand.

Tom jumped down and ran away over the snow. He did not look back even once at the two of them. Norah laughed. They went up the steps, and into the warm kitchen of the inn.

“Where is that boy?” said Mrs. Brand.

“He has gone to the lighthouse,” said Norah. “He goes there every night.”
`;

interface SightSaid { n: number; there: string[]; worn: object[]; [field: string]: unknown }
interface Answer { era: string; people: object[]; sights: SightSaid[]; told: object[] }

const UNTOLD = { complexion: 'unknown', hair: 'unknown', hairColour: 'unknown', facialHair: 'unknown', glasses: 'unknown', hat: 'none', garment: 'unknown' };
const person = (name: string, age: string, sex: string, more: object = {}): object => ({ name, age, sex, ...UNTOLD, looks: '', many: false, ...more });

/** The number of the part that has these words. */
const partWith = ({ user }: Asked, words: string): number => Number(user.slice(user.lastIndexOf('<<SCRIPT-', user.lastIndexOf('<<SCRIPT-') - 1)).match(new RegExp(`^\\[(\\d+)\\] .*${words}`, 'mu'))![1]);

const PIER = { kind: 'ship', side: 'out', place: 'the pier', time: 'day', weather: 'snow', worn: [], movable: [] };
const truly = (asked: Asked): Answer => ({
  era: 'victorian',
  people: [
    person('norah', 'child', 'female', { hairColour: 'fair', garment: 'dress', looks: 'fair curls, a blue sash' }), person('TOM', 'child', 'male'),
    person('Mrs. Brand', 'old', 'female', { hat: 'bonnet', looks: 'black bonnet' }), person('Captain Ahab', 'mid', 'male', { looks: 'a beard' }),
  ],
  sights: [
    { n: 1, ...PIER, there: ['NORAH', 'TOM'] }, { n: partWith(asked, 'black bonnet'), ...PIER, there: ['MRS BRAND', 'NORAH', 'TOM'] },
    { n: partWith(asked, 'They went up'), kind: 'kitchen', side: 'in', place: 'the kitchen of the inn', time: 'night', weather: 'clear', there: ['MRS BRAND', 'NORAH'], worn: [], movable: [] },
  ],
  told: [{ n: 1, who: ['NORAH', 'TOM'], mood: 'neutral' }, { n: partWith(asked, 'Tom jumped'), who: ['TOM'], mood: 'happy' }],
});

let server: ChatServer;
let folder: string;
let store: ObjectStore;
let sees: (asked: Asked) => object;
beforeAll(async () => {
  server = await openChatServer();
  folder = await mkdtemp(path.join(tmpdir(), 'sights-'));
});
beforeEach(() => {
  server.asked = [];
  server.reply = (asked) => ({ content: asked.name === 'sights' ? sees(asked) : faithful(asked) });
  sees = truly;
  store = createStore(readConfig({ DATA_DIR: path.join(folder, String(Math.random())) }));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const embedded = embeddedWriter();
const brief = (mode: 'drama' | 'documentary' = 'drama'): ScriptBrief => ({
  seed: 'seed', sources: [{ sourceId: 'src_1', text: STORY, label: 'A pier', digest: null }], target: { audience: 'all', objective: 'tell', outcome: 'know' },
  creativeBrief: null, canon: null, tableRead: { mode, narrationPolicy: 'include', durationSeconds: 120 }, title: 'The Lamp on the Pier', beats: [], castNames: [],
});
function scripted(mode: 'drama' | 'documentary' = 'drama', env: Record<string, string> = {}, text = STORY): Promise<Screenplay> {
  const settings = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '20000', TEXT_CONTEXT_TOKENS: '16384', ...env }).text;
  const sources = [{ ...brief().sources[0]!, text }];
  return openAiWriter({ ...settings, baseUrl: settings.baseUrl! }, { embedded, store }).screenplay({ ...brief(mode), sources });
}
const asked = (): Asked[] => server.asked.filter(({ name }) => name === 'sights');
const sightsOf = ({ entries }: Screenplay) =>
  entries.flatMap(({ sights = [], text }) => sights.map((sight) => ({ ...sight, words: text.slice(sight.from, sight.from + 10) })));
const noteOf = ({ reviewNotes }: Screenplay): string | undefined => reviewNotes.find(({ rule }) => rule === 'sights')?.message;

describe('a model’s view of what a drama shows', () => {
  it('tells where people are and who is there, from the words on with which that begins', async () => {
    const script = await scripted();
    expect(sightsOf(script).map(({ kind, side, place, time, weather, people, words }) => [words.trim(), kind, side, place, time, weather, people])).toEqual([
      ['Norah Pell', 'ship', 'out', 'the pier', 'day', 'snow', ['NORAH', 'TOM']],
      ['An old wom', 'ship', 'out', 'the pier', 'day', 'snow', ['BRAND', 'NORAH', 'TOM']],
      ['They went', 'kitchen', 'in', 'the kitchen of the inn', 'night', 'clear', ['BRAND', 'NORAH']],
    ]);
    expect(noteOf(script)).toBe('m-1 says who is seen, where people are and who is there.');
  });

  it('tells who people are and how they look, in words of the text', async () => {
    expect((await scripted()).seen).toEqual({ era: 'victorian', people: [
      { name: 'NORAH', sex: 'female', looks: 'fair curls', shown: { age: 'child', hairColour: 'fair', hat: 'none', garment: 'dress' } },
      { name: 'TOM', sex: 'male', looks: '', shown: { age: 'child', hat: 'none' } },
      { name: 'BRAND', sex: 'female', looks: 'black bonnet', shown: { age: 'old', hat: 'bonnet' } },
    ] });
  });

  it('tells whom the narration is about, and in which mood', async () => {
    const { entries } = await scripted();
    const told = entries.flatMap(({ toldOf = [], text }) => toldOf.map(({ from, people, mood }) => [text.slice(from, from + 10), people, mood]));
    expect(told).toEqual([['Norah Pell', ['NORAH', 'TOM'], 'neutral'], ['Tom jumped', ['TOM'], 'happy'], ['He did not', ['TOM'], 'neutral']]);
  });

  it('tells who is spoken to without answering', async () => {
    sees = (question) => {
      const { told, ...rest } = truly(question);
      const spoken = [['Home with you', 'TOM'], ['Where is that boy', 'MRS BRAND'], ['He has gone', 'the cat']].map(([words, who]) => ({ n: partWith(question, words!), who: [who], mood: 'neutral' }));
      return { ...rest, told: [...told, ...spoken.slice(0, asked().length > 1 ? 2 : 3)] };
    };
    const { entries } = await scripted();
    // The other answers are ignored: nobody speaks to themselves, and the cat is not there.
    expect(entries.flatMap(({ text, saidTo }) => (saidTo ? [[text.slice(0, 13), saidTo]] : []))).toEqual([['Home with you', 'TOM']]);
    expect(entries.find(({ text }) => text.startsWith('Home'))!.toldOf).toBeUndefined();
  });

  it('includes a person without a line whom the script mentions', async () => {
    sees = (question) => {
      const { people, sights, ...rest } = truly(question);
      return { ...rest, people: [...people, person('the nurse', 'unknown', 'female')], sights: [{ ...sights[0]!, there: ['NORAH', 'TOM', 'Nurse', 'the crew'] }, ...sights.slice(1)] };
    };
    const script = await scripted();
    expect(script.seen!.people.at(-1)).toEqual({ name: 'NURSE', sex: 'female', looks: '', shown: { hat: 'none' } });
    expect(sightsOf(script)[0]!.people).toEqual(['NORAH', 'TOM', 'NURSE']);
    expect(asked()[1]!.user).toContain('"the crew" is neither in the list nor in "people"');
  });

  it('has the outfits of people who change, each once, in the sights in which they wear them', async () => {
    const worn = (who: string, wears: string, more: object = {}): object =>
      ({ who, wears, age: 'unknown', hair: 'unknown', hairColour: 'unknown', facialHair: 'unknown', hat: 'unknown', garment: 'unknown', ...more });
    sees = (question) => {
      const { sights: [first, second, third], ...rest } = truly(question);
      return { ...rest, sights: [first, { ...second, worn: [worn('Norah', 'a  wet cloak', { garment: 'coat' })] }, { ...third, worn: [worn('NORAH', 'a wet cloak'), worn('TOM', 'a sack'), worn('norah', 'a crown')] }] };
    };
    const script = await scripted();
    expect(sightsOf(script).map((sight) => sight.worn)).toEqual([undefined, [{ name: 'NORAH', wears: 'a wet cloak' }], [{ name: 'NORAH', wears: 'a wet cloak' }]]);
    // Tom is not in the kitchen, so what he wears there is ignored.
    expect(script.seen!.people.map(({ outfits }) => outfits)).toEqual([[{ wears: 'a wet cloak', shown: { garment: 'coat' } }], undefined, undefined]);
  });

  it('has movable things in the sights in which they are there', async () => {
    sees = (question) => {
      const { sights: [first, ...others], ...rest } = truly(question);
      return { ...rest, sights: [{ ...first!, movable: ['the boat', ' the boat'] }, ...others] };
    };
    expect(sightsOf(await scripted()).map(({ movable }) => movable)).toEqual([['the boat'], undefined, undefined]);
  });

  it('shows a group as one, under a word of the script', async () => {
    sees = (question) => {
      const { people, sights: [first, ...others], ...rest } = truly(question);
      const many = ['the crowd', 'soldiers'].map((name) => person(name, 'adult', 'male', { many: true }));
      return { ...rest, people: [...people, ...many], sights: [{ ...first!, there: [...first!.there, 'CROWD'] }, ...others] };
    };
    const script = await scripted('drama', {}, STORY.replace('Snow lay on the boats.', 'Snow lay on the boats, and a crowd stood by.'));
    expect(script.seen!.people.filter(({ many }) => many).map(({ name }) => name)).toEqual(['CROWD']);
    expect(sightsOf(script)[0]!.people).toEqual(['NORAH', 'TOM', 'CROWD']);
  });

  it('drops words for a place that the text does not have', async () => {
    sees = (question) => ({ ...truly(question), sights: truly(question).sights.map((sight) => ({ ...sight, place: 'a palace in Vienna' })) });
    expect(new Set(sightsOf(await scripted()).map(({ place }) => place))).toEqual(new Set(['']));
  });

  it('shows a nameless narrator who says “I”, and asks for none in other stories', async () => {
    const mine = `The Lamp on the Pier

I sat on the low wall of the pier, and my brother Tom sat beside me. Snow lay on the boats, and on my boots.

“Nurse will be cross,” said Tom.

“She is always cross with me,” I said.

Tom jumped down and ran away over the snow. I laughed, and ran after him as fast as I could, and lost my hat.

“Wait for me!” I cried.

“I never wait for anybody,” said Tom.
`;
    sees = () => ({
      era: 'victorian', people: [person('The Narrator', 'child', 'male'), person('TOM', 'child', 'male')], sights: [{ n: 1, ...PIER, there: ['NARRATOR', 'TOM'] }], told: [{ n: 1, who: ['THE NARRATOR'], mood: 'neutral' }],
    });
    const script = await scripted('drama', {}, mine);
    expect(asked()[0]!.user).toContain('THE NARRATOR tells parts of it as "I", is one of "people", and is seen where "I" am.');
    expect(asked()[0]!.user).toMatch(/^\[\d+\] THE NARRATOR: She is always cross/mu);
    expect(script.seen!.people.map(({ name }) => name)).toEqual(['THE NARRATOR', 'TOM']);
    expect(sightsOf(script)[0]!.people).toEqual(['THE NARRATOR', 'TOM']);
    sees = truly;
    await scripted();
    expect(asked().at(-1)!.user).not.toContain('THE NARRATOR');
  });

  it('gives way to the rules when speakers are missing where they speak, and the script says so', async () => {
    sees = (question) => ({ ...truly(question), sights: [{ n: 1, ...PIER, there: ['TOM'] }] });
    const script = await scripted();
    expect([script.seen, sightsOf(script)]).toEqual([undefined, []]);
    expect(noteOf(script)).toMatch(/^What pictures show follows from rules, not from m-1: of the people who speak it did not see \d where they do\.$/u);
    expect(asked()[1]!.user).toMatch(/NORAH says part \d and is not there/u);
  });

  it('gives way to the rules after an answer of another form', async () => {
    sees = () => ({ pictures: [] });
    const script = await scripted();
    expect([script.seen, noteOf(script)]).toEqual([undefined, expect.stringContaining('follows from rules')]);
  });

  it('is asked for once, and for dramas only', async () => {
    await scripted();
    await scripted();
    expect(asked()).toHaveLength(1);
    await scripted('documentary');
    expect(asked()).toHaveLength(1);
  });

  it('is asked for in windows that tell what is seen before them', async () => {
    sees = () => {
      const there = ['NORAH', 'TOM', 'MRS BRAND'];
      return { era: 'unknown', people: there.map((name) => person(name, 'child', 'unknown')), sights: [{ n: 1, ...PIER, there, worn: [{ ...UNTOLD, who: 'TOM', wears: 'a sack', age: 'unknown', complexion: undefined, glasses: undefined }] }], told: [] };
    };
    const long = STORY + STORY.slice(STORY.indexOf('“Nurse will')).repeat(4);
    const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '20000', TEXT_CONTEXT_TOKENS: '6900' });
    const given = { ...brief(), sources: [{ ...brief().sources[0]!, text: long }], tableRead: { ...brief().tableRead, durationSeconds: 300 } };
    await openAiWriter({ ...text, baseUrl: text.baseUrl! }, { embedded, store }).screenplay(given);
    expect(asked().length).toBeGreaterThan(1);
    expect(asked()[0]!.user).not.toContain('what is seen as it begins');
    expect(asked()[1]!.user).toContain('what is seen as it begins: the pier (ship), outside, day, snow; there: NORAH, TOM, BRAND; TOM wears a sack');
    expect(asked()[1]!.user).toContain('- TOM was seen so, too: a sack');
    expect(asked()[1]!.user).toMatch(/<<BEFORE-/u);
  });
});
