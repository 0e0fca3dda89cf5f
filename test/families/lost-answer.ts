import { expect } from '@jest/globals';
import type { Answer } from '../support/api-client.js';
import type { Stand } from '../support/stands/stand.js';

/** Makes a call do its work but lose its answer before it is stored, as when a process dies just then. */
export async function withLostAnswer({ api: { services: { faults } } }: Stand, call: () => Promise<Answer>): Promise<void> {
  const reach = faults.reach.bind(faults);
  faults.reach = async (point) => {
    if (point === 'idem.before_complete') throw new Error('the process died');
    return reach(point);
  };
  try {
    expect((await call()).status).toBe(500);
  } finally {
    faults.reach = reach;
  }
}
