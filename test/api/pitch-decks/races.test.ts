import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listApiKeys } from '../../../src/kernel/access/api-key-store.js';
import { SCOPES } from '../../../src/kernel/contract/scopes.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { openDeckEditing, type DeckEditing } from '../../support/stands/edited-deck.js';
import { insertDeckIn } from '../../support/stands/deck-rows.js';
import { insertTrailerIn } from '../../support/stands/trailer-rows.js';
import '../../support/property-seed.js';

const ROUNDS = { deck: 12, trailer: 8 };

/** An edit that every storyboard with the given number of items accepts. */
interface Edit { path: string; body: object }
/** Random numbers that decide an edit: its kind, its item and its value. */
type Draw = readonly [kind: number, at: number, value: number];
type Drawn = (draw: Draw, items: number) => Edit;

const cycled = <T>(list: readonly T[], at: number): T => list[at % list.length]!;
/** An order of `items` items, rotated by at least one place. */
const turned = (items: number, by: number): number[] => Array.from({ length: items }, (_, at) => (at + 1 + (by % Math.max(1, items - 1))) % items);

/** Edits that are valid whatever the other edit did before. */
const DECK_PLAIN: readonly Drawn[] = [
  ([, , value]) => ({ path: 'look', body: { finish: cycled(['camera', 'period-35mm', 'night-interior'], value), intensity: cycled(['light', 'strong'], value) } }),
  ([, , value]) => ({ path: 'closing-sequence', body: { words: `Come and listen, ${value}.`, contact: `Street ${value}` } }),
  ([, , value]) => ({ path: 'storyboard/music', body: { levelDb: -(value % 20) } }),
  ([, , value]) => ({ path: 'intent', body: { ask: `A commission for ${value} parts.` } }),
  (_draw, items) => ({ path: 'chapters/insert', body: { chapterIndex: items - 1, chapter: { title: 'Why now', text: 'The lights are going out along this coast.' } } }),
  ([, , value]) => ({ path: 'chapters/refine', body: { chapterIndex: 0, title: `The island ${value}` } }),
  ([, , value]) => ({ path: 'storyboard/sfx', body: { chapterIndex: 0, action: 'add', soundId: 'thunder', levelDb: -(value % 12) } }),
  ([, at, value]) => ({ path: 'bell-lane', body: { chapterIndex: at % 2, soundId: 'hand-bell', offsetMs: value % 900 } }),
];
const DECK: readonly Drawn[] = [
  ...DECK_PLAIN,
  ([, at], items) => ({ path: items > 4 ? 'chapters/remove' : 'camera', body: items > 4 ? { chapterIndex: at % items } : { handheld: 'subtle' } }),
  ([, at], items) => ({ path: 'chapters/reorder', body: { order: turned(items, at) } }),
  ([, at, value], items) => ({ path: 'storyboard/direct-text-motion', body: { chapterIndex: at % items, motion: cycled(['none', 'typed', 'by_sentence'], value) } }),
];

const TRAILER: readonly Drawn[] = [
  ([, at, value], items) => ({ path: 'storyboard/apply-component', body: { beatIndex: at % items, component: { kind: 'card', words: `Winter ${value}` } } }),
  ([, at, value], items) => ({ path: 'storyboard/apply-component', body: { beatIndex: at % items, component: { kind: 'place', sceneIndex: value % 3 } } }),
  ([, at, value], items) => ({ path: 'storyboard/sfx', body: { beatIndex: at % items, action: 'add', soundId: cycled(['thunder', 'hand-bell'], value), levelDb: -(value % 12) } }),
  ([, , value]) => ({ path: 'storyboard/music', body: { levelDb: -(value % 20), muted: value % 2 === 0 } }),
  ([, at], items) => ({ path: 'storyboard/swap-library', body: { beatIndex: at % items, imageId: null } }),
  ([, , value]) => ({ path: 'narrator', body: { voiceId: cycled(['stage-narrator-m', null], value) } }),
];

/** Two storyboards that begin alike. People race on the first, and the edits that win are applied to the twin one after the other. */
interface Race { noun: 'chapter' | 'beat'; base: string; id: string; twin: string; edits: readonly Drawn[]; plain: readonly Drawn[] }

let editing: DeckEditing;
let people: readonly [ApiClient, ApiClient];
/** The ids of the API keys of these two people. */
let keys: readonly string[];

beforeAll(async () => {
  editing = await openDeckEditing();
  people = [editing.client, await editing.stand.keyFor(editing.client.accountId, SCOPES)];
  keys = (await listApiKeys(editing.stand.api.services.db, editing.client.accountId)).map(({ id }) => id).reverse();
});
afterAll(() => editing.stand.close());

/** Gives one subject the storyboard of another. */
const copyBoard = (from: string, to: string): Promise<unknown> => editing.stand.api.services.db.query(
  `UPDATE storyboards t SET items = replace(f.items::text, $1, $2)::jsonb, fields = replace(f.fields::text, $1, $2)::jsonb FROM storyboards f
   WHERE f.subject_id = $1 AND t.subject_id = $2`, [from, to]);

const boardAt = async ({ base }: Race, id: string): Promise<any> => (await editing.client.get(`${base}/${id}/storyboard`)).body.storyboard;

/** A storyboard without `updatedAt`, in which the place of an item stands for its id. */
function withoutIds({ noun }: Race, { updatedAt: _at, ...board }: any): object {
  const ids: string[] = board[`${noun}s`].map(({ id }: any) => id);
  return JSON.parse(ids.reduce((text, id, at) => text.replaceAll(`"${id}"`, `"#${at}"`), JSON.stringify(board)));
}

/** The keys whose edits were applied, in the order of their revisions, and how many edits the run refused. */
async function keptOf(id: string): Promise<{ applied: string[]; refused: number }> {
  const rows = await editing.stand.api.services.db.query<{ by: string; status: string }>(
    `SELECT decided_by AS by, status FROM decisions WHERE subject_id = $1 ORDER BY (outcome->>'revision')::int`, [id]);
  return { applied: rows.filter(({ status }) => status === 'done').map(({ by }) => by), refused: rows.filter(({ status }) => status === 'refused').length };
}

/** Two people send an edit each at once, and what won is sent again to the twin. Returns how many won. */
async function race(of: Race, first: Draw, second: Draw, isConditional: boolean): Promise<number> {
  const { base, id, twin, noun, edits, plain } = of;
  const before = await boardAt(of, id);
  const known = await keptOf(id);
  const items = before[`${noun}s`].length as number;
  const pair = [first, second].map((draw) => cycled(isConditional ? edits : plain, draw[0])(draw, items));
  const sent = (edit: Edit): object => (isConditional ? { ...edit.body, expectedRevision: before.revision } : edit.body);
  const answers = await Promise.all(pair.map((edit, at) => people[at]!.post(`${base}/${id}/${edit.path}`, sent(edit))));
  const results = answers.map(({ status, body }: Answer) => (status === 200 ? 'won' : `${status} ${body.error.code} ${body.error.details?.expected} ${body.error.details?.actual}`));
  const told = JSON.stringify({ pair, results });
  const conflict = `409 version_conflict ${before.revision} ${before.revision + 1}`;
  expect([told, [...results].sort()]).toEqual([told, isConditional ? [conflict, 'won'] : ['won', 'won']]);
  const { applied } = await keptOf(id);
  const news = applied.slice(known.applied.length);
  expect([told, news.length]).toEqual([told, isConditional ? 1 : 2]);
  const order = isConditional ? [results.indexOf('won')] : news[0] === keys[0] ? [0, 1] : [1, 0];
  for (const at of order) expect((await people[0].post(`${base}/${twin}/${pair[at]!.path}`, pair[at]!.body)).status).toBe(200);
  return order.length;
}

async function raced(of: Race, rounds: number): Promise<void> {
  const draw = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));
  await copyBoard(of.id, of.twin);
  let won = 0;
  for (const [at, [first, second]] of fc.sample(fc.tuple(draw, draw), rounds).entries()) {
    won += await race(of, first, second, at % 4 !== 3);
    expect(withoutIds(of, await boardAt(of, of.id))).toEqual(withoutIds(of, await boardAt(of, of.twin)));
  }
  expect((await boardAt(of, of.id)).revision).toBe(1 + won);
  expect((await keptOf(of.id)).applied).toHaveLength(won);
}

describe('two people who edit one storyboard at once', () => {
  it('of a deck: each conflict has one winner, and the chapters are as if the winners had edited in turn', async () => {
    const { stand: { api: { services } }, of } = editing;
    const [id, twin] = [await insertDeckIn(services, of, 'storyboard'), await insertDeckIn(services, of, 'storyboard')];
    await raced({ noun: 'chapter', base: '/pitch-decks', id, twin, edits: DECK, plain: DECK_PLAIN }, ROUNDS.deck);
  });

  it('of a trailer: each conflict has one winner, and the beats are as if the winners had edited in turn', async () => {
    const { stand: { api: { services } }, of } = editing;
    const [id, twin] = [await insertTrailerIn(services, of, 'draft'), await insertTrailerIn(services, of, 'draft')];
    await raced({ noun: 'beat', base: '/trailers', id, twin, edits: TRAILER, plain: TRAILER }, ROUNDS.trailer);
  });
});
