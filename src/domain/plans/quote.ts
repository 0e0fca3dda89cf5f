import { PRICES, type PriceKey } from '../../kernel/credits/prices.js';
import type { ArtifactRequest, PlanRequest } from './plan-request.js';
import { planTypeOf } from './types/plan-types.js';

export interface QuoteLine {
  kind: 'planning' | 'source_digest' | 'artifact';
  label: string;
  credits: number;
  /** Only on artifact lines: position in `artifactRequests`, and the key of `GET /credits` prices it was priced by. */
  artifactIndex?: number;
  priceKey?: PriceKey;
}

/** The price of a plan's artifacts in credits, line by line. */
export interface Quote { currency: 'studio_credits'; total: number; lineItems: QuoteLine[]; notes: string[]; computedAt: string }

/** The quote of one thing that is made without a plan, at a price of the list. */
export function quoteOne({ label, priceKey, notes = [] }: { label: string; priceKey: PriceKey; notes?: string[] }): Quote {
  const credits = PRICES[priceKey];
  return {
    currency: 'studio_credits', total: credits, lineItems: [{ kind: 'artifact', label, credits, artifactIndex: 0, priceKey }],
    notes, computedAt: new Date().toISOString(),
  };
}

const artifactLine = (request: ArtifactRequest, artifactIndex: number): QuoteLine =>
  ({ kind: 'artifact', ...planTypeOf(request).quote(request), artifactIndex });

/** Deterministic: the same request gives the same lines and total. Planning and digests are free. */
export function quotePlan(request: PlanRequest, computedAt: string): Quote {
  const { sourceIds, artifactRequests } = request;
  const lineItems: QuoteLine[] = [
    { kind: 'planning', label: 'Planning', credits: 0 },
    { kind: 'source_digest', label: `Source digest, ${sourceIds.length} ${sourceIds.length === 1 ? 'source' : 'sources'}`, credits: 0 },
    ...artifactRequests.map(artifactLine),
  ];
  return {
    currency: 'studio_credits',
    total: lineItems.reduce((sum, { credits }) => sum + credits, 0),
    lineItems,
    notes: ['Provisional until a job reserves it; nothing is charged for planning.'],
    computedAt,
  };
}
