/** A human decision; it names its gate and the revision it was made about. */
export interface Decision {
  gate: string;
  revision: number;
  verdict: 'APPROVED' | 'REJECTED';
  by: string;
  at: string;
  /** Of the API call that decided, the same when the call is repeated with its key; an operator's signal has none. */
  callId?: string;
}
