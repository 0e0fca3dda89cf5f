import Type from 'typebox';
import { PRICES } from '../../src/credits/prices.js';
import { creditsSummary } from '../../src/credits/summary.js';
import { closed, model, Timestamp } from '../../src/contract/models.js';
import { defineOperation } from '../operation.js';

const Amount = Type.Integer({ minimum: 0 });

const Credits = model('Credits', closed({
  balance: Type.Integer({ minimum: 0, description: 'What can be spent: both buckets' }),
  monthlyBucketAllocated: Amount,
  monthlyBucketUsed: Type.Integer({ minimum: 0, description: 'Spent or on hold' }),
  monthlyBucketRemaining: Amount,
  perpetualBalance: Amount,
  held: Type.Integer({ minimum: 0, description: 'Set aside for work in progress' }),
  cycleStartedAt: Timestamp,
  cycleExpiresAt: Timestamp,
  prices: closed(Object.fromEntries(Object.keys(PRICES).map((key) => [key, Amount])), { description: 'Prices in credits' }),
}));

export const CreditsEnvelope = model('CreditsEnvelope', closed({ credits: Credits }));

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
];
