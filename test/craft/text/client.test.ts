import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { ProviderBackoff } from '../../../src/craft/failures.js';
import { Budget } from '../../../src/craft/text/model/budget.js';
import { loops } from '../../../src/craft/text/model/chat.js';
import { AnswerFlaw, ContextExceeded, ModelClient, retryAfterMs, type Question } from '../../../src/craft/text/model/model-client.js';
import { readConfig } from '../../../src/kernel/config/index.js';
import { openChatServer, type ChatReply, type ChatServer } from '../../support/chat-server.js';

const schema = Type.Object({
  lines: Type.Array(Type.Object({ from: Type.Array(Type.Integer({ minimum: 1, maximum: 9 })), says: Type.String({ minLength: 1, maxLength: 40 }) },
    { additionalProperties: false }), { minItems: 1, maxItems: 3 }),
}, { additionalProperties: false });
const GOOD = { lines: [{ from: [1], says: 'The lamp went out.' }] };
const question: Question<typeof schema> = { name: 'lines', schema, rules: 'The rules.', material: '[1] The lamp went out.', task: 'The task.', maxTokens: 100 };

let server: ChatServer;
beforeAll(async () => { server = await openChatServer(); });
beforeEach(() => {
  server.asked = [];
  server.models = null;
});
afterAll(() => server.close());

const clientOf = (env: Record<string, string> = {}): ModelClient => {
  const { text } = readConfig({ TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1', TEXT_API_KEY: 'k-1', TEXT_TIMEOUT_MS: '20000', TEXT_CONTEXT_TOKENS: '8192', ...env });
  return new ModelClient({ ...text, baseUrl: text.baseUrl! });
};
const ask = (env: Record<string, string> = {}, judge: (answer: any) => string[] = () => []): Promise<unknown> => clientOf(env).ask(question, judge);
const failureOf = async (work: Promise<unknown>): Promise<any> =>
  work.then(() => { throw new Error('it was expected to fail'); }, (error: unknown) => error);
/** Sets the replies: each is given once, in order, and the last one is repeated. */
const replies = (...list: ChatReply[]): void => { server.reply = (_asked, count) => list[Math.min(count, list.length) - 1]!; };

describe('a request', () => {
  it('has the rules first, the task last, bounds in its schema, a limit of tokens, temperature and seed', async () => {
    replies({ content: GOOD });
    expect(await ask()).toEqual(GOOD);
    const [{ body, authorization, system, user }] = server.asked as [any];
    expect([authorization, body.model, body.stream, body.temperature, body.seed, body.max_tokens]).toEqual(['Bearer k-1', 'm-1', true, 0, 1, 100]);
    expect(system).toBe('The rules.');
    expect(user.startsWith('[1] The lamp') && user.endsWith('The task.')).toBe(true);
    const wire = JSON.stringify(body.response_format);
    expect(wire).toContain('"maxItems":3');
    expect(wire).toContain('"maximum":9');
    expect(wire).toContain('"maxLength":40');
    expect(wire).not.toMatch(/minLength|~kind/u);
  });

  it('sends no temperature where none is set', async () => {
    replies({ content: GOOD });
    await ask({ TEXT_TEMPERATURE: 'none' });
    expect(server.asked[0]!.body).not.toHaveProperty('temperature');
  });
});

it.each([['page', /no chat server \(it answers with text\/html: .*It works!\); check TEXT_BASE_URL/u], ['other', /no chat server \(its answer has no choices\)/u]] as const)(
  'a server that answers with a %s fails at once and for good', async (as, message) => {
    replies({ as });
    expect(await failureOf(ask())).toMatchObject({ name: 'ProviderFailure', retryable: false, message: expect.stringMatching(message) });
    expect(server.asked).toHaveLength(1);
  });

describe('an answer is understood', () => {
  const json = JSON.stringify(GOOD);
  it.each<[string, ChatReply]>([
    ['in one document', { content: GOOD, as: 'json' }],
    ['in a code fence', { content: `\`\`\`json\n${json}\n\`\`\`` }],
    ['after an introduction', { content: `Here is the JSON: ${json} I hope that it helps.` }],
    ['after a thought', { content: `<think>The lamp {maybe} went out?</think>${json}` }],
    ['after a thought whose beginning is in the template', { content: `The lamp went out.</think>\n${json}` }],
    ['in the field of thoughts', { content: '', reasoning: json }],
    ['with a comma too many', { content: '{"lines":[{"from":[1],"says":"The lamp went out.",},]}' }],
    ['with a key too many and a list without its object', { content: [{ ...GOOD.lines[0], mood: 'dark' }] }],
    ['with numbers as text', { content: { lines: [{ from: ['[1]'], says: 'The lamp went out.' }] } }],
  ])('%s', async (_name, reply) => {
    replies(reply);
    expect(await ask()).toEqual(GOOD);
    expect(server.asked).toHaveLength(1);
  });

  it('with the finished lines, when it was cut twice', async () => {
    replies({ content: '{"lines":[{"from":[1],"says":"The lamp went out."},{"from":[2],"sa', finish: 'length' }, { content: '{"lines":[{"from":[1],"says":"Half' });
    expect(await ask()).toEqual(GOOD);
    expect(server.asked).toHaveLength(2);
    expect(server.asked[1]!.user).toContain('cut off');
  });

  it('and cut to its limits, when texts and lists are too long', async () => {
    replies({ content: { lines: Array.from({ length: 9 }, () => ({ from: [12], says: `The lamp went out. ${'It was dark. '.repeat(9)}` })) } });
    const { lines } = await ask() as typeof GOOD;
    expect([lines.length, lines[0]!.from, lines[0]!.says]).toEqual([3, [9], 'The lamp went out. It was dark.']);
  });
});

describe('an unusable answer', () => {
  it.each<[string, ChatReply, string]>([
    ['that is prose', { content: 'The lamp went out, I think.' }, 'not JSON'],
    ['of another form', { content: { text: 'x' } }, 'form'],
    ['that repeats itself', { content: `{"lines":[${'{"from":[1],"says":"The lamp went out and nobody knew why it went."},'.repeat(60)}`, everyMs: 1 }, 'repeated itself'],
  ])('%s is asked for once more, with the complaint and another temperature and seed', async (_name, reply, complaint) => {
    replies(reply, { content: GOOD });
    expect(await ask()).toEqual(GOOD);
    expect(server.asked.map(({ body }) => [body.temperature, body.seed])).toEqual([[0, 1], [0.4, 2]]);
    expect(server.asked[1]!.user).toContain(complaint);
  });

  it('is not one whose items differ only in a name', async () => {
    const item = (who: number): string => `{"who":"${String.fromCharCode(65 + who)}","hair":"unknown","hairColour":"unknown","facialHair":"none","glasses":"none","hat":"none"}`;
    expect([loops(`[${Array.from({ length: 12 }, (_, who) => item(who)).join(',')}`), loops(`[${Array.from({ length: 12 }, () => item(3)).join(',')},`)]).toEqual([false, true]);
  });

  it('is asked for twice, not more', async () => {
    replies({ content: 'No.' });
    expect(await failureOf(ask())).toBeInstanceOf(AnswerFlaw);
    expect(server.asked).toHaveLength(2);
  });

  it('that the judge refuses is asked for again with its complaints, and the better answer counts', async () => {
    const worse = { lines: [{ from: [1], says: 'Worse.' }] };
    replies({ content: GOOD }, { content: worse });
    expect(await ask({}, ({ lines }) => (lines[0].says === 'Worse.' ? ['one', 'two'] : ['line 1: a number that the sentences do not have: 7']))).toEqual(GOOD);
    expect(server.asked[1]!.user).toContain('a number that the sentences do not have: 7');
  });

  it.each<[string, ChatReply]>([
    ['a refusal in its field', { refusal: 'I will not.' }], ['a refusal in prose', { content: 'I\'m sorry, but I can\'t help with that.' }],
    ['a filter', { finish: 'content_filter' }], ['a filter that answers 400', { status: 400, error: 'content management policy' }],
  ])('is not asked for again after %s', async (_name, reply) => {
    replies(reply);
    expect(await failureOf(ask())).toBeInstanceOf(AnswerFlaw);
    expect(server.asked).toHaveLength(1);
  });
});

describe('an unusual server', () => {
  it.each<[string, string, (body: any) => unknown, unknown, unknown]>([
    ['schemas', 'This response_format type is unavailable now', (body) => body.response_format?.type, 'json_schema', 'json_object'],
    ['bounds in schemas', 'Invalid schema for response_format: \'maxItems\' is not permitted', (body) => JSON.stringify(body.response_format).includes('maxItems'), true, false],
    ['temperature', 'Unsupported value: \'temperature\' does not support 0 with this model', (body) => 'temperature' in body, true, false],
    ['seeds', 'Unknown parameter: seed', (body) => 'seed' in body, true, false],
    ['max_tokens', 'Unsupported parameter: \'max_tokens\'. Use \'max_completion_tokens\' instead.', (body) => 'max_completion_tokens' in body, false, true],
    ['usage in streams', 'stream_options: extra fields not permitted', (body) => 'stream_options' in body, true, false],
  ])('without support for %s is asked without it, at once and from then on', async (_name, error, of, before, after) => {
    server.reply = ({ body }) => (of(body) === before ? { status: 400, error } : { content: GOOD });
    const client = clientOf();
    expect(await client.ask(question, () => [])).toEqual(GOOD);
    expect(await client.ask(question, () => [])).toEqual(GOOD);
    expect(server.asked.map(({ body }) => of(body))).toEqual([before, after, after]);
  });

  it('without any structured output gets the schema in the prompt', async () => {
    server.reply = ({ body }) => (body.response_format ? { status: 400, error: 'response_format is not supported' } : { content: GOOD });
    expect(await ask()).toEqual(GOOD);
    expect(server.asked.map(({ body }) => body.response_format?.type)).toEqual(['json_schema', 'json_object', undefined]);
    expect(server.asked[2]!.user).toContain('"maxItems":3');
  });

  it('is asked for the structured output that is configured', async () => {
    replies({ content: GOOD });
    await ask({ TEXT_STRUCTURED: 'json_object' });
    expect(server.asked[0]!.body.response_format).toEqual({ type: 'json_object' });
  });

  it('that reasons gets room for its thoughts', async () => {
    replies({ content: GOOD, reasoning: 'Let me think.' });
    const client = clientOf();
    await client.ask(question, () => []);
    await client.ask(question, () => []);
    expect(server.asked.map(({ body }) => body.max_tokens)).toEqual([100, 4_196]);
  });

  it('that reasons in a small context gets the tokens that are free', async () => {
    replies({ content: GOOD, reasoning: 'Let me think.' });
    const client = clientOf({ TEXT_CONTEXT_TOKENS: '2048' });
    const long = { ...question, material: '[1] It was dark. '.repeat(300) };
    for (const _ of [1, 2]) expect(await client.ask(long, () => [])).toEqual(GOOD);
    expect(server.asked[1]!.body.max_tokens).toBeGreaterThan(100);
    expect(server.asked[1]!.body.max_tokens).toBeLessThan(2_048 - 1_500);
  });
});

describe('the size of the context', () => {
  const long = { ...question, material: '[1] It was dark. '.repeat(2_000) };

  it('is read from the server when none is configured', async () => {
    server.models = { data: [{ id: 'm-1', max_model_len: 32_768 }] };
    expect(await clientOf({ TEXT_CONTEXT_TOKENS: '' }).contextTokens()).toBe(32_768);
    server.models = { data: [{ id: 'other' }, { id: 'm-1' }] };
    expect(await clientOf({ TEXT_CONTEXT_TOKENS: '' }).contextTokens()).toBe(8_192);
  });

  it('is respected: a question that does not fit is not sent', async () => {
    expect(await failureOf(clientOf().ask(long, () => []))).toBeInstanceOf(ContextExceeded);
    expect(server.asked).toHaveLength(0);
  });

  it.each([
    'request (1967 tokens) exceeds the available context size (4096 tokens), try increasing it',
    'This model\'s maximum context length is 4096 tokens. However, you requested 9000 tokens.',
  ])('is learned from a refusal: %s', async (error) => {
    replies({ status: 400, error });
    const client = clientOf({ TEXT_CONTEXT_TOKENS: '32768' });
    expect(await failureOf(client.ask(long, () => []))).toBeInstanceOf(ContextExceeded);
    expect(await client.contextTokens()).toBe(4_096);
  });

  it('is learned from the count of tokens, when the server cuts a question silently', async () => {
    replies({ content: GOOD, usage: { prompt_tokens: 2_048, completion_tokens: 20 } });
    const client = clientOf({ TEXT_CONTEXT_TOKENS: '32768' });
    expect(await failureOf(client.ask(long, () => []))).toBeInstanceOf(ContextExceeded);
    expect(await client.contextTokens()).toBe(2_048);
  });
});

describe('a provider in trouble', () => {
  it.each([[429, { 'retry-after': '7' }, 7_000], [503, { 'retry-after-ms': '1500' }, 1_500], [429, {}, 10_000]])(
    'answering %i is given the time it asks for', async (status, headers, expected) => {
      replies({ status, headers: headers as Record<string, string> });
      const backoff = await failureOf(ask());
      expect(backoff).toBeInstanceOf(ProviderBackoff);
      expect([backoff.retryAfterMs, server.asked.length]).toEqual([expected, 1]);
    });

  const statuses: [number, boolean][] = [[500, true], [502, true], [408, true], [401, false], [403, false], [404, false]];
  it.each(statuses)('that answers %i is quoted in its own words; retryable: %s', async (status, retryable) => {
    replies({ status, error: 'model "m-1" not found, try pulling it first' });
    const failure = await failureOf(ask());
    expect([failure.name, failure.retryable, server.asked.length]).toEqual(['ProviderFailure', retryable, 1]);
    expect(failure.message).toBe(`m-1: HTTP ${status}: model "m-1" not found, try pulling it first`);
  });

  it.each(['before', 'within'] as const)('that falls silent %s its answer is given up; one that continues slowly is not', async (hangs) => {
    replies({ content: GOOD, hangs });
    expect(await failureOf(ask({ TEXT_TIMEOUT_MS: '400' }))).toMatchObject({ name: 'ProviderFailure', retryable: true, message: 'm-1: nothing came for 400 ms' });
    server.reply = () => ({ content: { lines: [{ from: [1], says: 'The lamp went out, slowly, at last.' }, ...GOOD.lines] }, everyMs: 700 });
    const startedAt = Date.now();
    await ask({ TEXT_TIMEOUT_MS: '2000' });
    expect(Date.now() - startedAt).toBeGreaterThan(2_000);
  });

  it('that cannot be reached is retryable', async () => {
    const failure = await failureOf(ask({ TEXT_BASE_URL: 'http://127.0.0.1:1/v1' }));
    expect([failure.name, failure.retryable]).toEqual(['ProviderFailure', true]);
  });

  it('is left at once when the work is cancelled', async () => {
    const controller = new AbortController();
    server.dropped = 0;
    server.reply = () => {
      setTimeout(() => controller.abort(), 20);
      return { hangs: 'before' };
    };
    const error = await failureOf(clientOf().ask(question, () => [], { signal: controller.signal }));
    expect(error.name).toBe('AbortError');
    while (server.dropped === 0) await new Promise((resolve) => { setTimeout(resolve, 10); });
  });

  it('that answers with five megabytes is refused', async () => {
    replies({ content: 'x'.repeat(5 * 1024 * 1024), as: 'json' });
    expect((await failureOf(ask())).message).toContain('larger than');
  });
});

describe('a budget', () => {
  it('ends when its parts have together spent its tokens', async () => {
    replies({ content: GOOD, usage: { prompt_tokens: 60, completion_tokens: 50 } });
    const budget = new Budget(200, 60);
    const client = clientOf();
    for (const part of [budget.part(), budget.part()]) await client.ask(question, () => [], { budget: part });
    const error = await failureOf(client.ask(question, () => [], { budget: budget.part() }));
    expect([error.name, error.reason, server.asked.length]).toEqual(['AnswerFlaw', 'the budget of 200 tokens is spent', 2]);
  });

  it('asks a silent server twice, not more', async () => {
    replies({ hangs: 'before' });
    const budget = new Budget(1_000_000, 600);
    const client = clientOf({ TEXT_TIMEOUT_MS: '200' });
    for (const _ of [1, 2, 3, 4]) expect(await failureOf(client.ask(question, () => [], { budget: budget.part() }))).toBeInstanceOf(AnswerFlaw);
    expect(server.asked).toHaveLength(2);
  });
});

it('the Retry-After header is read in every form, within limits', () => {
  const now = Date.UTC(2026, 0, 1);
  const ms = (value: string): number => retryAfterMs({ 'retry-after': value }, now);
  expect([ms('3'), ms(new Date(now + 4_000).toUTCString()), ms('0'), ms('-5'), ms('99999'), ms('soon')]).toEqual([3_000, 4_000, 500, 500, 600_000, 10_000]);
});
