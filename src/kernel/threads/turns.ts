import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something waits for a place, and how urgent it is. */
export interface Turn {
  /** Lower numbers go first. */
  priority: number;
  /** Among equals each share gets the same number of places: the id of an account. */
  share: string;
}

/** What neither a run nor a request asks for. */
const NOBODY: Turn = { priority: 3, share: '' };

const turns = new AsyncLocalStorage<Turn>();

/** Does `work` in a turn: whatever it waits for, it waits for in this turn. */
export const inTurn = <Result>(turn: Partial<Turn>, work: () => Result): Result => turns.run({ ...NOBODY, ...turn }, work);

export const currentTurn = (): Turn => turns.getStore() ?? NOBODY;

interface Waiter extends Turn { start(free: () => void): void }

/**
 * Who waits, in the order in which places are given: the lowest priority number first, then the share that has the fewest places,
 * then the share whose last place is the longest ago, then first come first served.
 */
export class TurnQueue {
  private readonly waiters: Waiter[] = [];
  private readonly shares = new Map<string, { places: number; waiting: number; servedAt: number }>();
  private served = 0;

  enter(waiter: Waiter): void {
    this.waiters.push(waiter);
    const share = this.shares.get(waiter.share) ?? { places: 0, waiting: 0, servedAt: 0 };
    this.shares.set(waiter.share, { ...share, waiting: share.waiting + 1 });
  }

  /** Gives a place to the next in the queue; the place is kept until `leave` with the same share. Throws when nobody waits. */
  next(): Waiter {
    const [first, ...others] = this.waiters;
    if (!first) throw new Error('nobody waits for this place');
    const next = others.reduce((best, waiter) => (this.isBefore(waiter, best) ? waiter : best), first);
    this.waiters.splice(this.waiters.indexOf(next), 1);
    const share = this.shares.get(next.share)!;
    this.served += 1;
    this.shares.set(next.share, { places: share.places + 1, waiting: share.waiting - 1, servedAt: this.served });
    return next;
  }

  leave(name: string): void {
    const share = this.shares.get(name)!;
    if (share.places === 1 && share.waiting === 0) this.shares.delete(name);
    else this.shares.set(name, { ...share, places: share.places - 1 });
  }

  private isBefore(one: Waiter, other: Waiter): boolean {
    if (one.priority !== other.priority) return one.priority < other.priority;
    const [mine, theirs] = [this.shares.get(one.share)!, this.shares.get(other.share)!];
    return mine.places === theirs.places ? mine.servedAt < theirs.servedAt : mine.places < theirs.places;
  }
}
