import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/kernel/config/index.js';
import { checkModel } from '../../../src/main/doctor/model.js';
import { openChatServer, type ChatReply, type ChatServer } from '../../support/chat-server.js';

let server: ChatServer;
beforeAll(async () => { server = await openChatServer(); });
beforeEach(() => {
  server.asked = [];
  server.models = { data: [{ id: 'm-1', max_model_len: 16_384 }] };
});
afterAll(() => server.close());

const check = (env: Record<string, string> = {}) =>
  checkModel({ config: readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_TIMEOUT_MS: '20000', ...env }) });
const GOOD = { line: { from: [2], says: 'It carried forty sheep and a piano.' } };
const says = (content: unknown): ChatReply => ({ content });

it('the doctor says what a model can do', async () => {
  server.reply = () => says(GOOD);
  expect(await check()).toEqual([{
    name: 'Model', status: 'ok', fix: null,
    detail: expect.stringMatching(/^m-1 answered in \d+\.\d s; takes JSON schemas; context 16384 tokens; its line stood the check$/u),
  }]);
  expect(server.asked).toHaveLength(1);
});

it('the doctor sees fences, thoughts, missing schemas, and lines that do not stand the check', async () => {
  server.reply = ({ body }) => (body.response_format?.type === 'json_schema' ? { status: 400, error: 'response_format json_schema is not supported' }
    : says(`<think>Sheep?</think>\`\`\`json\n${JSON.stringify({ line: { from: [2], says: 'It carried sixty sheep and a piano.' } })}\n\`\`\``));
  const [found] = await check();
  expect(found!.detail).toMatch(/takes JSON mode, no schemas; .*code fences; reasons before it answers; its line did not stand the check/u);
});

it('the doctor warns when neither the server nor the settings tell the size of the context', async () => {
  server.models = null;
  server.reply = () => says(GOOD);
  expect((await check())[0]).toMatchObject({ status: 'warning', fix: expect.stringContaining('TEXT_CONTEXT_TOKENS') });
  expect((await check({ TEXT_CONTEXT_TOKENS: '4096' }))[0]).toMatchObject({ status: 'ok' });
});

it('the doctor warns of a model that is missing, in the server’s words, or gives no usable answer', async () => {
  server.reply = () => ({ status: 404, error: 'model "m-1" not found' });
  expect((await check())[0]).toMatchObject({ status: 'warning', detail: 'm-1: HTTP 404: model "m-1" not found' });
  server.reply = () => says('Sheep!');
  expect((await check())[0]).toMatchObject({ status: 'warning', detail: expect.stringContaining('no usable answer: the probe is not JSON') });
  expect(await checkModel({ config: readConfig({}) })).toEqual([]);
});
