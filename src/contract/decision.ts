/** A human decision; it names its gate and the revision it was made about. */
export interface Decision { gate: string; revision: number; verdict: 'APPROVED' | 'REJECTED'; by: string; at: string }
