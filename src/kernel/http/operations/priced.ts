import Type, { type TSchema } from 'typebox';
import { PRICES } from '../../credits/prices.js';
import type { FieldEffects } from '../../contract/field-effects.js';
import { Next, type NextStep } from '../../contract/next-step.js';
import { closed, Id, model, models, Timestamp } from '../../contract/models.js';
import type { Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { ok, type Reply, type Responses } from './answers.js';
import type { Call, Price } from './operation.js';
import { creditsConfirmed, insertQuote, returnQuote, takeQuote, type QuotedCall } from './quote-store.js';

const QuoteEnvelope = model('QuoteEnvelope', 'What a priced call costs. Nothing has been done yet.', closed({
  quote: closed({ quoteId: Id, credits: Type.Integer({ minimum: 0 }), expiresAt: Timestamp }, {
    description: 'What the call costs. Send it again with `confirm` and `quoteId` to have it done',
  }),
  next: Next,
}));

const CONFIRMATION = {
  confirm: Type.Optional(Type.Boolean({ description: 'False: answer a quote and change nothing. True: do it for the quoted credits' })),
  quoteId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'The quote that the user agreed to; with `confirm`' })),
};

/** The effects of the fields of a confirmation. */
export const CONFIRMATION_EFFECTS: FieldEffects = { confirm: 'does what was quoted', quoteId: 'names the quote' };

interface OwnBody { properties?: Record<string, TSchema>; examples?: readonly object[] }

function ownBody(body: TSchema | undefined): OwnBody {
  const name = (body as { $ref?: string } | undefined)?.$ref?.split('/').at(-1);
  return (name ? models().get(name) : body) as OwnBody | undefined ?? {};
}

const propertiesOf = (body: TSchema | undefined): Record<string, TSchema> => ownBody(body).properties ?? {};

/** Schema of the body of a priced call: the fields of the operation and the confirmation. */
export function pricedBody(body: TSchema | undefined): TSchema {
  const { properties, examples } = ownBody(body);
  return closed({ ...properties, ...CONFIRMATION }, examples ? { examples } : {});
}

/** The two bodies that the documentation shows for a priced call: one asks for the quote, one confirms it. */
export function pricedBodies(body: TSchema): TSchema[] {
  const { confirm: _confirm, quoteId: _quoteId, ...own } = propertiesOf(body);
  return [
    closed({ ...own, confirm: Type.Optional(Type.Literal(false)) }, { description: 'Asks for the quote' }),
    closed({ ...own, confirm: Type.Literal(true), quoteId: Id }, { description: 'Confirms the quote' }),
  ];
}

/** The answers of a priced call: those of the operation, and the quote. */
export function pricedResponses(response: Responses): Responses {
  const own = response[200] as TSchema | undefined;
  return { ...response, 200: own ? Type.Union([QuoteEnvelope, own]) : QuoteEnvelope };
}

interface Confirmation { confirm?: boolean; quoteId?: string }

/**
 * A priced call with its confirmation, if any, and its path below the base URL. `usedBy` names the request that takes the quote: its idempotency key, else its
 * request id.
 */
export interface PricedCall { quoted: QuotedCall; confirmation: Confirmation; usedBy: string; path: string }

/** Separates the confirmation from the operation's own body. Raises `validation_failed` when only one of its two fields is sent. */
export function splitConfirmation(body: unknown): { own: unknown; confirmation: Confirmation } {
  const { confirm, quoteId, ...own } = body as Confirmation & Record<string, unknown>;
  if (confirm && quoteId === undefined) {
    throw new ApiError('validation_failed', 'quoteId is required with confirm', { field: 'quoteId' });
  }
  if (!confirm && quoteId !== undefined) {
    throw new ApiError('validation_failed', 'confirm must be true with a quoteId', { field: 'confirm' });
  }
  return { own, confirmation: { ...(confirm === undefined ? {} : { confirm }), ...(quoteId === undefined ? {} : { quoteId }) } };
}

/** Inserts a new quote. Returns it with the call that confirms it: the same call with the confirmation added. */
async function newQuote(db: Db, { quoted, path }: PricedCall, body: unknown, credits: number) {
  const { quoteId, expiresAt } = await insertQuote(db, quoted, credits);
  const next: NextStep = {
    method: 'POST', path, body: { ...body as object, confirm: true, quoteId },
    why: credits > 0 ? `Has it done for ${credits} credits, once the user agreed to the price.` : 'Has it done, free of charge.',
  };
  return { quote: { quoteId, credits, expiresAt: expiresAt.toISOString() }, next };
}

const creditsNow = async (services: Services, price: Price<never>, call: Call): Promise<number> =>
  typeof price === 'string' ? PRICES[price] : (price as Price & object)(call, services);

/** Takes the quote that a call confirms and returns the confirmed credits. Raises `quote_invalid` with a new quote when the quote is not valid. */
async function takeConfirmed(services: Services, price: Price<never>, call: Call, priced: PricedCall, quoteId: string): Promise<number> {
  const { db } = services;
  const { quoted, usedBy } = priced;
  const confirmed = await creditsConfirmed(db, quoted, quoteId, usedBy);
  if (confirmed !== null) return confirmed;
  const credits = await creditsNow(services, price, call);
  const problem = await takeQuote(db, quoted, quoteId, credits, usedBy);
  if (!problem) return credits;
  throw new ApiError('quote_invalid', `the quote cannot be confirmed: ${problem.replaceAll('_', ' ')}`,
    { reason: problem, ...await newQuote(db, priced, call.body, credits) });
}

/**
 * The two steps of a priced call. Without a confirmation it answers a quote and changes nothing; with a confirmation it calls the handler with the quoted
 * credits. Raises `quote_invalid` with a new quote when the quote is not valid. A repeat of the request that took a quote still holds the quote, at the
 * confirmed price.
 */
export async function quoteOrPerform(
  services: Services, price: Price<never>, call: Call, priced: PricedCall,
  handle: (credits: number) => Promise<Reply>,
): Promise<Reply> {
  const { db } = services;
  const { confirm, quoteId } = priced.confirmation;
  if (!confirm || quoteId === undefined) return ok(await newQuote(db, priced, call.body, await creditsNow(services, price, call)));
  const credits = await takeConfirmed(services, price, call, priced, quoteId);
  try {
    return await handle(credits);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await returnQuote(db, quoteId, priced.usedBy);
    throw error;
  }
}
