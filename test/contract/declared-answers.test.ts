import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import Type from 'typebox';
import { closed } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Outcome } from '../../src/kernel/http/operations/answers.js';
import { operationDefiner } from '../../src/kernel/http/operations/define-operation.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { ApiClient } from '../support/api-client.js';
import { serveOperations, type Edge } from '../support/edge.js';
import { openStand, type Stand } from '../support/stands/stand.js';

const defineOperation = operationDefiner({});

let stand: Stand;
let account: ApiClient;
let edge: Edge | undefined;
beforeAll(async () => {
  stand = await openStand();
  account = await stand.newAccount();
});
afterEach(() => edge?.close());
afterAll(() => stand.close());

const Lamp = closed({ lamp: closed({ lit: Type.Boolean(), watts: Type.Integer({ default: 40 }) }) });
const declared = {
  id: 'getLamp', method: 'GET', path: '/lamp', area: 'projects', scopes: ['story:read'], idempotency: 'none', summary: 'Read the lamp',
  request: {}, response: { 200: Lamp }, errors: ['artifact_not_ready'],
} as const;
const lampThat = (handle: () => Promise<unknown>): Operation => ({ ...defineOperation({ ...declared, handle: handle as never }) });

/** Serves one operation; what is logged as an error is added to `lines`. */
async function serve(operation: Operation, nodeEnv: string) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  edge = await serveOperations(stand, [operation], { log, config: { ...stand.config, nodeEnv } });
  return { client: edge.client(account), lines };
}

/** Serves one operation and calls it; returns the answer and what was logged as errors. */
async function read(operation: Operation, nodeEnv = 'test') {
  const { client, lines } = await serve(operation, nodeEnv);
  const { status, body } = await client.get('/lamp');
  // Outside tests, an answer is checked only once it is being sent.
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { status, body, lines };
}

type Fits<T> = T extends Outcome<{ 200: typeof Lamp }> ? true : false;

describe('an answer', () => {
  it('that differs from its declaration does not compile', () => {
    const compiles: [Fits<{ lamp: { lit: boolean; watts: number } }>, Fits<{ lamp: { lit: boolean } }>, Fits<{ lamp: { lit: string; watts: number } }>] =
      [true, false, false];
    expect(compiles).toEqual([true, false, false]);
  });

  it('is sent when it is the declared one, exactly as the handler gave it', async () => {
    const answer = { lamp: { lit: true, watts: 60 } };
    expect(await read(lampThat(async () => answer), 'production')).toEqual({ status: 200, body: answer, lines: [] });
  });

  it.each([
    ['lacks a field', { lamp: { lit: true } }, '/lamp must have required property'],
    ['has a field more', { lamp: { lit: true, watts: 60, colour: 'amber' } }, '/lamp must NOT have additional properties'],
    ['has a field of another type', { lamp: { lit: 'yes', watts: 60 } }, '/lamp/lit must be boolean'],
  ])('that %s fails the test that gets it', async (_what, answer, problem) => {
    const { status, lines } = await read(lampThat(async () => answer));
    expect(status).toBe(500);
    expect((lines[0]!.err as { message: string }).message).toContain(`getLamp answered what it does not declare: ${problem}`);
  });

  it('that differs from its declaration is sent in production, and logged', async () => {
    const { status, body, lines } = await read(lampThat(async () => ({ lamp: { lit: true } })), 'production');
    expect([status, body]).toEqual([200, { lamp: { lit: true } }]);
    expect(lines).toEqual([expect.objectContaining({ level: 50, operationId: 'getLamp', status: 200, msg: expect.stringContaining('does not declare') })]);
  });

  it('may have undefined fields, which are left out, and dates, which become text', async () => {
    const dated = defineOperation({
      ...declared, response: { 200: closed({ at: Type.String({ format: 'date-time' }) }) },
      handle: (async () => ({ at: new Date(0), gone: undefined })) as never,
    });
    expect(await read(dated)).toEqual({ status: 200, body: { at: '1970-01-01T00:00:00.000Z' }, lines: [] });
  });
});

describe('a refusal', () => {
  const refusal = (code: 'artifact_not_ready' | 'script_in_use') => lampThat(async () => { throw new ApiError(code); });

  it('with a declared code is sent', async () => {
    const { status, body, lines } = await read(refusal('artifact_not_ready'));
    expect([status, body.error.code, lines]).toEqual([409, 'artifact_not_ready', []]);
  });

  it('with an undeclared code fails the test that gets it', async () => {
    const { status, lines } = await read(refusal('script_in_use'));
    expect(status).toBe(500);
    expect((lines[0]!.err as { message: string }).message).toBe('getLamp refused with script_in_use, which it does not declare');
  });

  it('with an undeclared code is sent in production, and logged', async () => {
    const { status, body, lines } = await read(refusal('script_in_use'), 'production');
    expect([status, body.error.code]).toEqual([409, 'script_in_use']);
    expect(lines).toEqual([expect.objectContaining({ level: 50, operationId: 'getLamp', code: 'script_in_use' })]);
  });

  it('is checked at most ten times a second in production, as an answer is', async () => {
    const secondNow = (): number => Math.floor(performance.now() / 1_000);
    for (const operation of [refusal('script_in_use'), lampThat(async () => ({ lamp: { lit: true } }))]) {
      const { client, lines } = await serve(operation, 'production');
      const begun = secondNow();
      await Promise.all(Array.from({ length: 60 }, () => client.get('/lamp')));
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length).toBeLessThanOrEqual(10 * (secondNow() - begun + 1));
      await edge!.close();
    }
  });
});
