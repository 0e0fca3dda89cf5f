import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../../../src/craft/narrative/embedded-writer.js';
import type { LinesBrief } from '../../../../src/craft/narrative/pitch-model.js';
import { openAiWriter } from '../../../../src/craft/text/openai-writer.js';
import { readConfig } from '../../../../src/kernel/config/index.js';
import { createStore } from '../../../../src/kernel/storage/index.js';
import { openChatServer, type ChatServer } from '../../../support/chat-server.js';

let server: ChatServer;
let folder: string;
beforeAll(async () => {
  server = await openChatServer();
  folder = await mkdtemp(path.join(tmpdir(), 'trailer-lines-'));
});
beforeEach(() => { server.asked = []; });
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function writer(env: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: path.join(folder, 'kept'), TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '20000', TEXT_CONTEXT_TOKENS: '8192', ...env });
  return openAiWriter({ ...config.text, baseUrl: config.text.baseUrl! }, { embedded: embeddedWriter(), store: createStore(config) });
}
const choose = (brief: LinesBrief) => writer().trailerLines(brief);
const brief = (title: string, count: number): LinesBrief =>
  ({ title, lines: Array.from({ length: count }, (_, at) => ({ speaker: at % 4 === 3 ? null : `P${at % 4}`, text: `This is the line with the number ${at} of them all.`, durationMs: 1_000 + 100 * at })) });

describe('lines that a model chooses for a trailer', () => {
  it('are those that it names, from a list that says who speaks each line', async () => {
    server.reply = () => ({ content: { chosen: [{ n: 8, worth: 1, slot: 'climax', after: 7 }, { n: 3, worth: 3, slot: 'hook', after: null }, { n: 9, worth: 1, slot: 'climax', after: 9 }], spoils: [20] } });
    expect(await choose(brief('One', 20))).toEqual({
      chosen: [{ line: 2, worth: 3, slot: 'hook', after: null }, { line: 7, worth: 1, slot: 'climax', after: 6 }, { line: 8, worth: 1, slot: 'climax', after: null }],
      spoils: [19],
    });
    expect(server.asked[0]!.user).toContain('[3] P2 (1.2 s): This is the line with the number 2');
    expect(server.asked[0]!.user).toContain('[4] (told) (1.3 s): This is the line with the number 3');
  });

  it('are asked for once', async () => {
    server.reply = () => ({ content: { chosen: [{ n: 1, worth: 2, slot: 'setup', after: null }], spoils: [] } });
    await choose(brief('Two', 20));
    await choose(brief('Two', 20));
    expect(server.asked).toHaveLength(1);
  });

  it('are asked for in windows when there are many', async () => {
    server.reply = () => ({ content: { chosen: [{ n: 2, worth: 2, slot: 'setup', after: 1 }], spoils: [1] } });
    const found = (await choose(brief('Three', 600)))!;
    expect(server.asked.length).toBeGreaterThan(1);
    expect(found.chosen).toHaveLength(server.asked.length);
    expect([found.chosen[0]!.line, found.spoils[0]]).toEqual([1, 0]);
    const second = Number(/\[2\] .+: This is the line with the number (\d+)/u.exec(server.asked[1]!.user)![1]);
    expect([found.chosen[1]!.line, found.chosen[1]!.after, found.spoils[1]]).toEqual([second, second - 1, second - 1]);
  });

  it('are null for a short read, about which nothing is asked, and without a usable answer', async () => {
    server.reply = () => ({ content: 'I like them all.' });
    expect(await choose(brief('Four', 6))).toBeNull();
    expect(server.asked).toHaveLength(0);
    expect(await choose(brief('Five', 30))).toBeNull();
    expect(server.asked).toHaveLength(2);
  });
});

describe('what a model finds wrong with the lines of a trailer', () => {
  const hear = (brief: LinesBrief) => writer().trailerFaults(brief);

  it('is found in the lines in the order in which they are heard, and asked for once', async () => {
    server.reply = () => ({ content: { faults: [{ n: 2, fault: 'misleads' }, { n: 4, fault: 'empty' }] } });
    expect(await hear(brief('Six', 7))).toEqual([{ line: 1, fault: 'misleads' }, { line: 3, fault: 'empty' }]);
    expect(server.asked[0]!.user).toContain('[2] P1 (1.1 s): This is the line with the number 1');
    await hear(brief('Six', 7));
    expect(server.asked).toHaveLength(1);
  });

  it('concerns at most a third of them, and is null without a usable answer', async () => {
    server.reply = () => ({ content: { faults: [1, 2, 3, 4].map((n) => ({ n, fault: 'lost' })) } });
    expect(await hear(brief('Seven', 9))).toHaveLength(3);
    server.reply = () => ({ content: 'All is well.' });
    expect(await hear(brief('Eight', 9))).toBeNull();
  });
});
