import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Semaphore } from '../../src/kernel/threads/semaphore.js';
import { currentTurn, inTurn, type Turn } from '../../src/kernel/threads/turns.js';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('Semaphore', () => {
  it('runs work first come, first served, and never more at once than its width, whatever fails or is aborted', async () => {
    await fc.assert(fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }), fc.array(fc.record({ ticks: fc.nat(4), fails: fc.boolean(), givesUpAfter: fc.option(fc.nat(4)) }), { maxLength: 12 }),
      async (width, people) => {
        const semaphore = new Semaphore(width);
        const [begun, inside]: [number[], Set<number>] = [[], new Set()];
        const outcomes = await Promise.all(people.map(async ({ ticks, fails, givesUpAfter }, person) => {
          const patience = new AbortController();
          const passed = semaphore.run(async () => {
            begun.push(person);
            inside.add(person);
            expect(inside.size).toBeLessThanOrEqual(width);
            for (let turn = 0; turn < ticks; turn++) await tick();
            inside.delete(person);
            if (fails) throw new Error('failed');
            return 'done';
          }, patience.signal).catch((error: Error) => error.message);
          for (let turn = 0; turn < (givesUpAfter ?? 0); turn++) await tick();
          if (givesUpAfter !== null) {
            inside.delete(person);
            patience.abort(new Error('gave up'));
          }
          return passed;
        }));
        expect(begun).toEqual([...begun].sort((a, b) => a - b));
        people.forEach(({ fails }, person) => expect(outcomes[person]).toBe(begun.includes(person) ? (fails ? 'failed' : 'done') : 'gave up'));
        expect(await semaphore.run(async () => 'free again')).toBe('free again');
      }), { numRuns: 300 });
  });

  it('adds one listener to a signal, however much of its work waits, and removes it afterwards', async () => {
    const semaphore = new Semaphore(2);
    const { signal } = new AbortController();
    for (let round = 0; round < 2; round += 1) {
      const done = Promise.all(Array.from({ length: 5 }, () => semaphore.run(tick, signal)));
      expect(getEventListeners(signal, 'abort')).toHaveLength(1);
      await done;
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    }
    const patience = new AbortController();
    const waiting = Array.from({ length: 50 }, () => semaphore.run(() => new Promise(() => undefined), patience.signal));
    await tick();
    expect(getEventListeners(patience.signal, 'abort')).toHaveLength(1);
    patience.abort(new Error('gave up'));
    const outcomes = await Promise.allSettled(waiting.slice(2));
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  });

  it('is not blocked by work that hangs after its abort', async () => {
    const semaphore = new Semaphore(1);
    const patience = new AbortController();
    void semaphore.run(() => new Promise(() => {}), patience.signal);
    const next = semaphore.run(async () => 'next');
    await tick();
    patience.abort(new Error('gave up'));
    expect(await next).toBe('next');
    expect(await semaphore.run(async () => 'again')).toBe('again');
  });
});

/** Queues one piece of work for each turn behind a full semaphore, and returns the order in which they began. */
async function orderOf(turns: readonly (Turn & { name: string })[]): Promise<string[]> {
  const semaphore = new Semaphore(1);
  const begun: string[] = [];
  let open: () => void = () => undefined;
  const blocked = semaphore.run(() => new Promise<void>((free) => { open = free; }));
  await tick();
  const waiting = turns.map(({ name, ...turn }) => inTurn(turn, () => semaphore.run(async () => {
    begun.push(name);
    expect(currentTurn()).toEqual(turn);
    await tick();
  })));
  open();
  await Promise.all([blocked, ...waiting]);
  return begun;
}

const turn = fc.record({ priority: fc.integer({ min: 1, max: 4 }), share: fc.constantFrom('a', 'b', 'c') });

describe('a turn', () => {
  it('serves more urgent work first and all shares evenly, each in its own context', async () => {
    await fc.assert(fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 20 }), async (turns) => {
      const named = turns.map((each, index) => ({ ...each, name: `${each.priority}${each.share}${index}` }));
      const begun = await orderOf(named);
      expect([...begun].sort()).toEqual(named.map(({ name }) => name).sort());
      const priorities = begun.map((name) => Number(name[0]));
      expect(priorities).toEqual([...priorities].sort((one, other) => one - other));
      for (const priority of [1, 2, 3, 4]) {
        const shares = begun.filter((name) => name.startsWith(String(priority))).map((name) => name[1]!);
        // While two shares both wait, the numbers of times that they were served differ by one at most.
        for (const [one, other] of [['a', 'b'], ['a', 'c'], ['b', 'c']] as const) {
          const both = Math.min(...[one, other].map((share) => shares.filter((each) => each === share).length));
          for (let end = 1; end <= shares.length; end += 1) {
            const [ones, others] = [one, other].map((share) => shares.slice(0, end).filter((each) => each === share).length) as [number, number];
            if (Math.min(ones, others) < both && Math.max(ones, others) <= both) expect(Math.abs(ones - others)).toBeLessThanOrEqual(1);
          }
        }
      }
    }), { numRuns: 200 });
  });

  it('serves more urgent work and another share before the rest of a flood', async () => {
    const flood = Array.from({ length: 50 }, (_, index) => ({ priority: 4, share: 'flood', name: `flood ${index}` }));
    const begun = await orderOf([...flood, { priority: 4, share: 'other', name: 'other' }, { priority: 2, share: 'flood', name: 'paid' }]);
    expect(begun.slice(0, 3)).toEqual(['paid', 'other', 'flood 0']);
  });
});
