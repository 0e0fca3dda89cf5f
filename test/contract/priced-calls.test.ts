import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { closed } from '../../src/kernel/contract/models.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted } from '../../src/kernel/http/operations/answers.js';
import { operationDefiner } from '../../src/kernel/http/operations/define-operation.js';
import { openApiDocument } from '../../src/kernel/http/operations/openapi.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { serveOperations, type Edge } from '../support/edge.js';
import { openStand, type Stand } from '../support/stands/stand.js';

const defineOperation = operationDefiner({});
const base = { method: 'POST', area: 'library', scopes: ['artifact:publish'], idempotency: 'required' } as const;

/** The price per ring, the error that `castBell` throws (null for none), and the bells that it has cast. */
let perRing = 3;
let refusal: Error | null = null;
let cast: { bell: string; rings: number; credits: number }[] = [];

const castBell = defineOperation({
  ...base, id: 'castBell', path: '/bells/{bellId}/cast', summary: 'Have a bell cast',
  request: { body: closed({ rings: Type.Integer({ minimum: 1, default: 1 }) }) },
  response: { 202: closed({ paid: Type.Integer() }) }, errors: ['artifact_not_ready'],
  price: ({ body }) => body.rings * perRing,
  async handle({ params, body, credits }) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    if (refusal) throw refusal;
    cast.push({ bell: params.bellId, rings: body.rings, credits });
    return accepted({ paid: credits });
  },
});
const ringBell = defineOperation({
  ...base, id: 'ringBell', path: '/bells/ring', summary: 'Ring all the bells', price: 'TABLE_READ_REFINE',
  response: { 200: closed({ rung: Type.Literal(true), credits: Type.Integer() }) },
  handle: async ({ credits }) => ({ rung: true, credits }),
});

let stand: Stand;
let edge: Edge;
let client: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  stand = await openStand();
  edge = await serveOperations(stand, [castBell, ringBell]);
  client = edge.client(await stand.newAccount());
  stranger = edge.client(await stand.newAccount());
});
beforeEach(() => {
  perRing = 3;
  refusal = null;
  cast = [];
});
afterAll(async () => {
  await edge.close();
  await stand.close();
});

const PATH = '/bells/north/cast';
const quoteFor = async (rings: number): Promise<string> => (await client.post(PATH, { rings })).body.quote.quoteId;
const confirm = (quoteId: string, rings = 2, key?: string): Promise<Answer> =>
  client.post(PATH, { rings, confirm: true, quoteId }, key ? { key } : {});
const problem = ({ status, body: { error } }: Answer): unknown[] => [status, error.code, error.details.reason];

describe('a priced call', () => {
  it('without a confirmation answers what it costs and changes nothing', async () => {
    for (const body of [{ rings: 2 }, { rings: 2, confirm: false }]) {
      const { status, body: { quote } } = await client.post(PATH, body);
      expect([status, quote]).toEqual([200, { quoteId: expect.stringMatching(/^quo_/), credits: 6, expiresAt: expect.any(String) }]);
      const minutes = (new Date(quote.expiresAt).getTime() - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(14);
      expect(minutes).toBeLessThan(16);
    }
    expect(cast).toEqual([]);
  });

  it('with a confirmation is done for the quoted credits, once', async () => {
    const quoteId = await quoteFor(2);
    const first = await confirm(quoteId, 2, 'cast-1');
    expect([first.status, first.body]).toEqual([202, { paid: 6 }]);
    const again = await confirm(quoteId, 2, 'cast-1');
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([202, first.text, 'true']);
    expect(problem(await confirm(quoteId, 2, 'cast-2'))).toEqual([409, 'quote_invalid', 'used']);
    expect(cast).toEqual([{ bell: 'north', rings: 2, credits: 6 }]);
  });

  it('may take its price from the price list, and answer both steps with one status', async () => {
    const { body: { quote } } = await client.post('/bells/ring');
    expect(quote.credits).toBe(PRICES.TABLE_READ_REFINE);
    const { status, body } = await client.post('/bells/ring', { confirm: true, quoteId: quote.quoteId });
    expect([status, body]).toEqual([200, { rung: true, credits: PRICES.TABLE_READ_REFINE }]);
  });

  it('needs both confirm and quoteId', async () => {
    const quoteId = await quoteFor(2);
    for (const [body, field] of [[{ confirm: true }, 'quoteId'], [{ quoteId }, 'confirm'], [{ confirm: false, quoteId }, 'confirm']] as const) {
      const answer = await client.post(PATH, { rings: 2, ...body });
      expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([400, 'validation_failed', field]);
    }
  });
});

describe('a quote', () => {
  /** By the reason of the refusal, functions that make a quote which `confirm(quoteId)` must refuse. */
  const broken: Record<string, () => Promise<string>> = {
    unknown: async () => 'quo_00000000000000000000000000',
    other_call: () => quoteFor(3),
    expired: async () => {
      const quoteId = await quoteFor(2);
      await stand.api.services.db.query(`UPDATE quotes SET expires_at = now() - interval '1 second' WHERE id = $1`, [quoteId]);
      return quoteId;
    },
    price_changed: async () => {
      const quoteId = await quoteFor(2);
      perRing = 4;
      return quoteId;
    },
  };

  it.each(Object.entries(broken))('is refused with the reason %s, and the refusal holds a new one', async (reason, make) => {
    const answer = await confirm(await make());
    expect(problem(answer)).toEqual([409, 'quote_invalid', reason]);
    const { quote } = answer.body.error.details;
    expect([quote.credits, cast]).toEqual([2 * perRing, []]);
    expect((await confirm(quote.quoteId)).body).toEqual({ paid: 2 * perRing });
  });

  it('is valid for one path and one account', async () => {
    const quoteId = await quoteFor(2);
    const elsewhere = await client.post('/bells/south/cast', { rings: 2, confirm: true, quoteId });
    expect(problem(elsewhere)).toEqual([409, 'quote_invalid', 'other_call']);
    expect(problem(await stranger.post(PATH, { rings: 2, confirm: true, quoteId }))).toEqual([409, 'quote_invalid', 'unknown']);
    expect((await confirm(quoteId)).status).toBe(202);
  });

  it('is used by exactly one of several confirmations at once', async () => {
    const quoteId = await quoteFor(2);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(quoteId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    expect(cast).toHaveLength(1);
  });

  it('can be confirmed again after a refusal; after a failure only by a repeat of the call, at the confirmed price', async () => {
    const quoteId = await quoteFor(2);
    refusal = new ApiError('insufficient_credits');
    expect((await confirm(quoteId, 2, 'poor')).status).toBe(402);
    refusal = new Error('the foundry burnt down');
    expect((await confirm(quoteId, 2, 'burnt')).status).toBe(500);
    refusal = null;
    expect(problem(await confirm(quoteId, 2, 'another'))).toEqual([409, 'quote_invalid', 'used']);
    await stand.api.services.db.query(`UPDATE quotes SET expires_at = now() - interval '1 second' WHERE id = $1`, [quoteId]);
    perRing = 4;
    expect((await confirm(quoteId, 2, 'burnt')).body).toEqual({ paid: 6 });
    expect(cast).toEqual([{ bell: 'north', rings: 2, credits: 6 }]);
  });
});

describe('the declaration of a priced call', () => {
  const { paths } = openApiDocument([castBell, ringBell], 'http://127.0.0.1/api/v1') as { paths: Record<string, any> };

  it('shows both bodies and both answers in OpenAPI', () => {
    const { requestBody, responses } = paths['/bells/{bellId}/cast'].post;
    const bodies = requestBody.content['application/json'].schema.anyOf as { properties: object; required?: string[] }[];
    expect(bodies.map(({ properties, required }) => [Object.keys(properties), required])).toEqual(
      [[['rings', 'confirm'], ['rings']], [['rings', 'confirm', 'quoteId'], ['rings', 'confirm', 'quoteId']]]);
    expect([responses[200].content['application/json'].schema, Object.keys(responses)]).toEqual(
      [{ $ref: '#/components/schemas/QuoteEnvelope' }, expect.arrayContaining(['200', '202', '402', '409'])]);
    expect(responses[409].$ref).toContain('quote_invalid');
    expect(paths['/bells/ring'].post.responses[200].content['application/json'].schema.anyOf).toHaveLength(2);
  });

  it('is refused without an Idempotency-Key', () => {
    expect(() => defineOperation({
      ...base, idempotency: 'none', id: 'cheap', path: '/cheap', summary: 'Have it done without a key', price: 'TABLE_READ_REFINE',
      response: { 200: closed({}) }, handle: async () => ({}),
    })).toThrow('a priced call takes an Idempotency-Key');
  });
});
