/** A human decision at a gate about one revision. */
export interface Decision {
  gate: string;
  revision: number;
  verdict: 'APPROVED' | 'REJECTED';
  by: string;
  at: string;
  /** Id of the API call that decided, equal for every repeat with its idempotency key; an operator's signal has none. */
  callId?: string;
}
