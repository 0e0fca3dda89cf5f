import Type from 'typebox';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { creditsSummary } from '../../src/kernel/credits/summary.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { cutPage, NextCursor, PageQuery } from '../../src/kernel/contract/paging.js';
import { listEntries, viewEntry } from '../../src/kernel/credits/entries.js';
import { defineOperation } from '../operation.js';

const Amount = Type.Integer({ minimum: 0 });

const Credits = model('Credits', 'The balance of the account, its billing cycle, and what each kind of work costs.', closed({
  balance: Type.Integer({ minimum: 0, description: 'What can be spent: both buckets' }),
  monthlyBucketAllocated: Amount,
  monthlyBucketUsed: Type.Integer({ minimum: 0, description: 'Spent or on hold' }),
  monthlyBucketRemaining: Amount,
  perpetualBalance: Amount,
  held: Type.Integer({ minimum: 0, description: 'Set aside for work in progress' }),
  cycleStartedAt: Timestamp,
  cycleExpiresAt: Timestamp,
  prices: closed(Object.fromEntries(Object.keys(PRICES).map((key) => [key, Amount])), { description: 'Prices in credits' }),
}), {
  balance: 90, monthlyBucketAllocated: 100, monthlyBucketUsed: 30, monthlyBucketRemaining: 70, perpetualBalance: 20, held: 10,
  cycleStartedAt: '2026-03-01T00:00:00.000Z', cycleExpiresAt: '2026-03-31T00:00:00.000Z',
});

export const CreditsEnvelope = model('CreditsEnvelope', 'The credits of the account.', closed({ credits: Credits }));

const CreditEntry = model('CreditEntry', 'One movement of credits, into the account, out of it, or between what is free and what is set aside.', closed({
  id: Id,
  kind: oneOf(['grant', 'reserve', 'settle', 'release', 'expire'], {
    description: '`grant`: came in. `reserve`: set aside for work. `settle`: charged from what was set aside. `release`: given back from it. '
      + '`expire`: ended with the billing cycle',
  }),
  credits: Type.Integer({ minimum: 1, description: 'How many; `kind` says which way' }),
  bucket: oneOf(['monthly', 'perpetual']),
  refType: Type.String({ description: 'What the movement belongs to: `job`, `finalize`, another kind of work, `cycle` or `grant`' }),
  refId: Type.String({ description: 'Of a job, its id' }),
  label: nullable(Type.String({ description: 'The work in words' })),
  subjectId: nullable(Type.String({ description: 'What the work is about, such as the artifact whose MP3 was made' })),
  createdAt: Timestamp,
}));
const CreditEntryList = model('CreditEntryList', 'One page of movements of credits.', closed({ entries: Type.Array(CreditEntry), nextCursor: NextCursor }));

export const creditOperations = [
  defineOperation({
    id: 'getCredits', method: 'GET', path: '/credits', area: 'account',
    scopes: ['credits:read'], idempotency: 'none', summary: 'Read the credit balance, the billing cycle and the prices',
    description: 'The monthly part ends with the cycle, the perpetual part does not. What is held belongs to jobs '
      + 'that have not ended.',
    response: { 200: CreditsEnvelope },
    async handle({ actor }, { db, config }) {
      return { credits: await creditsSummary(db, actor.accountId, config.billingCycleDays) };
    },
  }),
  defineOperation({
    id: 'listCreditEntries', method: 'GET', path: '/credits/entries', area: 'account',
    scopes: ['credits:read'], idempotency: 'none', summary: 'List credit movements, newest first',
    description: 'Work sets credits aside first (`reserve`); each of its lines is then charged (`settle`) or given back (`release`).',
    request: { query: PageQuery }, response: { 200: CreditEntryList },
    async handle({ query, actor }, { db, config }) {
      // The cycle that is due begins with a movement: its grant.
      await creditsSummary(db, actor.accountId, config.billingCycleDays);
      const { items, nextCursor } = cutPage(await listEntries(db, actor.accountId, query), query);
      return { entries: items.map(viewEntry), nextCursor };
    },
  }),
];
