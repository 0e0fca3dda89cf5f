import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chosenLinesKey } from '../../../src/domain/artifacts/performance/chosen-lines-key.js';
import type { ApiClient } from '../../support/api-client.js';
import { openChatServer, type Asked, type ChatServer } from '../../support/chat-server.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { cutTrailer, performedRead } from '../../support/stands/trailer-stand.js';

let server: ChatServer;
let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  server = await openChatServer();
  stand = await openStand({ queues: ALL_QUEUES, env: { TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1' } });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(async () => {
  await stand.close();
  await server.close();
});
beforeEach(() => { server.asked = []; });

const asked = (about = 'trailer'): Asked[] => server.asked.filter(({ name }) => name === about);
const readersIn = ({ storyboard }: any): string[] => storyboard.beats.flatMap(({ marks }: any) => marks.filter(({ rule }: any) => rule === 'reader').map(({ words }: any) => words));
const linesIn = ({ storyboard }: any): string[] => storyboard.beats.flatMap(({ line }: any) => (line ? [line.text] : []));

describe('a trailer with a writing model', () => {
  it('has and marks lines that the model chose; the model is asked once for each read', async () => {
    const read = await performedRead(stand, client);
    server.reply = () => ({ content: { chosen: Array.from({ length: 8 }, (_, at) => ({ n: 2 * at + 1, worth: 3, slot: 'escalation', after: null })), spoils: [] } });
    const board = await cutTrailer(client, read);
    expect(readersIn(board).length).toBeGreaterThan(0);
    expect(new Set(readersIn(board))).toEqual(new Set(['m-1 would have it in the trailer']));
    await cutTrailer(client, read, { seconds: 25 });
    expect(asked()).toHaveLength(1);
  });

  it('is cut by its own criteria when the model fails or has no usable answer, and waits for one that is away', async () => {
    const replies = [{ status: 503, headers: { 'retry-after': '1' } }, { content: 'no' }, { content: 'no' }];
    server.reply = () => replies[Math.min(asked().length, replies.length) - 1]!;
    const read = await performedRead(stand, client, 5);
    const board = await cutTrailer(client, read);
    expect([readersIn(board), asked().length]).toEqual([[], 3]);
    server.reply = () => ({ status: 401, error: 'the key is wrong' });
    const again = await cutTrailer(client, read);
    expect([readersIn(again), linesIn(again).length > 1, asked().length]).toEqual([[], true, 4]);
  });

  it('is cut without the choice of the model when that has too few lines or calls all others spoilers', async () => {
    server.reply = () => ({ content: { chosen: [{ n: 1, worth: 1, slot: 'hook', after: null }], spoils: Array.from({ length: 20 }, (_, at) => at + 2) } });
    const board = await cutTrailer(client, await performedRead(stand, client, 6));
    expect(linesIn(board).length).toBeGreaterThan(1);
  });

  it('is reviewed by the model in its order, and cut again without faulty lines a limited number of times', async () => {
    const read = await performedRead(stand, client, 7);
    const chosen = Array.from({ length: 9 }, (_, at) => ({ n: 2 * at + 1, worth: 3, slot: 'escalation', after: null }));
    server.reply = ({ name }) => ({
      content: name === 'trailer' ? { chosen, spoils: [] } : { faults: [asked('trailer heard').length === 1 ? { n: 1, fault: 'lost' } : { n: 2, fault: 'misleads' }] },
    });
    const board = await cutTrailer(client, read);
    const heard = asked('trailer heard').map(({ user }) => [...user.matchAll(/^\[\d+\] [^:]+: (.*)$/gmu)].map(([, text]) => text!));
    expect(heard).toHaveLength(3);
    const [first, second] = heard as [string[], string[], string[]];
    expect(second).not.toContain(first[0]);
    expect(linesIn(board)).not.toContain(first[0]);
    const views = JSON.parse((await stand.api.services.store.get(chosenLinesKey(read.artifactId, 1))).toString('utf8'));
    const kept = Object.values<any>(views).filter(({ fault, notAfter }) => fault || notAfter);
    expect(kept.map(({ fault, notAfter }) => [fault, notAfter])).toEqual(expect.arrayContaining([
      ['lost', undefined], [undefined, [{ entryIndex: expect.any(Number), sentence: expect.any(Number) }]],
    ]));
  });
});
