import { expect } from '@jest/globals';
import type { Answer } from '../support/api-client.js';
import type { Stand } from '../support/stands/stand.js';

/** Makes a call do its work but lose its answer before it is stored, as when a process dies just then. */
export async function withLostAnswer({ api: { services: { faults } } }: Stand, call: () => Promise<Answer>): Promise<void> {
  const reach = faults.reach.bind(faults);
  let isLost = false;
  faults.reach = async (point) => {
    if (point !== 'idem.before_complete') return reach(point);
    isLost = true;
    throw new Error('the process died');
  };
  try {
    const { status, body } = await call();
    // A call that fails before it is done answers 500 as well, but loses nothing.
    expect([status, isLost, status === 500 ? null : body]).toEqual([500, true, null]);
  } finally {
    faults.reach = reach;
  }
}
